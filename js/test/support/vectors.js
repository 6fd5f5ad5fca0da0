// What every test of vectors shares: the files, one subtest for each case, and how outputs are written.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { toHex } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { parseJSON } from '../../internal/json.js';
import { attempt } from './attempt.js';
import { isLong } from './long.js';

export { attempt, resultText } from './attempt.js';
export { isLong } from './long.js';

/** The root of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

/** Returns the content of a JSON file of the repository. Integers beyond 2⁵³ are BigInts. */
export const load = (file) => parseJSON(readFileSync(`${root}/${file}`, 'utf8'));

/** Returns the case of a file that has an id. */
export const caseOf = (file, wanted) => load(file).cases.find(({ id }) => id === wanted);

/** Returns the cases of a file. In a rounds.json, each list is a class of them. */
export function casesOf(file) {
  const { cases, ...lists } = load(file);
  return cases ?? Object.entries(lists).flatMap(([name, list]) =>
    (Array.isArray(list) ? list.map((c, i) => ({ ...c, id: `${name}/${c.id ?? i}` })) : []));
}

/** The class of a case, which its id begins with. */
export const classOf = (vector) => vector.id.split('/')[0];

/** Whether a case takes long: many runs, or many steps. Only a long run has it. */
const slow = ({ inputs, steps }) => inputs?.runs > 1000 || inputs?.steps > 1 << 20 || steps > 1 << 18;

/**
 * Makes each case of each file a subtest. `files` has, for a path below the root, a function for each class of its cases:
 * it gets the case and its test, and fails if this package disagrees. A file in test/cases/ exports it, where coverage.test.js finds it.
 */
export function runCases(files) {
  for (const [file, classes] of Object.entries(files)) {
    describe(file, () => {
      for (const vector of casesOf(file)) {
        const skip = !isLong && slow(vector) ? 'takes long' : false;
        test(vector.id, { skip }, (t) => classes[classOf(vector)](vector, t));
      }
    });
  }
}

/** Fails unless a call has the result of a case and, if that is ok, returns its intermediates and outputs. */
export function expect({ result, intermediates, outputs }, call) {
  const got = attempt(call);
  assert.equal(got.result, result, got.fault?.message);
  if (result === 'ok') assert.deepEqual({ ...got.value }, { ...intermediates, ...outputs });
}

/** Returns bytes as outputs show them: more than 256 by their hash. */
export const shown = (bytes) => (bytes.length > 256 ? `sha256:${toHex(sha256(bytes))}` : toHex(bytes));

/** Returns the hash of all that the runs 0, 1, … put out, each a list of byte strings or texts. */
export function hashRuns(runs, run) {
  const hash = createHash('sha256');
  for (let i = 0; i < runs; i++) for (const part of run(i)) hash.update(part);
  return hash.digest('hex');
}
