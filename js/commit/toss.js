// Commitments, and tosses as whoever reads their messages sees them: commit/SPEC.md, sections 4 and 5.

import { concat, copyBytes, equal, fromHex, isBytes, lp, needBytes, needInt, Reader, u32, utf8 } from '../internal/bytes.js';
import { fail, Fault, malformed } from '../internal/fault.js';
import { hmac256, sha256 } from '../internal/hash.js';

const size = 32; // of a nonce, a commitment, a value and a seed
const commitSize = 69; // of a commitment's message
const revealSize = 133;

/** Returns bytes, or those of a text. */
export const bytesOf = (what, value) => (isBytes(value) ? value : typeof value === 'string' ? utf8(value)
  : malformed(`${what} is neither bytes nor a text`));

/** Returns the commitment to a value: the 32 bytes that are published. */
export function commitment(nonce, context, value) {
  needBytes('the nonce', nonce, size);
  return hmac256(nonce)(lp('squaredeal/commit/v1'), lp(bytesOf('the context', context)), lp(bytesOf('the value', value)));
}

/** Fails, as a mismatch, unless an opening is that of a commitment, which is given as text. */
export function verify(text, nonce, context, value) {
  const want = fromHex(text, size);
  if (!equal(commitment(nonce, context, value), want)) fail('mismatch', 'the opening isn’t that of the commitment');
}

/**
 * A Toss reads the messages of a toss in the order in which all read them, as an onlooker, and says who is due and what the
 * seed is. A Fault of read refuses the message and changes nothing; its seats, if any, are to blame.
 */
export class Toss {
  #seats;
  #session;
  #name;
  #entries; // by seat: {commitment, nonce, value}, as far as they have been taken
  #committed = 0;
  #revealed = 0;
  #digest; // of the commitments, when all have been taken

  /** The session is 1 to 1,024 bytes, or a text, that name this toss; there are 2 to 1,024 seats. */
  constructor(session, seats) {
    const bytes = new Uint8Array(bytesOf('the session', session));
    if (bytes.length < 1 || bytes.length > 1024) malformed(`the session has ${bytes.length} bytes, not 1 to 1024`);
    this.#seats = needInt('the number of seats', seats, 2, 1024);
    this.#session = bytes;
    this.#name = sha256(this.context());
    this.#entries = Array.from({ length: seats }, () => ({}));
  }

  /** Returns what the bytes of a toss, and of a seat in it, begin with. */
  context(label = 'squaredeal/toss/v1', seat) {
    return concat(lp(label), lp(this.#session), u32(this.#seats), seat === undefined ? new Uint8Array() : u32(seat));
  }

  get name() {
    return this.#name.slice();
  }

  get seats() {
    return this.#seats;
  }

  get entries() {
    return this.#entries.map((entry) => Object.fromEntries(Object.entries(entry).map(([what, bytes]) => [what, bytes.slice()])));
  }

  get phase() {
    if (this.#committed < this.#seats) return 'commit';
    return this.#revealed < this.#seats ? 'reveal' : 'done';
  }

  get due() {
    const what = { commit: 'commitment', reveal: 'value' }[this.phase];
    return what === undefined ? [] : this.#entries.flatMap((entry, seat) => (what in entry ? [] : [seat]));
  }

  get digest() {
    if (this.phase === 'commit') fail('missing', 'commitments are missing');
    this.#digest ??= sha256(this.context('squaredeal/toss/v1/list'), ...this.#entries.map((entry) => entry.commitment));
    return this.#digest.slice();
  }

  get seed() {
    if (this.phase !== 'done') fail('missing', 'messages are missing');
    const [commitments, values] = ['commitment', 'value'].map((what) => this.#entries.map((entry) => entry[what]));
    return sha256(this.context('squaredeal/toss/v1/seed'), ...commitments, ...values);
  }

  /** Reads the next message, with the seat that sent it. */
  read(sender, message) {
    needInt('the sender', sender, 0, this.#seats - 1);
    const blamed = { seats: [sender] };
    const kind = needBytes('the message', message)[0];
    if (!(kind === 1 && message.length === commitSize) && !(kind === 2 && message.length === revealSize)) {
      malformed('the message is neither a commitment nor a reveal', blamed);
    }
    const reader = new Reader(copyBytes('the message', message), 'the message');
    reader.u8();
    const [name, seat] = [reader.bytes(size), reader.u32()];
    if (!equal(name, this.#name) || seat !== sender) fail('other', 'the message is of another toss, or another seat');
    if (kind === 1) this.#commit(this.#entries[sender], reader.bytes(size), blamed);
    else this.#reveal(sender, reader.bytes(size), reader.bytes(size), reader.bytes(size), blamed);
  }

  #commit(entry, bytes, blamed) {
    if (entry.commitment && !equal(entry.commitment, bytes)) fail('state', 'a second commitment', blamed);
    if (entry.commitment) return;
    entry.commitment = bytes;
    this.#committed++;
  }

  #reveal(sender, nonce, value, digest, blamed) {
    const entry = this.#entries[sender];
    if (this.phase === 'commit') fail('state', 'a reveal before the last commitment', blamed);
    if (entry.value) {
      const same = equal(concat(entry.nonce, entry.value, this.digest), concat(nonce, value, digest));
      if (!same) fail('state', 'a second reveal', blamed);
      return;
    }
    if (!equal(commitment(nonce, this.context(undefined, sender), value), entry.commitment)) {
      fail('mismatch', 'the reveal doesn’t open the commitment', blamed);
    }
    if (!equal(digest, this.digest)) fail('diverged', 'the reveal names other commitments');
    Object.assign(entry, { nonce, value });
    this.#revealed++;
  }
}

/**
 * Returns the seed of a toss, from all messages in their order, {sender, message}. If there is none, the Fault blames all who
 * sent what no honest seat sends; it is missing, without blame, if nobody did.
 */
export function judge(session, seats, messages) {
  const toss = new Toss(session, seats);
  if (!Array.isArray(messages)) malformed('the messages are no list');
  const read = Array.from(messages, (said) => {
    if (typeof said !== 'object' || said === null) malformed('what a seat said is no object');
    const { sender, message } = said;
    return { sender: needInt('the sender', sender, 0, seats - 1), message: needBytes('the message', message) };
  });
  const refused = read.flatMap(({ sender, message }) => {
    try {
      toss.read(sender, message);
      return [];
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      return err.seats.length > 0 ? [err] : [];
    }
  });
  if (toss.phase === 'done' || refused.length === 0) return toss.seed;
  const blamed = new Set(refused.flatMap((err) => err.seats));
  return fail(refused[0].kind, refused[0].message, { seats: [...blamed].sort((a, b) => a - b) });
}
