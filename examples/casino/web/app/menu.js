// What the casino announces of its games, compared with the rules of this page.

/** Compares values of JSON. */
function alike(a, b) {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => Object.hasOwn(b, key) && alike(a[key], b[key]));
}

export class Menu {
  #games; // what is announced of each, as JSON, by its name
  #differs = new Map(); // what was found of each

  /** Takes what answers.menu makes of the casino's answer. */
  constructor({ games }) {
    this.#games = games;
  }

  /** Whether the casino announces other terms of a game than this page checks by. */
  differs(game) {
    const { name } = game;
    if (!this.#differs.has(name)) {
      const announced = this.#games[name];
      this.#differs.set(name, !announced || !alike(JSON.parse(announced), game.announced()));
    }
    return this.#differs.get(name);
  }
}
