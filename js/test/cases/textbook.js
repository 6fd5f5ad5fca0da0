// The vectors of sra/textbook.

import { Cipher } from '../../textbook/index.js';
import { expect } from '../support/vectors.js';

function textbook(vector) {
  const { p, e, x } = vector.inputs;
  expect(vector, () => {
    const cipher = new Cipher(BigInt(p), BigInt(e));
    const each = (call) => (x ?? []).map((number) => `${call(BigInt(number))}`);
    return { inverse: `${cipher.inverse}`, encrypted: each((n) => cipher.encrypt(n)), decrypted: each((n) => cipher.decrypt(n)) };
  });
}

export const files = { 'sra/textbook/testdata/vectors.json': { textbook } };
