// The stage of crash: the curve, and over it the multiplier or the time until the start.

import { say } from '../app/board.js';
import { el } from '../check/dom.js';
import { times } from '../games/index.js';
import { Curve } from './curve.js';
import { at, endOf } from './rules.js';

const marked = 60; // bets

/** Returns the text over the curve, and the hint below it. */
function wordsOf({ phase, round, elapsed }, multiplier) {
  if (phase === 'none' || phase === 'pending') return ['–', ''];
  if (phase === 'betting') return [`${(-elapsed / 1000).toFixed(1)} s`, 'until the start'];
  if (phase === 'over' && round.void) return ['–', 'This round was given up'];
  return [times(multiplier), phase === 'over' ? 'Crashed' : ''];
}

export class Stage {
  #curve = new Curve();
  #big = el('p.big-multiplier', { id: 'crash-multiplier', 'aria-hidden': 'true' });
  #hint = el('p.hint', { 'aria-hidden': 'true' });
  #bar = el('div.bar', { 'aria-hidden': 'true' }, el('span'));
  element = el('div.stage', {}, this.#curve.element, el('div.over-curve', {}, this.#big, this.#hint, this.#bar));

  /**
   * Draws {phase, round, elapsed}; elapsed is below 0 before the start. marks returns where bets were cashed out, of
   * those that are out at a multiplier: {elapsed, own}.
   */
  draw(now, marks) {
    const { phase, round, elapsed = 0 } = now;
    const over = phase === 'over' && !round.void;
    const shown = over ? Math.max(endOf(round.point) - 1, 0) : Math.max(elapsed, 0);
    const multiplier = over ? round.point : at(shown);
    const [text, hint] = wordsOf(now, multiplier);
    say(this.#big, text);
    say(this.#hint, hint);
    this.element.classList.toggle('crashed', over);
    this.#bar.hidden = phase !== 'betting';
    this.#bar.firstChild.style.width = `${Math.min(100, Math.max(0, -elapsed / 60))}%`;
    this.#curve.draw(shown, marks(multiplier).slice(-marked), over);
  }
}
