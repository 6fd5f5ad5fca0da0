// Checks of files: a history, and the project's vectors.

import { Fault } from '../../web/check/bytes.js';
import { byId, count, el } from '../../web/check/dom.js';
import { sayDeclined } from '../../web/check/games.js';
import { checkFile } from '../../web/check/history.js';
import { fragmentOf } from '../../web/check/link.js';
import { runVectors } from '../../web/check/vectors.js';
import { setVerdict, textOf } from './common.js';

const shownRows = 200;

/** Returns the link to a row's steps. A row without a game is a hand of Crypto.Games, and one of v1 without a bet is ten cards. */
function linkTo(row) {
  const game = row.game ?? 'cryptogames';
  return fragmentOf({ ...row, game, draws: game === 'v1' && row.bet === undefined ? 'distinct 52 10' : undefined });
}

function rowElement({ line, row, result, reason, told, predictable }) {
  return el(result === 'ok' ? 'tr' : 'tr.bad', {},
    el('td', {}, String(line)), el('td.n', {}, row?.nonce ?? ''), el('td', {}, row?.bet ?? row?.game ?? ''),
    el('td.n', {}, told ?? ''), el('td.result', {}, result === 'ok' ? (predictable ? 'ok, but predictable from its hash' : 'ok') : `${result}: ${reason}`),
    el('td', {}, row && result !== 'malformed' && el('a', { href: linkTo(row), onclick: () => byId('form').scrollIntoView() }, 'steps')));
}

async function checkHistory(file) {
  const bad = [];
  const good = [];
  byId('file-progress').hidden = false;
  byId('file-verdict').hidden = true;
  byId('file-rows').hidden = true;
  let rows = 0;
  const found = (r) => {
    const list = r.result === 'ok' && !r.predictable ? good : bad;
    if (list.length < shownRows) list.push(r);
    rows++;
    byId('file-count').textContent = `${count(rows, 'row')} checked`;
  };
  const progress = (share) => {
    byId('file-bar').value = share;
  };
  try {
    const { counts, total, gaps, pairs, declined } = await checkFile(file, found, progress);
    byId('file-rows').replaceChildren(el('table', {},
      el('thead', {}, el('tr', {}, ['line', 'nonce', 'bet', 'the seeds give', 'result', ''].map((name) => el('th', { scope: 'col' }, name)))),
      el('tbody', {}, [...bad, ...good].map(rowElement))));
    byId('file-rows').hidden = total === 0;
    const box = byId('file-verdict');
    const wrong = total - counts.ok;
    const list = Object.entries({ 'another hash': counts.MISMATCH, 'another outcome': counts.WRONG, 'too few cards': counts.SHORT, malformed: counts.malformed })
      .filter(([, n]) => n > 0).map(([name, n]) => `${name}: ${n}`).join(', ');
    const more = [];
    if (counts.predictable > 0) more.push(`${count(counts.predictable, 'outcome')} could be computed from the hash before the bet.`);
    if (declined.n > 0) more.push(sayDeclined(declined));
    if (gaps.length > 0) more.push(`The nonces of ${gaps.length} of ${count(pairs, 'pair')} of seeds don’t run from 0 without a gap. ${gaps[0]}. If this should be a whole history, rounds are missing or repeated.`);
    else if (pairs > 0) more.push(`The nonces of ${count(pairs, 'pair')} of seeds run from 0 without a gap.`);
    if (total === 0) setVerdict(box, 'warn', 'No rows', 'The file has no round in it.');
    else if (wrong > 0) setVerdict(box, 'bad', `${wrong} of ${count(total, 'row')} ${wrong === 1 ? 'isn’t' : 'aren’t'} right`, `${list}.`, ...more);
    else setVerdict(box, gaps.length > 0 || counts.predictable > 0 || declined.suspicious ? 'warn' : 'ok', total === 1 ? 'The row is right' : `All ${count(total, 'row')} are right`, ...more);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    setVerdict(byId('file-verdict'), 'bad', 'This file can’t be read', err.message);
  }
}

const longRun = 10000;

async function checkSelf(blobs) {
  const box = byId('self-verdict');
  const bar = byId('self-bar');
  box.hidden = true;
  bar.hidden = false;
  byId('self-run').disabled = true;
  let left = 0;
  const results = [];
  try {
    for (const blob of blobs) {
      const long = byId('self-long').checked;
      const result = await runVectors(await textOf(blob), {
        skip: (c) => !long && c.inputs.runs > longRun && ++left > 0,
        progress: (share) => {
          bar.value = (results.length + share) / blobs.length;
        },
      });
      results.push(result);
    }
    const failed = results.flatMap((r) => r.failed);
    const total = results.reduce((n, r) => n + r.total, 0);
    const parts = results.map((r) => `${r.total - r.failed.length} of ${r.total} of ${r.spec}`).join(', ');
    const more = left > 0 ? ` Left out: ${count(left, 'run')} of 100,000 hands.` : '';
    if (failed.length > 0) setVerdict(box, 'bad', `${failed.length} of ${count(total, 'vector')} ${failed.length === 1 ? 'doesn’t' : 'don’t'} agree`, `Don’t rely on this page in this browser. ${failed.slice(0, 20).join(', ')}`);
    else setVerdict(box, 'ok', `${total} of ${count(total, 'vector')} agree`, `${parts}.${more}`);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    setVerdict(box, 'bad', 'These vectors can’t be read', err.message);
  } finally {
    bar.hidden = true;
    byId('self-run').disabled = false;
  }
}

const served = ['vectors.json.gz', 'sites-vectors.json.gz'];

async function runSelf() {
  if (location.protocol === 'file:') {
    byId('self-file').click(); // a page from disk may not read other files by itself
    return;
  }
  try {
    await checkSelf(await Promise.all(served.map(async (name) => {
      const answer = await fetch(name);
      if (!answer.ok) throw new TypeError(`${name}: ${answer.status}`);
      return answer.blob();
    })));
  } catch (err) {
    if (!(err instanceof TypeError)) throw err;
    setVerdict(byId('self-verdict'), 'warn', 'The vectors can’t be fetched from here', 'Choose the file instead.');
  }
}

export function startFiles() {
  for (const [id, use] of [['file', checkHistory], ['self-file', (file) => checkSelf([file])]]) {
    byId(id).addEventListener('change', async () => {
      const [file] = byId(id).files;
      if (file) await use(file);
      byId(id).value = ''; // so that the same file can be chosen again
    });
  }
  byId('self-run').addEventListener('click', runSelf);
}
