// What people see of entries, as lookalikes.go has it: after UTS 39, by the table of confusables.js.

import { confusables } from './confusables.js';

const [unseen, ...kinds] = confusables.trim().split('\n');
const codes = (text, separator) => text.split(separator).map((digits) => parseInt(digits, 16));
const ranges = unseen.split(' ').map((range) => codes(range, '-'));
const invisible = (letter) => letter > '~' && ranges.some(([low, high]) => letter.codePointAt(0) >= low && letter.codePointAt(0) <= high);
const likes = new Map(kinds.flatMap((kind) => {
  const [target, ...sources] = kind.split(' ');
  return sources.map((source) => [String.fromCodePoint(parseInt(source, 16)), String.fromCodePoint(...codes(target, '+'))]);
}));

const each = (text, change) => Array.from(text, change).join('');
const lower = (text) => each(text, (letter) => letter.toLowerCase()); // each alone: sigmas have no ends
export const textOf = (entry) => (typeof entry === 'string' ? entry : new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry));

/** Tells whether an entry, perhaps in bytes, is a text. */
function isText(entry) {
  try {
    return typeof entry === 'string' || new TextDecoder('utf-8', { fatal: true }).decode(entry) !== undefined;
  } catch {
    return false;
  }
}

function skeleton(text, capitals) {
  let seen = each(text, (letter) => {
    if (letter > ' ' && letter <= '~') return letter;
    if (/\p{White_Space}/u.test(letter)) return ' ';
    return invisible(letter) || /\p{Cc}/u.test(letter) ? '' : letter;
  }).normalize('NFKD');
  if (!capitals) seen = lower(seen);
  seen = lower(each(seen, (letter) => likes.get(letter) ?? letter).normalize('NFD'));
  return seen.split(/\p{White_Space}+/u).filter((word) => word !== '').join(' ');
}

/** What is seen of an entry: as it is, and in small letters, as I looks like l, and i doesn't. */
const looks = (entry) => [skeleton(entry, false), skeleton(entry, true)];

/** Tells whether people could take one entry for another. */
export const alike = (one, other) => one !== other && looks(one).some((seen) => looks(other).includes(seen));

/** Names the characters of an entry that another hasn't. */
export function differs(one, other) {
  const [a, b] = [[...one], [...other]];
  while (a.length > 0 && b.length > 0 && a[0] === b[0]) { a.shift(); b.shift(); }
  while (a.length > 0 && b.length > 0 && a.at(-1) === b.at(-1)) { a.pop(); b.pop(); }
  const points = (letters) => {
    const all = letters.slice(0, 8).map((letter) => `U+${letter.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}`);
    return [...all, ...(letters.length > 8 ? ['…'] : [])].join(' ') || 'nothing';
  };
  return `it has ${points(a)} instead of ${points(b)}`;
}

export const likeness = (one, other) =>
  `"${visible(one)}" looks like "${visible(other)}", but isn't it: ${differs(textOf(one), textOf(other))}`;

/** Says what of an entry people don't see. */
export function odd(entry) {
  if (!isText(entry)) return "isn't a text";
  const text = textOf(entry);
  if (/[\p{Cf}\p{Cc}\ufffd]/u.test(text) || [...text].some(invisible)) return 'has an invisible character';
  if (/^\p{White_Space}|\p{White_Space}$/u.test(text)) return 'begins or ends with a space';
  if (/(?! )\p{White_Space}/u.test(text)) return "has a space that isn't one";
  return [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u].filter((script) => script.test(text)).length > 1 ? 'mixes scripts' : '';
}

/** Names the entries, each given once as bytes, that people could take for others. */
export function warnings(entries) {
  const [all, first] = [[], new Map()];
  for (const entry of entries) {
    const text = textOf(entry);
    if (odd(entry)) all.push(`"${visible(entry)}" ${odd(entry)}`);
    const seen = looks(text);
    const other = seen.map((s) => first.get(s)).find((e) => e !== undefined);
    if (other !== undefined) all.push(likeness(entry, other));
    for (const s of seen) if (!first.has(s)) first.set(s, entry);
  }
  return all;
}

/** Writes a text so that each character is seen, and none is obeyed. Bytes may be no text. */
export function visible(entry) {
  const seen = isText(entry) ? shown(textOf(entry)) : Array.from(entry, (b) => (b < 0x20 || b > 0x7e
    ? `\\x${b.toString(16).padStart(2, '0')}` : String.fromCharCode(b).replace('\\', '\\\\'))).join('');
  const isLost = (i, all) => i === 0 || i === all.length - 1 || all[i - 1] === ' '; // in pages and paragraphs
  return seen.replace(/ /g, (space, i, all) => (isLost(i, all) ? '\\u{20}' : space));
}

const shown = (text) => (/^[ -[\]-~]*$/.test(text) ? text : each(text, (letter) => {
  if (letter === '\\') return '\\\\';
  return letter !== ' ' && (/[\p{C}\p{Z}]/u.test(letter) || invisible(letter)) ? `\\u{${letter.codePointAt(0).toString(16)}}` : letter;
}));
