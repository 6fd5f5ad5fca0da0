import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Walk } from '../sites/index.js';
import { files } from './cases/sites.js';
import { runCases } from './vectors.js';

runCases(files);

for (const alg of ['sha256', 'sha512']) {
  for (const text of [false, true]) {
    test(`a walk along ${alg} of ${text ? 'hex' : 'bytes'} takes Node’s steps`, () => {
      const hashes = [randomBytes(alg === 'sha256' ? 32 : 64).toString('hex')];
      for (let i = 0; i < 20; i++) hashes.push(createHash(alg).update(hashes[i], text ? 'utf8' : 'hex').digest('hex'));
      const walk = new Walk({ alg, text, end: hashes[20] }, hashes[0]);
      for (let i = 0; i < 20; i++) {
        assert.equal(walk.hash, hashes[i]);
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

test('what is no chain or no hash is refused', () => {
  const hash = 'ab'.repeat(32);
  for (const [chain, from] of [[{ alg: 'md5', end: hash }, hash], [{ alg: 'sha512', end: hash }, hash], [{ alg: 'sha256', end: hash }, hash.toUpperCase()],
    [{ alg: '__proto__', end: hash }, hash], [{ alg: 'toString', end: hash }, hash], [{ alg: 'sha256', end: hash }, undefined]]) {
    assert.throws(() => new Walk(chain, from), { kind: 'malformed' });
  }
});
