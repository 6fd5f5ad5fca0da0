import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Walk, dealDigest, digestSeeds, find, replay } from '../sites/index.js';
import { schemes } from '../sites/schemes.js';
import { files } from './cases/sites.js';
import { differential } from './support/differential.js';
import { polluted } from './support/polluted.js';
import { attempt, runCases } from './support/vectors.js';

runCases(files);

function checkBet({ site, game, bet, result, found }) {
  const { value, fault } = attempt(() => replay(find(schemes, site, game), bet));
  if (fault) {
    assert.equal(fault.kind === 'malformed' ? `malformed ${fault.details.field}` : fault.kind, found);
  } else {
    const { claim, commitment, off, contradicts, doubt } = value;
    assert.equal(value.result, result);
    assert.equal([claim, commitment, value.game.name, off, contradicts, doubt.replaceAll('’', "'")].join(', '), found);
  }
}

function checkHand({ server, client, cards }) {
  const { result, value } = attempt(() => dealDigest(digestSeeds(server, client)));
  assert.equal(value ? value.cards.join(' ') : result, cards);
}

function checkWalk({ chain, hash, steps, stand }) {
  const walk = new Walk(chain, hash);
  walk.advance(steps);
  assert.equal(`${walk.hash} ${walk.steps} ${walk.ended}`, stand);
}

differential('sites', (c) => {
  if (c.chain) checkWalk(c);
  else if (c.cards !== undefined) checkHand(c);
  else checkBet(c);
}, { few: 300 });

for (const alg of ['sha256', 'sha512']) {
  for (const text of [false, true]) {
    test(`a walk along ${alg} of ${text ? 'hex' : 'bytes'} takes Node’s steps`, () => {
      const hashes = [randomBytes(alg === 'sha256' ? 32 : 64).toString('hex')];
      for (let i = 0; i < 20; i++) hashes.push(createHash(alg).update(hashes[i], text ? 'utf8' : 'hex').digest('hex'));
      const walk = new Walk({ alg, text, end: hashes[20] }, hashes[0]);
      for (let i = 0; i < 20; i++) {
        assert.equal(walk.hash, hashes[i], `step ${i} from ${hashes[0]}`);
        assert.equal(walk.ended, false);
        walk.advance(1);
      }
      assert.equal(walk.ended, true);
      walk.advance(5);
      assert.deepEqual([walk.steps, walk.over], [20, true]);
      const short = new Walk({ alg, text, end: hashes[20], length: 19 }, hashes[0]);
      short.advance(100);
      assert.deepEqual([short.steps, short.over, short.ended], [19, true, false]);
    });
  }
}

test('chains of unknown algorithms or lengths, and hashes of another form, are refused', () => {
  const hash = 'ab'.repeat(32);
  for (const [chain, from, message] of [
    [{ alg: 'md5' }, hash, /unknown/],
    [{ alg: '__proto__' }, hash, /unknown/],
    [{ alg: ['sha512'] }, hash, /unknown/],
    [{ alg: 'toString' }, hash, /unknown/],
    [{ alg: 'sha512' }, hash, /128 lowercase/],
    [{ alg: 'sha256' }, hash.toUpperCase(), /64 lowercase/],
    [{ alg: 'sha256' }, undefined, /64 lowercase/],
    ...[NaN, Infinity, -1, 0.5, '9', null].map((length) => [{ alg: 'sha256', length }, hash, /length/]),
  ]) {
    assert.throws(() => new Walk({ end: hash, ...chain }, from), { kind: 'malformed', message });
  }
});

test('values that aren’t bets are refused', () => {
  const dice = find(schemes, 'stake', 'dice');
  const bet = { server: 's', client: 'c', nonce: '0' };
  for (const wrong of [null, undefined, 'bet', 1, [], {}, new Map(Object.entries(bet)), Object.create(bet)]) {
    assert.throws(() => replay(dice, wrong), { kind: 'malformed' });
  }
  for (const [field, text] of [
    ['nonce', 0],
    ['nonce', 0n],
    ['nonce', '00'],
    ['nonce', '9007199254740992'],
    ['server', ['s']],
    ['server', { toString: () => 's' }],
    ['client', '\ud83d'],
    ['client', 'x'.repeat(1025)],
    ['commitment', 'AB'.repeat(32)],
    ['result', '28.07 '.repeat(800)],
    ['other', 'x'],
    ['__proto__', 'x'],
    ['constructor', 'x'],
  ]) {
    const blamesField = ({ kind, details }) => kind === 'malformed' && details.field === field;
    assert.throws(() => replay(dice, { ...bet, [field]: text }), blamesField, `${field}: ${text}`);
  }
});

test('a game is found by the names of its site and of itself, in any case', () => {
  assert.equal(find(schemes, 'Bustabit', 'CRASH').game.name, 'crash');
  for (const [site, game] of [['stake', 'chess'], ['nowhere', 'dice'], ['__proto__', 'dice'], ['stake', 'toString']]) {
    assert.throws(() => find(schemes, site, game), { kind: 'unknown' });
  }
  for (const name of [null, undefined, ['stake']]) assert.throws(() => find(schemes, name, 'dice'), { kind: 'malformed' });
});

test('getters of a bet are asked once, and polluted prototypes change nothing', () => {
  const dice = find(schemes, 'stake', 'dice');
  let asked = 0;
  const bet = {
    server: 'f2ac89b608eeb01312d115bce6741b32',
    client: '86ff027f15c48241af7f54a726690ee7',
    get nonce() { return `${asked++}`; },
  };
  assert.equal(replay(dice, bet).result, '28.07');
  assert.equal(asked, 1);
  for (const [name, text] of [['result', '1.00'], ['commitment', 'ab'.repeat(32)], ['nonce', '5']]) {
    polluted({ [name]: text }, () => {
      const { claim, commitment } = replay(dice, { ...bet, nonce: '0' });
      assert.deepEqual([claim, commitment], ['absent', 'absent']);
      assert.throws(() => replay(dice, { server: 's', client: 'c' }), { kind: 'malformed' });
    });
  }
});

test('a seed beside white space is looked for in all eras of the game', () => {
  const bet = { server: 'a', client: 'c', nonce: '7', rounds: '24' };
  const { result } = replay(find(schemes, 'bcgame', 'coinflip'), bet);
  const earlier = find(schemes, 'bcgame', 'coinflip-2022');
  assert.equal(replay(earlier, { ...bet, client: 'c ', result }).contradicts, '');
  assert.equal(replay(earlier, { ...bet, client: 'd', result }).contradicts, 'result');
});
