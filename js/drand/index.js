// Rounds of drand's networks: shuffle/draw/SPEC.md, section 7.

import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { fromHex, fromUTF8, isBytes, needBytes, needInt, toHex, u64 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { decodeG2, hashToG2 } from './g2.js';

export { Fault } from '../internal/fault.js';

/** The highest number that a round has here. */
export const maxRound = 2 ** 32;

const { Fp12 } = curve.fields;
const lines = curve.utils.calcPairingPrecomputes; // of a point of G2, for a pairing
const none = new Uint8Array(0);

/** Returns the point of the subgroup, but not the identity, whose compressed encoding 48 bytes are, or undefined. */
function decodeG1(bytes) {
  try {
    const point = curve.shortSignatures.Signature.fromBytes(bytes);
    return point.is0() ? undefined : point;
  } catch {
    return undefined;
  }
}

/**
 * Each group has the length of its points, decodes signatures, hashes messages, and reads the public key, which is in the other
 * group. It pairs a signature with the generator, and a hash with the negated key.
 */
const groups = {
  G1: {
    size: 48,
    decode: decodeG1,
    hash: (message) => curve.shortSignatures.hash(message, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'),
    key: (bytes) => lines(curve.G2.Point.fromBytes(bytes).negate()),
    base: () => lines(curve.G2.Point.BASE),
    pair: (point, fixed) => [fixed, point.x, point.y],
    prepare: (point) => point.toAffine(),
  },
  G2: {
    size: 96,
    decode: decodeG2,
    hash: (message) => hashToG2(message, 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'),
    key: (bytes) => curve.G1.Point.fromBytes(bytes).negate().toAffine(),
    base: () => curve.G1.Point.BASE.toAffine(),
    pair: (point, fixed) => [point, fixed.x, fixed.y],
    prepare: lines,
  },
};

/** A Network has rounds, at fixed times. */
class Network {
  #group;
  #seed; // of no bytes if rounds have no previous signature
  #key;
  #fixed; // of the key and of the generator, once they are needed

  constructor({ name, hash, genesis, period, group, key, seed }) {
    Object.assign(this, { name, hash, genesis, period, beacon: `drand ${name} ${hash}` });
    this.#group = groups[group];
    this.#key = fromHex(key);
    this.#seed = fromHex(seed);
    Object.freeze(this);
  }

  /** Returns the time of a round, in seconds since 1970. */
  timeOf(round) {
    return this.genesis + (needInt('the round', round, 1, maxRound) - 1) * this.period;
  }

  /** Returns the first round at or after a time, in seconds since 1970. */
  roundAt(time) {
    if (!Number.isFinite(time)) malformed('the time isn’t in seconds since 1970');
    return needInt('the round', Math.max(1, Math.ceil((time - this.genesis) / this.period) + 1), 1, maxRound);
  }

  /** Verifies the signature of a round, and returns the round's value. previous is the signature before, in chained networks. */
  verify(round, signature, previous = none) {
    needInt('the round', round, 1, maxRound);
    const point = new Uint8Array(needBytes('the signature', signature, this.#group.size));
    const before = new Uint8Array(needBytes('the previous signature', previous, this.#previousSize(round)));
    if (round === 1 && toHex(before) !== toHex(this.#seed)) malformed('round 1 has another seed');
    if (!this.#signed(point, sha256(before, u64(round)))) fail('signature', `the signature isn’t drand’s of round ${round}`);
    return Object.freeze({ beacon: this.beacon, round, time: this.timeOf(round), randomness: sha256(point) });
  }

  #previousSize(round) {
    if (this.#seed.length === 0) return 0;
    return round === 1 ? this.#seed.length : this.#group.size;
  }

  /** Returns whether a point is the signature of a message. */
  #signed(bytes, message) {
    const { decode, hash, prepare, pair } = this.#group;
    const point = decode(bytes);
    if (point === undefined) return false;
    const { key, base } = (this.#fixed ??= { key: this.#group.key(this.#key), base: this.#group.base() });
    const hashed = prepare(hash(message));
    return Fp12.eql(curve.millerLoopBatch([pair(hashed, key), pair(prepare(point), base)], true), Fp12.ONE);
  }

  /** Verifies a round in the JSON of drand's HTTP API, and returns its value. */
  parseRound(json) {
    const members = parseMembers(json);
    const round = members.get('round');
    if (typeof round !== 'number') malformed('the JSON has no round');
    const bytes = (name) => {
      const text = members.get(name);
      if (typeof text !== 'string') malformed(`the JSON has no ${name}`);
      return fromHex(text);
    };
    const signature = bytes('signature');
    const previous = members.has('previous_signature') ? bytes('previous_signature') : none;
    if (members.has('randomness') && toHex(bytes('randomness')) !== toHex(sha256(signature))) {
      malformed('the randomness isn’t the signature’s hash');
    }
    return this.verify(round, signature, previous);
  }
}

// The part of JSON that rounds are read in.
const space = '[ \\n\\r\\t]*';
const text = '"([ !#-\\[\\]-~]*)"';
const member = `${text}${space}:${space}(?:${text}|(0|[1-9][0-9]*)|true|false|null)`;
const object = RegExp(`^${space}\\{${space}(?:${member}(?:${space},${space}${member})*${space})?\\}${space}$`);

/** Returns the members of a JSON object by their names: texts, numbers, and null for what else may be there. */
function parseMembers(json) {
  if (!isBytes(json) && typeof json !== 'string') malformed('the JSON is neither a text nor bytes');
  if (json.length > 4096) malformed('the JSON is longer than 4096 bytes');
  const said = isBytes(json) ? fromUTF8(new Uint8Array(json)) : json;
  if (!object.test(said)) malformed('the JSON is no object of texts without escapes and whole numbers');
  const members = new Map();
  for (const [, name, value, digits] of said.matchAll(RegExp(member, 'g'))) {
    if (members.has(name)) malformed('the JSON has a member twice');
    members.set(name, value ?? (digits === undefined ? null : Number(digits)));
  }
  return members;
}

const table = [
  {
    name: 'quicknet', hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', genesis: 1692803367, period: 3, group: 'G1',
    seed: '',
    key: '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
      '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  },
  {
    name: 'default', hash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce', genesis: 1595431050, period: 30, group: 'G2',
    seed: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
    key: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
  },
];

/** The networks that have a place here: quicknet and default. */
export const networks = Object.freeze(table.map((network) => new Network(network)));

/** Returns the network with a name. */
export const networkNamed = (name) => networks.find((network) => network.name === name) ?? malformed('there is no network of this name');

/** Returns the network of an announcement's terms, whose round must come when they say. */
export function networkOf({ beacon, round, time }) {
  const network = networks.find((n) => n.beacon === beacon) ?? malformed('the announcement names no network that is known here');
  if (network.timeOf(round) !== time) malformed('the announcement’s time isn’t that of its round');
  return network;
}
