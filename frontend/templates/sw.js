{% load static %}// Keeps static files whose names carry the hash of their content, and shows a page of its own where none can be reached. Pages and
// JSON are never kept: they belong to one reader and one moment.
const CACHE = 'static-{{ version }}-{{ language }}';
const OFFLINE = '{% static offline %}';
const NEEDED = [OFFLINE, '{% static "site.css" %}', '{% static "first-paint.js" %}', '{% static "favicon.svg" %}'];
const HASHED = /\.[0-9a-f]{12}\.\w+$|\/chunks\/[\w-]+\.js$/;

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(NEEDED)));
});

addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable(), forgetOthers()]));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (request.method === 'GET' && origin === location.origin && HASHED.test(pathname)) event.respondWith(file(request));
});

/** What an earlier release or another language has kept. */
async function forgetOthers() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name)));
}

async function page(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return caches.match(OFFLINE);
  }
}

async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(CACHE)).put(request, answer.clone());
  return answer;
}
