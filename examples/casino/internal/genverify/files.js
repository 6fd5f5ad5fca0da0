// Checks of the player's files: the casino's history, and the records of their own browser.

import { Fault } from '../../web/squaredeal/internal/fault.js';
import { byId, count, el, tableOf } from '../../web/check/dom.js';
import { chooses, sayDeclined } from '../../web/games/index.js';
import { Comparison, parseRecords, rowsOf } from '../../web/check/compare.js';
import { checkFile, checkRow } from '../../web/check/history.js';
import { fragmentOf } from '../../web/check/link.js';
import { findFork } from '../../web/check/log.js';
import { Judge, signedReceipts } from '../../web/check/receipt.js';
import { parse } from '../../web/check/statement.js';
import { setVerdict, whenChosen } from './common.js';

const shownRows = 200;

/** Returns the link to a row's steps. A row without a game is a hand of Crypto.Games, and one of v1 without a bet is ten cards. */
function linkTo(row) {
  const game = row.game ?? 'cryptogames';
  return fragmentOf({ ...row, game, draws: game === 'v1' && row.sent === undefined ? 'distinct 52 10' : undefined });
}

function rowElement({ line, row, result, reason, told, predictable }) {
  const fine = predictable ? 'ok, but predictable from its hash' : 'ok';
  const link = row && result !== 'malformed' && { href: linkTo(row), onclick: () => byId('form').scrollIntoView() };
  return el(result === 'ok' ? 'tr' : 'tr.bad', {},
    el('td', {}, String(line)),
    el('td.n', {}, row?.nonce ?? ''),
    el('td', {}, row?.sent ?? row?.game ?? ''),
    el('td.n', {}, told ?? ''),
    el('td.result', {}, result === 'ok' ? fine : `${result}: ${reason}`),
    el('td', {}, link && el('a', link, 'steps')));
}

const faultElement = ({ pair, hash, nonce, text }) => el('tr.bad', {},
  el('td', {}, `${pair}, ${hash.slice(0, 8)}…`),
  el('td.n', {}, String(nonce ?? 'all')),
  el('td.result', {}, text));

let own; // the file of the player's records that was chosen last
let records; // what is in it, {name, pairs}, once the casino's receipts in it are judged
let history; // the casino's file
let checking = new AbortController(); // of the check that is under way

/** Ends the check under way, hides what was said of the files, and names those that are chosen. Returns the next one's signal. */
function begin() {
  checking.abort();
  checking = new AbortController();
  for (const id of ['file-verdict', 'file-rows', 'file-progress']) byId(id).hidden = true;
  const chosen = [records && `Your records: ${records.name}.`, history && `The casino’s history: ${history.name}.`];
  byId('chosen').textContent = chosen.filter(Boolean).join(' ');
  return checking.signal;
}

/** Checks the files that were chosen: one of them, or both, each against the other. */
async function checkFiles() {
  const signal = begin();
  try {
    if (history) await checkHistory(signal);
    else checkRecords();
  } catch (err) {
    if (signal.aborted) return;
    if (!(err instanceof Fault)) throw err;
    setVerdict(byId('file-verdict'), 'bad', 'This file can’t be read', err.message);
  }
}

function showRows(faults, rows) {
  const differences = el('tbody', {}, faults.slice(0, shownRows).map(faultElement));
  const differing = tableOf(['pair, hash', 'nonce', 'differs'], differences);
  const checked = tableOf(['line', 'nonce', 'bet', 'the seeds give', 'result', 'check'], el('tbody', {}, rows.map(rowElement)));
  byId('file-rows').replaceChildren(...(faults.length > 0 ? [differing] : []), checked);
  byId('file-rows').hidden = false;
}

const areRight = (n) => (n === 1 ? 'The row is right' : `All ${count(n, 'row')} are right`);
const arent = (n, total, noun) => `${n} of ${count(total, noun)} ${n === 1 ? 'isn’t' : 'aren’t'} right`;

/** Checks the player's records by themselves. */
function checkRecords() {
  const rows = rowsOf(records.pairs).map((row, i) => ({ line: i + 1, row, ...checkRow(row) }));
  const bad = rows.filter(({ result }) => result !== 'ok');
  const all = records.pairs.reduce((n, { rounds }) => n + rounds.length, 0);
  const left = all - rows.length;
  showRows([], [...bad, ...rows].slice(0, shownRows));
  const verdict = bad.length > 0 ? ['bad', arent(bad.length, rows.length, 'recorded round')]
    : [left > 0 ? 'warn' : 'ok', `${rows.length} of ${count(all, 'recorded round')} checked`];
  if (left > 0) verdict.push(`${count(left, 'round')} can’t be checked, as the casino hasn’t revealed the secret to you.`);
  setVerdict(byId('file-verdict'), ...verdict, 'Choose the casino’s history too, to compare.');
}

/** Checks the casino's history by itself, and against the player's records if there are any. */
async function checkHistory(signal) {
  const bad = [];
  const good = [];
  const comparison = new Comparison(records?.pairs ?? [], records?.player);
  let rows = 0;
  const found = (r) => {
    signal.throwIfAborted();
    const list = r.result === 'ok' && !r.predictable ? good : bad;
    if (list.length < shownRows) list.push(r);
    if (r.row) comparison.row(r.row);
    rows++;
    byId('file-count').textContent = `${count(rows, 'row')} checked`;
  };
  const progress = (share) => {
    signal.throwIfAborted();
    byId('file-bar').value = share;
  };
  byId('file-progress').hidden = false;
  const result = await checkFile(history, found, progress);
  signal.throwIfAborted();
  comparison.end();
  showRows(comparison.faults, [...bad, ...good]);
  setVerdict(byId('file-verdict'), ...verdictOf(result, comparison));
}

/** Returns the verdict on a history: its kind, its title, and what it says. */
function verdictOf(result, comparison) {
  const { counts, total, gaps, reused, declined } = result;
  const [wrong, differing] = [total - counts.ok, comparison.faults.length];
  if (total === 0 && differing === 0) return ['warn', 'No rows', 'The file has no round in it.'];
  const notes = notesOf(result, comparison);
  if (wrong > 0) return ['bad', arent(wrong, total, 'row'), `${wrongOf(counts)}.`, ...notes];
  const alone = total === 0 ? 'The file has no rows.' : `${areRight(total)} by themselves.`;
  if (differing > 0) return ['bad', `The casino’s history differs from your records in ${count(differing, 'place')}`, alone, ...notes];
  if (reused.length > 0) return ['bad', 'A server seed was used twice', alone, ...notes];
  if (gaps.length > 0) return ['warn', 'Rounds are missing or repeated', alone, ...notes];
  if (declined.suspicious) return ['warn', chooses, alone, ...notes];
  return [counts.predictable > 0 ? 'warn' : 'ok', areRight(total), ...notes];
}

/** Says how many rows are wrong, by what is wrong with them. */
function wrongOf({ MISMATCH, WRONG, SHORT, malformed }) {
  const counts = { 'another hash': MISMATCH, 'another outcome': WRONG, 'too few cards': SHORT, malformed };
  return Object.entries(counts).filter(([, n]) => n > 0).map(([name, n]) => `${name}: ${n}`).join(', ');
}

/** Returns what else is to be said of a history, one text each. */
function notesOf({ counts, gaps, reused, left, pairs, declined }, comparison) {
  const ofPairs = `of ${count(pairs, 'pair')} of seeds`;
  const [isnt, it] = left === 1 ? ['isn’t', 'it'] : ['aren’t', 'them'];
  return [
    reused.length > 0 && `${reused[0]}. So the casino knew the server seed’s outcomes before that bet.`,
    counts.predictable > 0 && `${count(counts.predictable, 'outcome')} could be computed from the hash before the bet.`,
    declined.n > 0 && sayDeclined(declined),
    gaps.length > 0 && `The nonces of ${gaps.length} ${ofPairs} don’t run from 0 without a gap. ${gaps[0]}. ` +
      'If this should be a whole history, rounds are missing or repeated.',
    gaps.length === 0 && pairs > 0 && `The nonces ${ofPairs} run from 0 without a gap.`,
    left > 0 && `${count(left, 'pair')} of seeds ${isnt} in the file: nothing was played with ${it}, or the casino has left it out.`,
    ...(records ? comparedNotes(comparison) : []),
    !records && pairs > 0 && 'What a casino leaves out at the end, cancels, or deals with other seeds afterwards ' +
      'shows only beside your own records: choose them too.',
  ].filter(Boolean);
}

const comparedNotes = ({ unknown, waiting, others, compared }) => [
  unknown > 0 && `${count(unknown, 'row')} of pairs of seeds that your records don’t have.`,
  waiting > 0 && `${count(waiting, 'round')} with your current seeds: the casino hasn’t revealed the secret yet.`,
  others > 0 && `${count(others, 'round')} of another account of this browser: ${others === 1 ? 'it isn’t' : 'they aren’t'} compared.`,
  `Compared with your records: ${count(compared, 'round')}.`,
];

/** Judges what the casino has signed, by the player's records. Returns the verdict, undefined if the file has no receipts. */
async function judgeReceipts(file) {
  if (file.receipts === undefined) return undefined;
  const { signed, unsigned } = await signedReceipts(file);
  const { faults, checked, waiting } = new Judge(signed.map(({ statement }) => parse(statement)));
  const fork = await findFork(file.checkpoints, file.key);
  if (fork) faults.unshift(fork);
  const by = `${count(signed.length, 'receipt')} signed with the key ${file.key}. Compare it with the one in the casino’s log.`;
  const left = unsigned > 0 && `${count(unsigned, 'receipt')} with another signature ${unsigned === 1 ? 'shows' : 'show'} nothing.`;
  const computed = `${count(checked, 'round')} computed again, ${waiting} to be revealed.`;
  const verdict = faults.length > 0 ? ['bad', 'The casino has signed what convicts it', ...faults.slice(0, 20)]
    : [unsigned > 0 ? 'warn' : 'ok', 'The casino’s receipts agree', computed];
  return [...verdict, by, left].filter(Boolean);
}

/** Takes the player's records, and judges what the casino has signed in them, unless other records were chosen since. */
async function takeRecords(file) {
  own = file;
  records = undefined;
  byId('receipts-verdict').hidden = true;
  begin();
  try {
    const parsed = { name: file.name, ...parseRecords(await file.text()) };
    const verdict = await judgeReceipts(parsed);
    if (file !== own) return;
    if (verdict) setVerdict(byId('receipts-verdict'), ...verdict);
    records = parsed;
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    if (file !== own) return;
    begin();
    setVerdict(byId('file-verdict'), 'bad', 'These records can’t be read', err.message);
    return;
  }
  await checkFiles();
}

export function startFiles() {
  whenChosen('file', (file) => {
    history = file;
    return checkFiles();
  });
  whenChosen('own', takeRecords);
}
