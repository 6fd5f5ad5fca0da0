// Bets of other sites: seedrng/sites/SPEC.md, section 2. A game is a value of schemes.json, whose parts the functions
// here interpret.

import { concat, fromHex, toHex, utf8 } from '../squaredeal/internal/bytes.js';
import { fail, Fault } from '../squaredeal/internal/fault.js';
import { walkChain } from './chain.js';
import { findChain, infinite, judgeClaim } from './claim.js';

const two32 = 1n << 32n;
const two52 = 2 ** 52;
const maxRetries = 16; // digests that one number may reject

/** Returns the texts of a bet's fields, or fails with the name of the field in the details. */
function checkFields(game, bet) {
  const texts = {};
  for (const field of game.fields) {
    const text = bet[field.name] || field.default || '';
    const refuse = (why) => fail('malformed', `${field.title}: ${why}`, { field: field.name });
    if (text === '') {
      if (field.optional) continue;
      refuse('missing');
    }
    const within = (n, what) => (n < (field.min ?? 0) || n > field.max) && refuse(`${what} from ${field.min ?? 0} to ${field.max}`);
    switch (field.kind) {
      case 'text':
        within(utf8(text).length, 'bytes of the text:');
        break;
      case 'hex':
        if (!/^([0-9a-f]{2})*$/.test(text)) refuse('isn’t lowercase hex');
        within(text.length / 2, 'bytes in hex:');
        break;
      case 'number':
        if (!/^(0|[1-9]\d{0,18})$/.test(text)) refuse('isn’t a number without leading zeros');
        within(BigInt(text), 'a number');
        break;
      case 'choice':
        if (!field.choices.includes(text)) refuse(`one of ${field.choices.join(', ')}`);
    }
    texts[field.name] = text;
  }
  return texts;
}

/** Returns the bytes that a template stands for. */
function fill(template, texts, k) {
  return concat(...template.split(/(\{[^}]*\})/).map((part) => {
    if (!part.startsWith('{')) return utf8(part);
    const [name, form] = part.slice(1, -1).split(':');
    if (name === 'k') return utf8(String(k));
    if (form === 'hex') return fromHex(texts[name]);
    // As browsers read it: what isn't UTF-8 becomes U+FFFD.
    if (form === 'utf8') return utf8(new TextDecoder('utf-8', { ignoreBOM: true }).decode(fromHex(texts[name])));
    return utf8(texts[name] ?? fail('malformed', `the field ${name} is missing`, { field: name }));
  }));
}

/** Returns {bytes, told}: a digest, and how it was made. */
async function digest({ alg, key, message = '' }, texts, k) {
  const name = alg.endsWith('256') ? 'SHA-256' : 'SHA-512';
  const filled = fill(message, texts, k);
  if (alg === 'none') return { bytes: filled, told: `no hash, but ${show(filled)}` };
  if (!alg.startsWith('hmac')) return { bytes: new Uint8Array(await crypto.subtle.digest(name, filled)), told: `${name} of ${show(filled)}` };
  const secret = fill(key, texts, k);
  const imported = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: name }, false, ['sign']);
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', imported, filled));
  return { bytes, told: `HMAC-${name.replace('-', '')} with the key ${show(secret)} of ${show(filled)}` };
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

/** A Run computes one bet. */
class Run {
  steps = []; // {kind, text, value}
  values = [];
  uncut = []; // the quotients that values were cut from, in their units
  places = []; // of values, in the table of pays
  tables = []; // the entries that each value was one of
  group = 0; // values of a list, if there are several lists
  #digest = new Uint8Array(0);
  #at = 0;

  constructor(game, texts) {
    this.game = game;
    this.texts = texts;
    this.cursor = BigInt(game.numbers.start ?? 0);
  }

  note(kind, text, value = '') {
    this.steps.push({ kind, text, value: String(value) });
  }

  /** Returns a number of the scheme. */
  num = (n = {}) => {
    if (n.by) return BigInt(n.by[this.texts[n.field]] ?? 0);
    return BigInt(n.field ? this.texts[n.field] : n.value ?? 1);
  };

  async sum(k) {
    const { bytes, told } = await digest(this.game.bytes, this.texts, k);
    this.#digest = bytes;
    this.note('bytes', told, toHex(bytes));
  }

  /** Returns n hex digits of the digest from a place on. */
  hex(at, n) {
    return BigInt(`0x${toHex(this.#digest).slice(at, at + n)}`);
  }

  async word() {
    if (this.#at + 4 > this.#digest.length || this.game.numbers.fresh) {
      await this.sum(this.cursor++);
      this.#at = 0;
    }
    this.#at += 4;
    return this.hex(2 * this.#at - 8, 8);
  }

  /** Returns the next number below n. */
  async below(n) {
    const { kind } = this.game.numbers;
    if (kind.startsWith('words')) {
      const w = await this.word();
      const x = kind === 'words-ceil' && w > 0n ? w - 1n : w;
      const [v, how] = kind === 'words-mod' ? [w % n, `mod ${n}`] : [(x * n) / two32, kind === 'words' ? `times ${n} / 2³², rounded down` : `times ${n} / 2³², rounded up, less 1`];
      this.note('number', `word ${w.toString(16).padStart(8, '0')} = ${w}, ${how}`, v);
      return v;
    }
    if (kind === 'reject') return this.#reject(n);
    await this.sum(kind === 'window53' ? this.cursor++ : this.cursor);
    let v, how;
    switch (kind) {
      case 'hex5':
        return this.#hex5(n);
      case 'hex15':
        [v, how] = [this.hex(0, 15) % n, `first 15 hex digits = ${this.hex(0, 15)}, mod ${n}`];
        break;
      case 'top52-mod':
        [v, how] = [this.hex(0, 13) % n, `first 13 hex digits = ${this.hex(0, 13)}, mod ${n}`];
        break;
      case 'window53': {
        const at = Number(this.hex(0, 15) % 47n);
        const y = this.hex(at, 14) >> 3n;
        [v, how] = [(n * y) >> 53n, `first 15 hex digits mod 47 = ${at}; 14 digits from there, over 8: ${y}; times ${n} / 2⁵³`];
        break;
      }
      case 'rounded32': {
        const [w, d] = [this.hex(0, 8), two32 - 1n];
        [v, how] = [(2n * w * (n - 1n) + d) / (2n * d), `word ${w}, times ${n - 1n} / (2³² − 1), rounded`];
        break;
      }
      default:
        fail('malformed', `numbers of the unknown kind ${kind}`);
    }
    this.note('number', how, v);
    return v;
  }

  async #reject(n) {
    const { top, retry = 0 } = this.game.numbers;
    const ceiling = BigInt(top) - (BigInt(top) % n);
    let k = this.cursor++;
    for (let i = 0; i < maxRetries; i++, k += BigInt(retry)) {
      await this.sum(k);
      for (let at = 0; at < 2 * this.#digest.length; at += 8) {
        const w = this.hex(at, 8);
        if (w < ceiling) {
          this.note('number', `word ${w}, mod ${n}`, w % n);
          return w % n;
        }
        this.note('rejected', `word ${w} isn’t below ${ceiling}`);
      }
      if (!this.game.bytes.message.includes('{k}')) break;
    }
    return fail('exhausted', 'every word is rejected');
  }

  #hex5(n) {
    for (let at = 0; at + 5 <= 2 * this.#digest.length; at += 5) {
      const g = this.hex(at, 5);
      if (g < 1000000n) {
        this.note('number', `five hex digits = ${g}, mod ${n}`, g % n);
        return g % n;
      }
      this.note('rejected', `five hex digits = ${g}, not below 1,000,000`);
    }
    return n - 1n;
  }

  async evaluate() {
    const m = this.game.map;
    const [n, count] = [this.num(m.n), Number(this.num(m.count))];
    switch (m.kind) {
      case 'sums':
        this.group = m.each?.length ?? 0;
        for (let i = 0; i < count; i++) for (const most of m.each?.map(BigInt) ?? [n]) this.values.push(await this.#sum(m, most));
        this.#lookUp(m);
        if (m.sorted) [this.values, this.places].forEach((list) => list.sort(ascending));
        return undefined;
      case 'draw':
        if (m.groups) this.group = count;
        for (let g = this.num(m.groups); g > 0n; g--) {
          const list = await this.#draw(n, count, BigInt(m.first ?? 0));
          this.values.push(...(m.sorted ? list.sort(ascending) : list));
        }
        return undefined;
      case 'least':
        this.values = (await this.#draw(n, count, 0n)).sort(ascending).slice(0, 1);
        return this.#lookUp(m);
      case 'shuffle':
        if (this.game.numbers.kind === 'byte100') return this.#byte100(n, count);
        return this.game.numbers.kind === 'rotations' ? this.#rotations(m, n, count) : this.#shuffle(m, n, count);
      case 'inverse':
        if (this.game.numbers.kind === 'top52') await this.sum(this.cursor);
        for (let i = 0; i < count; i++) this.values.push(this.#inverse(m, this.game.numbers.kind === 'top52' ? this.hex(0, 13) : await this.word()));
        return undefined;
      case 'inverse52':
      case 'bustabit1':
        return this.#top52(m);
      case 'percent': {
        const v = (BigInt(this.texts.server) + BigInt(this.texts.client)) % 65536n;
        this.note('number', '(server roll + client roll) mod 65,536', v);
        this.values.push((20000n * v + 65535n) / 131070n);
        return undefined;
      }
    }
    return fail('malformed', `a map of the unknown kind ${m.kind}`);
  }

  /** Returns a sum of numbers below n; where a table is wide, after a number that says where in its row. */
  async #sum(m, n) {
    const across = m.across ? await this.below(BigInt(m.across)) : 0n;
    let sum = BigInt(m.first ?? 0);
    for (let i = this.num(m.of); i > 0n; i--) sum += await this.below(n);
    return sum * BigInt(m.across ?? 1) + across;
  }

  #lookUp(m) {
    if (!m.table) return;
    this.values = this.values.map((v, i) => {
      const key = [...(m.by ?? []).map((name) => this.texts[name]), ...(m.turns ? [m.turns[i % m.turns.length]] : [])].join(' ');
      const across = BigInt(m.across ?? 1);
      const place = m.steps ? BigInt(m.steps[key].findLastIndex((step) => BigInt(step) <= v / across)) * across + (v % across) : v;
      this.places.push(BigInt(place));
      this.tables.push(m.table[key]);
      this.note('result', `place ${place} of the pay table`, this.format(BigInt(m.table[key][place])));
      return BigInt(m.table[key][place]);
    });
  }

  async #draw(n, count, first) {
    const left = Array.from({ length: Number(n) }, (_, i) => first + BigInt(i));
    const drawn = [];
    for (let i = 0; i < count; i++) {
      const [v] = left.splice(Number(await this.below(BigInt(left.length))), 1);
      this.note('number', 'the place in what is left, which holds', this.format(v));
      drawn.push(v);
    }
    return drawn;
  }

  async #shuffle(m, n, count) {
    const list = Array.from({ length: Number(n) }, (_, i) => BigInt((m.first ?? 0) + i));
    for (let step = 0; step < list.length - 1 && !(m.forward && step >= count); step++) {
      const i = m.forward ? step : list.length - 1 - step;
      if (m.place) this.cursor = BigInt(i);
      const j = Number(await this.below(BigInt(list.length - step))) + (m.forward ? i : 0);
      [list[i], list[j]] = [list[j], list[i]];
    }
    this.values = list.slice(0, count).map((v) => (m.wrap ? v % BigInt(m.wrap) : v));
    if (m.sorted) this.values.sort(ascending);
  }

  /** Sorts a list by the digest's hex digits, rotated by each place. */
  async #rotations(m, n, count) {
    const { order, times = 1 } = this.game.numbers;
    let list = Array.from({ length: Number(n) }, (_, i) => BigInt((m.first ?? 0) + (order?.[i] ?? i)));
    await this.sum(this.cursor);
    let digits = toHex(this.#digest);
    for (let time = 0; time < times; time++) {
      if (time > 0) digits = toHex((await digest({ alg: this.game.bytes.alg, message: digits }, {}, 0n)).bytes);
      const key = (i) => digits.slice(i % digits.length) + digits.slice(0, i % digits.length);
      const places = list.map((_, i) => i).sort((a, b) => ascending(key(a), key(b)));
      list = places.map((i) => list[i]);
      this.note('number', `sorted by the digits ${digits}, rotated by each place: the first is`, this.format(list[0]));
    }
    this.values = list.slice(0, count);
    if (m.sorted) this.values.sort(ascending);
  }

  async #byte100(n, count) {
    await this.sum(this.cursor);
    for (const byte of this.#digest) {
      if (this.values.length === count) break;
      const v = BigInt(byte % 100);
      const fresh = v < n && !this.values.includes(v);
      this.note(fresh ? 'number' : 'rejected', `byte ${toHex([byte])} mod 100 = ${v}${fresh ? '' : v < n ? ', a repeat' : ', no card'}`, fresh ? this.format(v) : '');
      if (fresh) this.values.push(v);
    }
    if (this.values.length < count) fail('exhausted', 'the digest has too few cards');
  }

  /** Computes with doubles, in the order that the sites publish. */
  #inverse(m, w) {
    const full = m.range;
    const bits = this.game.numbers.kind === 'top52' ? 52n : 32n;
    const x = Number((w * BigInt(full)) >> bits);
    const share = m.numer / (100 * (m.scale ?? 1));
    const [q, how] = {
      'x+1': [(full / (x + 1)) * share * 100, `${full} / (x + 1) · ${share} · 100`],
      'range-x': [(share / (1 - x / full)) * 100, `${share} / (1 − x / ${full}) · 100`],
      x: [m.numer / (x / full), `${m.numer} / (x / ${full})`],
    }[m.divisor];
    this.uncut.push(q);
    const v = q === Infinity ? BigInt(m.max) : clamp(m, BigInt(Math.floor(m.rounded ? q + 0.5 : q)));
    this.note('number', `${bits === 52n ? 'first 13 hex digits' : 'word'} ${w}: x = ${x}, of ${full}; ${how}, rounded${m.rounded ? '' : ' down'}`, this.format(v));
    return v;
  }

  /** Computes with doubles, as the sites do. */
  async #top52(m) {
    await this.sum(this.cursor);
    if (m.kind === 'bustabit1' && m.mod && BigInt(`0x${toHex(this.#digest)}`) % BigInt(m.mod) === 0n) {
      this.note('number', `${m.mod} divides the digest`, this.format(BigInt(m.min ?? 0)));
      this.values.push(BigInt(m.min ?? 0));
      return;
    }
    const h = Number(this.hex(0, 13));
    let q;
    if (m.kind === 'bustabit1') {
      q = (100 * two52 - h) / (two52 - h);
      if (m.numer) q *= m.numer / (100 * (m.scale ?? 1));
    } else {
      q = m.numer / (1 - (m.digits ? Number((h / two52).toPrecision(m.digits)) : h / two52));
    }
    if (!m.factor) this.uncut.push(q);
    const product = q === Infinity ? infinite : BigInt(Math.floor(q)) * BigInt(m.factor ?? 1);
    const v = product >= infinite ? infinite : clamp(m, product);
    this.note('number', `first 13 hex digits: h = ${h}; ${m.kind === 'bustabit1' ? `(100 · 2⁵² − h) / (2⁵² − h)${m.numer ? ` · ${m.numer / (100 * (m.scale ?? 1))}` : ''}` : `${m.numer} / (1 − h / 2⁵²)`}, rounded down`, this.format(v));
    this.values.push(v);
  }

  /** Writes a value as the site does. */
  format(v) {
    const { decimals = 0, names } = this.game.form;
    if (v === infinite) return 'Infinity';
    if (names) return names[v];
    const digits = String(v).padStart(decimals + 1, '0');
    return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
  }

  get result() {
    const lists = this.group ? Array.from({ length: this.values.length / this.group }, (_, i) => this.values.slice(i * this.group, (i + 1) * this.group)) : [this.values];
    return lists.map((list) => list.map((v) => this.format(v)).join(this.game.form.joined ? '' : ' ')).join(' | ');
  }
}

const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function clamp(m, v) {
  const low = BigInt(m.min ?? 0);
  if (v < low) return low;
  return m.max && v > BigInt(m.max) ? BigInt(m.max) : v;
}

/**
 * Computes a bet. Returns its result; the steps, a list of {kind, text, value}; for the commitment and the result that the bet
 * claims, agrees, differs or absent, or another verdict of claim.js; and off and doubt, as there.
 */
export async function replayBet(game, bet) {
  const texts = checkFields(game, bet);
  const run = new Run(game, texts);
  let commitment = 'absent';
  if (game.commitment && texts.commitment) {
    const { bytes, told } = await digest(game.commitment, texts, 0n);
    commitment = toHex(bytes) === texts.commitment ? 'agrees' : 'differs';
    run.note('commitment', told, toHex(bytes));
  }
  for (const { name, digest: how, from, times } of game.derive ?? []) {
    if (from) texts[name] = texts[from];
    for (let i = from ? BigInt(texts[times]) : 1n; i > 0n; i--) texts[name] = toHex((await digest(how, texts, 0n)).bytes);
    run.note('derived', name, texts[name]);
  }
  await run.evaluate();
  return { game, result: run.result, steps: run.steps, commitment, claim: 'absent', ...(texts.result && judgeClaim(run, texts.result)) };
}

const ranking = ['differs', 'agrees counted otherwise', 'agrees as shown', 'agrees'];

/**
 * Computes a bet by a game of a site. If the result that the bet claims doesn't follow, the other eras of the game are tried: the
 * game of what it returns is the one by which it follows. If nothing agrees, fields that stand in each other's place are tried:
 * misplaced says that the doubt is of these.
 */
export async function replayEras(site, game, bet) {
  const best = await replayFamily(site, game, bet);
  if (best.commitment !== 'agrees' && ((best.claim === 'differs' && !best.doubt) || best.commitment === 'differs')) {
    const doubt = await misplacedOf(game, bet);
    if (doubt) return { ...best, doubt, misplaced: true };
  }
  return best;
}

async function replayFamily(site, game, bet) {
  const family = (g) => g.era ?? g.name;
  let best, refused;
  for (const era of [game, ...site.games.filter((g) => g !== game && family(g) === family(game))]) {
    try {
      const out = await replayBet(era, bet);
      if (out.claim === 'absent' || out.claim === 'agrees') return out;
      if (out.claim === 'agrees as shown' && best?.claim === 'differs') best.doubt = `with so few digits it fits ${era.name}`;
      else if (!best || ranking.indexOf(out.claim) > ranking.indexOf(best.claim)) best = out;
    } catch (err) {
      if (!(err instanceof Fault) || (era === game && err.details?.field !== 'result')) throw err;
      refused ??= err;
    }
  }
  return best ?? Promise.reject(refused);
}

/** Says how the fields of a bet that doesn't agree could be meant, if the commitment or, without one, the result follows that way. */
async function misplacedOf(game, bet) {
  const [server, client] = [bet.server ?? '', bet.client ?? ''];
  const names = game.fields.map(({ name }) => name);
  const changed = (change) => Object.fromEntries(game.fields.map(({ name, kind }) => [name, kind === 'text' && bet[name] ? change(bet[name]) : bet[name]]));
  const ways = [
    ['with the server seed and the client seed exchanged it does', names.includes('server') && names.includes('client') && utf8(client).length >= utf8(server).length ? { ...bet, server: client, client: server } : bet],
    ['without the white space around the seeds it does', changed((text) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, ''))],
    ['with the seeds’ hex digits in lower case it does', changed((text) => (/^[0-9a-fA-F]{32,}$/.test(text) ? text.toLowerCase() : text))],
  ];
  for (const [doubt, other] of ways) {
    if (names.every((name) => (other[name] ?? '') === (bet[name] ?? ''))) continue;
    const committed = game.commitment && bet.commitment;
    try {
      const { commitment, claim } = await replayBet(game, committed ? { ...other, result: '' } : other);
      if (commitment === 'agrees' || (commitment === 'absent' && claim === 'agrees')) return doubt;
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
    }
  }
  return '';
}

/** Returns a game of the table of schemes. */
export function findGame(schemes, site, game) {
  return schemes.find((s) => s.name === site)?.games.find((g) => g.name === game);
}

const roundWork = 1000; // a round takes about as long as so many steps along a chain

/**
 * Replays the rounds of a rounds.json, and walks its chains. Returns how many there are of both, and a list of those that
 * don't agree.
 */
export async function runVectors(schemes, text, progress = () => {}) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    fail('malformed', 'this file isn’t JSON');
  }
  if (file?.spec !== 'squaredeal/seedrng/sites v1' || !Array.isArray(file.rounds) || !Array.isArray(file.chains)) fail('malformed', 'this file isn’t the rounds.json of seedrng/sites');
  const failed = [];
  const work = file.chains.reduce((sum, { steps }) => sum + steps, roundWork * file.rounds.length);
  let done = 0;
  for (const { id, site, game, bet } of file.rounds) {
    try {
      const { claim, commitment } = await replayBet(findGame(schemes, site, game), bet);
      if (claim !== 'agrees' || commitment === 'differs') failed.push(id);
    } catch (err) {
      if (err.details?.field !== 'result') throw err;
      failed.push(id); // the game has no such result
    }
    done += roundWork;
    progress(done / work);
  }
  for (const vector of file.chains) {
    if (!(await chainAgrees(schemes, vector, (steps) => progress((done + steps) / work)))) failed.push(`the chain of ${vector.name ?? `${vector.site}/${vector.game}`}`);
    done += vector.steps;
  }
  return { rounds: file.rounds.length, chains: file.chains.length, failed };
}

/** Reports whether a vector's hash leads to the end in as many steps as it says. Vectors of a site have its chain. */
async function chainAgrees(schemes, { site, game, alg, text, hash, end, steps, number }, progress) {
  const chain = site ? findChain(findGame(schemes, site, game)) : { alg, text, end };
  if (chain.alg !== alg || (chain.text ?? false) !== text || chain.end !== end || (number !== undefined && (chain.first ?? 0) + steps !== number)) return false;
  const walk = await walkChain({ ...chain, length: steps }, hash, { progress });
  return walk.ended && walk.steps === steps;
}
