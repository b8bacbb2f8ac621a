/** `<time data-until="…">`: how long until then, ticking; `data-then="reload"` asks the server what there is now. */

/** Hours, minutes and seconds, such as 21:12:40. */
export function remaining(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const two = (n: number) => String(n).padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** Readers' clocks strike together: they come back spread over this many milliseconds. */
const SPREAD = 8000;

export function startCountdowns(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[data-until]')) countDown(element);
}

function countDown(element: HTMLTimeElement): void {
  const until = Date.parse(element.dataset.until ?? '');
  const tick = () => {
    const left = until - Date.now();
    element.textContent = remaining(left);
    if (left > 0) return;
    clearInterval(timer);
    if (element.dataset.then === 'reload') setTimeout(() => location.reload(), 1000 + Math.random() * SPREAD);
  };
  const timer = setInterval(tick, 1000);
  tick();
}
