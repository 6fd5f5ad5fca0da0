// Checks of files: a history, and the project's vectors.

import { Fault } from '../../web/squaredeal/internal/fault.js';
import { byId, count, el } from '../../web/check/dom.js';
import { chooses, sayDeclined } from '../../web/games/index.js';
import { Comparison, parseRecords, rowsOf } from '../../web/check/compare.js';
import { checkFile, checkRow } from '../../web/check/history.js';
import { fragmentOf } from '../../web/check/link.js';
import { findFork } from '../../web/check/log.js';
import { Judge, signedReceipts } from '../../web/check/receipt.js';
import { parse } from '../../web/check/statement.js';
import { runVectors } from '../../web/check/vectors.js';
import { setVerdict, textOf } from './common.js';

const shownRows = 200;

/** Returns the link to a row's steps. A row without a game is a hand of Crypto.Games, and one of v1 without a bet is ten cards. */
function linkTo(row) {
  const game = row.game ?? 'cryptogames';
  return fragmentOf({ ...row, game, draws: game === 'v1' && row.sent === undefined ? 'distinct 52 10' : undefined });
}

function rowElement({ line, row, result, reason, told, predictable }) {
  return el(result === 'ok' ? 'tr' : 'tr.bad', {},
    el('td', {}, String(line)), el('td.n', {}, row?.nonce ?? ''), el('td', {}, row?.sent ?? row?.game ?? ''),
    el('td.n', {}, told ?? ''), el('td.result', {}, result === 'ok' ? (predictable ? 'ok, but predictable from its hash' : 'ok')
      : `${result}: ${reason}`),
    el('td', {}, row && result !== 'malformed' && el('a', { href: linkTo(row), onclick: () => byId('form').scrollIntoView() }, 'steps')));
}

let records; // the player's own, {name, pairs}
let history; // the casino's file

/** Checks the files that were chosen: one of them, or both, each against the other. */
async function checkFiles() {
  byId('file-verdict').hidden = true;
  byId('file-rows').hidden = true;
  byId('chosen').textContent = [records && `Your records: ${records.name}.`,
    history && `The casino’s history: ${history.name}.`].filter(Boolean).join(' ');
  try {
    if (history) await checkHistory();
    else await checkRecords();
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    setVerdict(byId('file-verdict'), 'bad', 'This file can’t be read', err.message);
  }
}

const table = (names, rows) => el('table', {}, el('thead', {}, el('tr', {}, names.map((name) => el('th', { scope: 'col' }, name)))),
  el('tbody', {}, rows));

function showRows(faults, rows) {
  const list = faults.slice(0, shownRows).map(({ pair, hash, nonce, text }) => (
    el('tr.bad', {}, el('td', {}, `${pair}, ${hash.slice(0, 8)}…`), el('td.n', {}, String(nonce ?? 'all')), el('td.result', {}, text))));
  byId('file-rows').replaceChildren(...(list.length > 0 ? [table(['pair, hash', 'nonce', 'differs'], list)] : []),
    table(['line', 'nonce', 'bet', 'the seeds give', 'result', 'check'], rows.map(rowElement)));
  byId('file-rows').hidden = false;
}

const areRight = (n) => (n === 1 ? 'The row is right' : `All ${count(n, 'row')} are right`);
const arent = (n, total, noun) => `${n} of ${count(total, noun)} ${n === 1 ? 'isn’t' : 'aren’t'} right`;

/** Checks the player's records by themselves. */
async function checkRecords() {
  const rows = rowsOf(records.pairs).map((row, i) => ({ line: i + 1, row, ...checkRow(row) }));
  const bad = rows.filter(({ result }) => result !== 'ok');
  const all = records.pairs.reduce((n, { rounds }) => n + rounds.length, 0);
  const more = [`${count(all - rows.length, 'round')} can’t be checked, as the casino hasn’t revealed the secret to you.`,
    'Choose the casino’s history too, to compare.'];
  showRows([], [...bad, ...rows].slice(0, shownRows));
  if (bad.length > 0) setVerdict(byId('file-verdict'), 'bad', arent(bad.length, rows.length, 'recorded round'), ...more);
  else setVerdict(byId('file-verdict'), all > rows.length ? 'warn' : 'ok',
    `${rows.length} of ${count(all, 'recorded round')} checked`, ...more);
}

async function checkHistory() {
  const bad = [];
  const good = [];
  const comparison = new Comparison(records?.pairs ?? []);
  byId('file-progress').hidden = false;
  let rows = 0;
  const found = (r) => {
    const list = r.result === 'ok' && !r.predictable ? good : bad;
    if (list.length < shownRows) list.push(r);
    if (r.row) comparison.row(r.row);
    rows++;
    byId('file-count').textContent = `${count(rows, 'row')} checked`;
  };
  const progress = (share) => {
    byId('file-bar').value = share;
  };
  const { counts, total, gaps, reused, left, pairs, declined } = await checkFile(history, found, progress);
  comparison.end();
  showRows(comparison.faults, [...bad, ...good]);
  const wrong = total - counts.ok;
  const list = Object.entries({ 'another hash': counts.MISMATCH, 'another outcome': counts.WRONG, 'too few cards': counts.SHORT,
    malformed: counts.malformed })
    .filter(([, n]) => n > 0).map(([name, n]) => `${name}: ${n}`).join(', ');
  const more = [...reused.slice(0, 1).map((text) => `${text}. So the casino knew the server seed’s outcomes before that bet.`)];
  if (counts.predictable > 0) more.push(`${count(counts.predictable, 'outcome')} could be computed from the hash before the bet.`);
  if (declined.n > 0) more.push(sayDeclined(declined));
  if (gaps.length > 0) more.push(`The nonces of ${gaps.length} of ${count(pairs, 'pair')} of seeds don’t run from 0 ` +
    `without a gap. ${gaps[0]}. If this should be a whole history, rounds are missing or repeated.`);
  else if (pairs > 0) more.push(`The nonces of ${count(pairs, 'pair')} of seeds run from 0 without a gap.`);
  if (left > 0) {
    more.push(`${count(left, 'pair')} of seeds ${left === 1 ? 'isn’t' : 'aren’t'} in the file: nothing was ` +
      `played with ${left === 1 ? 'it' : 'them'}, or the casino has left it out.`);
  }
  if (records) {
    if (comparison.unknown > 0) more.push(`${count(comparison.unknown, 'row')} of pairs of seeds that your records don’t have.`);
    if (comparison.waiting > 0) {
      more.push(`${count(comparison.waiting, 'round')} with your current seeds: the casino hasn’t ` +
        `revealed the secret yet.`);
    }
    more.push(`Compared with your records: ${count(comparison.compared, 'round')}.`);
  } else if (pairs > 0) {
    more.push('What a casino leaves out at the end, cancels, or deals with other seeds afterwards shows only beside your ' +
      'own records: choose them too.');
  }
  const box = byId('file-verdict');
  const say = (kind, title, ...first) => setVerdict(box, kind, title, ...first, ...more);
  const { length } = comparison.faults;
  const byThemselves = total === 0 ? 'The file has no rows.' : `${areRight(total)} by themselves.`;
  if (total === 0 && length === 0) setVerdict(box, 'warn', 'No rows', 'The file has no round in it.');
  else if (wrong > 0) say('bad', arent(wrong, total, 'row'), `${list}.`);
  else if (length > 0) say('bad', `The casino’s history differs from your records in ${count(length, 'place')}`, byThemselves);
  else if (reused.length > 0) say('bad', 'A server seed was used twice', byThemselves);
  else if (gaps.length > 0) say('warn', 'Rounds are missing or repeated', byThemselves);
  else if (declined.suspicious) say('warn', chooses, byThemselves);
  else say(counts.predictable > 0 ? 'warn' : 'ok', areRight(total));
}

/** Judges what the casino has signed, by the player's records. */
async function judgeReceipts(file) {
  const box = byId('receipts-verdict');
  box.hidden = true;
  if (file.receipts === undefined) return;
  const { signed, unsigned } = await signedReceipts(file);
  const { faults, checked, waiting } = new Judge(signed.map(({ statement }) => parse(statement)));
  const fork = await findFork(file.checkpoints, file.key);
  if (fork) faults.unshift(fork);
  const by = `${count(signed.length, 'receipt')} signed with the key ${file.key}. Compare it with the one in the casino’s log.`;
  const left = unsigned > 0 && `${count(unsigned, 'receipt')} with another signature ${unsigned === 1 ? 'shows' : 'show'} nothing.`;
  const more = [by, left].filter(Boolean);
  if (faults.length > 0) setVerdict(box, 'bad', 'The casino has signed what convicts it', ...faults.slice(0, 20), ...more);
  else setVerdict(box, unsigned > 0 ? 'warn' : 'ok', 'The casino’s receipts agree',
    `${count(checked, 'round')} computed again, ${waiting} to be revealed.`, ...more);
}

const longRun = 10000;

async function checkSelf(blobs) {
  const box = byId('self-verdict');
  const bar = byId('self-bar');
  box.hidden = true;
  bar.hidden = false;
  byId('self-run').disabled = true;
  let left = 0;
  let states = 0;
  const results = [];
  try {
    for (const blob of blobs) {
      const long = byId('self-long').checked;
      const result = await runVectors(await textOf(blob), {
        skip: (c) => (/^(session|player)\//.test(c.id) ? ++states > 0 : !long && c.inputs.runs > longRun && ++left > 0),
        progress: (share) => {
          bar.value = (results.length + share) / blobs.length;
        },
      });
      results.push(result);
    }
    const failed = results.flatMap((r) => r.failed);
    const total = results.reduce((n, r) => n + r.total, 0);
    const parts = results.map((r) => `${r.total - r.failed.length} of ${r.total} of ${r.spec}`).join(', ');
    const leftOut = [states > 0 && `${count(states, 'vector')} of sessions and players’ records, which this page keeps none of`,
      left > 0 && `${count(left, 'run')} of 100,000 hands`].filter(Boolean);
    const more = leftOut.length > 0 ? ` Left out: ${leftOut.join(', ')}.` : '';
    if (failed.length > 0) setVerdict(box, 'bad',
      `${failed.length} of ${count(total, 'vector')} ${failed.length === 1 ? 'doesn’t' : 'don’t'} agree`,
      `Don’t rely on this page in this browser. ${failed.slice(0, 20).join(', ')}`);
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
  const uses = {
    file: (file) => {
      history = file;
      return checkFiles();
    },
    own: async (file) => {
      records = undefined;
      try {
        records = { name: file.name, ...parseRecords(await file.text()) };
        await judgeReceipts(records);
      } catch (err) {
        setVerdict(byId('file-verdict'), 'bad', 'These records can’t be read', err.message);
        return;
      }
      await checkFiles();
    },
    'self-file': (file) => checkSelf([file]),
  };
  for (const [id, use] of Object.entries(uses)) {
    byId(id).addEventListener('change', async () => {
      const [file] = byId(id).files;
      if (file) await use(file);
      byId(id).value = ''; // so that the same file can be chosen again
    });
  }
  byId('self-run').addEventListener('click', runSelf);
}
