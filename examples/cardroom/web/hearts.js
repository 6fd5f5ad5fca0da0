// Hearts, as the page draws it.
import { aSeat, capital, card, choice, count, h, heldCard, list, seatName, shortName, slot, standings, who } from "./cards.js";

export const label = "squaredeal/examples/hearts/v1";
export const title = "Hearts";
export const round = "hand";
export const move = "move";
export const mostSeats = 4;
export const auditor = 'go run -C examples/cardroom . -audit "$PWD/FILE"'; // judges a record

export const offer = ({ limit }) => ({ name: label, limit });

const length = ({ limit }) => (limit > 1 ? `to ${count(limit, "point")}` : "");

export const terms = (c) => [
  ["Length", `${c.limit > 1 ? `Until a player has ${count(c.limit, "point")}` : "One hand"}: then the fewest points win`],
  ["Rules", "Pass three cards, follow suit, and take no hearts, a point each, nor the queen of spades, which is 13. Whoever " +
    "takes all 26 has none, and each of the others 26."],
  ["Who goes", "Whoever cheats, is silent or leaves ranks last, and the hand is void. Three play on."],
];

const proofs = {
  shuffling: ["encrypts and shuffles the cards, and proves it", "encrypt and shuffle the cards, and prove it"],
  dealing: ["takes its layer off the others’ cards, and proves it", "take their layers off the others’ cards, and prove it"],
  passing: ["takes its layer off the cards being passed, and proves it", "take their layers off the cards being passed, and prove it"],
  asking: ["says whether it has the two of clubs", "say whether they have the two of clubs"],
  showing: ["shows a card, and proves it", "show cards, and prove them"],
};
export const proving = (view) => proofs[view.stage];

// without says what becomes of the hand when a seat goes in the middle of it.
export const without = (view) =>
  `The hand is void, and the ${view.seats.filter((s) => !s.gone).length < 3 ? "game is over" : "others play on"}.`;

// most is how many cards can be chosen at once.
export const most = (view) => (view.choice === "pass" ? 3 : 1);

const ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
const order = (name) => "♣♦♠♥".indexOf(name.slice(-1)) * ranks.length + ranks.indexOf(name.slice(0, -1));
const sorted = (names) => [...names].sort((a, b) => order(a) - order(b));
const costs = (name) => name === "Q♠" || name.endsWith("♥");

export const number = (result) => result.hand;

// summary says in a sentence how a hand ended.
export function summary(result) {
  if (result.void) return `Hand ${result.hand} is void: it costs nobody points`;
  if (result.moon >= 0) return `Hand ${result.hand}: ${aSeat(result.moon)} has shot the moon, and the others get 26 points each`;
  const scored = result.scored.flatMap((n, seat) => (n > 0 ? [`${aSeat(seat)} gets ${count(n, "point")}`] : []));
  return `Hand ${result.hand}: ${scored.join(", ")}`;
}

// brought is what a hand has brought a seat, and what the seat has by now.
function brought(result, seat) {
  const all = `${result.points[seat].toLocaleString("en")} in all`;
  if (!result.players.includes(seat)) return `out, ${all}`;
  return result.void ? all : `${count(result.scored[seat], "point")}, ${all}`;
}

// taken is what a seat has taken in tricks that costs points.
const taken = (tricks, seat) =>
  sorted(tricks.filter((t) => t.winner === seat).flatMap((t) => t.plays.map((p) => p.card)).filter(costs));

// past draws a hand that is over.
export const past = (result, { me }) => [
  h("p", {}, `${summary(result)}.`),
  h("ul", {}, ...result.points.map((_, i) =>
    h("li", {}, h("span", {}, `${seatName(i, me)}: ${brought(result, i)}`), passed(result, i)))),
  tricks(result),
];

// passed draws what a seat has passed before a hand, and to whom.
function passed(result, seat) {
  const names = sorted(result.passed[seat] ?? []);
  if (names.length === 0) return null;
  return h("span", { class: "line" },
    h("span", { class: "soft small" }, `passed to ${aSeat(result.to[seat])}`),
    ...names.map((name) => card(name)));
}

// tricks draws all tricks of a hand.
function tricks(result) {
  if (result.tricks.length === 0) return null;
  const line = (t, i) =>
    h("li", { class: "line" },
      h("span", { class: "soft small" }, `${i + 1}. ${seatName(t.plays[0].seat)}`),
      ...t.plays.map((p) => card(p.card)),
      h("span", { class: "small" }, `to ${aSeat(t.winner)}${t.points > 0 ? `: ${t.points}` : ""}`));
  return h("details", {},
    h("summary", {}, `All ${result.tricks.length} tricks: who led, and who took how many points`),
    h("ol", {}, ...result.tricks.map(line)));
}

// took says who takes a trick.
const took = ({ winner, points }, me) =>
  `${winner === me ? "you take it" : `${aSeat(winner)} takes it`}${points > 0 ? `, and ${count(points, "point")}` : ""}`;

// ended draws the table as a hand left it.
function ended(last, me) {
  const scored = (i) => (last.void ? "\u00a0" : `${last.scored[i]} in this hand`);
  const seat = (points, i) => {
    const played = last.players.includes(i);
    return h("li", { class: `seat${played ? "" : " away"}`, "data-seat": i },
      who(i, me),
      h("span", { class: "stack" }, count(points, "point")),
      h("span", { class: "note" }, played ? scored(i) : "out"),
      h("span", { class: "hole taken" }, ...taken(last.tricks, i).map((name) => card(name))),
      h("span", { class: "clock" }));
  };
  return [h("p", { class: "pot" }, summary(last)), h("ul", { class: "seats after", "aria-label": "Players" }, ...last.points.map(seat))];
}

const sides = ["bottom", "left", "top", "right"];
const toward = { left: "on your left", top: "opposite you", right: "on your right" };

export function draw(view, { me, select, selected, choose, last }) {
  if (last) return ended(last, me);
  const own = me >= 0 ? me : view.seats.length - 1; // at the bottom
  const clockwise = view.seats.map((_, i) => (own + i) % view.seats.length);
  const side = (seat) => sides[clockwise.indexOf(seat)];
  const bottom = me < 0 ? other(view, own, me) : mine(view, { me, select, selected, choose });
  const facts = [`Hand ${view.hand}`, length(view.config), view.broken ? "hearts are broken" : ""];
  return [
    h("ul", { class: "seats", "aria-label": "Other players" }, ...clockwise.slice(1).map((i) => other(view, i, me))),
    h("div", { class: "board" },
      trick(view, clockwise, side, me),
      h("p", { class: "pot" }, facts.filter(Boolean).join(" · ")),
      about(view, side, me)),
    h("ul", { class: "seats own", "aria-label": me < 0 ? "Player" : "You" }, bottom),
  ];
}

// mine draws the player's own seat, with the cards to choose from.
function mine(view, choices) {
  const { me } = choices;
  const s = view.seats[me];
  return h("li", { class: `seat me wide${s.gone ? " away" : ""}`, "data-seat": me },
    h("span", { class: "hole many thirteen", role: "group", "aria-label": "Your cards" }, ...held(view, choices)),
    who(me, me),
    h("span", { class: "stack" }, count(s.points, "point")),
    h("span", { class: "note" }, note(view, s)),
    h("span", { class: "clock" }));
}

// note is what the hand has brought a seat so far.
function note(view, s) {
  if (s.gone) return "out";
  if (view.turns === 0) return s.passed && view.got.length === 0 ? "has passed" : "\u00a0";
  return `${count(s.tricks, "trick")}${s.took > 0 ? ` · +${s.took}` : ""}`;
}

const other = (view, i, me) =>
  h("li", { class: `seat${view.seats[i].gone ? " away" : ""}`, "data-seat": i },
    who(i, me),
    h("span", { class: "stack" }, count(view.seats[i].points, "point")),
    h("span", { class: "note" }, note(view, view.seats[i])),
    h("span", { class: "clock" }));

// trick draws the trick on the table, or the last one until the next is led.
function trick(view, clockwise, side, me) {
  const over = view.trick.length === 0 && view.last;
  const plays = over ? view.last.plays : view.trick;
  const place = (seat) => {
    const played = plays.find((p) => p.seat === seat);
    return h("span", { class: `${side(seat)}${over && view.last.winner === seat ? " taker" : ""}` },
      played ? card(played.card) : slot(),
      h("span", { class: "small", "aria-hidden": played ? undefined : "true" }, seat === me ? "You" : shortName(seat)));
  };
  return h("div", { class: "trick", role: "group", "aria-label": over ? "The last trick" : "The trick" },
    ...clockwise.filter((seat) => !view.seats[seat].gone).map(place));
}

// advice says what to do, or how the last trick went.
function advice(view, side, me) {
  if (view.choice === "pass") {
    const { to } = view.seats[me];
    return `Pass three cards to ${aSeat(to)}, ${toward[side(to)]}.`;
  }
  if (view.last && view.trick.length === 0) return `${capital(took(view.last, me))}.`;
  if (view.last) return `The last trick: ${took(view.last, me)}.`;
  return view.got.length > 0 ? `Passed to you: ${list(sorted(view.got))}.` : "\u00a0";
}

// about draws the advice, with the cards of the last trick while another one is played.
function about(view, side, me) {
  const before = view.last && view.trick.length > 0 ? view.last.plays : [];
  return h("p", { class: "about" }, h("span", {}, advice(view, side, me)), ...before.map((p) => card(p.card)));
}

// held draws the player's cards. One that may not be played can't be chosen.
function held(view, { me, select, selected, choose }) {
  const isPass = view.choice === "pass";
  const button = ({ name, place }) => {
    const chosen = selected.includes(place);
    const may = isPass ? chosen || selected.length < most(view) : view.playable.includes(place);
    const fresh = view.turns <= view.seats.length && view.got.includes(name);
    const marks = [fresh && "meld", view.choice === "play" && !may && "off"].filter(Boolean);
    const onclick = () => (chosen && view.choice === "play" ? choose({ play: place }) : select(place));
    return heldCard({ name, place }, { chosen, disabled: !may, marks, note: fresh ? "passed to you" : "", onclick });
  };
  return view.seats[me].cards.map((name, place) => ({ name, place })).sort((a, b) => order(a.name) - order(b.name)).map(button);
}

export function controls(view, { me, choose, selected }) {
  const names = sorted(selected.map((place) => view.seats[me].cards[place]));
  if (view.choice === "pass") {
    const missing = most(view) - selected.length;
    const text = missing > 0 ? `Choose ${count(missing, selected.length > 0 ? "more card" : "card")} to pass` : `Pass ${list(names)}`;
    return [choice("P", text, () => choose({ pass: selected }), { primary: missing === 0, disabled: missing > 0 })];
  }
  if (view.choice !== "play") return [];
  const place = view.playable.length === 1 ? view.playable[0] : selected[0]; // what has to be played needn't be chosen
  const name = view.seats[me].cards[place];
  const text = name ? `Play ${name}` : "Choose a card to play";
  return [choice("P", text, () => choose({ play: place }), { primary: !!name, disabled: !name })];
}

export const end = (view, { me }) =>
  standings(view.seats.map((s) => s.points), "point", me, { least: true, gone: view.seats.map((s) => s.gone) });
