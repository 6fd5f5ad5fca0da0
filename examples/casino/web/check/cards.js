// Pictures of playing cards, as SVG.

import { cardWords } from './deck.js';
import { el, svg } from './dom.js';

const paths = [
  'M50 3C59 22 95 40 95 63C95 76 85 84 74 84C66 84 59 80 55 74C56 84 60 92 68 97L32 97C40 92 44 84 45 74C41 80 34 84 26 ' +
    '84C15 84 5 76 5 63C5 40 41 22 50 3Z',
  'M50 95C22 69 5 51 5 31C5 16 16 6 29 6C38 6 46 11 50 20C54 11 62 6 71 6C84 6 95 16 95 31C95 51 78 69 50 95Z',
  'M50 3C60 21 72 37 88 50C72 63 60 79 50 97C40 79 28 63 12 50C28 37 40 21 50 3Z',
  'M50 4A21 21 0 0 1 65 40A21 21 0 1 1 56 70C57 83 60 92 68 97L32 97C40 92 43 83 44 70A21 21 0 1 1 35 40A21 21 0 0 1 50 4Z',
];
const indices = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

// Where the pips of each rank are, in percent of the field between the indices.
const [left, middle, right] = [0, 50, 100];
const sides = (...ys) => ys.flatMap((y) => [[left, y], [right, y]]);
const pips = [
  null,
  [[middle, 0], [middle, 100]],
  [[middle, 0], [middle, 50], [middle, 100]],
  sides(0, 100),
  [...sides(0, 100), [middle, 50]],
  sides(0, 50, 100),
  [...sides(0, 50, 100), [middle, 25]],
  [...sides(0, 50, 100), [middle, 25], [middle, 75]],
  [...sides(0, 33, 67, 100), [middle, 50]],
  [...sides(0, 33, 67, 100), [middle, 17], [middle, 83]],
];

/** Draws a suit in a square with a center and a size. */
function pip(suit, x, y, size, turned = false) {
  const turn = turned ? ' rotate(180 50 50)' : '';
  return svg('path', { d: paths[suit], transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})${turn}` });
}

/** Returns the picture of a card, a number from 0 to 51, or of the back of one if c is undefined. */
export function cardPicture(c) {
  if (c === undefined) {
    return svg('svg', { viewBox: '0 0 240 336', class: 'card back', role: 'img', 'aria-label': 'a card, face down' },
      svg('rect', { x: 2, y: 2, width: 236, height: 332, rx: 18, class: 'paper' }),
      svg('rect', { x: 18, y: 18, width: 204, height: 300, rx: 10, class: 'weave' }),
      svg('path', { d: 'M120 88L176 168L120 248L64 168Z', class: 'seal' }));
  }
  const [suit, rank] = [Math.floor(c / 13), c % 13];
  const [upright, turned] = [{}, { transform: 'rotate(180 120 168)' }];
  const index = (how) => svg('g', how,
    svg('text', { x: 34, y: 62, class: rank === 9 ? 'index narrow' : 'index' }, indices[rank]),
    pip(suit, 34, 90, 38));
  const colour = suit === 1 || suit === 2 ? 'red' : 'black';
  const picture = svg('svg', { viewBox: '0 0 240 336', class: `card ${colour}`, role: 'img', 'aria-label': cardWords(c) },
    svg('rect', { x: 2, y: 2, width: 236, height: 332, rx: 18, class: 'paper' }),
    index(upright),
    index(turned));
  if (rank === 0) {
    picture.append(pip(suit, 120, 168, 120));
  } else if (rank >= 10) {
    const half = (how) => svg('g', how, pip(suit, 92, 78, 36), svg('path', { d: crowns[rank], class: 'crown' }));
    picture.append(
      svg('rect', { x: 66, y: 48, width: 108, height: 240, rx: 6, class: 'frame' }),
      half(upright),
      half(turned),
      svg('text', { x: 120, y: 206, class: 'court' }, indices[rank]));
  } else {
    for (const [x, y] of pips[rank]) picture.append(pip(suit, 86 + x * 0.68, 70 + y * 1.96, 44, y > 50));
  }
  return picture;
}

// What a jack, a queen and a king wear.
const crowns = {
  10: 'M118 100C118 84 132 70 158 66C152 80 146 92 134 100Z',
  11: 'M112 100L112 82L124 92L136 72L148 92L160 82L160 100Z',
  12: 'M112 100L108 76L122 88L127 70L136 84L145 70L150 88L164 76L160 100Z',
};

/** Returns the pictures of cards with a caption below each, of which some are dim. */
export const cardSlots = (cards, caption, dim = () => false) => (
  el('div.cards.hand', {}, cards.map((c, i) => el(dim(i) ? 'div.slot.dim' : 'div.slot', {}, cardPicture(c), caption(i)))));
