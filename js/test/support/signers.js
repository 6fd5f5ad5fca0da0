// The seats and the board of the vectors, which sign. The package doesn't.

import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { concat, equal, fromHex, lp, u32, u64, u8, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';

const zeros = new Uint8Array(64);

const pkcs8 = fromHex('302e020100300506032b657004220420'); // what precedes a seed

/** Returns a signer of a name, such as "key 0": its key, and a function that signs. */
export function signer(name) {
  const secret = createPrivateKey({ key: Buffer.from(concat(pkcs8, sha256(utf8(name)))), format: 'der', type: 'pkcs8' });
  const { x } = createPublicKey(secret).export({ format: 'jwk' });
  return { key: new Uint8Array(Buffer.from(x, 'base64url')), sign: (message) => new Uint8Array(sign(null, message, secret)) };
}

export const seats = Array.from({ length: 64 }, (_, i) => signer(`key ${i}`));
export const board = signer('key of the board');

/** Returns the statement in which a seat says a message, naming a place and its head. */
export function statement(agreement, seat, places, head, message, { sign } = seats[seat]) {
  const bytes = concat(u8(1), u8(seat), u32(places), head, message, zeros);
  const body = concat(u8(seat), u32(places), head, u32(message.length - 1), message.subarray(0, 1), sha256(message.subarray(1)));
  const digest = sha256(lp('squaredeal/record/v1/statement'), agreement.digest, u8(1), body);
  bytes.set(sign(digest), bytes.length - 64);
  return bytes;
}

/** Returns the head that the board signs. */
export function signedHead(agreement, places, head, stamp) {
  const body = concat(u8(2), u32(places), head, u64(BigInt.asUintN(64, BigInt(stamp))));
  return concat(body, board.sign(sha256(lp('squaredeal/record/v1/board'), agreement.digest, body)));
}

/** Returns the seat whose key this is, or −1. */
export const seatOf = (agreement, { key }) => Array.from({ length: agreement.seats }, (_, s) => s).findIndex((s) =>
  equal(agreement.key(s), key));
