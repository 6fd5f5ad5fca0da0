// The log: all that has happened, in words.
import { $, aSeat, capital, h, list, seatName } from "../cards.js";

export class Log {
  #game; // the module that draws it
  #round; // the number of the hand or round whose title stands last
  #last; // the last line: its kind, text, seats, and element

  constructor(game) {
    this.#game = game;
  }

  // tell tells events. Whoever reads the last line sees the next ones, too.
  tell(events, me) {
    const log = $("log");
    const scrolled = log.scrollTop + log.clientHeight >= log.scrollHeight - 40;
    for (const event of events) this.#tell(event, me);
    if (scrolled) log.scrollTop = log.scrollHeight;
  }

  // #tell tells an event. What several seats prove alike is one line.
  #tell({ kind, seat, text: written, round }, me) {
    const last = this.#last;
    const text = written.replace(/\{([\d,]+)\}/g, (_, seats) => list(seats.split(",").map((s) => aSeat(Number(s)))));
    if (round > 0 && round !== this.#round) {
      this.#round = round;
      $("lines").append(h("li", { class: "title" }, `${capital(this.#game.round)} ${round}`));
    } else if (last && last.kind === kind && last.text === text && seat >= 0 && text.startsWith("proved")) {
      last.seats = [...new Set([...last.seats, seat])].sort((a, b) => a - b);
      if (last.seats.length > 1) last.element.textContent = `${capital(list(last.seats.map(aSeat)))} each ${text}`;
      return;
    }
    const element = h("li", { class: kind }, seat < 0 ? text : `${seatName(seat, me)} ${text}`);
    this.#last = { kind, text, seats: [seat], element };
    $("lines").append(element);
  }
}
