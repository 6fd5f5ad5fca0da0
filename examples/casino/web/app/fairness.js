// What the player can know: the seeds, the checks and the rounds.

import { byId, count, el } from '../check/dom.js';
import { cardNames, coins, formatRoll, parseBet, parseOutcome } from '../check/games.js';
import { fragmentOf, roundOf } from '../check/link.js';

const shown = 100; // rounds of a list

export class Fairness {
  #casino;
  #drawn = ''; // what the lists of rounds show
  #pairs = -1; // how many were checked when the page was drawn last

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
      const box = byId('round-list');
      const closed = [...box.querySelectorAll('details')].map((d) => [d.dataset.key, d.open]);
      box.replaceChildren(...this.#lists(active, rounds, pairs));
      for (const [name, wasOpen] of closed) {
        const same = [...box.querySelectorAll('details')].find((d) => d.dataset.key === name);
        if (same) same.open = wasOpen;
      }
    }
  }

  #tell({ rounds, server }) {
    const box = byId('check-verdict');
    box.className = 'verdict ok';
    box.replaceChildren(...(rounds.length === 0
      ? [el('strong', {}, 'New seeds'), el('p', {}, 'The old ones had no rounds. The secret had the hash that was shown.')]
      : [el('strong', {}, `${rounds.length} of ${rounds.length} rounds checked in this browser`),
        el('p', {}, 'The casino’s secret was ', el('code', {}, server), '. It has the hash that was shown before your first bet, and every outcome follows from it. New seeds are in use.')]));
    box.hidden = false;
  }

  #lists(active, rounds, pairs) {
    const lists = [];
    if (active && rounds.length > 0) lists.push(this.#list('With the present seeds', 'Checked when the secret is revealed.', rounds));
    for (const pair of pairs.filter((p) => p.rounds.length > 0).slice(0, 20)) {
      const title = pair.server ? `${count(pair.rounds.length, 'round')} checked` : `${count(pair.rounds.length, 'round')} not checked`;
      lists.push(this.#list(title, (pair.reason ? `${pair.reason}, ` : '') + new Date(pair.time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' }), pair.rounds, pair));
    }
    if (lists.length === 0) lists.push(el('p.soft', {}, 'None yet.'));
    return lists;
  }

  #list(title, note, rounds, pair) {
    const rows = rounds.map((steps, nonce) => ({ steps, nonce })).slice(-shown).reverse();
    return el('details.pair', { 'data-key': pair?.hash ?? 'present', open: !pair || pair === this.#casino.records.pairs.find((p) => p.rounds.length > 0) },
      el('summary', {}, el('b', {}, title), ' ', el('span.soft.small', {}, note)),
      el('div.scroll', { tabindex: 0, role: 'region', 'aria-label': title }, el('table', {},
        el('thead', {}, el('tr', {}, ['Round', 'Bet', 'Outcome', 'Paid', pair?.server && 'Check'].filter(Boolean).map((name) => el('th', { scope: 'col' }, name)))),
        el('tbody', {}, rows.map(({ steps, nonce }) => roundRow(steps, nonce, pair))))),
      rounds.length > shown && el('p.small.soft', {}, `The latest ${shown} of ${rounds.length}.`));
  }
}

function roundRow(steps, nonce, pair) {
  const bet = parseBet(steps[0].sent);
  const { received } = steps.at(-1);
  let [outcome, paid] = [received || '…', ''];
  try {
    const told = parseOutcome(bet, received);
    outcome = bet.game === 'dice' ? formatRoll(told.roll) : cardNames(told.cards);
    paid = told.pays === undefined ? '' : coins(told.pays);
  } catch {
    // It isn't answered, or the casino has answered something else than an outcome.
  }
  const name = bet.game === 'dice' ? `${bet.side} ${formatRoll(bet.side === 'under' ? bet.wins : 10000 - bet.wins)}` : bet.table;
  return el('tr', {}, el('td', {}, String(nonce)), el('td', {}, `${name}, ${coins(bet.stake)}`), el('td.n', {}, outcome), el('td', {}, paid),
    pair?.server && el('td', {}, el('a', { href: `verify.html${fragmentOf(roundOf(pair, nonce, steps))}`, 'aria-label': `Check round ${nonce}` }, 'check')));
}
