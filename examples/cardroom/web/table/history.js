// The hands that are over, of which the page shows one.
import { $, capital, h } from "../cards.js";

export class History {
  #game; // the module that draws it
  #results = new Map(); // by the number of the hand
  #me = -1; // the player's seat

  constructor(game) {
    this.#game = game;
  }

  // last is the latest result.
  get last() {
    return [...this.#results.values()].at(-1);
  }

  // add returns those of some results that are new, and shows the last of them.
  add(results, me) {
    const fresh = results.filter((result) => !this.#results.has(this.#game.number(result)));
    for (const result of fresh) this.#results.set(this.#game.number(result), result);
    this.#me = me;
    if (fresh.length > 0) this.#show(this.#results.size - 1);
    return fresh;
  }

  // #show shows the hand in a place of their order.
  #show(place) {
    const results = [...this.#results.values()];
    const page = (text, to, id) => h("button", { type: "button", class: "small", id, disabled: !results[to],
      onclick: () => { this.#show(to); $(results[to + to - place] ? id : "history-text").focus(); } }, text);
    $("history").hidden = false;
    $("history").replaceChildren(
      h("h2", { id: "history-text", tabindex: "-1" }, `${capital(this.#game.round)} ${this.#game.number(results[place])}`),
      h("p", { class: "buttons" }, page("Earlier", place - 1, "earlier"), page("Later", place + 1, "later")),
      ...this.#game.past(results[place], { me: this.#me }).filter(Boolean),
    );
  }
}
