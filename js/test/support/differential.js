// Random cases, of which the library in Go says what comes out: internal/difftest prints them.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { parseJSON } from '../../internal/json.js';
import { isLong } from './long.js';
import { root } from './vectors.js';

const go = spawnSync('go', ['version']).status === 0;

const batch = 1000; // cases that are in memory together: tables have 26 kB each

/** Returns random cases of Go, as lines of JSON. */
function generate(name, cases, seed) {
  const args = ['run', './internal/difftest', '-package', name, '-cases', `${cases}`, '-seed', `${seed}`];
  const { status, stdout, stderr } = spawnSync('go', args, { cwd: `${root}/js`, maxBuffer: 1 << 30 });
  assert.equal(status, 0, `${stderr}`);
  const lines = stdout.toString().trimEnd().split('\n');
  assert.equal(lines.length, cases);
  return lines;
}

/**
 * Tests a package on random cases: few by default, 10,000 in a long run. `check` gets a case and fails if this package
 * disagrees with it.
 */
export function differential(name, check, { few = 40, many = 10_000 } = {}) {
  test(`${name} agrees with Go on random cases`, { skip: go ? false : 'skipped, as there is no go', timeout: 7_200_000 }, () => {
    const cases = isLong ? many : few;
    const first = isLong ? Date.now() : 1;
    for (let done = 0, seed = first; done < cases; done += batch, seed++) {
      generate(name, Math.min(batch, cases - done), seed).forEach((line, i) => {
        try {
          check(parseJSON(line));
        } catch (err) {
          throw new Error(`seed ${seed}, case ${i}: ${line.slice(0, 2000)}`, { cause: err });
        }
      });
    }
  });
}
