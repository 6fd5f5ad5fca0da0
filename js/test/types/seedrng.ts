// What compiles, and what doesn't.

import { Fault, hashOf, stream, verify } from 'squaredeal/seedrng';

const hash: string = hashOf('server');
verify(hash, 'server');
const draws = stream('server', 'client', 0n);
const card: number = draws.intN(52);
const large: bigint = draws.uint64N(1n << 40n);
const hand: number[] = draws.distinct(52, 5);
// @ts-expect-error a seed is a text or its bytes
stream(1, 'client', 0);
try {
  verify(hash, 'another');
} catch (err) {
  if (err instanceof Fault && err.kind === 'mismatch') console.log(card, large, hand);
}
