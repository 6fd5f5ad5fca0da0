// Rummy, as the page draws it.
import { aSeat, card, choice, count, h, heldCard, seatName, slot, standings, who } from "./cards.js";

export const label = "squaredeal/examples/rummy/v1";
export const title = "Rummy";
export const round = "round";
export const move = "choice";
export const mostSeats = 6;
export const keeps = "points"; // what a seat that leaves keeps
export const auditor = 'go run -C examples/cardroom . -audit "$PWD/FILE"'; // judges a record

export const offer = ({ seats, hands }) => ({ name: label, seats, rounds: hands });

export const terms = (c) => [
  ["Length", count(c.rounds, "round")],
  ["Rules", "Draw a card, discard one. Whoever lays all cards down in sets and runs wins the pips that the others hold."],
];

const proofs = {
  shuffling: ["encrypts and shuffles the cards, and proves it", "encrypt and shuffle the cards, and prove it"],
  dealing: ["takes its layer off the cards being dealt, and proves it", "take their layers off the cards being dealt, and prove it"],
  showing: ["shows cards, and proves them", "show cards, and prove them"],
};
export const proving = (view) => proofs[view.stage];

const ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const order = (name) => "♠♥♦♣".indexOf(name.slice(-1)) * ranks.length + ranks.indexOf(name.slice(0, -1));

export const number = (result) => result.round;

// summary says in a sentence how a round ended.
export function summary(result) {
  if (result.winner < 0) return `Round ${result.round}: nobody wins`;
  return `Round ${result.round}: ${aSeat(result.winner)} wins ${count(result.won, "point")}`;
}

// note is what a round has brought a seat.
function note(result, i) {
  if (result.winner < 0) return "won nothing";
  if (i === result.winner) return `wins ${count(result.won, "point")}`;
  return result.hands[i].length > 0 ? `held ${count(result.pips[i], "pip")}` : "out";
}

// past draws a round that is over.
export const past = (result, { me }) => [
  h("p", {}, result.winner < 0 ? `${summary(result)}, as nobody went out in time.` : `${summary(result)}: the pips that the others held.`),
  h("ul", {}, ...result.hands.map((hand, i) =>
    h("li", {},
      h("span", {}, `${seatName(i, me)}: ${note(result, i)}, ${count(result.points[i], "point")} in all`),
      h("span", { class: "line" }, ...hand.map((name) => card(name)))))),
];

// ended draws the table as a round left it.
function ended(last, me) {
  const seat = (hand, i) =>
    h("li", { class: `seat wide${i === me ? " me" : ""}${i === last.winner ? " won" : ""}`, "data-seat": i },
      h("span", { class: "hole many" }, ...hand.map((name) => card(name))),
      who(i, me),
      h("span", { class: "stack" }, count(last.points[i], "point")),
      h("span", { class: "note" }, note(last, i)),
      h("span", { class: "clock" }));
  return [h("p", { class: "pot" }, summary(last)), h("ul", { class: "seats", "aria-label": "Players" }, ...last.hands.map(seat))];
}

const other = (s, i, me) =>
  h("li", { class: `seat${s.gone ? " away" : ""}`, "data-seat": i },
    h("span", { class: "fan", role: "img", "aria-label": count(s.cards.length, "card") }, ...s.cards.map((name) => card(name))),
    who(i, me),
    h("span", { class: "stack" }, count(s.points, "point")),
    h("span", { class: "note" }, s.gone ? "out" : count(s.cards.length, "card")),
    h("span", { class: "clock" }));

// board draws what all draw from: the stock and the pile.
function board(view, choose) {
  const disabled = view.choice !== "draw";
  const place = (top, text, draw) =>
    h("button", { type: "button", class: "pile", disabled, onclick: () => choose({ draw }) }, top, h("span", {}, text));
  const top = view.pile.at(-1);
  return h("div", { class: "board" },
    h("div", { class: "cards", role: "group", "aria-label": "Stock and pile" },
      place(view.stock ? card("") : slot(), `Stock: ${view.stock}`, "stock"),
      place(top ? card(top) : slot(), `Pile: ${view.pile.length}`, "pile")),
    h("p", { class: "pot" }, `Round ${view.round} of ${view.config.rounds}`));
}

// held draws the player's cards by suit and rank, of which one may be chosen.
function held(view, cards, { select, selected }) {
  const melded = new Set((view.melds ?? []).flat());
  const button = ({ name, place }) => {
    const isMeld = melded.has(name);
    return heldCard({ name, place }, {
      chosen: selected.includes(place),
      disabled: view.choice !== "play" || place === view.taken,
      marks: isMeld ? ["meld"] : [],
      note: isMeld ? "in a meld" : "",
      onclick: () => select(place),
    });
  };
  const places = cards.map((name, place) => ({ name, place })).sort((a, b) => order(a.name) - order(b.name));
  return h("span", { class: "hole many", role: "group", "aria-label": "Your cards" }, ...places.map(button));
}

function own(view, me, choices) {
  const s = view.seats[me];
  return h("ul", { class: "seats own", "aria-label": "You" },
    h("li", { class: `seat me wide${s.gone ? " away" : ""}`, "data-seat": me },
      held(view, s.cards, choices),
      who(me, me),
      h("span", { class: "stack" }, count(s.points, "point")),
      h("span", { class: "clock" })));
}

export function draw(view, { me, select, selected, choose, last }) {
  if (last) return ended(last, me);
  const others = view.seats.map((s, i) => (i === me ? null : other(s, i, me)));
  const parts = [h("ul", { class: "seats", "aria-label": "Other players" }, ...others), board(view, choose)];
  return me < 0 ? parts : [...parts, own(view, me, { select, selected })];
}

export function controls(view, { me, choose, selected }) {
  if (view.choice === "draw") {
    return [
      choice("S", "Draw from the stock", () => choose({ draw: "stock" }), { primary: true }),
      choice("P", `Take ${view.pile.at(-1)}`, () => choose({ draw: "pile" })),
    ];
  }
  if (view.choice !== "play") return [];
  const [place] = selected;
  const name = view.seats[me].cards[place];
  const text = name ? `Discard ${name}` : "Choose a card to discard";
  const all = [choice("D", text, () => choose({ discard: place }), { primary: !!name, disabled: !name })];
  if (view.out.length > 0) {
    const discard = view.out.includes(place) ? place : view.out[0];
    all.push(choice("G", "Go out", () => choose({ discard, out: true }), { primary: true }));
  }
  return all;
}

export const end = (view, { me, gone }) => standings(view.seats.map((s) => s.points), "point", me, { gone });
