// Random cases, of which the library in Go says what comes out: internal/difftest prints them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parseJSON } from '../internal/json.js';
import { long } from './long.js';
import { root } from './vectors.js';

const go = spawnSync('go', ['version']).status === 0;

/**
 * Tests a package on random cases: few by default, 10,000 in a long run. `check` gets a case and fails if this package
 * disagrees with it.
 */
export function differential(name, check, { few = 100, many = 10_000 } = {}) {
  const options = { skip: go ? false : 'skipped, as there is no go', timeout: 1_800_000 };
  test(`${name} agrees with Go on random cases`, options, () => {
    const cases = long ? many : few;
    const seed = long ? Date.now() : 1;
    const args = ['run', './internal/difftest', '-package', name, '-cases', `${cases}`, '-seed', `${seed}`];
    const { status, stdout, stderr } = spawnSync('go', args, { cwd: `${root}/js`, maxBuffer: 1 << 30 });
    assert.equal(status, 0, `${stderr}`);
    const lines = stdout.toString().trimEnd().split('\n');
    assert.equal(lines.length, cases);
    lines.forEach((line, i) => {
      try {
        check(parseJSON(line));
      } catch (err) {
        throw new Error(`seed ${seed}, case ${i}: ${line.slice(0, 2000)}`, { cause: err });
      }
    });
  });
}
