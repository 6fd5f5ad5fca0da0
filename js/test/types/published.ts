// What compiles of the published schemes and shuffles.

import { replay as throwDice } from 'squaredeal/jgammon';
import { bias, replay } from 'squaredeal/onchain';
import { Stream } from 'squaredeal/seedrng';
import { deal, inverse, permutation, shuffle } from 'squaredeal/shuffle';
import { chainOf, dealDigest, digestSeeds, find, replay as replayBet, Walk } from 'squaredeal/sites';
import { schemes } from 'squaredeal/sites/schemes';

const stream = new Stream('server', 'client', 0);
const cards: string[] = shuffle(['a', 'b'], stream);
const p: number[] = inverse(permutation(52, stream));
const dice: [number, number] = throwDice([new Uint8Array(20), new Uint8Array(20)], [new Uint8Array(8), new Uint8Array(8)]).dice;
const ratio: bigint = bias(52).greatest.ratio.num;
new Walk({ alg: 'sha256', end: '00' }, '00').advance(5);
const played = find(schemes, 'Stake', 'dice');
const { result, contradicts } = replayBet(played, { server: 's', client: 'c', nonce: '0' });
const end: string | undefined = chainOf(played.game)?.end;
console.log(result, contradicts === 'result', end);
// @ts-expect-error nonces are texts
replayBet(played, { nonce: 1 });
// @ts-expect-error a source gives words of 64 bits
deal(cards, Math.random, 1);
console.log(p, dice, ratio, replay(cards, '0x00'), dealDigest(digestSeeds('server', 'client')).cards);
