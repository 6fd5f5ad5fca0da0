// The lists of rounds, from the records of this browser: all of them, the latest first.

import { byId, capital, count, el, scrollBox, tableOf } from '../check/dom.js';
import { coins, parseBet, readRound } from '../games/index.js';
import { fragmentOf, roundOf } from '../check/link.js';
import { saveRecords } from './file.js';

const page = 100; // rounds of a list that are added at a time
const pairPage = 20;

export class Rounds {
  #casino;
  #drawn = ''; // what the lists show
  #current; // the list of the current seeds' rounds
  #over = new Map(); // those of pairs that are over, by hash
  #shown = pairPage; // how many of these

  constructor(casino) {
    this.#casino = casino;
    byId('save').addEventListener('click', () => saveRecords(casino.view));
  }

  render() {
    const { active, rounds } = this.#casino.player;
    const pairs = this.#casino.pairs.filter((pair) => pair.rounds.length > 0);
    const key = JSON.stringify([active?.hash, rounds.length, rounds.at(-1), pairs.length, this.#shown]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    byId('round-list').replaceChildren(...this.#lists(active, rounds, pairs));
  }

  #lists(active, rounds, pairs) {
    const lists = [];
    if (active && rounds.length > 0) {
      this.#current = list('With the current seeds', 'Checked when the secret is revealed.', rounds, this.#current?.open ?? true);
      lists.push(this.#current);
    }
    for (const [i, pair] of pairs.slice(0, this.#shown).entries()) {
      if (!this.#over.has(pair.hash)) this.#over.set(pair.hash, pairList(pair, i === 0));
      lists.push(this.#over.get(pair.hash));
    }
    if (pairs.length > this.#shown) {
      const left = `${pairs.length - this.#shown} of ${pairs.length} are left`;
      lists.push(el('button', { type: 'button', onclick: () => this.#showOlder() }, `Show older ones (${left})`));
    }
    if (lists.length === 0) lists.push(el('p.soft', {}, 'None yet.'));
    return lists;
  }

  #showOlder() {
    this.#shown += pairPage;
    this.render();
  }
}

function pairList(pair, open) {
  const title = `${count(pair.rounds.length, 'round')} ${pair.server ? 'checked' : 'not checked'}`;
  const time = new Date(pair.time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
  return list(title, (pair.reason ? `${capital(pair.reason)}. ` : '') + time, pair.rounds, open, pair);
}

/** Returns a list of rounds, whose rows are made when it is opened, some at a time. */
function list(title, note, rounds, open, pair) {
  const details = el('details.pair', { open, ontoggle: fill }, el('summary', {}, el('b', {}, title), ' ', el('span.soft.small', {}, note)));
  const body = el('tbody');
  const more = el('button', { type: 'button', onclick: add });
  function add() {
    const next = rounds.length - body.children.length; // rounds that aren't there yet
    const first = Math.max(0, next - page);
    const rows = rounds.slice(first, next).map((steps, i) => roundRow(steps, first + i, pair));
    body.append(...rows.reverse());
    const left = rounds.length - body.children.length;
    more.hidden = left === 0;
    more.textContent = `Show earlier ones (${left} of ${rounds.length} are left)`;
  }
  function fill() {
    if (!details.open || details.children.length > 1) return;
    const columns = ['Round', 'Bet', 'Outcome', 'Paid', pair?.server && 'Check'].filter(Boolean);
    details.append(scrollBox(title, tableOf(columns, body)), more);
    add();
  }
  fill();
  return details;
}

function checkLink(pair, nonce, steps) {
  const href = `verify.html${fragmentOf(roundOf(pair, nonce, steps))}`;
  return el('a', { href, 'aria-label': `Check round ${nonce}` }, 'check');
}

function roundRow(steps, nonce, pair) {
  const bet = parseBet(steps[0].sent);
  const { received, declined, avoided: instead } = steps.at(-1);
  let [outcome, paid] = [received || '…', declined ? 'declined' : ''];
  try {
    const round = readRound(declined ? [{ ...steps[0], received: instead }] : steps);
    outcome = bet.game.tell(round);
    if (declined) outcome = `would be ${outcome}`;
    else paid = round.pays === undefined ? '' : coins(round.pays);
  } catch {
    // It isn't answered, or the casino has answered something else than an outcome.
  }
  return el('tr', {},
    el('td', {}, String(nonce)),
    el('td', {}, `${bet.game.title}: ${bet.game.label(bet)}, ${coins(bet.stake)}`),
    el('td.n', {}, outcome),
    el('td', {}, paid),
    pair?.server && el('td', {}, checkLink(pair, nonce, steps)));
}
