// A casino's public log (C2SP's tlog-tiles): checkpoints, proofs that something is in it, and that it only grew.

import { concat, equal, fromHex, toHex, utf8 } from '../squaredeal/internal/bytes.js';
import { fail } from '../squaredeal/internal/fault.js';
import { sha256 } from '../squaredeal/internal/hash.js';
import { fromBase64, importKey, signedBy } from './receipt.js';
import { encode } from './statement.js';

const malformed = (what) => fail('mismatch', `the casino’s log can’t be read: ${what}`);
const ed25519 = 1; // as signed notes number it

/** The hash of an entry, which is a text. */
export const leafHash = (entry) => sha256(concat(Uint8Array.of(0), utf8(entry)));
const nodeHash = (left, right) => sha256(concat(Uint8Array.of(1), left, right));

/** The entry of a hash that was shown, with what else was said of it: see receipt.js. */
export function shownEntry(shown) {
  const opening = toHex(sha256(encode.shown(shown)));
  return `shown ${toHex(sha256(utf8(`squaredeal/casino/v1/commitment ${opening} ${shown.hash}`)))}`;
}

/** Reads a checkpoint, once the key in hex has signed it: {origin, size, root, note}. */
export async function openCheckpoint(note, key) {
  const form = /^((.+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*)\n((?:— .+\n)+)$/;
  const [, text, origin, size, root, signatures] = form.exec(note) ?? malformed('this isn’t a checkpoint');
  const id = sha256(concat(utf8(`${origin}\n`), Uint8Array.of(ed25519), fromHex(key, 32))).subarray(0, 4);
  const imported = await importKey(key);
  for (const line of signatures.split('\n')) {
    const [, name, signature] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    if (name !== origin) continue;
    const bytes = fromBase64(signature);
    if (equal(bytes.subarray(0, 4), id) && await signedBy(imported, { statement: utf8(text), signature: bytes.subarray(4) })) {
      return { origin, size: Number(size), root: fromBase64(root), note };
    }
  }
  return fail('mismatch', 'the casino hasn’t signed its log');
}

const hashes = (lines) => lines.map((line) => (/^[A-Za-z0-9+/]{43}=$/.test(line) ? fromBase64(line)
  : malformed('a proof has something else than hashes')));

/** Reads a proof that something is in the log (C2SP's tlog-proof), with the checkpoint that it is for. */
export function parseProof(text) {
  const form = /^c2sp\.org\/tlog-proof@v1\nindex (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/=]+\n)*)\n([^]*)$/;
  const [, index, path, note] = form.exec(text) ?? malformed('this isn’t a proof');
  return { index: Number(index), path: hashes(path.split('\n').slice(0, -1)), note };
}

/** Reads a proof that the log grew: its hashes. */
export const parseHashes = (text) => hashes(text.split('\n').slice(0, -1));

const half = (n) => Math.floor(n / 2);

/** Whether a leaf is at an index of the tree that a checkpoint is of (RFC 9162, section 2.1.3.2). */
export function includes({ size, root }, index, leaf, path) {
  if (index >= size) return false;
  let [fn, sn, r] = [index, size - 1, leaf];
  for (const p of path) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      r = nodeHash(p, r);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      r = nodeHash(r, p);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(r, root);
}

/** Whether the tree of one checkpoint is the beginning of that of another (RFC 9162, section 2.1.4.2). */
export function extendsTree(first, second, path) {
  if (first.size === second.size) return path.length === 0 && equal(first.root, second.root);
  if (first.size === 0 || first.size > second.size) return false;
  let [fn, sn] = [first.size - 1, second.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  const isWhole = fn === 0; // as its size is a power of two: then its root begins the path
  let fr = isWhole ? first.root : path[0];
  let sr = fr;
  if (fr === undefined) return false;
  for (const c of isWhole ? path : path.slice(1)) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      [fr, sr] = [nodeHash(c, fr), nodeHash(c, sr)];
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeHash(sr, c);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && equal(fr, first.root) && equal(sr, second.root);
}

/** Says which two of some checkpoints, all signed by the key, are of one size with different roots, undefined if none are. */
export async function findFork(notes, key) {
  const seen = new Map();
  for (const note of notes) {
    const checkpoint = await openCheckpoint(note, key);
    const id = `${checkpoint.origin} ${checkpoint.size}`;
    const other = seen.get(id) ?? checkpoint;
    if (!equal(other.root, checkpoint.root)) {
      return `log ${checkpoint.origin}: it signed two roots for its first ${checkpoint.size} entries`;
    }
    seen.set(id, other);
  }
  return undefined;
}
