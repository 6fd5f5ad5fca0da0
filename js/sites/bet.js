// The fields of a bet, templates and digests: seedrng/sites/SPEC.md, sections 2.1 and 2.2.

import { concat, fromHex, toHex, utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { hmac256, hmac512, sha256, sha512 } from '../internal/hash.js';

const hashes = { sha256, sha512 };
const macs = { 'hmac-sha256': hmac256, 'hmac-sha512': hmac512 };

/** Refuses the text of a field, which the details name. */
const refuse = (name, why) => malformed(why, { field: name });

/** Returns the texts of a bet's fields, by their names. */
export function checkFields(game, bet) {
  if (bet === null || typeof bet !== 'object') malformed('the bet isn’t an object');
  const unknown = Object.keys(bet).find((name) => !game.fields.some((field) => field.name === name));
  if (unknown !== undefined) refuse(unknown, 'the game has no such field');
  const texts = Object.create(null);
  for (const field of game.fields) {
    const given = Object.hasOwn(bet, field.name) ? bet[field.name] : '';
    const text = given === undefined || given === '' ? field.default ?? '' : given;
    if (text !== '') texts[field.name] = checkText(field, text);
    else if (!field.optional) refuse(field.name, `${field.name}: missing`);
  }
  return texts;
}

/** Returns the text of a field, which must be as its kind says. */
function checkText({ name, kind, min = 0, max, choices }, text) {
  const need = (holds, why) => holds || refuse(name, `${name}: ${why}`);
  const within = (n, what) => need(n >= min && n <= max, `${what} from ${min} to ${max}`);
  need(typeof text === 'string' && text.isWellFormed(), 'isn’t a text of Unicode');
  switch (kind) {
    case 'text':
      within(utf8(text).length, 'bytes of the text:');
      break;
    case 'hex':
      need(/^([0-9a-f]{2})*$/.test(text), 'isn’t lowercase hex');
      within(text.length / 2, 'bytes in hex:');
      break;
    case 'number':
      need(/^(0|[1-9]\d{0,18})$/.test(text), 'isn’t a number without leading zeros');
      within(BigInt(text), 'a number');
      break;
    case 'choice':
      need(choices.includes(text), `one of ${choices.join(', ')}`);
  }
  return text;
}

/** Returns the bytes that a template stands for, at a cursor. */
function fill(template, texts, cursor) {
  return concat(...template.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return utf8(part);
    const [name, form] = part.slice(1, -1).split(':');
    if (name === 'k') return utf8(String(cursor));
    const text = texts[name] ?? refuse(name, `the field ${name} is missing`);
    if (form === 'hex') return fromHex(text);
    // As browsers read it: what isn't UTF-8 becomes U+FFFD.
    if (form === 'utf8') return utf8(new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromHex(text)));
    return utf8(text);
  }));
}

/** Returns {bytes, told}: a digest at a cursor, and how it was made. */
export function digest({ alg, key, message = '' }, texts, cursor) {
  const filled = fill(message, texts, cursor);
  if (alg === 'none') return { bytes: filled, told: `no hash, but ${show(filled)}` };
  const name = alg.endsWith('256') ? 'SHA-256' : 'SHA-512';
  if (Object.hasOwn(hashes, alg)) return { bytes: hashes[alg](filled), told: `${name} of ${show(filled)}` };
  const secret = fill(key, texts, cursor);
  return { bytes: macs[alg](secret)(filled), told: `HMAC-${name.replace('-', '')} with the key ${show(secret)} of ${show(filled)}` };
}

/** Shows bytes as text if they are that, otherwise in hex. */
function show(bytes) {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    if (!/[\p{Cc}\ufffd]/u.test(text)) return `“${text}”`;
  } catch {
    // It isn't text.
  }
  return `the bytes ${toHex(bytes)}`;
}
