// What compiles, and what doesn't.

import { Fault, hashOf, Player, Stream, verify, type Replay, type View } from 'squaredeal/seedrng';

const hash: string = hashOf('server');
verify(hash, 'server');
const draws = new Stream('server', 'client', 0n);
const card: number = draws.intN(52);
const large: bigint = draws.uint64N(1n << 40n);
const hand: number[] = draws.distinct(52, 5);
// @ts-expect-error a seed is a text or its bytes
new Stream(1, 'client', 0);

const replay: Replay = (sent, stream) => sent.map((bound) => `${stream.intN(Number(bound))}`);
const player = new Player();
const view: View = { serverHash: hash, clientSeed: player.rotate(hash), nextNonce: 0 };
player.rotated(view, replay);
player.send(hash, 0, 0, '36');
player.receive(hash, 0, 0, '7');
try {
  player.declined(hash, 0, 0, 'no');
} catch (err) {
  if (err instanceof Fault && err.kind === 'cheat') console.log(card, large, hand, err.seats,
    Player.parse(player.encode()).rounds[0]?.[0]?.declined);
}
