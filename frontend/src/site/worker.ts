/** The service worker (`templates/sw.js`): keeps static files, and answers when there is no connection. */
export function startWorker(): void {
  // Browsers have it in secure contexts only; it comes after everything the page needs now.
  addEventListener('load', () => navigator.serviceWorker?.register('/sw.js', { updateViaCache: 'none' }));
}
