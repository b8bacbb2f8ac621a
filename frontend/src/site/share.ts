/** `<button data-share="text" data-url="…">`: the device's own sheet on a touch screen, else the clipboard. */
import { copy } from '../page';

export function startShare(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    button.addEventListener('click', () => share(button));
  }
}

async function share(button: HTMLButtonElement): Promise<void> {
  const text = button.dataset.share ?? '';
  const url = new URL(button.dataset.url ?? '/', location.href).href;
  if (matchMedia('(pointer: coarse)').matches && 'share' in navigator) {
    // Closing the device's own sheet is no fault.
    await navigator.share({ text, url }).catch(() => undefined);
    return;
  }
  const word = button.querySelector('span') ?? button;
  const before = word.textContent;
  if (!(await copy(`${text}\n${url}`))) return;
  button.setAttribute('aria-live', 'polite');
  word.textContent = button.dataset.done ?? before;
  setTimeout(() => {
    word.textContent = before;
  }, 2500);
}
