import { beforeEach, expect, test, vi } from 'vitest';
import { choiceOf, choose, startNewGame } from './new-game';

const FORM = `
<form class="new-game">
  <input name="csrfmiddlewaretoken" value="secret">
  <input type="radio" name="deal" value="random" checked><input type="radio" name="deal" value="winnable"><input type="radio" name="deal" value="code">
  <input name="code" data-check="/play/code" aria-describedby="says"><p id="says">A code holds …</p>
  <input type="radio" name="kind" value="tripeaks" checked><input type="radio" name="kind" value="pyramid">
  <details><input type="checkbox" name="pyramid" value="S"><select name="recycles"><option value=""></option><option value="2">2</option></select></details>
</form>`;

beforeEach(() => {
  localStorage.clear();
  document.body.innerHTML = FORM;
});

function form(): HTMLFormElement {
  const found = document.querySelector('form');
  if (!found) throw new Error('no form');
  return found;
}

function code(): HTMLInputElement {
  return form().elements.namedItem('code') as HTMLInputElement;
}

test('a choice is remembered without the code and the token', () => {
  code().value = 'TP1-E-AAAAAAB';
  expect(choiceOf(form())).toBe('deal=random&kind=tripeaks&recycles=');
});

test('the last choice is there again, with its variants unfolded', () => {
  const choice = 'deal=winnable&kind=pyramid&pyramid=S&recycles=2';
  choose(form(), choice);
  expect(choiceOf(form())).toBe(choice);
  expect(form().querySelector('details')?.open).toBe(true);
});

test('what is no choice changes nothing', () => {
  const before = choiceOf(form());
  choose(form(), 'nonsense');
  expect(choiceOf(form())).toBe(before);
});

test('a typed code is checked after a pause, and the answer stands below it', async () => {
  vi.useFakeTimers();
  const answers = [{ error: 'The rule letter X does not exist for TriPeaks.' }, { rule: 'TriPeaks. Easy' }];
  vi.stubGlobal('fetch', async () => ({ json: async () => answers.shift() }));
  startNewGame();
  const says = document.getElementById('says');
  for (const [text, sentence, bad] of [
    ['TP1-X-AAAAAAB', 'The rule letter X does not exist for TriPeaks.', true],
    ['TP1-E-AAAAAAB', 'TriPeaks. Easy', false],
    ['', 'A code holds …', false],
  ] as const) {
    code().value = text;
    code().dispatchEvent(new Event('input'));
    await vi.advanceTimersByTimeAsync(300);
    expect(says?.textContent).toBe(sentence);
    expect(code().hasAttribute('aria-invalid')).toBe(bad);
  }
  vi.useRealTimers();
});
