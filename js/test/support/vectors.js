// What every test of vectors shares: the files, and one subtest for each case.

import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseJSON } from '../../internal/json.js';
import { isLong } from './long.js';

export { attempt } from './attempt.js';
export { isLong } from './long.js';

/** The root of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url)).replace(/[\\/]$/, '');

/** Returns the content of a JSON file of the repository. Integers beyond 2⁵³ are BigInts. */
export const load = (file) => parseJSON(readFileSync(`${root}/${file}`, 'utf8'));

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
