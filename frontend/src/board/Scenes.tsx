/**
 * An example on a page: `<div data-scenes>` holds a script of JSON, one `{view, marked}` for each item of its list. The board
 * shows the scene whose words are lit; a button goes on to the next.
 */
import { effect, type Signal, signal } from '@preact/signals';
import { render } from 'preact';
import * as words from '../messages/scenes';
import { Icon } from './Icon';
import { MiniBoard, type Shown } from './MiniBoard';

interface Scene {
  view: Shown;
  marked: readonly number[];
}

export function mountScenes(element: HTMLElement): void {
  const scenes: Scene[] = JSON.parse(element.querySelector('script')?.textContent ?? '[]');
  const board = element.querySelector('.tile');
  const texts = [...element.querySelectorAll('ol > li')];
  if (!board) return;
  const at = signal(0);
  const next = document.createElement('div');
  element.append(next);
  effect(() => {
    for (const [scene, text] of texts.entries()) {
      if (scene === at.value) text.setAttribute('aria-current', 'step');
      else text.removeAttribute('aria-current');
    }
  });
  render(<Board scenes={scenes} at={at} />, board);
  render(<Next texts={texts.map(({ textContent }) => textContent ?? '')} at={at} />, next);
}

function Board({ scenes, at }: { scenes: readonly Scene[]; at: Signal<number> }) {
  const scene = scenes[at.value];
  return scene ? <MiniBoard view={scene.view} marked={scene.marked} piles /> : null;
}

function Next({ texts, at }: { texts: readonly string[]; at: Signal<number> }) {
  const end = at.value === texts.length - 1;
  return (
    <div class="example__next">
      <button
        type="button"
        class="btn"
        onClick={() => {
          at.value = end ? 0 : at.value + 1;
        }}
      >
        <Icon name={end ? 'again' : 'next'} />
        {end ? words.again() : words.next()}
      </button>
      <span class="quiet">{words.of(at.value + 1, texts.length)}</span>
      <span class="vh" aria-live="polite">
        {at.value > 0 && texts[at.value]}
      </span>
    </div>
  );
}
