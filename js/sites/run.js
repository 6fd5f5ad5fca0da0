// How a bet's result follows from its texts: seedrng/sites/SPEC.md, sections 2.3 and 2.4. The functions here interpret the parts
// of a game's scheme.

import { toHex } from '../internal/bytes.js';
import { fail } from '../internal/fault.js';
import { digest } from './bet.js';
import { infinite } from './claim.js';

const two32 = 1n << 32n;
const two52 = 2 ** 52;
const maxRetries = 16; // digests that one number may reject

/** A Run computes one bet. */
export class Run {
  steps = []; // {kind, text, value}
  values = [];
  uncut = []; // the quotients that values were cut from, in their units
  places = []; // of values, in the table of pays
  tables = []; // the entries that each value was one of
  group = 0; // values of a list, if there are several lists
  #digest = new Uint8Array(0);
  #pos = 0;

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

  sum(k) {
    const { bytes, told } = digest(this.game.bytes, this.texts, k);
    this.#digest = bytes;
    this.note('bytes', told, toHex(bytes));
  }

  /** Returns n hex digits of the digest from a place on. */
  hex(at, n) {
    return BigInt(`0x${toHex(this.#digest).slice(at, at + n)}`);
  }

  word() {
    if (this.#pos + 4 > this.#digest.length || this.game.numbers.fresh) {
      this.sum(this.cursor++);
      this.#pos = 0;
    }
    this.#pos += 4;
    return this.hex(2 * this.#pos - 8, 8);
  }

  /** Returns the next number below n. */
  below(n) {
    const { kind } = this.game.numbers;
    if (kind.startsWith('words')) {
      const w = this.word();
      const x = kind === 'words-ceil' && w > 0n ? w - 1n : w;
      const [v, how] = kind === 'words-mod' ? [w % n, `mod ${n}`]
        : [(x * n) / two32, kind === 'words' ? `times ${n} / 2³², rounded down` : `times ${n} / 2³², rounded up, less 1`];
      this.note('number', `word ${w.toString(16).padStart(8, '0')} = ${w}, ${how}`, v);
      return v;
    }
    if (kind === 'reject') return this.#reject(n);
    this.sum(kind === 'window53' ? this.cursor++ : this.cursor);
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

  #reject(n) {
    const { top, retry = 0 } = this.game.numbers;
    const ceiling = BigInt(top) - (BigInt(top) % n);
    let k = this.cursor++;
    for (let i = 0; i < maxRetries; i++, k += BigInt(retry)) {
      this.sum(k);
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

  evaluate() {
    const m = this.game.map;
    const [n, count] = [this.num(m.n), Number(this.num(m.count))];
    switch (m.kind) {
      case 'sums':
        this.group = m.each?.length ?? 0;
        for (let i = 0; i < count; i++) for (const most of m.each?.map(BigInt) ?? [n]) this.values.push(this.#sum(m, most));
        this.#lookUp(m);
        if (m.sorted) [this.values, this.places].forEach((list) => list.sort(ascending));
        return undefined;
      case 'draw':
        if (m.groups) this.group = count;
        for (let g = this.num(m.groups); g > 0n; g--) {
          const list = this.#draw(n, count, BigInt(m.first ?? 0));
          this.values.push(...(m.sorted ? list.sort(ascending) : list));
        }
        return undefined;
      case 'least':
        this.values = (this.#draw(n, count, 0n)).sort(ascending).slice(0, 1);
        return this.#lookUp(m);
      case 'shuffle':
        if (this.game.numbers.kind === 'byte100') return this.#byte100(n, count);
        return this.game.numbers.kind === 'rotations' ? this.#rotations(m, n, count) : this.#shuffle(m, n, count);
      case 'inverse':
        if (this.game.numbers.kind === 'top52') this.sum(this.cursor);
        for (let i = 0; i < count; i++) this.values.push(this.#inverse(m, this.game.numbers.kind === 'top52' ? this.hex(0, 13)
          : this.word()));
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
  #sum(m, n) {
    const across = m.across ? this.below(BigInt(m.across)) : 0n;
    let sum = BigInt(m.first ?? 0);
    for (let i = this.num(m.of); i > 0n; i--) sum += this.below(n);
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

  #draw(n, count, first) {
    const left = Array.from({ length: Number(n) }, (_, i) => first + BigInt(i));
    const drawn = [];
    for (let i = 0; i < count; i++) {
      const [v] = left.splice(Number(this.below(BigInt(left.length))), 1);
      this.note('number', 'the place in what is left, which holds', this.format(v));
      drawn.push(v);
    }
    return drawn;
  }

  #shuffle(m, n, count) {
    const list = Array.from({ length: Number(n) }, (_, i) => BigInt((m.first ?? 0) + i));
    for (let step = 0; step < list.length - 1 && !(m.forward && step >= count); step++) {
      const i = m.forward ? step : list.length - 1 - step;
      if (m.place) this.cursor = BigInt(i);
      const j = Number(this.below(BigInt(list.length - step))) + (m.forward ? i : 0);
      [list[i], list[j]] = [list[j], list[i]];
    }
    this.values = list.slice(0, count).map((v) => (m.wrap ? v % BigInt(m.wrap) : v));
    if (m.sorted) this.values.sort(ascending);
  }

  /** Sorts a list by the digest's hex digits, rotated by each place. */
  #rotations(m, n, count) {
    const { order, times = 1 } = this.game.numbers;
    let list = Array.from({ length: Number(n) }, (_, i) => BigInt((m.first ?? 0) + (order?.[i] ?? i)));
    this.sum(this.cursor);
    let digits = toHex(this.#digest);
    for (let time = 0; time < times; time++) {
      if (time > 0) digits = toHex((digest({ alg: this.game.bytes.alg, message: digits }, {}, 0n)).bytes);
      const key = (i) => digits.slice(i % digits.length) + digits.slice(0, i % digits.length);
      const places = list.map((_, i) => i).sort((a, b) => ascending(key(a), key(b)));
      list = places.map((i) => list[i]);
      this.note('number', `sorted by the digits ${digits}, rotated by each place: the first is`, this.format(list[0]));
    }
    this.values = list.slice(0, count);
    if (m.sorted) this.values.sort(ascending);
  }

  #byte100(n, count) {
    this.sum(this.cursor);
    for (const byte of this.#digest) {
      if (this.values.length === count) break;
      const v = BigInt(byte % 100);
      const fresh = v < n && !this.values.includes(v);
      this.note(fresh ? 'number' : 'rejected',
        `byte ${toHex([byte])} mod 100 = ${v}${fresh ? '' : v < n ? ', a repeat' : ', no card'}`, fresh ? this.format(v) : '');
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
    this.note('number', `${bits === 52n ? 'first 13 hex digits' : 'word'} ${w}: x = ${x}, of ${full}; ${how}, ` +
      `rounded${m.rounded ? '' : ' down'}`, this.format(v));
    return v;
  }

  /** Computes with doubles, as the sites do. */
  #top52(m) {
    this.sum(this.cursor);
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
    const times = m.numer ? ` · ${m.numer / (100 * (m.scale ?? 1))}` : '';
    const formula = m.kind === 'bustabit1' ? `(100 · 2⁵² − h) / (2⁵² − h)${times}` : `${m.numer} / (1 − h / 2⁵²)`;
    this.note('number', `first 13 hex digits: h = ${h}; ${formula}, rounded down`, this.format(v));
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
    const lists = this.group ? Array.from({ length: this.values.length / this.group }, (_, i) => this.values.slice(i * this.group,
      (i + 1) * this.group)) : [this.values];
    return lists.map((list) => list.map((v) => this.format(v)).join(this.game.form.joined ? '' : ' ')).join(' | ');
  }
}

const ascending = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function clamp(m, v) {
  const low = BigInt(m.min ?? 0);
  if (v < low) return low;
  return m.max && v > BigInt(m.max) ? BigInt(m.max) : v;
}
