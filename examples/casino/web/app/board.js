// What the boards of all games have: a felt with the title, the picture, the result and the controls, and a panel that
// says what is paid.

import { el } from '../check/dom.js';
import { bet, step } from './play.js';
import { Stake } from './stake.js';

export class Board {
  refused = ''; // why no bet can be made with this stake
  last = undefined; // the round that was played last, as readRound returns it
  #result;
  #spoken;

  /** Makes a board without its parts, which build adds. keys says what the keys do: [key, what, …]. */
  constructor(casino, rules, keys) {
    this.casino = casino;
    this.rules = rules;
    const { name, title } = rules;
    this.stake = new Stake(`${name}-stake`, casino, () => this.changed());
    this.#result = el('p.result', { id: `${name}-result`, 'aria-hidden': 'true' });
    this.#spoken = el('p.sr', { id: `spoken-${name}`, 'aria-live': 'polite' });
    this.keys = el('input', { type: 'checkbox', checked: true });
    this.otherTerms = el('p.fault', {}, 'The casino announces other terms than this page checks by!');
    this.section = el('section.table', { id: name, 'aria-labelledby': `${name}-title`, hidden: true });
    this.title = el('h1.sr', { id: `${name}-title` }, title);
    this.keyLine = el('p.keys.small', {}, el('label', {}, this.keys, ' Keys:'),
      keys.map((key, i) => (i % 2 === 0 ? [' ', el('kbd', {}, key)] : ` ${key}`)));
  }

  /** Puts the parts together: the picture, the controls, what is below these, and what the panel has. */
  build({ picture, controls, below = [], panel }) {
    this.section.append(
      el('div.felt', {}, this.title, picture, this.#result, this.#spoken, el('div.controls', {}, controls), below, this.keyLine),
      el('div.panel.pays', {}, panel, this.otherTerms));
  }

  /** Something about the bet was changed. */
  changed() {
    this.last = undefined;
    this.render();
  }

  /** The open round, if it is one of this game. */
  get open() {
    const { open } = this.casino;
    return open?.bet.game === this.rules ? open : undefined;
  }

  /** Makes a bet, or takes a step of the open round. Returns whether that went well. */
  play(text) {
    const { casino, open, rules, stake } = this;
    return casino.act(async () => {
      this.last = undefined;
      const round = await (open ? step(casino, text) : bet(casino, `${rules.name} ${text} for ${stake.cents}`));
      if (round?.pays === undefined) return;
      const still = casino.automatic || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
      if (!still) await this.reveal(round);
      this.last = round;
    });
  }

  /** Shows how a round has come out, before it is said: a game may take a moment for it. */
  async reveal() {}

  /** Whether a bet can be made. */
  get canBet() {
    const { ready, open } = this.casino;
    return ready && !open && this.refused === '';
  }

  /**
   * Renders what all boards have. multiplier is the greatest of the bet; text says what came, or what to do; spoken
   * says the same to those who can't see it.
   */
  renderCommon(multiplier, text, spoken) {
    const { casino, rules } = this;
    this.refused = this.stake.render(multiplier / 100, casino.automatic || casino.open !== undefined);
    this.otherTerms.hidden = !casino.menu?.differs(rules);
    this.#result.classList.toggle('won', this.last !== undefined && this.last.pays > this.last.bet.stake);
    if (casino.busy && this.last === undefined && this.open === undefined) return;
    const other = casino.open && this.open === undefined ? `Finish your round of ${casino.open.bet.game.title.toLowerCase()} first.` : '';
    const result = this.last || this.open ? text : casino.declined || other || this.refused || text;
    say(this.#result, result);
    say(this.#spoken, this.last || this.open ? spoken ?? result : result);
  }
}

/** Changes a text, unless it is the same: a screen reader would say it again. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
