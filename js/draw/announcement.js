// Section 4: the announcement, and what is checked against it.

import { fromHex, fromUTF8, isBytes, needBytes, needInt, toHex, utf8 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { List, maxEntries } from './list.js';
import { checkShares, deal, drawWeighted, streamOf } from './places.js';
import { Proof } from './proof.js';
import { Receipt } from './receipt.js';

const scheme = 'squaredeal/draw v1';
const names = ['label', 'place', 'number', 'previous', 'entries', 'repeats', 'weights', 'root', 'winners',
  'substitutes', 'beacon', 'round', 'time', 'void'];
const max64 = (1n << 64n) - 1n;
const maxRound = (1n << 53n) - 1n;
const maxTime = 253_402_300_799; // the last second of the year 9999

/** How many seconds before its round an announcement must have been published, unless there is a reason for another margin. */
export const margin = 600;

/** An Announcement fixes a draw. It never changes. */
class Announcement {
  #text;
  #digest;
  #terms;

  constructor(text) {
    this.#text = text;
    this.#terms = parseTerms(text);
    this.#digest = toHex(sha256(utf8(text)));
    Object.freeze(this);
  }

  get text() {
    return this.#text;
  }

  get digest() {
    return this.#digest;
  }

  get words() {
    return words(this.#digest);
  }

  get terms() {
    return this.#terms;
  }

  /** Returns whether two different announcements have the same place and number: together they convict whoever published both. */
  contradicts(other) {
    const [ours, theirs] = [this.#terms, termsOf(other)];
    return this.#digest !== other.digest && ours.place === theirs.place && ours.number === theirs.number;
  }

  /** Checks that this announcement follows another, which it names as the previous one. */
  checkPrevious(other) {
    const [ours, theirs] = [this.#terms, termsOf(other)];
    if (ours.place !== theirs.place) fail('mismatch', 'the announcements have different places');
    if (ours.number !== theirs.number + 1n) fail('mismatch', 'the announcements’ numbers don’t follow each other');
    if (ours.previous !== other.digest) fail('mismatch', 'the announcement names another one as the one before');
  }

  /** Checks that the announcement was published a margin before its round. The time and the margin are in seconds. */
  checkTime(published, before = margin) {
    if (!Number.isFinite(published) || published < 0) malformed('the time of publication isn’t in seconds since 1970');
    if (!Number.isFinite(before) || before < 60) malformed('the margin is below 60 seconds');
    if (published > this.#terms.time - before) fail('late', `the announcement wasn’t published ${before} seconds before its round`);
  }

  /** Checks that a list is the announced one. */
  checkList(list) {
    if (!List.isList(list)) malformed('there is no list');
    const { entries, repeats, weights, root } = this.#terms;
    const same = list.length === entries && list.repeats === repeats && list.weighted === (weights !== undefined) &&
      list.total === (weights ?? BigInt(entries)) && toHex(list.root) === root;
    if (!same) fail('mismatch', 'the list isn’t the announced one');
  }

  /** Returns the positions of the places, in order, that a value gives to entries of the announced list. */
  draw(list, value) {
    if (!List.isList(list)) malformed('there is no list');
    const stream = this.#stream(value);
    this.checkList(list);
    const { places, entries } = this.#terms;
    return list.weighted ? drawWeighted(stream, list, places) : deal(stream, entries, places);
  }

  /** Returns the stream of a value, which must be of the announced round. */
  #stream(value) {
    const { beacon, round, time, randomness } = value ?? {};
    if (!isBytes(randomness)) malformed('there is no value of a round');
    const copy = new Uint8Array(needBytes('the value', randomness, 32));
    const terms = this.#terms;
    if (beacon !== terms.beacon || round !== terms.round || time !== terms.time) fail('round', 'the value isn’t of the announced round');
    return streamOf(copy, this.#digest);
  }

  /** Checks a proof, and returns the share of its entry: the numbers from `from` up to and without `to`. */
  checkProof(proof) {
    if (!Proof.isProof(proof)) malformed('there is no proof');
    const { entries, weights, root } = this.#terms;
    const { top, from } = Proof.climb(proof, entries);
    const plain = weights !== undefined || (proof.weight === 1n && from === BigInt(proof.position)); // as in lists, if not in trees
    if (!plain || toHex(top.hash) !== root || top.sum !== (weights ?? BigInt(entries))) {
      fail('mismatch', 'the proof doesn’t fit the list that was announced');
    }
    return Object.freeze({ from, to: from + proof.weight });
  }

  /** Checks a receipt, and returns the share of its entry. */
  checkReceipt(receipt) {
    this.checkHeld(receipt);
    return this.checkProof(receipt.proof);
  }

  /** Checks what a receipt has beside its proof: the digest, and that the salt and the entry hide as the proof's line. */
  checkHeld(receipt) {
    if (!Receipt.isReceipt(receipt)) malformed('there is no receipt');
    if (receipt.digest !== this.#digest) {
      const theirs = words(receipt.digest);
      fail('mismatch', `this receipt is of another draw: of the announcement with the words ${theirs}. This draw’s are ${this.words}`);
    }
    Receipt.checkLine(receipt);
  }

  /** Checks without the list that proofs are of the first places, in order, which a value gives. */
  checkPlaces(value, proofs) {
    const { entries, repeats, weights, places } = this.#terms;
    if (!Array.isArray(proofs) || proofs.length < 1 || proofs.length > places) malformed('there are no proofs, or more than places');
    const given = Array.from(proofs);
    if (!given.every(Proof.isProof)) malformed('there is no proof');
    const stream = this.#stream(value);
    const shares = given.map((proof) => ({ proof, from: this.checkProof(proof).from }));
    checkShares(stream, shares, { n: entries, repeats: repeats === 'yes', total: weights });
  }

  static termsOf(value) {
    if (value === null || typeof value !== 'object' || !(#terms in value)) malformed('there is no announcement');
    return value.#terms;
  }
}

const { termsOf } = Announcement;

/** Returns the announcement of a text, which is a string or its UTF-8 bytes. */
export function parseAnnouncement(text) {
  if (!isBytes(text) && typeof text !== 'string') malformed('an announcement is neither a text nor bytes');
  if (text.length > 8192) malformed('the announcement is too long');
  return new Announcement(isBytes(text) ? fromUTF8(new Uint8Array(text)) : text);
}

/** Returns what the lines of a text say. */
function parseTerms(text) {
  if (!text.isWellFormed()) malformed('the announcement isn’t Unicode');
  const lines = text.split('\n');
  if (lines.length !== names.length + 2 || lines[0] !== scheme || lines.at(-1) !== '') malformed(`these are no lines of ${scheme}`);
  const said = names.map((name, i) => {
    if (!lines[i + 1].startsWith(`${name} `)) malformed(`there is no line for the ${name}`);
    return lines[i + 1].slice(name.length + 1);
  });
  const [label, place, number, previous, entries, repeats, weights, root, winners, substitutes, beacon, round, time, end] = said;
  for (const [name, what] of Object.entries({ label, place, beacon, void: end })) checkText(name, what);
  checkPlace(place);
  const terms = { label, place, number: parseNumber('number', number, 1n, max64), previous };
  fromHex(previous, 32);
  if ((terms.number === 1n) !== /^0*$/.test(previous)) malformed('the previous digest isn’t as the number has it');
  terms.entries = Number(parseNumber('entries', entries, 1n, BigInt(maxEntries)));
  const n = BigInt(terms.entries);
  const known = repeats === 'no' || repeats === 'yes' || (repeats === 'joined' && weights !== 'none');
  if (!known) malformed('what it says of repeated entries is unknown');
  terms.repeats = repeats;
  terms.weights = weights === 'none' ? undefined : parseNumber('weights', weights, n, max64);
  fromHex(root, 32);
  terms.root = root;
  terms.winners = Number(parseNumber('winners', winners, 1n, n));
  terms.substitutes = Number(parseNumber('substitutes', substitutes, 0n, n - BigInt(terms.winners)));
  terms.places = terms.winners + terms.substitutes;
  terms.beacon = beacon;
  terms.round = Number(parseNumber('round', round, 1n, maxRound));
  terms.time = parseTime(time);
  terms.void = end;
  return Object.freeze(terms);
}

function checkText(name, text) {
  const { length } = utf8(text);
  if (length < 1 || length > 512 || /^ | $|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text)) malformed(`the ${name} isn’t a text`);
}

function checkPlace(place) {
  const [, before, host] = /^(.*?):\/\/([^/]*)/s.exec(place) ?? ['', '', ''];
  if (place.endsWith('/') || /[A-Z]/.test(before + host)) malformed('the place isn’t written in the one way');
}

function parseNumber(name, text, min, max) {
  if (!/^(0|[1-9][0-9]{0,19})$/.test(text)) malformed(`the ${name} isn’t a number`);
  const number = BigInt(text);
  if (number < min || number > max) malformed(`the ${name} isn’t from ${min} to ${max}`);
  return number;
}

/** Returns a time as announcements have it in seconds since 1970. */
function parseTime(text) {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/.test(text) ? Date.parse(text) : NaN;
  if (!(time >= 0) || timeText(time / 1000) !== text) malformed('the time is no time');
  return time / 1000;
}

/** Returns a time, in whole seconds since 1970, as announcements have it. */
export const timeText = (seconds) => new Date(1000 * needInt('the time', seconds, 0, maxTime)).toISOString().replace('.000Z', 'Z');

/** Returns 32 bytes, given in hex, as 16 words to say aloud. */
export function words(digest) {
  const bytes = fromHex(digest, 32);
  const [consonants, vowels] = ['bdfghjklmnprstvz', 'aiou'];
  const all = [];
  for (let i = 0; i < 32; i += 2) {
    const w = (bytes[i] << 8) | bytes[i + 1];
    all.push(consonants[w >> 12] + vowels[(w >> 10) & 3] + consonants[(w >> 6) & 15] + vowels[(w >> 4) & 3] + consonants[w & 15]);
  }
  return all.join(' ');
}
