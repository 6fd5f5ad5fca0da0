// The steps of a round, as elements of the page.

import { toHex, utf8 } from '../../web/squaredeal/internal/bytes.js';
import { cardSlots } from '../../web/check/cards.js';
import { el, scrollBox, tableOf } from '../../web/check/dom.js';
import { cardName } from '../../web/check/deck.js';

export const section = (title, ...children) => el('li.panel', {}, el('h2', {}, title), children);

/** Marks the characters in which a text differs from another. */
function marked(text, other) {
  const parts = [];
  for (let i = 0; i < text.length; ) {
    const same = text[i] === other[i];
    let end = i;
    while (end < text.length && (text[end] === other[end]) === same) end++;
    parts.push(same ? text.slice(i, end) : el('mark', {}, text.slice(i, end)));
    i = end;
  }
  return el('code', {}, parts);
}

export function commitmentStep(server, computed, shown) {
  const altered = computed !== shown && [...computed].filter((c, i) => c !== shown[i]).length < 16; // and not another seed's
  const hash = (text, other) => el('dd', {}, altered ? marked(text, other) : el('code', {}, text));
  const compared = computed === shown ? '✓ They are equal.'
    : '✗ They differ: this is not the seed that the casino was bound to, or a character was altered.';
  return section('The commitment',
    el('p', {}, 'The casino showed a hash before the bet, and so was bound to one server seed. The hash is SHA-256 of the ' +
      `seed’s text, here ${utf8(server).length} bytes:`),
    el('dl', {},
      el('dt', {}, 'SHA-256 of the seed'),
      hash(computed, shown),
      shown !== '' && [el('dt', {}, 'shown before'), hash(shown, computed)]),
    el('p', {}, shown === '' ? 'Enter the hash that was shown before the bet, to compare.' : compared));
}

/** Shows bytes in groups; those before used are underlined. */
function grouped(bytes, size, used) {
  return el('p.bytes', {}, Array.from({ length: bytes.length / size }, (_, i) => (
    el(i * size < used ? 'span.used' : 'span', {}, toHex(bytes.subarray(i * size, i * size + size))))));
}

const quote = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Shows a command that computes the same. */
const otherwise = (title, command) => el('details', {}, el('summary', {}, title), el('pre', {}, command));

export function blocksStep(stream, server) {
  const [first] = stream.blocks;
  return section('The bytes',
    el('p', {}, 'The seeds give a stream of bytes, in blocks of 32: HMAC-SHA256 with the server seed’s text as its key. The ' +
      'message of a block is the client seed, the nonce and the block’s number, with colons between them.'),
    stream.blocks.map(({ index, message, bytes }) => el('div', {},
      el('p', {}, `Block ${index}, message `, el('span.message.mono', {}, message)),
      grouped(bytes, 4, stream.taken - 32 * Number(index)))),
    el('p.small.soft', {}, 'Underlined: the bytes that were drawn.'),
    first && otherwise('Check a block with other software',
      `printf %s ${quote(first.message)} | openssl dgst -sha256 -hmac ${quote(server)}`));
}

const fates = { rejected: 'rejected: not below the limit', repeat: 'drawn before: passed over' };
const shownWords = 400;

/** Lists the words that were drawn; meaning says what a value stands for. */
export function numbersStep(words, meaning = () => '') {
  const { limit, draw } = words.find((w) => w.limit !== undefined) ?? {};
  const alike = words.every((w) => w.draw === draw);
  const rows = words.slice(0, shownWords).map((w) => el(w.fate === 'taken' ? 'tr' : 'tr.no', {},
    !alike && el('td', {}, w.draw),
    el('td.n', {}, toHex(w.bytes)),
    el('td.n', {}, w.word.toLocaleString('en')),
    el('td', {}, wordResult(w, meaning))));
  return section('The numbers',
    limit !== undefined && el('p', {}, 'Four bytes make a number from 0 to 4,294,967,295; eight do where a bound is larger than 2³². ' +
      'A number is rejected unless it is below the limit, the largest multiple of the bound, so that all results are equally ' +
      `likely. The remainder is the result. Here ${alike ? 'all numbers are for' : 'the first draw is'} ${draw}, and the ` +
      `limit is ${limit.toLocaleString('en')}.`),
    scrollBox('Numbers drawn', tableOf([!alike && 'draw', 'bytes', 'number', 'result'].filter(Boolean), el('tbody', {}, rows))),
    words.length > shownWords && el('p', {}, `… and ${words.length - shownWords} more.`));
}

function wordResult({ fate, bound, value }, meaning) {
  if (fates[fate]) return fates[fate];
  if (bound === undefined) return String(value);
  return [`mod ${bound.toLocaleString('en')} = ${value}`, meaning(value) && el('strong', {}, ` ${meaning(value)}`)];
}

export function reportStep(pairs) {
  const rows = pairs.map(({ name, fair, told }) => el(fair === told ? 'tr' : 'tr.bad', {},
    el('td', {}, name),
    el('td.n', {}, fair),
    el('td.n', {}, told),
    el('td.result', {}, fair === told ? '✓ equal' : '✗ different')));
  return section('What the casino reported',
    scrollBox('What was reported', tableOf(['what', 'the seeds give', 'reported', 'result'], el('tbody', {}, rows))));
}

export function digestStep(server, client, digest) {
  return section('The bytes',
    el('p', {}, 'SHA-512 of both seeds, joined without anything between them. So where one ends and the other begins is ' +
      'anybody’s guess, one of this scheme’s flaws.'),
    el('p', {}, el('span.message.mono', {}, server + client)),
    grouped(digest, 4, 0),
    otherwise('Check it with other software', `printf %s ${quote(server + client)} | sha512sum`));
}

export function digestNumbersStep(steps) {
  const results = { card: cardName, repeat: () => fates.repeat };
  const rows = steps.map(({ byte, value, fate }) => el(fate === 'card' ? 'tr' : 'tr.no', {},
    el('td.n', {}, toHex([byte])),
    el('td.n', {}, String(value)),
    el('td', {}, results[fate]?.(value) ?? 'no card')));
  return section('The numbers',
    el('p', {}, 'Each byte, modulo 100, is a card if it is below 52 and not among the cards yet.'),
    scrollBox('Bytes read', tableOf(['byte', 'modulo 100', 'card'], el('tbody', {}, rows))));
}

export function digestCardsStep(cards) {
  return section('The cards',
    el('p', {}, 'The first five are dealt from left to right; the others replace discards, in this order.'),
    cardSlots(cards.slice(0, 5), () => 'dealt'),
    cardSlots(cards.slice(5), (i) => `replacement ${i + 1}`));
}
