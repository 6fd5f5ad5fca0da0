// What js/README.md shows, run as it stands.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as board from '../board/index.js';
import { networkOf } from '../drand/index.js';
import { parseAnnouncement, parseReceipt } from '../draw/index.js';
import { audit } from '../hand/index.js';
import { concat, fromHex, lp, u64 } from '../internal/bytes.js';
import * as otpdeal from '../otpdeal/index.js';
import { ristretto255 } from '../sra/index.js';
import { nothing } from './cases/board.js';
import { itemsOf } from './cases/hand.js';
import { postsOf } from './cases/record.js';
import { caseOf, load, root } from './support/vectors.js';

const readme = readFileSync(`${root}/js/README.md`, 'utf8');

/** Runs a module in the package's directory, and returns what it prints. */
function run(module) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', module], { cwd: `${root}/js` });
  assert.equal(status, 0, `${stderr}`);
  return `${stdout}`;
}

const blocks = [...readme.matchAll(/^```js\n(.*?)^```/gms)].map(([, text]) => text);

/** The block of js/README.md that imports from a module. */
const blockOf = (module) => blocks.find((text) => text.includes(`from 'squaredeal/${module}'`));

/** Runs the block of js/README.md that imports from a module, with what it imports and needs, and returns what it logs. */
function runWith(module, names) {
  const text = blockOf(module);
  const said = [];
  const given = { ...names, console: { log: (line) => said.push(line) } };
  new Function(...Object.keys(given), text.replace(/^import .*$/gm, ''))(...Object.values(given));
  return said;
}

for (const module of ['seedrng', 'sites']) {
  test(`the program of ${module} prints what it says`, () => {
    const text = blockOf(module);
    assert.equal(run(text), `${text.match(/\/\/ prints: (.*)$/m)[1]}\n`);
  });
}

test('the page shows the cards of a round, and what is wrong with one', () => {
  const [, script] = readme.match(/<script type="module">(.*?)<\/script>/s);
  const imported = "import { Stream, verify } from './squaredeal/seedrng/index.js';";
  const dynamic = "const { Stream, verify } = await import('squaredeal/seedrng');";
  const page = (fragment) => run(`
    const [document, location] = [{ querySelector: () => document, textContent: '' }, { hash: ${JSON.stringify(fragment)} }];
    ${script.replace(imported, dynamic)}
    console.log(document.textContent);`);
  const server = '18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159';
  const hash = '92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9';
  assert.match(page(`#hash=${hash}&server=${server}&client=bb62964774&nonce=1`), /^The cards are \d+( \d+){4}\.\n$/);
  assert.equal(page(`#hash=${hash}&server=${server.replace('1', '2')}&client=a&nonce=1`),
    'Not right: the server seed doesn’t have this hash.\n');
});

test('the program checks a draw', () => {
  const { inputs, outputs } = load('shuffle/draw/testdata/vectors.json').cases.find(({ outputs }) => outputs?.proofs?.length > 1);
  const { digest, words } = parseAnnouncement(inputs.text);
  const receiptOf = (proof, salt = '', entry = '') => (
    concat(lp('squaredeal/draw/v1/receipt'), fromHex(digest), lp(salt), lp(entry), lp(proof)));
  const winners = outputs.proofs.map((proof) => receiptOf(fromHex(proof)));
  const received = { text: inputs.text, json: inputs.round, receipt: winners[0], winners, seen: 0 };
  const given = { networkOf, parseAnnouncement, parseReceipt, ...received };
  assert.deepEqual(runWith('draw', given), [words]);
  assert.throws(() => runWith('draw', { ...given, winners: winners.toReversed() }), { kind: 'mismatch' });
  assert.throws(() => runWith('draw', { ...given, seen: Date.now() / 1000 }), { kind: 'late' });
  const named = receiptOf(fromHex(outputs.proofs[0]), new Uint8Array(32), 'another');
  assert.throws(() => runWith('draw', { ...given, winners: [named, ...winners.slice(1)] }), { kind: 'mismatch' });
});

test('the program says whose fault a deal by one-time pads shows', () => {
  const records = Array.from({ length: 4 }, () => new Uint8Array());
  const given = { ...otpdeal, deal: Uint8Array.of(1), entries: [Uint8Array.of(1)], records };
  assert.deepEqual(runWith('otpdeal', given), ['malformed: seat 0']);
});

test('the program audits a hand', () => {
  const items = itemsOf(caseOf('sra/hand/testdata/vectors.json', 'hand/plain'));
  const given = { audit, ristretto255, items };
  assert.deepEqual(runWith('hand', given), [['held 0 ?', 'stock everyone ?', 'held 0 ?']]);
  const { message } = items[0];
  message[message.length - 32] ^= 1;
  assert.match(runWith('hand', given)[0], /^seat 0 cheated: /);
});

test('the program reads a board', () => {
  const { inputs } = caseOf('commit/table/board/testdata/vectors.json', 'sequence/worked');
  const numbered = postsOf(inputs.posts).flatMap(({ stamp, bytes }, i) => [u64(i + 1), u64(stamp), lp(bytes)]);
  const bytes = concat(lp('squaredeal/board/v1/transcript'), ...numbered);
  const rules = (start) => function Rules(terms) { return { ...nothing(terms), start }; };
  assert.deepEqual(runWith('board', { ...board, bytes, Rules: rules(() => {}) }), []);
  const accusing = function Accusing(terms) { return { ...nothing(terms), due: () => ({ phase: 0, seats: [0] }) }; };
  assert.deepEqual(runWith('board', { ...board, bytes, Rules: accusing }), ['fork']);
  const offer = concat(lp('squaredeal/board/v1/transcript'), ...numbered.slice(0, 3));
  assert.deepEqual(runWith('board', { ...board, bytes: offer, Rules: accusing }), ['unsigned']);
  const asked = () => { throw new Error('the rules were asked'); };
  assert.throws(() => runWith('board', { ...board, bytes, Rules: rules(asked) }), /the rules were asked/);
});
