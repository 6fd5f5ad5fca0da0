// The pages of one file have @noble/curves and @noble/hashes from internal/bundle/noble.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';

test('the files of noble in pages are those of npm', () => {
  const ours = new URL('../internal/bundle/noble/', import.meta.url);
  const npm = new URL('../node_modules/@noble/', import.meta.url);
  const isFromNpm = (name) => statSync(new URL(name, ours)).isFile() && !['LICENSE', 'README.md'].includes(name);
  const files = readdirSync(ours, { recursive: true }).filter(isFromNpm);
  assert.ok(files.length >= 10, `${files.length} files`);
  for (const name of files) assert.equal(readFileSync(new URL(name, ours), 'utf8'), readFileSync(new URL(name, npm), 'utf8'), name);
  for (const name of ['curves', 'hashes']) {
    assert.equal(readFileSync(new URL('LICENSE', ours), 'utf8'), readFileSync(new URL(`${name}/LICENSE`, npm), 'utf8'));
    assert.equal(JSON.parse(readFileSync(new URL(`${name}/package.json`, npm), 'utf8')).version, '2.4.0');
  }
});
