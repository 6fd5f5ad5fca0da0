// The vectors of commit/record.

import assert from 'node:assert/strict';
import { concat, fromHex, toHex, utf8 } from '../../internal/bytes.js';
import { malformed } from '../../internal/fault.js';
import { sha256 } from '../../internal/hash.js';
import { Agreement, Reader, fork, posts, prune } from '../../record/index.js';
import * as signers from '../support/signers.js';
import { attempt, expect, hashRuns, shown } from '../support/vectors.js';

/** Returns the bytes of an input: hex, in which (74*65536) is a byte many times. */
export function bytesOf(hex) {
  const parts = hex.split(/[()]/).map((part) => {
    const [byte, times] = part.split('*');
    return times === undefined ? fromHex(byte) : new Uint8Array(Number(times)).fill(parseInt(byte, 16));
  });
  return concat(...parts);
}

/** Returns posts from texts: a stamp, and bytes in hex. */
export const postsOf = (texts) => texts.map((text) => {
  const [stamp, hex] = text.split(' ');
  return { stamp: BigInt(stamp), bytes: fromHex(hex) };
});

const agreementOf = ({ terms, longest, keys, board }) =>
  new Agreement({ terms: bytesOf(terms), longest, keys: keys.map(bytesOf), board: board === '' ? null : bytesOf(board) });

const number = (bigint) => (Number.isSafeInteger(Number(bigint)) ? Number(bigint) : bigint);

function statement(vector) {
  expect(vector, () => {
    const judged = new Reader(agreementOf(vector.inputs)).judge(bytesOf(vector.inputs.statement));
    const { seat, places, head, kind, length, message, digest } = judged;
    return {
      seat,
      places,
      head: toHex(head),
      kind,
      length,
      message: toHex(message ?? new Uint8Array()),
      digest: toHex(digest),
      pruned: toHex(prune(judged)),
    };
  });
}

/** A head that contradicts what was read has its outputs in the details of the fault. */
function head({ inputs, outputs, result }) {
  const { value, fault, ...got } = attempt(() => new Reader(agreementOf(inputs)).check(bytesOf(inputs.head)));
  assert.equal(got.result, result, fault?.message);
  if (!outputs) return;
  const { places, head, stamp } = value ?? fault.details;
  assert.deepEqual({ places, digest: toHex(head), stamp: number(stamp) }, { ...outputs });
}

/** Answers the steps of a vector. */
class Steps {
  answers = [];
  finals = [];

  constructor(inputs) {
    this.agreement = agreementOf(inputs);
    this.log = inputs.state === undefined ? new Reader(this.agreement) : Reader.parse(this.agreement, bytesOf(inputs.state));
    for (const step of inputs.steps) {
      const { result, value } = attempt(() => this.#step(...step.split(' ')));
      this.answers.push(value ?? result);
      this.finals.push(this.log.final);
    }
  }

  get state() {
    this.log.cut();
    return this.log.state();
  }

  #bytes(text) {
    return text.startsWith('@') ? this.answers[Number(text.slice(1))] : bytesOf(text);
  }

  #step(verb, ...args) {
    const { agreement, log } = this;
    switch (verb) {
      case 'read':
        log.place(log.judge(this.#bytes(args[1])), BigInt(args[0]));
        return 'placed';
      case 'alone':
        log.read(this.#bytes(args[0]));
        return 'placed';
      case 'judge':
        this.judged = log.judge(this.#bytes(args[0]));
        return 'ok';
      case 'place':
        log.place(this.judged, BigInt(args[0]));
        return 'placed';
      case 'sign':
        return this.#sign(args[0], fromHex(args[1] ?? ''));
      case 'sign-head':
        if (args[0] !== 'board' || agreement.board === null) malformed('this isn’t the board’s key');
        return signers.signedHead(agreement, log.places, log.head, BigInt(args[1]));
      case 'check':
        log.check(this.#bytes(args[0]));
        return 'ok';
      case 'cut':
        return this.state;
      case 'end':
        log.finish();
        return 'ok';
      case 'restart':
        this.log = Reader.parse(agreement, this.state);
        return 'ok';
    }
    throw new Error(`no step ${verb}`);
  }

  /** Whether a seat can say something now is whether its statement could have the next place. */
  #sign(key, message) {
    const signer = key === 'board' ? signers.board : signers.seats[key];
    const seat = signers.seatOf(this.agreement, signer);
    const bytes = signers.statement(this.agreement, seat < 0 ? 255 : seat, this.log.places, this.log.head, message, signer);
    this.log.judge(bytes);
    return bytes;
  }
}

const answer = (value) => (typeof value === 'string' ? value : shown(value));

/** Returns the outputs of a sequence. */
export function sequenceOf(inputs) {
  const steps = new Steps(inputs);
  return { answers: steps.answers.map(answer), finals: steps.finals, state: shown(steps.state) };
}

const sequence = (vector) => expect(vector, () => sequenceOf(vector.inputs));

function state(vector) {
  expect(vector, () => {
    const log = Reader.parse(agreementOf(vector.inputs), bytesOf(vector.inputs.state));
    return { places: log.places, digest: toHex(log.head), final: log.final };
  });
}

function transcript({ inputs, outputs, result }) {
  const read = [];
  const got = attempt(() => {
    for (const { number, stamp, bytes } of posts(agreementOf(inputs), bytesOf(inputs.transcript))) {
      read.push(`${number} ${stamp} ${toHex(bytes)}`);
    }
  });
  assert.equal(got.result, result);
  assert.deepEqual(read, outputs.posts);
}

function forks({ inputs, outputs, result }) {
  const logOf = (steps) => new Steps({ ...inputs, steps }).log;
  const { value: place, ...got } = attempt(() => fork(logOf(inputs.a), logOf(inputs.b)));
  assert.deepEqual([place >= 0 ? 'fork' : got.result, place ?? -1], [result, outputs.place]);
}

/** Yields what a run of SPEC.md, section 13.3, puts out. */
function* run(i) {
  const n = 2 + (i % 3);
  const keys = signers.seats.slice(0, n).map(({ key }) => key);
  const agreement = new Agreement({ terms: utf8(`run ${i}`), longest: 16, keys, board: null });
  let log = new Reader(agreement);
  const cut = () => {
    log.cut();
    return log.state();
  };
  for (let j = 0; j < 8 * n; j++) {
    const b = sha256(utf8(`run ${i} step ${j}`));
    if (b[0] < 16) {
      const state = cut();
      if (b[0] % 2 === 1) log = Reader.parse(agreement, state);
      continue;
    }
    const [s, k] = [b[1] % n, Math.max(0, log.places - (b[2] % 4))];
    const said = signers.statement(agreement, s, k, log.headAt(k) ?? new Uint8Array(32), utf8(`message ${j}`));
    const post = b[6] < 64 ? prune(agreement.parseStatement(said)) : said;
    for (let times = b[4] < 64 ? 2 : 1; times > 0; times--) {
      const read = () => (b[7] < 128 ? log.read(post) : log.place(log.judge(post), BigInt(b[3] % 2 ** n)));
      const { result } = attempt(read);
      yield utf8(`${result === 'ok' ? 'placed' : result} ${log.final}\n`);
    }
    if (b[5] < 4 && log.begun && log.end === 0) log.finish();
  }
  yield cut();
}

export const files = {
  'commit/record/testdata/vectors.json': {
    agreement: (vector) => expect(vector, () => ({ digest: toHex(agreementOf(vector.inputs).digest) })),
    statement,
    head,
    sequence,
    state,
    transcript,
    fork: forks,
    accumulated: (vector) => expect(vector, () => ({ sha256: hashRuns(vector.inputs.runs, run) })),
  },
};
