/** The New game dialog: opens, remembers the last choice, and says of a pasted code whether it can be dealt. */

const KEY = 'solitaire.new-game';
/** How long a pause in typing is before the code is checked, in milliseconds. */
const PAUSE = 250;

export function startNewGame(): void {
  const dialog = document.getElementById('new-game');
  if (dialog instanceof HTMLDialogElement) startDialog(dialog);
  for (const form of document.querySelectorAll<HTMLFormElement>('form.new-game')) {
    if (!form.querySelector('.problem')) restore(form);
    form.addEventListener('submit', () => remember(form));
    const code = form.elements.namedItem('code');
    if (code instanceof HTMLInputElement) startCheck(code);
  }
}

function startDialog(dialog: HTMLDialogElement): void {
  for (const opener of document.querySelectorAll('[data-opens="new-game"]')) {
    opener.addEventListener('click', (event) => {
      event.preventDefault();
      dialog.showModal();
    });
  }
  // A press beside the dialog lands on the dialog itself; one inside lands on what is in it.
  dialog.addEventListener('click', (event) => {
    const target = event.target;
    if (target === dialog || (target instanceof Element && target.closest('[data-closes="new-game"]'))) dialog.close();
  });
}

/** The fields of a form as a query string, without the code and the token of the page. */
export function choiceOf(form: HTMLFormElement): string {
  const choice = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && name !== 'csrfmiddlewaretoken' && name !== 'code') choice.append(name, value);
  }
  return choice.toString();
}

/** Sets the fields of a form as `choiceOf` read them. */
export function choose(form: HTMLFormElement, choice: string): void {
  const chosen = new URLSearchParams(choice);
  if (!chosen.has('kind')) return;
  for (const field of form.elements) {
    if (field instanceof HTMLInputElement && (field.type === 'radio' || field.type === 'checkbox')) {
      field.checked = chosen.getAll(field.name).includes(field.value);
    } else if (field instanceof HTMLSelectElement) {
      field.value = chosen.get(field.name) ?? '';
    }
  }
  for (const variants of form.querySelectorAll('details')) variants.open = hasChoice(variants);
}

/** Whether a variant is chosen inside: then the fold that hides it stands open. */
function hasChoice(element: Element): boolean {
  return element.querySelector('input:checked, option:checked:not([value=""])') !== null;
}

function remember(form: HTMLFormElement): void {
  try {
    localStorage.setItem(KEY, choiceOf(form));
  } catch {
    // Then the next dialog opens as the first one did.
  }
}

function restore(form: HTMLFormElement): void {
  try {
    choose(form, localStorage.getItem(KEY) ?? '');
  } catch {
    // Storage is closed to us: the form stays as the server made it.
  }
}

function startCheck(input: HTMLInputElement): void {
  const says = document.getElementById(input.getAttribute('aria-describedby') ?? '');
  const address = input.dataset.check;
  if (!says || !address) return;
  const hint = says.textContent ?? '';
  let timer: ReturnType<typeof setTimeout>;
  let latest = 0;
  const say = (text: string, kind: 'good' | 'bad' | '') => {
    says.textContent = text;
    says.classList.toggle('good', kind === 'good');
    says.classList.toggle('bad', kind === 'bad');
    if (kind === 'bad') input.setAttribute('aria-invalid', 'true');
    else input.removeAttribute('aria-invalid');
  };
  const check = async () => {
    const turn = ++latest;
    const code = input.value.trim();
    if (!code) return say(hint, '');
    try {
      const response = await fetch(`${address}?code=${encodeURIComponent(code)}`);
      const answer: { rule?: string; error?: string } = await response.json();
      if (turn !== latest) return;
      if (answer.error) say(answer.error, 'bad');
      else say(answer.rule ?? '', 'good');
    } catch {
      if (turn === latest) say(hint, '');
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(check, PAUSE);
  });
}
