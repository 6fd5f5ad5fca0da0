// The hashes of browsers, beside Node's.

import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { test } from 'node:test';
import { toHex } from '../internal/bytes.js';
import * as hash from '../internal/hash.js';
import * as sha2 from '../internal/sha2.js';

const bytes = (n) => Uint8Array.from({ length: n }, (_, i) => (i * i + n) % 251);
const sizes = [0, 1, 55, 56, 63, 64, 65, 111, 112, 119, 120, 127, 128, 129, 200, 1000];

for (const alg of ['sha256', 'sha512']) {
  test(`${alg} of every length is Node’s`, () => {
    for (let n = 0; n < 300; n++) {
      const want = createHash(alg).update(bytes(n)).digest('hex');
      assert.equal(toHex(sha2[alg](bytes(n))), want);
      assert.equal(toHex(hash[alg](bytes(n).subarray(0, n >> 1), bytes(n).subarray(n >> 1))), want);
      assert.equal(toHex(sha2[alg](bytes(n).subarray(0, n >> 1), bytes(n).subarray(n >> 1))), want);
    }
  });
}

for (const [name, alg] of [['hmac256', 'sha256'], ['hmac512', 'sha512']]) {
  test(`${name} is Node’s`, () => {
    for (const k of sizes) {
      const [own, node] = [sha2[name](bytes(k)), hash[name](bytes(k))];
      for (const n of sizes) {
        const want = createHmac(alg, bytes(k)).update(bytes(n)).digest('hex');
        assert.equal(toHex(own(bytes(n))), want);
        assert.equal(toHex(node(bytes(n))), want);
      }
    }
  });
}

test('only bytes have a hash', () => {
  for (const message of ['text', [1, 2], null, undefined, 7]) {
    for (const { sha256, hmac256 } of [hash, sha2]) {
      for (const call of [sha256, hmac256, hmac256(bytes(3))]) assert.throws(() => call(message), { kind: 'malformed' });
    }
  }
});
