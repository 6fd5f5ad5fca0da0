// What both pages do.

import { byId, el } from '../../web/check/dom.js';

/** Says what was found, in a box of kind ok, bad or warn. */
export function setVerdict(box, kind, title, ...text) {
  box.hidden = false;
  box.className = `verdict ${kind}`;
  box.replaceChildren(el('strong', {}, title), ...text.map((t) => el('p', {}, t)));
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
