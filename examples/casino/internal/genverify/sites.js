// The page of other sites' bets.

import schemes from 'schemes'; // the sites, as main.go has them of the library
import { Fault, fail } from '../../web/squaredeal/internal/fault.js';
import { replay } from '../../web/squaredeal/sites/index.js';
import { byId, capital, count, el, scrollBox } from '../../web/check/dom.js';
import { findingOf } from '../../web/check/finding.js';
import { runVectors } from '../../web/check/rounds.js';
import { showChain } from './chain.js';
import { failedVerdict, hasCryptography, offerSelfCheck, readFragment, setVerdict, share, textOf } from './common.js';

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
  byId('commits').textContent = `${capital(title)}. What binds the site: ${commits}.`;
  byId('fields').replaceChildren(...fields.map((field) => fieldElement(field, texts[field.name])));
  const list = (id, items) => byId(id).replaceChildren(...items.map((text) => el('li', {}, text)));
  list('flaws', flaws.length > 0 ? flaws : ['Nothing more is known.']);
  list('sources', sources);
  list('evidence', bases.map(([by, text]) => basisText(text, evidence.filter((e) => e.by === by))).filter(Boolean));
  byId('status').textContent = evidenced ? 'Public rounds, or the site’s own code or words, fix every parameter of the scheme.'
    : 'Not every parameter of the scheme is known to be the site’s: a result that differs shows nothing against it.';
}

function fieldElement({ name, kind, title, choices, optional, default: value }, text) {
  const attributes = { id: `field-${name}`, 'aria-describedby': `fault-${name}`, spellcheck: 'false', autocapitalize: 'off' };
  const [placeholder, inputmode] = [value ?? (optional ? 'optional' : ''), kind === 'number' ? 'numeric' : 'text'];
  const box = kind === 'choice' ? el('select', attributes, choices.map((choice) => el('option', { value: choice }, choice)))
    : el('input', { ...attributes, placeholder, inputmode });
  if (kind !== 'choice') box.value = text ?? '';
  else box.value = choices.includes(text) ? text : value ?? choices[0];
  return el(kind === 'hex' || kind === 'text' ? 'div.field.wide' : 'div.field', {},
    el('label', { for: `field-${name}` }, title),
    box,
    el('p.fault', { id: `fault-${name}` }));
}

/** Says which parameters are fixed in a way, empty if none are. */
function basisText(how, evidence) {
  if (evidence.length === 0) return '';
  const sources = evidence.filter(({ source }) => source).map(({ source, date }) => (date ? `${source} (${date})` : source));
  const from = sources.length > 0 ? `. From ${[...new Set(sources)].join('; ')}` : '';
  return `${how}: ${evidence.map(({ parameter }) => parameter).join(', ')}${from}`;
}

const readForm = () => Object.fromEntries(game().fields.map(({ name }) => [name, input(name).value]));

const isEmpty = (bet) => game().fields.every(({ name, kind }) => kind === 'choice' || bet[name] === '');

/** Writes a bet into the address. */
function setAddress(bet) {
  const texts = { site: site().name, game: game().name };
  for (const [name, text] of Object.entries(bet)) texts[`bet.${name}`] = text;
  const parts = Object.entries(texts).filter(([, text]) => text !== '').map(([name, text]) => `${name}=${encodeURIComponent(text)}`);
  history.replaceState(null, '', `#${parts.join('&')}`);
}

/** Computes what the form says and shows it. */
function update() {
  const bet = readForm();
  showChain(game(), bet);
  setAddress(bet);
  for (const { name } of game().fields) mark(name, '');
  byId('steps').replaceChildren();
  if (isEmpty(bet)) {
    setVerdict(byId('verdict'), '', 'Nothing to check yet', 'Fill in what the site shows for a bet.');
    return;
  }
  try {
    const report = replay({ site: site(), game: game() }, bet);
    byId('steps').append(stepsSection(report.steps), el('li.panel', {}, el('h2', {}, 'The result'), el('p.big', {}, report.result)));
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
  const rows = steps.slice(0, shownSteps).map(({ kind, text, value }) => el(kind === 'rejected' ? 'tr.no' : 'tr', {},
    el('td', {}, kind),
    el('td.told', {}, text),
    el('td.n.told', {}, value)));
  return el('li.panel', {},
    el('h2', {}, 'The steps'),
    scrollBox('Steps', el('table.stack', {}, el('tbody', {}, rows))),
    steps.length > shownSteps && el('p', {}, `… and ${steps.length - shownSteps} more.`));
}

/** Fills in the form from the address. */
function fillIn() {
  const { site: siteName = schemes[0].name, game: gameName, ...others } = readFragment();
  byId('site').value = siteName;
  if (byId('site').value === '') fail('malformed', 'the link is for a site that this page doesn’t know');
  showGames();
  byId('game').value = gameName ?? site().games[0].name;
  if (byId('game').value === '') fail('malformed', 'the link is for a game that this page doesn’t know');
  const texts = Object.entries(others).filter(([name]) => name.startsWith('bet.')).map(([name, text]) => [name.slice(4), text]);
  showFields(Object.fromEntries(texts));
  for (const [name, text] of texts) {
    if (input(name)?.value !== text) fail('malformed', `the link’s “${name}” isn’t what this page can show`);
  }
}

/** Shows the check that the address asks for. */
function fromAddress() {
  try {
    fillIn();
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

/** Replays the public rounds in a file, walks along its chains, and returns the verdict. */
async function checkSelf([blob], progress) {
  const { rounds, chains, failed } = await runVectors(schemes, await textOf(blob), progress);
  const total = rounds + chains;
  if (failed.length > 0) return failedVerdict(failed, total, 'public vector');
  return ['ok', `${total} of ${count(total, 'public vector')} agree`,
    `${count(rounds, 'round')} came out, and ${count(chains, 'chain')} led to their ends.`];
}

/** Returns all that is typed, as the next game may have the same fields. */
function readCommon() {
  const boxes = [...byId('fields').querySelectorAll('input, select')];
  return Object.fromEntries(boxes.map((box) => [box.id.replace('field-', ''), box.value]));
}

if (hasCryptography()) {
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
  offerSelfCheck(['rounds.json.gz'], 'rounds', checkSelf);
  addEventListener('hashchange', fromAddress);
  fromAddress();
}
