// What npm would publish.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { load, root } from './support/vectors.js';

const about = load('js/package.json');
const lock = readFileSync(`${root}/js/package-lock.json`, 'utf8');

/** Returns what npm says that it would publish. */
function pack() {
  const { status, stdout, stderr } = spawnSync('npm pack --dry-run --json --ignore-scripts', { cwd: `${root}/js`, shell: true });
  assert.equal(status, 0, `${stderr}`);
  return JSON.parse(stdout)[0];
}

/** Adds a file of the package, and all that it imports of the package, to a set. */
function addImports(path, all) {
  if (all.has(path)) return;
  all.add(path);
  const text = readFileSync(`${root}/js/${path}`, 'utf8');
  for (const [, from] of text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']*)'/gm)) {
    const next = new URL(from, `file:///${path}`).pathname.slice(1);
    addImports(path.endsWith('.d.ts') ? next.replace(/\.js$/, '.d.ts') : next, all);
  }
}

test('the package has the files that its entry points import, and no others', () => {
  const needed = new Set(['LICENSE', 'README.md', 'package.json']);
  for (const { types, default: entry } of Object.values(about.exports)) {
    addImports(entry.slice(2), needed);
    addImports(types.slice(2), needed);
  }
  const { files, size } = pack();
  assert.deepEqual(files.map(({ path }) => path).sort(), [...needed].sort());
  assert.ok(size <= 120_000, `${size} bytes`);
});

test('entry points export exactly the values that have types', async () => {
  const entries = Object.values(about.exports);
  const path = ({ types }) => `${root}/js/${types.slice(2)}`;
  const program = ts.createProgram(entries.map(path), {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ESNext,
    types: [],
  });
  const checker = program.getTypeChecker();
  const isAlias = ({ flags }) => flags & ts.SymbolFlags.Alias;
  const isValue = (symbol) => (isAlias(symbol) ? checker.getAliasedSymbol(symbol) : symbol).flags & ts.SymbolFlags.Value;
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path(entry)));
    const typed = checker.getExportsOfModule(module).filter(isValue).map(({ name }) => name);
    assert.deepEqual(typed.sort(), Object.keys(await import(`../${entry.default}`)).sort(), entry.default);
  }
});

test('a page that checks seeds loads at most 25 kB', () => {
  const modules = new Set();
  addImports('seedrng/index.js', modules);
  const size = [...modules].reduce((sum, path) => sum + gzipSync(readFileSync(`${root}/js/${path}`)).length, 0);
  assert.ok(modules.size >= 8 && size <= 25_000, `${size} bytes in ${modules.size} modules`);
});

test('dependencies have one version each, and come from npm', () => {
  for (const version of Object.values(about.dependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
  for (const [, address] of lock.matchAll(/"resolved": "([^"]*)"/g)) assert.match(address, /^https:\/\/registry\.npmjs\.org\//);
});
