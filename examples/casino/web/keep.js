// The service worker of the casino's page: it asks the casino first, and gives what it has kept if there is no answer.

addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || /^\/(api|log)\//.test(pathname)) return;
  event.respondWith(answer(event.request));
});

async function answer(request) {
  const cache = await caches.open('page');
  const kept = () => cache.match(request, { ignoreSearch: true });
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request, fresh.clone());
    return fresh.ok ? fresh : await kept() ?? fresh;
  } catch (err) {
    return await kept() ?? Promise.reject(err);
  }
}
