// Keeps this page in the browser, so that the records can be read when the casino is gone.

const answered = /^\/(api|log)\//; // paths of what the casino answers, as in keep.js

/** Has the browser keep the page and all that it has loaded, but no answers of the casino. */
export async function keepPage() {
  const fresh = navigator.serviceWorker.controller === null;
  await navigator.serviceWorker.register('keep.js');
  if (!fresh) return; // keep.js keeps what it has let through
  const loaded = performance.getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => !answered.test(new URL(name).pathname));
  const pages = ['.', 'verify.html'].map((name) => new URL(name, location).href);
  const cache = await caches.open('page');
  await cache.addAll([...new Set([...pages, ...loaded])]);
}
