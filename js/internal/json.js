// JSON (RFC 8259) from strangers. JSON.parse takes any depth, drops repeated members, rounds integers, and lets half a
// surrogate pair through.

import { fromUTF8, isBytes, needInt, needText } from './bytes.js';
import { malformed } from './fault.js';

const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
const plain = /[^"\\\u0000-\u001f]*/y;
const space = /[ \t\n\r]*/y;
const escapes = { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const maxDigits = 40; // of a number

class Parser {
  #text;
  #at = 0;
  #depth;

  constructor(text, depth) {
    this.#text = text;
    this.#depth = depth;
  }

  #fail(what) {
    return malformed(`JSON: ${what} at ${this.#at}`);
  }

  #match(pattern) {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Takes a character if it comes next. */
  #take(character) {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #need(character) {
    if (!this.#take(character)) this.#fail(`no ${character}`);
  }

  #space() {
    this.#match(space);
  }

  document() {
    this.#space();
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) this.#fail('something after the value');
    return value;
  }

  #value() {
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object());
      case '[':
        return this.#nested(() => this.#array());
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #nested(read) {
    if (this.#depth === 0) this.#fail('nested too deeply');
    this.#depth--;
    this.#at++;
    this.#space();
    const value = read();
    this.#depth++;
    return value;
  }

  #object() {
    const object = Object.create(null); // so that __proto__ is a name as any other
    if (this.#take('}')) return object;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') this.#fail('no name');
      const name = this.#string();
      if (name in object) this.#fail('a repeated name');
      this.#space();
      this.#need(':');
      this.#space();
      object[name] = this.#value();
      this.#space();
    } while (this.#take(','));
    this.#need('}');
    return object;
  }

  #array() {
    const array = [];
    if (this.#take(']')) return array;
    do {
      this.#space();
      array.push(this.#value());
      this.#space();
    } while (this.#take(','));
    this.#need(']');
    return array;
  }

  #word(word, value) {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('no value');
    this.#at += word.length;
    return value;
  }

  #string() {
    this.#need('"');
    let string = '';
    for (;;) {
      string += this.#match(plain)[0];
      if (this.#take('"')) break;
      if (!this.#take('\\')) this.#fail('a control character or no end in a string');
      string += this.#escape();
    }
    if (!string.isWellFormed()) this.#fail('half a surrogate pair');
    return string;
  }

  #escape() {
    const letter = this.#text[this.#at++];
    if (letter !== 'u') return Object.hasOwn(escapes, letter) ? escapes[letter] : this.#fail('an unknown escape');
    const digits = this.#text.slice(this.#at, this.#at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.#fail('a bad escape');
    this.#at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  #number() {
    const found = this.#match(number);
    if (!found) this.#fail('no value');
    const [text, fraction, exponent] = found;
    if (text.length > maxDigits) this.#fail('a number that is too long');
    const value = Number(text);
    if (fraction !== undefined || exponent !== undefined) return Number.isFinite(value) ? value : this.#fail('a number out of range');
    return Number.isSafeInteger(value) ? value + 0 : BigInt(text); // + 0 makes −0 a 0
  }
}

/** Returns the value of a JSON text of at most maxLength characters or bytes: see json.d.ts. */
export function parseJSON(text, limits) {
  const { maxLength = 1 << 24, maxDepth = 32 } = { __proto__: null, ...limits };
  if (!isBytes(text) && typeof text !== 'string') malformed('the JSON is neither a text nor bytes');
  if (text.length > needInt('the longest JSON', maxLength, 0)) malformed(`JSON: longer than ${maxLength}`);
  needInt('the depth of JSON', maxDepth, 0);
  return new Parser(needText('the JSON', isBytes(text) ? fromUTF8(text) : text), maxDepth).document();
}
