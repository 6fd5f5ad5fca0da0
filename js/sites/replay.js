// Bets of sites, replayed and compared with what was shown: seedrng/sites/SPEC.md, section 2.5.

import { toHex, utf8 } from '../internal/bytes.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { checkFields, digest } from './bet.js';
import { judgeClaim } from './compare.js';
import { Run } from './run.js';

/** Computes a bet by one game, without other eras of it. */
function replayBet(game, bet) {
  const texts = checkFields(game, bet);
  const run = new Run(game, texts);
  let commitment = 'absent';
  if (game.commitment && texts.commitment) {
    const { bytes, told } = digest(game.commitment, texts, 0n);
    commitment = toHex(bytes) === texts.commitment ? 'agrees' : 'differs';
    run.note('commitment', told, toHex(bytes));
  }
  for (const { name, digest: how, from, times } of game.derive ?? []) {
    if (from) texts[name] = texts[from];
    for (let i = from ? BigInt(texts[times]) : 1n; i > 0n; i--) texts[name] = toHex(digest(how, texts, 0n).bytes);
    run.note('derived', name, texts[name]);
  }
  run.evaluate();
  const judged = texts.result === undefined ? { claim: 'absent' } : judgeClaim(run, texts.result);
  return { game, result: run.result, steps: run.steps, commitment, off: 0, doubt: '', misplaced: false, ...judged };
}

const ranking = ['differs', 'agrees counted otherwise', 'agrees as shown', 'agrees'];

/** Computes a bet by a game of a site or, if its result doesn't follow, by the other era of the game by which it follows best. */
function replayEras(site, game, bet) {
  const family = (g) => g.era ?? g.name;
  let best, refused;
  for (const era of [game, ...site.games.filter((g) => g !== game && family(g) === family(game))]) {
    try {
      const report = replayBet(era, bet);
      if (report.claim === 'absent' || report.claim === 'agrees') return report;
      if (report.claim === 'agrees as shown' && best?.claim === 'differs') best.doubt = `with so few digits it fits ${era.name}`;
      else if (!best || ranking.indexOf(report.claim) > ranking.indexOf(best.claim)) best = report;
    } catch (err) {
      if (!(err instanceof Fault) || (era === game && err.details.field !== 'result')) throw err;
      refused ??= err;
    }
  }
  if (best === undefined) throw refused;
  return best;
}

/** Exchanges the seeds, unless the client's is shorter, as it mostly is. */
function exchangeSeeds(game, bet) {
  const { server = '', client = '' } = bet;
  const hasBoth = ['server', 'client'].every((seed) => game.fields.some(({ name }) => name === seed));
  return hasBoth && utf8(client).length >= utf8(server).length ? { ...bet, server: client, client: server } : bet;
}

/** Changes a bet's fields that are texts. */
function changeTexts(game, bet, change) {
  const texts = game.fields.filter(({ name, kind }) => kind === 'text' && bet[name]);
  return { ...bet, ...Object.fromEntries(texts.map(({ name }) => [name, change(bet[name])])) };
}

const trim = (text) => text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
const lower = (text) => (/^[0-9a-fA-F]{32,}$/.test(text) ? text.toLowerCase() : text);

/** How the fields of a bet may be misplaced, and what puts them right. */
const misplacings = [
  ['with the server seed and the client seed exchanged it does', exchangeSeeds],
  ['without the white space around the seeds it does', (game, bet) => changeTexts(game, bet, trim)],
  ['with the seeds’ hex digits in lower case it does', (game, bet) => changeTexts(game, bet, lower)],
];

/** Reports whether a bet's commitment or, without one, its result follows. */
function follows(site, game, bet) {
  const isCommitted = game.commitment && bet.commitment;
  try {
    const { commitment, claim } = replayEras(site, game, isCommitted ? { ...bet, result: '' } : bet);
    return commitment === 'agrees' || (commitment === 'absent' && claim === 'agrees');
  } catch (err) {
    if (err instanceof Fault) return false;
    throw err;
  }
}

/** Says how the fields of a bet that doesn't agree could be meant, if it follows that way. */
function doubtOfFields(site, game, bet) {
  const differs = (other) => game.fields.some(({ name }) => (other[name] ?? '') !== (bet[name] ?? ''));
  for (const [doubt, change] of misplacings) {
    const other = change(game, bet);
    if (differs(other) && follows(site, game, other)) return doubt;
  }
  return '';
}

/** Returns what of a bet contradicts its site: the commitment, the result, or ''. */
function contradictionOf({ game, commitment, claim, doubt, misplaced }) {
  const isFixed = ({ parameter, by }) => parameter === 'commitment' && (by === 'round' || by === 'site');
  if (commitment === 'differs' && game.evidence.some(isFixed) && !misplaced) return 'commitment';
  return claim === 'differs' && game.evidenced && !doubt ? 'result' : '';
}

/**
 * Computes a bet by a game of a site, which find returns. If the result that the bet claims doesn't follow, the other eras of the
 * game are tried, and then fields that stand in each other's place.
 */
export function replay({ site, game }, bet) {
  if (bet === null || typeof bet !== 'object') malformed('the bet isn’t an object');
  const given = Object.assign(Object.create(null), bet); // each field is read once
  const report = replayEras(site, game, given);
  const { commitment, claim, doubt } = report;
  if (commitment !== 'agrees' && ((claim === 'differs' && !doubt) || commitment === 'differs')) {
    const other = doubtOfFields(site, game, given);
    if (other) Object.assign(report, { doubt: other, misplaced: true });
  }
  return { ...report, contradicts: contradictionOf(report) };
}

/** Returns {site, game} of a table of sites, by their names in any case, or a site's title. */
export function find(schemes, site, game) {
  const [siteName, gameName] = [site, game].map((name) => (typeof name === 'string' ? name.toLowerCase() : malformed('a name is no text')));
  const found = schemes.find((s) => s.name === siteName) ?? schemes.find((s) => s.title.toLowerCase() === siteName);
  if (!found) fail('unknown', `no such site; there are ${schemes.map(({ name }) => name).join(', ')}`);
  const played = found.games.find((g) => g.name === gameName);
  if (!played) fail('unknown', `${found.name} has no such game; it has ${found.games.map(({ name }) => name).join(', ')}`);
  return { site: found, game: played };
}

/** Returns the chain of a game whose end is known, or undefined. */
export const chainOf = (game) => game.chains?.find(({ end }) => end !== '');
