// What compiles, and what doesn't.

import { ChainVerifier, commitment, judge, SeedStream, Toss, verify, verifyLink } from 'squaredeal/commit';

const nonce = new Uint8Array(32);
const bytes: Uint8Array = commitment(nonce, 'game 7', 'heads');
verify('00', nonce, 'game 7', bytes);
const toss = new Toss('session', 2);
toss.read(0, bytes);
const due: number[] = toss.phase === 'done' ? [] : toss.due;
const seed: Uint8Array = judge('session', 2, [{ sender: 0, message: bytes }]);
const dice: number = new SeedStream(seed, 'dice').intN(36);
// @ts-expect-error a verified round makes streams, nothing else does
new ChainVerifier('00').verify(1, '00').value;
verifyLink('00', '00', 3);
console.log(due, dice);
