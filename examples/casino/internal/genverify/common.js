// What both pages do.

import { Fault, fail } from '../../web/squaredeal/internal/fault.js';
import { byId, count, el } from '../../web/check/dom.js';

/** Says what was found, in a box of kind ok, bad or warn. */
export function setVerdict(box, kind, title, ...text) {
  box.hidden = false;
  box.className = `verdict ${kind}`;
  box.replaceChildren(el('strong', {}, title), ...text.map((t) => el('p', {}, t)));
}

/** Reports whether the browser offers the page its cryptography, and says so if it doesn't. */
export function hasCryptography() {
  const has = globalThis.crypto?.subtle !== undefined;
  if (!has) {
    setVerdict(byId('verdict'), 'bad', 'No cryptography here',
      'Browsers offer it to pages over HTTPS, from this machine, or from disk only. Save this page, and open the file.');
  }
  return has;
}

/** Returns the texts of the address's fragment, by name. */
export function readFragment() {
  const texts = new Map();
  for (const part of location.hash.slice(1).split('&').filter((text) => text !== '')) {
    const [name, ...value] = part.split('=');
    if (texts.has(name)) fail('malformed', `the link has a second “${name}”`);
    try {
      texts.set(name, decodeURIComponent(value.join('=')));
    } catch {
      fail('malformed', `the link’s “${name}” isn’t UTF-8`);
    }
  }
  return Object.fromEntries(texts);
}

/** Copies the address. */
export async function share() {
  try {
    await navigator.clipboard.writeText(location.href);
    byId('shared').textContent = location.protocol === 'file:' ? 'Copied. It leads to this file on your disk.' : 'Copied.';
  } catch {
    byId('shared').textContent = 'Copy it from the address bar.';
  }
}

/** Returns the text of a file, which may be compressed. */
export async function textOf(blob) {
  const [a, b] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (a !== 0x1f || b !== 0x8b) return blob.text();
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}

/** Does something with each file that is chosen in a field. */
export function whenChosen(id, f) {
  byId(id).addEventListener('change', async () => {
    const [file] = byId(id).files;
    if (file) await f(file);
    byId(id).value = ''; // so that the same file can be chosen again
  });
}

async function fetchBlob(name) {
  const answer = await fetch(name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer.blob();
}

/** Shows whether the page is checking itself. */
function setChecking(isChecking) {
  byId('self-bar').hidden = !isChecking;
  byId('self-run').disabled = isChecking;
}

let running = new AbortController(); // of the page's check of itself that is under way

/** Checks the page with files of what, in place of a check that is under way: see offerSelfCheck. open returns their blobs. */
async function checkSelf(open, what, check) {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const box = byId('self-verdict');
  const progress = (share) => {
    signal.throwIfAborted();
    byId('self-bar').value = share;
  };
  box.hidden = true;
  progress(0);
  setChecking(true);
  try {
    const verdict = await check(await open(), progress);
    signal.throwIfAborted();
    setVerdict(box, ...verdict);
  } catch (err) {
    if (signal.aborted) return;
    if (!(err instanceof Fault)) throw err;
    setVerdict(box, 'bad', err.kind === 'mismatch' ? 'This browser can’t be relied on' : `These ${what} can’t be read`, err.message);
  } finally {
    if (!signal.aborted) setChecking(false);
  }
}

/**
 * Lets the page be checked with files of what: those of these names, which the casino serves, or one that is chosen. check gets
 * their blobs, calls progress with the share that is done, and returns the verdict.
 */
export function offerSelfCheck(names, what, check) {
  const checkServed = (blobs, progress) => (blobs ? check(blobs, progress)
    : ['warn', `The ${what} can’t be fetched from here`, 'Choose the file instead.']);
  whenChosen('self-file', (file) => checkSelf(() => [file], what, check));
  byId('self-run').addEventListener('click', () => {
    if (location.protocol === 'file:') byId('self-file').click(); // a page from disk may not read other files by itself
    else checkSelf(() => Promise.all(names.map(fetchBlob)).catch(() => undefined), what, checkServed);
  });
}

/** Returns the verdict that some vectors don't agree, so that nothing the page says can be relied on. */
export function failedVerdict(failed, total, noun) {
  const dont = failed.length === 1 ? 'doesn’t' : 'don’t';
  return ['bad', `${failed.length} of ${count(total, noun)} ${dont} agree`,
    `Don’t rely on this page in this browser. ${failed.slice(0, 20).join(', ')}`];
}
