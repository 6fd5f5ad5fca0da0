// The page of other sites' bets.

import schemes from 'schemes'; // the sites, as main.go has them of the library
import { Fault, fail } from '../../web/squaredeal/internal/fault.js';
import { replay } from '../../web/squaredeal/sites/index.js';
import { byId, count, el } from '../../web/check/dom.js';
import { findingOf } from '../../web/check/finding.js';
import { runVectors } from '../../web/check/rounds.js';
import { showChain } from './chain.js';
import { setVerdict, share, textOf } from './common.js';

const site = () => schemes.find((s) => s.name === byId('site').value);
const game = () => site().games.find((g) => g.name === byId('game').value);
const input = (name) => byId(`field-${name}`);

// What fixes a parameter.
const bases = [
  ['round', 'By a public round'],
  ['site', 'By the site’s own code or words'],
  ['slight', 'By nothing, but fewer than one bet in a million depends on it'],
  ['others', 'By somebody else’s code or words only'],
  ['nothing', 'By nothing'],
];

function showGames() {
  byId('game').replaceChildren(...site().games.map((g) => el('option', { value: g.name }, g.title)));
}

/** Shows the fields of the game, and what is known about it. */
function showFields(texts = {}) {
  const { title, fields, commits, flaws = [], sources, evidence, evidenced } = game();
  byId('commits').textContent = `${title[0].toUpperCase()}${title.slice(1)}. What binds the site: ${commits}.`;
  byId('fields').replaceChildren(...fields.map((f) => {
    const attributes = { id: `field-${f.name}`, 'aria-describedby': `fault-${f.name}`, spellcheck: 'false', autocapitalize: 'off' };
    const box = f.kind === 'choice'
      ? el('select', attributes, f.choices.map((c) => el('option', { value: c }, c)))
      : el('input', { ...attributes, placeholder: f.default ?? (f.optional ? 'optional' : ''), inputmode: f.kind === 'number'
        ? 'numeric' : 'text' });
    if (f.kind !== 'choice' || f.choices.includes(texts[f.name])) box.value = texts[f.name] ?? '';
    if (f.kind === 'choice' && box.value === '') box.value = f.default ?? f.choices[0];
    return el(f.kind === 'hex' || f.kind === 'text' ? 'div.field.wide' : 'div.field', {},
      el('label', { for: `field-${f.name}` }, f.title), box, el('p.fault', { id: `fault-${f.name}` }));
  }));
  byId('flaws').replaceChildren(...(flaws.length > 0 ? flaws : ['Nothing more is known.']).map((text) => el('li', {}, text)));
  byId('sources').replaceChildren(...sources.map((text) => el('li', {}, text)));
  byId('status').textContent = evidenced ? 'Public rounds, or the site’s own code or words, fix every parameter of the scheme.'
    : 'Not every parameter of the scheme is known to be the site’s: a result that differs shows nothing against it.';
  byId('evidence').replaceChildren(...bases.flatMap(([by, text]) => {
    const these = evidence.filter((e) => e.by === by);
    const from = [...new Set(these.filter((e) => e.source).map((e) => `${e.source}${e.date ? ` (${e.date})` : ''}`))];
    return these.length > 0 ? [el('li', {},
      `${text}: ${these.map((e) => e.parameter).join(', ')}${from.length > 0 ? `. From ${from.join('; ')}` : ''}`)] : [];
  }));
}

const readForm = () => Object.fromEntries(game().fields.map(({ name }) => [name, input(name).value]));

const isEmpty = (bet) => game().fields.every(({ name, kind }) => kind === 'choice' || bet[name] === '');

function update() {
  const bet = readForm();
  showChain(game(), bet);
  const parts = [['site', site().name], ['game', game().name], ...Object.entries(bet)].filter(([, text]) => text !== '');
  const key = (name) => (name === 'site' || name === 'game' ? name : `bet.${name}`);
  history.replaceState(null, '', `#${parts.map(([name, text]) => `${key(name)}=${encodeURIComponent(text)}`).join('&')}`);
  for (const { name } of game().fields) mark(name, '');
  byId('steps').replaceChildren();
  if (isEmpty(bet)) {
    setVerdict(byId('verdict'), '', 'Nothing to check yet', 'Fill in what the site shows for a bet.');
    return;
  }
  try {
    const report = replay({ site: site(), game: game() }, bet);
    byId('steps').replaceChildren(stepsSection(report.steps), el('li.panel', {}, el('h2', {}, 'The result'),
      el('p.big', {}, report.result)));
    setVerdict(byId('verdict'), ...findingOf(game(), bet, report));
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    if (err.details?.field) mark(err.details.field, bet[err.details.field] ? err.message : '');
    setVerdict(byId('verdict'), 'warn', 'Not computed yet', err.message);
  }
}

function mark(name, fault) {
  byId(`fault-${name}`).textContent = fault;
  input(name).setAttribute('aria-invalid', fault !== '');
}

const shownSteps = 500;

function stepsSection(steps) {
  return el('li.panel', {}, el('h2', {}, 'The steps'),
    el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': 'Steps' },
      el('table.stack', {}, el('tbody', {}, steps.slice(0, shownSteps).map(({ kind, text, value }) => (
      el(kind === 'rejected' ? 'tr.no' : 'tr', {}, el('td', {}, kind), el('td.told', {}, text), el('td.n.told', {}, value))))))),
    steps.length > shownSteps && el('p', {}, `… and ${steps.length - shownSteps} more.`));
}

function fromAddress() {
  const texts = {};
  try {
    for (const part of location.hash.slice(1).split('&').filter((p) => p !== '')) {
      const [name, ...value] = part.split('=');
      if (name in texts) fail('malformed', `the link has a second “${name}”`);
      try {
        texts[name] = decodeURIComponent(value.join('='));
      } catch {
        fail('malformed', `the link’s “${name}” isn’t UTF-8`);
      }
    }
    byId('site').value = texts.site ?? schemes[0].name;
    if (byId('site').value === '') fail('malformed', 'the link is for a site that this page doesn’t know');
    showGames();
    byId('game').value = texts.game ?? site().games[0].name;
    if (byId('game').value === '') fail('malformed', 'the link is for a game that this page doesn’t know');
    const bet = Object.fromEntries(Object.entries(texts).filter(([name]) => name.startsWith('bet.')).map(([name, text]) =>
      [name.slice(4), text]));
    showFields(bet);
    for (const [name, text] of Object.entries(bet)) {
      if (input(name)?.value !== text) fail('malformed', `the link’s “${name}” isn’t what this page can show`);
    }
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    byId('site').value = schemes[0].name;
    showGames();
    showFields();
    byId('steps').replaceChildren();
    showChain(game(), {});
    setVerdict(byId('verdict'), 'bad', 'This link is damaged', err.message);
    return;
  }
  update();
}

async function checkSelf(blob) {
  const box = byId('self-verdict');
  const bar = byId('self-bar');
  if (!bar.hidden) return; // it is running
  box.hidden = true;
  bar.hidden = false;
  bar.value = 0;
  try {
    const { rounds, chains, failed } = await runVectors(schemes, await textOf(blob), (share) => {
      bar.value = share;
    });
    const total = rounds + chains;
    if (failed.length > 0) setVerdict(box, 'bad',
      `${failed.length} of ${count(total, 'public vector')} ${failed.length === 1 ? 'doesn’t' : 'don’t'} agree`,
      `Don’t rely on this page in this browser. ${failed.slice(0, 20).join(', ')}`);
    else setVerdict(box, 'ok', `${total} of ${count(total, 'public vector')} agree`,
      `${count(rounds, 'round')} came out, and ${count(chains, 'chain')} led to their ends.`);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    setVerdict(box, 'bad', err.kind === 'mismatch' ? 'This browser can’t be relied on' : 'These rounds can’t be read', err.message);
  } finally {
    bar.hidden = true;
  }
}

async function runSelf() {
  if (location.protocol === 'file:') {
    byId('self-file').click(); // a page from disk may not read other files by itself
    return;
  }
  try {
    const answer = await fetch('rounds.json.gz');
    if (!answer.ok) throw new TypeError(answer.status);
    await checkSelf(await answer.blob());
  } catch (err) {
    if (!(err instanceof TypeError)) throw err;
    setVerdict(byId('self-verdict'), 'warn', 'The rounds can’t be fetched from here', 'Choose the file instead.');
  }
}

if (globalThis.crypto?.subtle === undefined) {
  setVerdict(byId('verdict'), 'bad', 'No cryptography here',
    'Browsers offer it to pages over HTTPS, from this machine, or from disk only. Save this page, and open the file.');
} else {
  byId('site').append(...schemes.map((s) => el('option', { value: s.name }, s.title)));
  byId('form').addEventListener('submit', (event) => event.preventDefault());
  byId('form').addEventListener('input', (event) => {
    if (event.target.id === 'site') showGames();
    if (event.target.id === 'site' || event.target.id === 'game') showFields(readCommon());
    update();
  });
  byId('clear').addEventListener('click', () => {
    showFields();
    update();
  });
  byId('share').addEventListener('click', share);
  byId('self-run').addEventListener('click', runSelf);
  byId('self-file').addEventListener('change', async () => {
    const [file] = byId('self-file').files;
    if (file) await checkSelf(file);
    byId('self-file').value = '';
  });
  addEventListener('hashchange', fromAddress);
  fromAddress();
}

/** Returns all that is typed, as the next game may have the same fields. */
function readCommon() {
  return Object.fromEntries([...byId('fields').querySelectorAll('input, select')].map((box) => [box.id.replace('field-', ''), box.value]));
}
