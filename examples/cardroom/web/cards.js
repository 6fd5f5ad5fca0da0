// Cards, elements of the page, and words.

export const $ = (id) => document.getElementById(id);

// h makes an element. Properties that start with "on" are listeners; others are attributes.
export function h(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

const ranks = { A: "ace", J: "jack", Q: "queen", K: "king" };
const suits = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };

// spoken is the name of a card such as 10♥ in words.
export function spoken(name) {
  const rank = name.slice(0, -1);
  return `${ranks[rank] ?? rank} of ${suits[name.slice(-1)]}`;
}

// card draws a card by its name, or its back for an empty one.
export function card(name) {
  if (!name) return h("span", { class: "card back", role: "img", "aria-label": "a closed card" });
  const suit = name.slice(-1);
  return h("span", { class: `card ${"♥♦".includes(suit) ? "red" : "black"}`, role: "img", "aria-label": spoken(name) },
    h("b", { "aria-hidden": "true" }, name.slice(0, -1)),
    h("i", { "aria-hidden": "true" }, suit));
}

// slot is a place where a card will be.
export const slot = () => h("span", { class: "card slot", "aria-hidden": "true" });

// choice is a button that a key presses, too.
export function choice(key, text, onclick, { primary, disabled } = {}) {
  return h("button", { type: "button", class: primary ? "primary" : "", disabled, "data-key": key, onclick },
    text,
    h("kbd", { "aria-hidden": "true" }, key));
}

// heldCard is a card in the player's hand that a click chooses. A note says what its marks, classes, show.
export function heldCard({ name, place }, { chosen, disabled, marks, note, onclick }) {
  const attributes = { "aria-pressed": String(chosen), "data-place": place };
  return h("button", { type: "button", class: ["hold", ...marks].join(" "), disabled, onclick, ...attributes },
    card(name),
    note && h("span", { class: "sr" }, note));
}

let people = []; // of the table that is shown, by seat; undefined or null without a name

export const introduce = (all) => (people = all);

// isolated is a name that leaves the direction of the text around it alone.
export const isolated = (name) => `\u2068${name}\u2069`;

// seatName is what the log and the table call a seat: people count from 1, programs from 0.
export function seatName(seat, me) {
  const name = people[seat]?.name;
  if (!name) return seat === me ? `Seat ${seat + 1} (you)` : `Seat ${seat + 1}`;
  return `${isolated(name)} (seat ${seat + 1}${seat === me ? ", you" : ""})`;
}

// aSeat is the same within a sentence.
export const aSeat = (seat) => (people[seat] ? seatName(seat) : `seat ${seat + 1}`);

// shortName is the same where a seat's place says which it is.
export const shortName = (seat) => (people[seat] ? isolated(people[seat].name) : seatName(seat));

// who shows whose a seat is.
export function who(seat, me, ...more) {
  const p = people[seat];
  if (!p) return h("span", { class: "who" }, seatName(seat, me), ...more);
  const mark = p.marks?.[0];
  return h("span", { class: "who" },
    picture(p.pattern),
    h("span", { class: "name" }, isolated(p.name)),
    h("span", { class: "small" }, `seat ${seat + 1}${seat === me ? " (you)" : ""}`),
    mark && h("span", { class: `badge ${mark.kind}`, role: "img", "aria-label": mark.text, title: mark.text }, badges[mark.kind]),
    ...more);
}

const badges = { known: "✓", new: "!", twin: "≠" };

// picture draws a pattern of 16 bytes in hex: five by five squares, alike left and right, in two colours.
export function picture(pattern) {
  const bytes = pattern.match(/../g).map((byte) => parseInt(byte, 16));
  const svg = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const hue = Math.floor((bytes[3] * 360) / 256);
  const all = svg("svg", { viewBox: "-1 -1 7 7", class: "picture", "aria-hidden": "true" });
  all.append(svg("rect", { x: -1, y: -1, width: 7, height: 7, rx: 1.4, fill: `hsl(${hue} 60% 90%)` }));
  const ink = `hsl(${hue + 90 + Math.floor((bytes[4] * 180) / 256)} 65% 32%)`;
  for (let i = 0; i < 15; i++) {
    if (((bytes[i >> 3] >> (i & 7)) & 1) === 0) continue;
    const [column, y] = [i % 3, Math.floor(i / 3)];
    for (const x of new Set([column, 4 - column])) all.append(svg("rect", { x, y, width: 1.02, height: 1.02, fill: ink }));
  }
  return all;
}

// list joins names with commas and "and".
export const list = (names) => (names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

export const count = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

// standings says who has won, with the most or least of what counts, and how many each seat has. Seats
// that are gone may rank last.
export function standings(counts, noun, me, { least = false, gone = [] } = {}) {
  const score = (n) => (least ? -n : n);
  const rank = counts.map((n, seat) => (gone[seat] ? -Infinity : score(n)));
  const first = counts.flatMap((_, seat) => (!gone[seat] && rank[seat] === Math.max(...rank) ? [seat] : []));
  const title = () => {
    if (first.length === 0) return "Nobody has won";
    if (first.length > 1) return `${capital(list(first.map((seat) => (seat === me ? "you" : aSeat(seat)))))} share the win`;
    return first[0] === me ? "You have won" : `${seatName(first[0])} has won`;
  };
  const order = counts.map((n, seat) => ({ n, seat })).sort((a, b) => rank[b.seat] - rank[a.seat] || a.seat - b.seat);
  return [
    h("h2", {}, title()),
    h("ol", {}, ...order.map(({ n, seat }) => h("li", {}, `${seatName(seat, me)}: ${gone[seat] ? "out, with " : ""}${count(n, noun)}`))),
  ];
}

// span is a time in words.
export function span(seconds) {
  if (seconds >= 3600 && seconds % 3600 === 0) return count(seconds / 3600, "hour");
  if (seconds >= 60 && seconds % 60 === 0) return count(seconds / 60, "minute");
  return count(seconds, "second");
}
