/** What there is to tell, in the header: asked for again when the page's socket says that there may be more. */
import { lobby } from '../watch/lobby';

export function startNews(): void {
  const menu = document.querySelector<HTMLElement>('[data-news]');
  if (!menu) return;
  lobby.listen((frame) => {
    if (frame.type === 'news') ask(menu);
  });
}

async function ask(menu: HTMLElement): Promise<void> {
  try {
    const response = await fetch(menu.dataset.news ?? '');
    const list = menu.querySelector('[data-list]');
    if (!response.ok || !list) return;
    list.innerHTML = await response.text();
    const count = list.querySelectorAll('li').length;
    const badge = menu.querySelector('[data-count]');
    if (badge) badge.textContent = count ? String(count) : '';
  } catch {
    // The next page brings what this one has missed.
  }
}
