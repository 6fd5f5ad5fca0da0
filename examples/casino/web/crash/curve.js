// The picture of crash: the multiplier's curve, as far as it has come.

import { svg } from '../check/dom.js';
import { times } from '../games/index.js';
import { at, doubling } from './rules.js';

const margin = { left: 46, right: 14, top: 14, bottom: 24 };
const steps = 80; // of the line

/** The multiplier as a number of the curve's, without its rounding. */
function smooth(elapsed) {
  const [whole, x] = [Math.floor(elapsed / doubling), (elapsed % doubling) / doubling];
  return (2 ** whole * (3 + 2 * x + x * x)) / 3;
}

/** Returns a round distance between lines of which there are three to six in a range. */
function gridOf(range) {
  const unit = 10 ** Math.floor(Math.log10(range / 6));
  return unit * [1, 2, 5, 10].find((n) => unit * n >= range / 6);
}

export class Curve {
  element = svg('svg', { class: 'curve', role: 'img', 'aria-label': 'The multiplier' });
  #grid = svg('g', { class: 'grid' });
  #area = svg('path', { class: 'area' });
  #line = svg('path', { class: 'line' });
  #marks = svg('g', { class: 'marks' });
  #head = svg('circle', { class: 'head', r: 7 });
  #size = { width: 600, height: 300 };
  #drawn; // what is shown

  constructor() {
    this.element.append(this.#grid, this.#area, this.#line, this.#marks, this.#head);
    new ResizeObserver(([{ contentRect: { width, height } }]) => {
      if (width === 0) return;
      this.#size = { width, height };
      this.element.setAttribute('viewBox', `0 0 ${width} ${height}`);
      if (this.#drawn) this.draw(...this.#drawn);
    }).observe(this.element);
  }

  /** Draws the curve up to a time. marks are where bets were cashed out: {elapsed, own}. over is whether the round has crashed. */
  draw(elapsed, marks, over) {
    this.#drawn = [elapsed, marks, over];
    const { width, height } = this.#size;
    const [right, top] = [Math.max(elapsed * 1.08, 8000), Math.max(smooth(elapsed) * 1.12, 1.8)];
    const x = (time) => margin.left + ((width - margin.left - margin.right) * time) / right;
    const y = (value) => height - margin.bottom - ((height - margin.top - margin.bottom) * (value - 1)) / (top - 1);
    const point = (time) => `${x(time).toFixed(1)} ${y(smooth(time)).toFixed(1)}`;
    this.#drawGrid({ x, y, right, top, width, height });
    const line = Array.from({ length: steps + 1 }, (_, i) => point((elapsed * i) / steps)).join('L');
    this.#line.setAttribute('d', `M${line}`);
    this.#area.setAttribute('d', `M${line}L${x(elapsed).toFixed(1)} ${y(1)}L${x(0)} ${y(1)}Z`);
    this.#head.setAttribute('cx', x(elapsed));
    this.#head.setAttribute('cy', y(smooth(elapsed)));
    this.element.classList.toggle('over', over);
    this.#marks.replaceChildren(...marks.map(({ elapsed: time, own }) =>
      svg('circle', { class: own ? 'own' : '', cx: x(time), cy: y(smooth(time)), r: own ? 6 : 3 })));
    this.element.setAttribute('aria-label', over ? `The multiplier crashed at ${times(at(elapsed))}` : 'The multiplier rises');
  }

  #drawGrid({ x, y, right, top, width, height }) {
    const lines = [];
    const [dx, dy] = [gridOf(right / 1000), gridOf(top - 1)];
    for (let value = 1; value <= top; value += dy) {
      lines.push(svg('path', { d: `M${margin.left} ${y(value)}H${width - margin.right}` }),
        svg('text', { x: margin.left - 7, y: y(value) + 4, 'text-anchor': 'end' }, `${Number(value.toFixed(2))}×`));
    }
    for (let time = dx; time <= right / 1000; time += dx) {
      lines.push(svg('text', { x: x(time * 1000), y: height - 6, 'text-anchor': 'middle' }, `${Number(time.toFixed(1))} s`));
    }
    this.#grid.replaceChildren(...lines);
  }
}
