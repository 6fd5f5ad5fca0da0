import assert from 'node:assert/strict';
import { Cipher } from '../../textbook/index.js';
import { attempt } from '../support/vectors.js';

function textbook(vector) {
  const { p, e, x } = vector.inputs;
  const { result, value } = attempt(() => {
    const cipher = new Cipher(BigInt(p), BigInt(e));
    const each = (call) => (x ?? []).map((number) => `${call(BigInt(number))}`);
    return { inverse: `${cipher.inverse}`, encrypted: each((n) => cipher.encrypt(n)), decrypted: each((n) => cipher.decrypt(n)) };
  });
  assert.equal(result, vector.result);
  if (result === 'ok') assert.deepEqual(value, { ...vector.outputs });
}

export const files = { 'sra/textbook/testdata/vectors.json': { textbook } };
