// The casino's page: its parts, its tabs and its keys.

import { byId, el } from '../check/dom.js';
import { Board as Crash } from '../crash/board.js';
import { games } from '../games/index.js';
import { Account } from './account.js';
import { Autoplay } from './autoplay.js';
import { Casino } from './casino.js';
import { Fairness } from './fairness.js';
import { Limits } from './limits.js';
import { keepPage } from './offline.js';
import { Rounds } from './rounds.js';
import { Statistics } from './statistics.js';

const casino = new Casino();
const boards = await Promise.all(games.map(async ({ name }) => new (await import(`../games/${name}/board.js`)).Board(casino)));
const crash = new Crash(casino);
boards.push(crash);
const shown = () => boards.find(({ section }) => !section.hidden);
const autoplay = new Autoplay(casino, shown);
globalThis.pageFailed = (err) => casino.fail(err);
casino.parts = [...boards, autoplay, ...[Fairness, Statistics, Rounds, Limits, Account].map((Part) => new Part(casino))];

/** Shows the board of a game. */
function show(game) {
  for (const { rules, section } of boards) {
    section.hidden = rules !== game;
    byId(`tab-${rules.name}`).setAttribute('aria-pressed', rules === game);
  }
  byId('auto').hidden = shown() === crash;
  casino.render();
}

/** Shows the board that the player wants. What was said of a bet on another one isn't said there. */
function choose(game) {
  if (casino.automatic) return;
  casino.declined = '';
  show(game);
}

byId('tabs').append(...boards.map(({ rules: game }) =>
  el('button', { type: 'button', id: `tab-${game.name}`, onclick: () => choose(game) }, game.title)));
byId('boards').append(...boards.map(({ section }) => section));
show(games[0]);

/** Reads or writes what is stored of the player's wishes. A browser without storage keeps none. */
function stored(f) {
  try {
    return f(localStorage);
  } catch {
    return undefined;
  }
}

// Keys of one character get in the way of speech input, so they can be switched off.
const switches = boards.map(({ keys }) => keys);
const keysOff = 'squaredeal-casino-keys-off';
for (const one of switches) {
  one.checked = stored((storage) => storage.getItem(keysOff)) !== '1';
  one.addEventListener('change', () => {
    for (const each of switches) each.checked = one.checked;
    stored((storage) => storage.setItem(keysOff, one.checked ? '0' : '1'));
  });
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') autoplay.stop();
  if (!switches[0].checked || casino.automatic) return;
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!event.target.closest('input:not([type]), select')) shown().key(event.key.toLowerCase());
});

if (globalThis.isSecureContext) {
  casino.act(() => casino.start()).then(() => {
    if (casino.open) show(casino.open.bet.game);
    else if (casino.records?.crash.bet) show(crash.rules);
  });
  keepPage().catch(() => {}); // in a browser that keeps no pages, it opens only while the casino is there
} else {
  byId('alarm').replaceChildren(
    el('strong', {}, 'This address isn’t secure'),
    el('p', {}, 'Without cryptography, which browsers offer to pages over HTTPS or from this machine only, ' +
      'nothing could be checked. So nothing is played.'));
  byId('alarm').hidden = false;
}
