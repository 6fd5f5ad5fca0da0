// No vectors.json, attacks.json or rounds.json of the library, and no class of cases in them, is left out.

import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { casesOf, classOf, root } from './support/vectors.js';

const handled = {};
for (const name of readdirSync(new URL('cases', import.meta.url)).filter((name) => name.endsWith('.js'))) {
  const { files } = await import(`./cases/${name}`);
  for (const [file, classes] of Object.entries(files)) handled[file] = { ...handled[file], ...classes };
}

/** Yields the vectors of a folder of the repository, as paths below its root. */
function* find(folder) {
  for (const entry of readdirSync(`${root}/${folder}`, { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && !/^(\.|node_modules$|examples$)/.test(entry.name)) yield* find(path);
    if (/(^|\/)testdata\/(vectors|attacks|rounds)\.json$/.test(path)) yield path;
  }
}

test('every file of vectors has its test', () => {
  const found = [...find('')];
  assert.ok(found.length >= 17, `only ${found.length} files are found`);
  assert.deepEqual(Object.keys(handled).sort(), found.sort());
});

for (const [file, classes] of Object.entries(handled)) {
  test(`every class of ${file} has its test`, () => {
    assert.deepEqual(Object.keys(classes).sort(), [...new Set(casesOf(file).map(classOf))].sort());
  });
}
