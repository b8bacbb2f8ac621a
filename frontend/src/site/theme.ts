/** The theme switch of the header. The choice is one of the settings that the table has too. */
import { effect } from '@preact/signals';
import { change, type Settings, settings } from '../settings';

export function startTheme(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('[data-theme-choice]')];
  for (const button of buttons) {
    button.addEventListener('click', () => change({ theme: button.dataset.themeChoice as Settings['theme'] }));
  }
  effect(() => {
    for (const button of buttons) {
      button.setAttribute('aria-pressed', String(button.dataset.themeChoice === settings.value.theme));
    }
  });
}
