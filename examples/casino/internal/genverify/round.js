// The check of one round: the form, the address and the steps.

import { Fault, fail } from '../../web/squaredeal/internal/fault.js';
import { dealDigest, digestSeeds } from '../../web/squaredeal/sites/index.js';
import { byId, el } from '../../web/check/dom.js';
import { games, parseBet, readRound, replay, splitTexts } from '../../web/games/index.js';
import { fields, fragmentOf } from '../../web/check/link.js';
import { draw, TracedStream } from '../../web/check/traced.js';
import { checkClientSeed, checkHash, checkServerSeed, hashOf, parseNonce, predictable } from '../../web/squaredeal/seedrng/index.js';
import { readFragment, setVerdict, share } from './common.js';
import * as show from './steps.js';
import * as explanations from 'steps'; // of each game: what its numbers mean, and how they give the outcome

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

/** Reads the address. Its game is v1, whose bet tells the rest, or cryptogames. */
function readAddress() {
  if (location.hash.length > 65536) fail('malformed', 'the link is too long');
  const round = readFragment();
  const unknown = Object.keys(round).find((name) => !['game', ...fields].includes(name));
  if (unknown !== undefined) fail('malformed', `the link has an unknown “${unknown}”`);
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
    const text = round[name] ?? '';
    byId(name).value = text;
    if (byId(name).value !== text) fail('malformed', `the link’s “${name}” has a character that this page can’t show`);
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
    const { game: { name } } = parseBet(splitTexts(text)[0]);
    const { example } = games.find((one) => one.name === game);
    if (name !== game) fail('malformed', `a bet on this game is such as “${example}”`);
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

/** Computes a round of squaredeal/seedrng v1. Returns the sections that show it, and what was reported: {name, fair, told}. */
function computeV1(game, round) {
  const stream = new TracedStream(round.server, round.client, round.nonce);
  const { sections, reported } = game === 'draws' ? computeDraws(round, stream) : computeBet(game, round, stream);
  return { sections: [show.blocksStep(stream, round.server), ...sections], reported };
}

function computeDraws({ draws }, stream) {
  const instructions = draws.split(';').map((text) => text.trim()).filter((text) => text !== '');
  if (instructions.length > maxDraws) fail('malformed', `this page makes up to ${maxDraws} draws`);
  const results = instructions.map((instruction) => {
    const result = draw(stream, instruction);
    if (stream.words.length > maxWords) fail('malformed', 'this page draws up to 20,000 numbers');
    return [el('dt', {}, instruction), el('dd', {}, el('code', {}, result))];
  });
  const numbers = stream.words.length > 0 ? [show.numbersStep(stream.words)] : [];
  return { sections: [...numbers, show.section('The results', el('dl', {}, results))], reported: [] };
}

function computeBet(game, { sent: texts, received }, stream) {
  const sent = splitTexts(texts);
  const outcomes = replay(sent, stream);
  const { meaning, explain } = explanations[game];
  const values = stream.words.filter((w) => w.fate === 'taken').map((w) => Number(w.value));
  const played = readRound(sent.map((text, i) => ({ sent: text, received: outcomes[i] })));
  const reported = (received ? splitTexts(received) : []).map((told, i) => ({
    name: i === 0 ? 'outcome' : `outcome of step ${i}`,
    fair: outcomes[i] ?? 'nothing: no such step is given',
    told,
  }));
  return { sections: [show.numbersStep(stream.words, meaning), show.section(...explain(played, values))], reported };
}

function computeCryptoGames(round) {
  const digest = digestSeeds(round.server, round.client);
  const { steps, cards } = dealDigest(digest);
  return {
    sections: [show.digestStep(round.server, round.client, digest), show.digestNumbersStep(steps), show.digestCardsStep(cards)],
    reported: [],
  };
}

/** Returns the verdict on a round: its kind, its title, and what it says. computed is the server seed's hash. */
function verdictOf({ game, round: { server, hash } }, computed, reported) {
  if (hash !== '' && hash !== computed) {
    const space = server !== server.trim() ? ['The server seed begins or ends with white space, which counts.'] : [];
    return ['bad', 'The server seed doesn’t have this hash',
      'It isn’t the seed that the casino was bound to, or a character of one of them was altered.', ...space];
  }
  const wrong = reported.find(({ fair, told }) => fair !== told);
  if (wrong) {
    return ['bad', 'The casino reported another outcome',
      `The seeds give “${wrong.fair}”; the casino reported “${wrong.told}”. Either it cheated, or one of the inputs was altered.`];
  }
  if (game !== 'cryptogames' && predictable(server)) {
    return ['bad', 'This outcome was public', 'The server seed has more than 64 bytes. HMAC then uses its hash in its place, ' +
      'so everybody could compute the outcome from the hash before the bet.'];
  }
  if (hash === '') {
    return ['warn', 'Computed, but nothing binds the casino',
      'Without the hash that was shown before the bet, the casino may have chosen the server seed afterwards.'];
  }
  if (reported.length > 0) {
    return ['ok', 'This round is right',
      'The server seed has the hash shown before the bet, and the seeds give the outcome that the casino reported.'];
  }
  return ['ok', 'The server seed has this hash', 'Compare the outcome below with the one you got.'];
}

/** Computes what the form says and shows it. */
function update() {
  const form = readForm();
  const { game, round } = form;
  const empty = Object.values(round).every((text) => text === '');
  history.replaceState(null, '', empty ? '#' : fragmentOf({ ...round, game: game === 'cryptogames' ? game : 'v1' }));
  byId('steps').replaceChildren();
  if (!checkFields(form)) {
    const verdict = empty ? ['', 'Nothing to check yet', 'Fill in the seeds, or look at an example.']
      : ['warn', 'Not computed yet', 'An input is missing, or isn’t what it should be.'];
    setVerdict(byId('verdict'), ...verdict);
    return;
  }
  try {
    const computed = hashOf(round.server);
    const { sections, reported } = game === 'cryptogames' ? computeCryptoGames(round) : computeV1(game, round);
    byId('steps').append(show.commitmentStep(round.server, computed, round.hash), ...sections);
    if (reported.length > 0) byId('steps').append(show.reportStep(reported));
    setVerdict(byId('verdict'), ...verdictOf(form, computed, reported));
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    if (game === 'draws') mark('draws', err.message);
    setVerdict(byId('verdict'), 'warn', 'Not computed', err.message);
  }
}

/** Shows the check that the address asks for. */
function fromAddress() {
  try {
    fillIn(readAddress());
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    for (const name of fields) byId(name).value = '';
    showFields();
    byId('steps').replaceChildren();
    setVerdict(byId('verdict'), 'bad', 'This link is damaged', err.message);
    return;
  }
  update();
}

export function startRound() {
  byId('game').prepend(...games.map(({ name, title }) => el('option', { value: name }, `Casino: ${title.toLowerCase()}`)));
  byId('game').value = games[0].name;
  byId('form').addEventListener('submit', (event) => event.preventDefault());
  const changed = () => {
    showFields();
    update();
  };
  byId('form').addEventListener('input', changed);
  byId('form').addEventListener('reset', () => setTimeout(changed)); // once it is empty
  byId('example').addEventListener('click', () => {
    const game = byId('game').value;
    fillIn({ ...examples[game], game: game === 'cryptogames' ? game : 'v1' });
    update();
  });
  byId('share').addEventListener('click', share);
  addEventListener('hashchange', fromAddress);
  fromAddress();
}
