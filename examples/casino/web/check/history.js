// Files with a history: CSV or JSON lines, a round on each line, as the casino exports them and as
// examples/audit -batch reads them.

import { concat, fromUTF8 } from '../squaredeal/internal/bytes.js';
import { Fault, fail } from '../squaredeal/internal/fault.js';
import { checkHash, hashOf, parseNonce, predictable, Stream } from '../squaredeal/seedrng/index.js';
import { cardNames } from './deck.js';
import { avoided, joinTexts, judgeDeclined, parseBet, replay, splitTexts } from '../games/index.js';
import { dealDigest, digestSeeds } from '../squaredeal/sites/index.js';

const required = ['server', 'client', 'hash'];
const short = [...required, 'game', 'nonce']; // the columns of a CSV file without a header, in order
const known = [...short, 'sent', 'received', 'declined', 'stake', 'paid', 'pair', 'rounds'];
const maxLine = 65536; // bytes
const chunkLines = 256;

/** Splits a line of CSV at its commas (RFC 4180, without line breaks in fields). */
function splitCSV(line) {
  const fields = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;
  for (;;) {
    const m = field.exec(line);
    if (!m) fail('malformed', 'a quotation mark stands in the wrong place');
    fields.push(m[1] === undefined ? m[2] : m[1].replaceAll('""', '"'));
    if (m[3] === '') return fields;
  }
}

/** A Layout turns lines into rows, objects with the names in known. */
class Layout {
  #json = false;
  #header = null;

  /** Looks at the first line that isn't empty, and returns whether it is a header. */
  detect(line) {
    if (line.trimStart().startsWith('{')) {
      this.#json = true;
      return false;
    }
    const names = splitCSV(line).map((name) => name.trim().toLowerCase());
    if (required.filter((name) => names.includes(name)).length < 2 || names.some((name) => /^[0-9a-f]{64}$/.test(name))) return false;
    for (const name of required) if (!names.includes(name)) fail('malformed', `the header has no column “${name}”`);
    for (const name of known) if (names.filter((n) => n === name).length > 1) fail('malformed', `the header has two columns “${name}”`);
    this.#header = names;
    return true;
  }

  parse(line) {
    return this.#json ? parseJSON(line) : this.#parseCSV(splitCSV(line));
  }

  #parseCSV(fields) {
    if (this.#header && fields.length !== this.#header.length) {
      fail('malformed', `${fields.length} fields, not ${this.#header.length} as in the header`);
    }
    if (!this.#header && (fields.length < required.length || fields.length > short.length)) {
      fail('malformed', `${fields.length} fields, not ${required.length} to ${short.length}`);
    }
    const row = {};
    (this.#header ?? short).forEach((name, i) => {
      if (known.includes(name) && fields[i]) row[name] = fields[i];
    });
    return row;
  }
}

function parseJSON(line) {
  const row = {};
  let object;
  try {
    // A nonce may be a number, which JSON.parse would round: browsers that tell its source are asked for that.
    const exact = (value, source) => source ?? (Number.isSafeInteger(value) ? String(value) : value);
    object = JSON.parse(line, (name, value, context) => (typeof value === 'number' ? exact(value, context?.source) : value));
  } catch {
    fail('malformed', 'the line isn’t JSON');
  }
  if (object === null || typeof object !== 'object' || Array.isArray(object)) fail('malformed', 'the line isn’t an object');
  for (const name of known) {
    const names = line.match(new RegExp(`[{,]\\s*"${name}"\\s*:`, 'g')) ?? [];
    if (names.length > 1) fail('malformed', `“${name}” is repeated`);
    if (object[name] === undefined || object[name] === '') continue;
    if (typeof object[name] !== 'string') fail('malformed', `“${name}” is no text`);
    row[name] = object[name];
  }
  return row;
}

/**
 * Checks a row. Returns {result, reason, predictable, told, declined}, where the result is ok, MISMATCH (the server
 * seed doesn't have the hash), WRONG (the seeds give another outcome), SHORT (the digest has too few cards) or
 * malformed, and told is what the seeds give. Declined is there for a bet that was, or a round that was cancelled, as
 * avoided returns it.
 */
export function checkRow(row) {
  try {
    checkHash(row.hash ?? '');
    const predicted = predictable(row.server ?? '');
    const game = row.game ?? 'cryptogames';
    let told, wrong, declined;
    let isShort = false;
    if (game === 'cryptogames') {
      if (row.nonce !== undefined) fail('malformed', 'hands of Crypto.Games have no nonces');
      const dealt = dealDigest(digestSeeds(row.server, row.client ?? ''));
      [told, isShort] = [cardNames(dealt.cards), dealt.short];
    } else if (game === 'v1') {
      const stream = new Stream(row.server, row.client ?? '', parseNonce(row.nonce ?? ''));
      ({ told, wrong, declined } = checkV1(row, stream));
    } else {
      fail('malformed', `“${game}” is neither v1 nor cryptogames`);
    }
    if (hashOf(row.server) !== row.hash) return { result: 'MISMATCH', reason: 'the server seed doesn’t have this hash', told };
    if (isShort) return { result: 'SHORT', reason: 'the digest has too few cards', told };
    if (wrong) return { result: 'WRONG', reason: wrong, told };
    return { result: 'ok', predictable: game === 'v1' && predicted, told, declined };
  } catch (err) {
    if (err instanceof Fault) return { result: 'malformed', reason: err.message };
    throw err;
  }
}

function checkV1(row, stream) {
  if (row.sent === undefined) return { told: cardNames(stream.distinct(52, 10)) };
  const sent = splitTexts(row.sent);
  const received = replay(sent, stream);
  const told = received.at(-1);
  const isDeclined = row.declined !== undefined;
  const [, pays] = / pays (\d+)$/.exec(told) ?? [];
  const cancelled = isDeclined || pays === undefined; // its stake is given back
  const { stake } = parseBet(sent[0]);
  if (isDeclined && sent.length > 1) return { told, wrong: 'a declined bet has no steps' };
  const differs = [
    ['received', isDeclined ? undefined : joinTexts(received.slice(0, Math.max(1, splitTexts(row.received ?? '').length)))],
    ['stake', String(stake)],
    ['paid', cancelled ? String(stake) : pays],
  ].find(([name, want]) => row[name] !== undefined && row[name] !== want);
  if (!differs && cancelled) {
    return {
      told: isDeclined ? `declined, “${row.declined}”: it would have been ${told}` : `${told}, cancelled: stake given back`,
      declined: avoided(sent, received, !isDeclined),
    };
  }
  if (!differs) return { told };
  const [name, want] = differs;
  const wrong = want === undefined ? `the bet was declined, and has something ${name}`
    : `${name}: the seeds give “${want}”, the file says “${row[name]}”`;
  return { told, wrong };
}

/** Yields the lines of a file as {number, bytes}, null bytes for one that is too long. */
async function* linesOf(file, progress) {
  let number = 0;
  let rest = new Uint8Array(0);
  let tooLong = false;
  let read = 0;
  const line = (bytes) => {
    number++;
    const whole = bytes.at(-1) === 13 ? bytes.subarray(0, -1) : bytes;
    const result = { number, bytes: tooLong || whole.length > maxLine ? null : whole };
    tooLong = false;
    return result;
  };
  for await (const chunk of chunksOf(file)) {
    let at = 0;
    for (let end; (end = chunk.indexOf(10, at)) >= 0; at = end + 1) {
      const part = chunk.subarray(at, end);
      yield line(rest.length === 0 ? part : concat(rest, part));
      rest = new Uint8Array(0);
      progress((read + end) / file.size);
    }
    const tail = chunk.subarray(at);
    if (rest.length + tail.length > maxLine + 2) {
      tooLong = true;
      rest = new Uint8Array(0);
    } else {
      rest = concat(rest, tail);
    }
    read += chunk.length;
  }
  if (rest.length > 0 || tooLong) yield line(rest);
}

async function* chunksOf(file) {
  const size = 1 << 18;
  for (let at = 0; at < file.size; at += size) yield new Uint8Array(await file.slice(at, at + size).arrayBuffer());
}

/**
 * Checks a file, row by row. found is called for each row with {line, row, result, …}; progress with the share that was
 * read. Returns the number of rows by result and of predictable ones, what is to be said of declined bets, the number of pairs
 * of seeds, and what isn't right with these: gaps, of nonces or at the end, which only a complete history doesn't have;
 * reused, server seeds that came with a second client seed; and left, how many pairs the numbers of others pass over.
 */
export async function checkFile(file, found, progress = () => {}) {
  const counts = { ok: 0, MISMATCH: 0, WRONG: 0, SHORT: 0, malformed: 0, predictable: 0 };
  const pairs = new Map(); // hash to what was seen of a pair of seeds
  const declined = [];
  let total = 0;
  for await (const { line, row, fault } of rowsIn(file, progress)) {
    const r = { line, row, ...(fault ? { result: 'malformed', reason: fault.message } : checkRow(row)) };
    counts[r.result]++;
    if (r.predictable) counts.predictable++;
    if (r.declined) declined.push(r.declined);
    if (r.result !== 'malformed' && row.nonce !== undefined) followNonce(pairs, r);
    found(r);
    total++;
    if (total % chunkLines === 0) await new Promise((resolve) => setTimeout(resolve)); // lets the page draw
  }
  progress(1);
  return { counts, total, ...judgePairs([...pairs.values()]), declined: judgeDeclined(declined) };
}

/** Yields the rows of a file as {line, row}, or {line, fault} for one that can't be read. */
async function* rowsIn(file, progress) {
  const layout = new Layout();
  let detected = false;
  for await (const { number: line, bytes } of linesOf(file, progress)) {
    let row;
    try {
      if (bytes === null) fail('malformed', `the line is longer than ${maxLine} bytes`);
      const text = line === 1 ? fromUTF8(bytes).replace(/^\ufeff/, '') : fromUTF8(bytes);
      if (text.trim() === '') continue;
      const isFirst = !detected;
      detected = true;
      if (isFirst && layout.detect(text)) continue;
      row = layout.parse(text);
    } catch (fault) {
      if (!(fault instanceof Fault) || fault.message.startsWith('the header')) throw fault;
      yield { line, fault };
      continue;
    }
    yield { line, row };
  }
}

/** Follows the nonces of a pair of seeds, which a complete history has from 0, each once. */
function followNonce(pairs, { line, row }) {
  const seen = pairs.get(row.hash) ?? { client: row.client, next: 0n, rounds: row.rounds, number: Number(row.pair), line };
  pairs.set(row.hash, seen);
  seen.line = line;
  if (row.client !== seen.client) {
    seen.reused ??= `line ${line}: the server seed of the client seed “${seen.client}” is used with “${row.client}” too`;
  }
  const nonce = BigInt(row.nonce);
  if (nonce !== seen.next) {
    seen.gap ??= nonce < seen.next ? `line ${line}: nonce ${nonce} is repeated`
      : `line ${line}: nonce ${seen.next} is missing before nonce ${nonce}`;
  }
  seen.next = nonce + 1n;
}

/** Sums up what was seen of all pairs. */
function judgePairs(pairs) {
  for (const seen of pairs) {
    if (seen.rounds === undefined || seen.rounds === String(seen.next)) continue;
    seen.gap ??= `line ${seen.line}: the pair of seeds ends with nonce ${seen.next - 1n}, and should have ${seen.rounds} rounds`;
  }
  const numbers = pairs.map(({ number }) => number).filter((n) => n > 0);
  return {
    pairs: pairs.length,
    gaps: pairs.filter(({ gap }) => gap).map(({ gap }) => gap),
    reused: pairs.filter(({ reused }) => reused).map(({ reused }) => reused),
    left: numbers.reduce((a, b) => Math.max(a, b), 0) - new Set(numbers).size,
  };
}
