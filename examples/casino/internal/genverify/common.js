// What both pages do.

import { fail } from '../../web/squaredeal/internal/fault.js';
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

/** Lets the page be checked with files of what: those of these names, which the casino serves, or one that is chosen. */
export function offerSelfCheck(names, what, check) {
  whenChosen('self-file', (file) => check([file]));
  byId('self-run').addEventListener('click', async () => {
    if (location.protocol === 'file:') {
      byId('self-file').click(); // a page from disk may not read other files by itself
      return;
    }
    const blobs = await Promise.all(names.map(fetchBlob)).catch(() => undefined);
    if (blobs) await check(blobs);
    else setVerdict(byId('self-verdict'), 'warn', `The ${what} can’t be fetched from here`, 'Choose the file instead.');
  });
}

/** Says that some vectors don't agree, so that nothing the page says can be relied on. */
export function sayFailed(failed, total, noun) {
  setVerdict(byId('self-verdict'), 'bad', `${failed.length} of ${count(total, noun)} ${failed.length === 1 ? 'doesn’t' : 'don’t'} agree`,
    `Don’t rely on this page in this browser. ${failed.slice(0, 20).join(', ')}`);
}
