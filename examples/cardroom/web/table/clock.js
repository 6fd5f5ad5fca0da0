// The clocks of those who are waited for.
import { $ } from "../cards.js";

const text = (seconds) => (seconds > 99 ? `${Math.ceil(seconds / 60)} min` : `${Math.ceil(seconds)} s`);

export class Clock {
  #view; // that is shown: it says how long each seat had left
  #at = 0; // when it came, by this machine's clock
  #paused = false; // nobody is waited for
  #timer; // of the ticks

  start() {
    this.#timer = setInterval(() => this.tick(), 500);
  }

  stop() {
    clearInterval(this.#timer);
  }

  // show takes a view that has just come.
  show(view, paused) {
    this.#view = view;
    this.#paused = paused;
    this.#at = performance.now();
  }

  // tick shows who is waited for, and how much time they have left by this machine's clock.
  tick() {
    if (!this.#view || this.#view.free > 0) return;
    const { due: all, grace } = this.#view;
    const passed = performance.now() - this.#at;
    for (const seat of $("game").querySelectorAll("[data-seat]:has(.clock)")) {
      const due = this.#paused ? undefined : all.find((d) => d.seat === Number(seat.dataset.seat));
      seat.classList.toggle("due", !!due);
      const clock = seat.querySelector(".clock");
      const left = due && Math.max(0, due.left - passed);
      const shown = due && (due.choice || left < grace / 2) ? text(left / 1000) : "";
      if (clock.textContent === shown) continue;
      clock.textContent = shown;
      clock.classList.toggle("late", left < grace / 2);
    }
  }
}
