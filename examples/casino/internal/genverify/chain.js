// The walk along a crash game's hash chain.

import { Fault } from '../../web/squaredeal/internal/fault.js';
import { chainOf } from '../../web/squaredeal/sites/index.js';
import { walkChain } from '../../web/check/chain.js';
import { byId, count } from '../../web/check/dom.js';
import { setVerdict } from './common.js';

let chain; // of the game that is shown
let bet = {};
let current; // the walk that is under way

/** Shows the chain of a game, if it has one. A walk for another bet ends without a verdict. */
export function showChain(game, texts) {
  chain = chainOf(game);
  bet = texts;
  finish();
  byId('chain').hidden = chain === undefined;
  byId('walk-verdict').hidden = true;
  byId('walk-steps').textContent = '';
  if (chain === undefined) return;
  byId('chain-name').textContent = `This is the chain of ${chain.name}, which ends at:`;
  byId('chain-end').textContent = chain.end;
}

function finish() {
  current = undefined;
  byId('walk').textContent = 'Walk to the published end';
  byId('walk-bar').hidden = true;
}

async function walk() {
  const mine = { stop: false };
  current = mine;
  byId('walk').textContent = 'Stop';
  byId('walk-steps').textContent = '';
  byId('walk-bar').hidden = false;
  byId('walk-bar').value = 0;
  setVerdict(byId('walk-verdict'), '', 'Walking …');
  try {
    const walked = await walkChain(chain, bet.hash, {
      stopped: () => mine.stop || mine !== current,
      progress(steps, length) {
        if (mine !== current) return;
        byId('walk-bar').value = steps / length;
        byId('walk-steps').textContent = `${count(steps, 'step')} of at most ${length.toLocaleString('en')}`;
      },
    });
    if (mine !== current) return;
    judge(walked);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    if (mine !== current) return;
    const said = err.kind === 'malformed' ? ['warn', 'No walk yet'] : ['bad', 'This browser can’t be relied on'];
    setVerdict(byId('walk-verdict'), ...said, err.message);
  }
  finish();
}

function judge({ steps, length, ended, over }) {
  const box = byId('walk-verdict');
  if (!over) {
    setVerdict(box, 'warn', `Stopped after ${count(steps, 'step')}`, 'The published end wasn’t reached so far, which shows nothing.');
    return;
  }
  if (!ended) {
    const meaning = chain.length ? 'The chain has no more, so the hash isn’t of one of its games.'
      : 'This page goes no further: don’t take the hash for one of the chain’s.';
    setVerdict(box, 'bad', 'The published end wasn’t reached', `${count(length, 'step')} from this hash don’t lead there. ${meaning}`);
    return;
  }
  if (steps === 0) {
    setVerdict(box, 'ok', 'This hash is the published end', 'It takes no step to get there.');
    return;
  }
  const number = (chain.first ?? 0) + steps;
  const game = `game ${number.toLocaleString('en')}${chain.first ? '' : ', counted from the end'}`;
  const text = [`It takes ${count(steps, 'step')} from this hash, so the hash is that of ${game}.`];
  const back = Number(bet.back);
  if (back > 0 && back < steps) {
    text.push(`The bet above is ${count(back, 'game')} before it: game ${(number - back).toLocaleString('en')}.`);
  }
  const faults = [];
  if (back >= steps) faults.push(`The bet above is ${count(back, 'game')} before it, where the chain has no games.`);
  if (chain.salt && bet.salt && bet.salt !== chain.salt) faults.push('The salt above isn’t the chain’s.');
  setVerdict(box, faults.length > 0 ? 'warn' : 'ok', 'The published end is reached', ...text, ...faults);
}

byId('walk').addEventListener('click', () => {
  if (current) current.stop = true;
  else walk();
});
