// The check of one round: the form, the address and the steps.

import { Fault, fail } from '../../web/squaredeal/internal/fault.js';
import { dealDigest, digestSeeds } from '../../web/squaredeal/sites/index.js';
import { byId, el } from '../../web/check/dom.js';
import { games, parseBet, readRound, replay, splitTexts } from '../../web/games/index.js';
import { fields, fragmentOf } from '../../web/check/link.js';
import { draw, TracedStream } from '../../web/check/traced.js';
import { checkClientSeed, checkHash, checkServerSeed, hashOf, parseNonce, predictable } from '../../web/squaredeal/seedrng/index.js';
import { setVerdict, share } from './common.js';
import * as show from './steps.js';
import * as steps from 'steps';

const optional = ['hash', 'received'];
const maxDraws = 1000;
const maxWords = 20000; // of all draws: a link must not keep the browser busy for minutes

const seeds = {
  server: '18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159',
  hash: '92a94e8c23510695d92e123725ecd728e54bd251c0ec4b4c422bd16aa34567f9',
  client: 'bb62964774',
};
const examples = {
  ...Object.fromEntries(games.map(({ name, example }) => [name, { ...seeds, nonce: '1', sent: example }])),
  draws: { ...seeds, nonce: '1', draws: 'intn 36; intn 36; intn 36' },
  cryptogames: {
    server: '2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j',
    hash: '64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b',
    client: 'bc7v9bn70d7n07sn',
  },
};

/** Reads a fragment. Its game is v1, whose bet tells the rest, or cryptogames. */
function parseFragment(fragment) {
  if (fragment.length > 65536) fail('malformed', 'the link is too long');
  const round = {};
  for (const part of fragment.replace(/^#/, '').split('&').filter((text) => text !== '')) {
    const [name, ...value] = part.split('=');
    if (!['game', ...fields].includes(name) || name in round) fail('malformed', `the link has an unknown or a second “${name}”`);
    try {
      round[name] = decodeURIComponent(value.join('='));
    } catch {
      fail('malformed', `the link’s “${name}” isn’t UTF-8`);
    }
  }
  if (!['v1', 'cryptogames', undefined].includes(round.game)) {
    fail('malformed', `the link’s game “${round.game}” is neither v1 nor cryptogames`);
  }
  return round;
}

function gameOf(round) {
  if (round.game === 'cryptogames') return 'cryptogames';
  if (round.draws !== undefined) return 'draws';
  return games.find(({ name }) => round.sent?.startsWith(`${name} `))?.name ?? games[0].name;
}

/** Returns the fields of a game: those of the casino's are all for 'casino'. */
function shownFields(game) {
  const kind = games.some(({ name }) => name === game) ? 'casino' : game;
  return fields.filter((name) => (byId(name).closest('[data-for]')?.dataset.for ?? kind).split(' ').includes(kind));
}

function showFields() {
  const shown = shownFields(byId('game').value);
  for (const name of fields) byId(name).closest('.field').hidden = !shown.includes(name);
}

/** Fills in the form. A text that a field can't hold, such as a line break, would become another. */
function fillIn(round) {
  byId('game').value = gameOf(round);
  for (const name of fields) {
    byId(name).value = round[name] ?? '';
    if (byId(name).value !== (round[name] ?? '')) fail('malformed', `the link’s “${name}” has a character that this page can’t show`);
  }
  showFields();
}

function readForm() {
  const game = byId('game').value;
  const round = Object.fromEntries(shownFields(game).map((name) => [name, byId(name).value]));
  return { game, round };
}

const checks = {
  server: checkServerSeed,
  hash: checkHash,
  client: checkClientSeed,
  nonce: parseNonce,
  sent(text, { game }) {
    const { bet, example } = { bet: parseBet(splitTexts(text)[0]), example: games.find(({ name }) => name === game).example };
    if (bet.game.name !== game) fail('malformed', `a bet on this game is such as “${example}”`);
  },
  received: () => {},
  draws: () => {},
};

/** Says what is wrong with each field, and returns whether all can be computed with. */
function checkFields(form) {
  let good = true;
  for (const name of Object.keys(form.round)) {
    let fault = '';
    const text = form.round[name];
    try {
      if (text !== '') checks[name](text, form);
      else if (!optional.includes(name)) good = false;
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      fault = err.message;
      good = false;
    }
    mark(name, fault);
  }
  return good;
}

function mark(name, fault) {
  byId(`${name}-fault`).textContent = fault;
  byId(name).setAttribute('aria-invalid', fault !== '');
  byId(name).setAttribute('aria-describedby', `${name}-fault`);
}

/** Computes a round of squaredeal/seedrng v1. Returns the steps, and what was reported: {name, fair, told}. */
function computeV1(game, round) {
  const stream = new TracedStream(round.server, round.client, round.nonce);
  const parts = [];
  const reported = [];
  if (game === 'draws') {
    const results = [];
    const instructions = round.draws.split(';').map((text) => text.trim()).filter((text) => text !== '');
    if (instructions.length > maxDraws) fail('malformed', `this page makes up to ${maxDraws} draws`);
    for (const instruction of instructions) {
      results.push([instruction, draw(stream, instruction)]);
      if (stream.words.length > maxWords) fail('malformed', 'this page draws up to 20,000 numbers');
    }
    if (stream.words.length > 0) parts.push(show.numbersStep(stream.words));
    parts.push(show.section('The results',
      el('dl', {}, results.map(([text, result]) => [el('dt', {}, text), el('dd', {}, el('code', {}, result))]))));
  } else {
    const sent = splitTexts(round.sent);
    const outcomes = replay(sent, stream);
    const { meaning, explain } = steps[game];
    const values = stream.words.filter((w) => w.fate === 'taken').map((w) => Number(w.value));
    parts.push(show.numbersStep(stream.words, meaning),
      show.section(...explain(readRound(sent.map((text, i) => ({ sent: text, received: outcomes[i] }))), values)));
    if (round.received) {
      const told = splitTexts(round.received);
      for (let i = 0; i < told.length; i++) {
        reported.push({ name: i === 0 ? 'outcome' : `outcome of step ${i}`, fair: outcomes[i] ?? 'nothing: no such step is given',
          told: told[i] });
      }
    }
  }
  return { steps: [show.blocksStep(stream, round.server), ...parts], reported };
}

function computeCryptoGames(round) {
  const digest = digestSeeds(round.server, round.client);
  const { steps, cards } = dealDigest(digest);
  return {
    steps: [show.digestStep(round.server, round.client, digest), show.digestNumbersStep(steps), show.digestCardsStep(cards)],
    reported: [],
  };
}

function judge(form, computed, reported) {
  const { server, hash } = form.round;
  const box = byId('verdict');
  const spaces = server !== server.trim() ? ['The server seed begins or ends with white space, which counts.'] : [];
  const wrong = reported.find(({ fair, told }) => fair !== told);
  if (hash !== '' && hash !== computed) {
    setVerdict(box, 'bad', 'The server seed doesn’t have this hash',
      'It isn’t the seed that the casino was bound to, or a character of one of them was altered.', ...spaces);
  } else if (wrong) {
    setVerdict(box, 'bad', 'The casino reported another outcome',
      `The seeds give “${wrong.fair}”; the casino reported “${wrong.told}”. Either it cheated, or one of the inputs was altered.`);
  } else if (form.game !== 'cryptogames' && predictable(server)) {
    setVerdict(box, 'bad', 'This outcome was public',
      'The server seed has more than 64 bytes. HMAC then uses its hash in its place, so everybody could compute the ' +
      'outcome from the hash before the bet.');
  } else if (hash === '') {
    setVerdict(box, 'warn', 'Computed, but nothing binds the casino',
      'Without the hash that was shown before the bet, the casino may have chosen the server seed afterwards.');
  } else if (reported.length > 0) {
    setVerdict(box, 'ok', 'This round is right',
      'The server seed has the hash shown before the bet, and the seeds give the outcome that the casino reported.');
  } else {
    setVerdict(box, 'ok', 'The server seed has this hash', 'Compare the outcome below with the one you got.');
  }
}

let latest = 0;

/** Computes what the form says and shows it. */
export async function update() {
  const form = readForm();
  const mine = ++latest;
  const all = { ...form.round, game: form.game === 'cryptogames' ? 'cryptogames' : 'v1' };
  const empty = Object.values(form.round).every((text) => text === '');
  history.replaceState(null, '', empty ? '#' : fragmentOf(all));
  if (!checkFields(form)) {
    byId('steps').replaceChildren();
    if (empty) setVerdict(byId('verdict'), '', 'Nothing to check yet', 'Fill in the seeds, or look at an example.');
    else setVerdict(byId('verdict'), 'warn', 'Not computed yet', 'An input is missing, or isn’t what it should be.');
    return;
  }
  try {
    const computed = hashOf(form.round.server);
    const { steps: parts, reported } = form.game === 'cryptogames' ? computeCryptoGames(form.round) : computeV1(form.game, form.round);
    if (mine !== latest) return;
    byId('steps').replaceChildren(show.commitmentStep(form.round.server, computed, form.round.hash), ...parts,
      ...(reported.length > 0 ? [show.reportStep(reported)] : []));
    judge(form, computed, reported);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    if (mine !== latest) return;
    byId('steps').replaceChildren();
    if (form.game === 'draws') mark('draws', err.message);
    setVerdict(byId('verdict'), 'warn', 'Not computed', err.message);
  }
}

/** Shows the check that the address asks for. */
export async function fromAddress() {
  try {
    fillIn(parseFragment(location.hash));
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    for (const name of fields) byId(name).value = '';
    showFields();
    byId('steps').replaceChildren();
    setVerdict(byId('verdict'), 'bad', 'This link is damaged', err.message);
    return;
  }
  await update();
}

export function startRound() {
  byId('game').prepend(...games.map(({ name, title }) => el('option', { value: name }, `Casino: ${title.toLowerCase()}`)));
  byId('game').value = games[0].name;
  byId('form').addEventListener('submit', (event) => event.preventDefault());
  byId('form').addEventListener('input', () => {
    showFields();
    update();
  });
  byId('form').addEventListener('reset', () => setTimeout(() => {
    showFields();
    update();
  }));
  byId('example').addEventListener('click', () => {
    const game = byId('game').value;
    fillIn({ ...examples[game], game: game === 'cryptogames' ? game : 'v1' });
    update();
  });
  byId('share').addEventListener('click', share);
  addEventListener('hashchange', fromAddress);
  return fromAddress();
}
