// What the player can know: the seeds, the checks and the rounds.

import { byId, capital, count, el } from '../check/dom.js';
import { avoided, cardNames, coins, formatRoll, judgeDeclined, parseBet, parseOutcome, sayDeclined } from '../check/games.js';
import { fragmentOf, roundOf } from '../check/link.js';

const shown = 100; // rounds of a list
const shownPairs = 20;

export class Fairness {
  #casino;
  #drawn = ''; // what the lists of rounds show
  #pairs = -1; // how many were checked when the page was drawn last
  #current; // the list of the current seeds' rounds
  #checked = new Map(); // those of checked pairs, by hash

  constructor(casino) {
    this.#casino = casino;
    byId('rotate').addEventListener('click', () => casino.rotate());
    byId('refill').addEventListener('click', () => casino.refill());
  }

  render() {
    const { records, busy, ready, open, alarm, view } = this.#casino;
    const { active, rounds } = records?.player ?? { active: null, rounds: [] };
    const pairs = records?.pairs ?? [];
    byId('seed-hash').textContent = active?.hash ?? '–';
    byId('seed-client').textContent = active?.client ?? '–';
    byId('seed-rounds').textContent = String(rounds.length);
    const rotate = byId('rotate');
    const can = ready && !open;
    rotate.textContent = rounds.length === 0 ? 'New seeds' : `Reveal and check ${count(rounds.length, 'round')}`;
    rotate.classList.toggle('primary', rounds.length > 0);
    rotate.disabled = !can && !busy;
    rotate.setAttribute('aria-disabled', !can);
    rotate.title = open ? 'Finish your hand first: its next cards aren’t dealt yet.' : '';
    if (records && pairs.length !== this.#pairs) {
      if (this.#pairs >= 0 && pairs.length > this.#pairs && pairs[0].server) this.#tell(pairs[0]);
      this.#pairs = pairs.length;
    }
    if (alarm) byId('check-verdict').hidden = true;
    byId('refill').hidden = !(view && view.balance < 100 && !open);
    const key = JSON.stringify([active?.hash, rounds.length, rounds.at(-1), pairs.length, records?.id]);
    if (key !== this.#drawn) {
      this.#drawn = key;
      byId('round-list').replaceChildren(...this.#lists(active, rounds, pairs));
    }
  }

  #tell({ rounds, server }) {
    const box = byId('check-verdict');
    box.className = 'verdict ok';
    box.replaceChildren(...(rounds.length === 0
      ? [el('strong', {}, 'New seeds'), el('p', {}, 'No round was played with the old ones. Their secret had the hash that was shown.')]
      : [el('strong', {}, `${rounds.length} of ${rounds.length} rounds checked in this browser`), declinedOf(rounds),
        el('p', {}, 'The casino’s secret was ', el('code', {}, server), '. It has the hash that was shown before your first bet, and every outcome follows from it. New seeds are in use.')]));
    box.hidden = false;
  }

  #lists(active, rounds, pairs) {
    const lists = [];
    if (active && rounds.length > 0) {
      this.#current = list('With the current seeds', 'Checked when the secret is revealed.', rounds, this.#current?.open ?? true);
      lists.push(this.#current);
    }
    for (const [i, pair] of pairs.filter((p) => p.rounds.length > 0).slice(0, shownPairs).entries()) {
      if (!this.#checked.has(pair.hash)) this.#checked.set(pair.hash, pairList(pair, i === 0));
      lists.push(this.#checked.get(pair.hash));
    }
    if (lists.length === 0) lists.push(el('p.soft', {}, 'None yet.'));
    return lists;
  }
}

/** Says what the bets would have given that were declined, if any were. */
function declinedOf(rounds) {
  const bets = rounds.filter(([{ declined }]) => declined).map(([{ sent, avoided: outcome }]) => avoided(sent, outcome));
  return bets.length > 0 && el('p', {}, sayDeclined(judgeDeclined(bets)));
}

function pairList(pair, open) {
  const title = `${count(pair.rounds.length, 'round')} ${pair.server ? 'checked' : 'not checked'}`;
  const time = new Date(pair.time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return list(title, (pair.reason ? `${capital(pair.reason)}. ` : '') + time, pair.rounds, open, pair);
}

/** Returns a list of rounds, whose rows are made when it is opened. */
function list(title, note, rounds, open, pair) {
  const details = el('details.pair', { open, ontoggle: fill }, el('summary', {}, el('b', {}, title), ' ', el('span.soft.small', {}, note)));
  function fill() {
    if (!details.open || details.children.length > 1) return;
    const rows = rounds.map((steps, nonce) => ({ steps, nonce })).slice(-shown).reverse();
    details.append(
      el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': title }, el('table', {},
        el('thead', {}, el('tr', {}, ['Round', 'Bet', 'Outcome', 'Paid', pair?.server && 'Check'].filter(Boolean).map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, rows.map(({ steps, nonce }) => roundRow(steps, nonce, pair))))));
    if (rounds.length > shown) details.append(el('p.small.soft', {}, `The latest ${shown} of ${rounds.length}.`));
  }
  fill();
  return details;
}

function roundRow(steps, nonce, pair) {
  const bet = parseBet(steps[0].sent);
  const { received, declined, avoided: instead } = steps.at(-1);
  let [outcome, paid] = [received || '…', declined ? 'declined' : ''];
  try {
    const told = parseOutcome(bet, declined ? instead : received);
    outcome = bet.game === 'dice' ? formatRoll(told.roll) : cardNames(told.cards);
    if (declined) outcome = `would be ${outcome}`;
    else paid = told.pays === undefined ? '' : coins(told.pays);
  } catch {
    // It isn't answered, or the casino has answered something else than an outcome.
  }
  const name = bet.game === 'dice' ? `${bet.side} ${formatRoll(bet.side === 'under' ? bet.wins : 10000 - bet.wins)}` : bet.table;
  return el('tr', {}, el('td', {}, String(nonce)), el('td', {}, `${name}, ${coins(bet.stake)}`), el('td.n', {}, outcome), el('td', {}, paid),
    pair?.server && el('td', {}, el('a', { href: `verify.html${fragmentOf(roundOf(pair, nonce, steps))}`, 'aria-label': `Check round ${nonce}` }, 'check')));
}
