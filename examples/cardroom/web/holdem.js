// Texas hold'em, as the page draws it.
import { aSeat, card, choice, count, h, seatName, slot, standings, who } from "./cards.js";

export const label = "squaredeal/examples/holdem/v5";
export const title = "Texas hold’em";
export const round = "hand";
export const move = "move";
export const mostSeats = 9;
export const keeps = "chips"; // what a seat that leaves keeps
export const auditor = 'go run -C examples/cardroom . -audit "$PWD/FILE"'; // judges a record

// offer makes the terms of a new table from what was filled in.
export const offer = ({ seats, hands, chips }) =>
  ({ name: label, seats, hands, chips, smallBlind: 1, bigBlind: 2, deposit: chips });

export const terms = (c) => [
  ["Length", `${count(c.hands, "hand")}, or until one player has all chips`],
  ["Chips", `${count(c.chips, "chip")} for each seat`],
  ["Blinds", `${c.smallBlind} and ${c.bigBlind}`],
  ["Deposit", `${count(c.deposit, "chip")}, lost if your seat cheats or is silent`],
];

const proofs = {
  tossing: ["commits to random bytes and reveals them, for the first button",
    "commit to random bytes and reveal them, for the first button"],
  seating: ["says whether it plays this hand", "say whether they play this hand"],
  shuffling: ["encrypts and shuffles the deck, and proves it", "encrypt and shuffle the deck, and prove it"],
  dealing: ["takes its layer off the others’ cards, and proves it", "take their layers off the others’ cards, and prove it"],
  opening: ["takes its layer off the board’s next cards, and proves it", "take their layers off the board’s next cards, and prove it"],
  showing: ["shows its cards, and proves them", "show their cards, and prove them"],
};
export const proving = (view) => proofs[view.stage];

// asks says what a player is to choose, unless that can be seen.
export const asks = (view) => (view.legal?.muck ? "Somebody has shown better cards: muck yours, or show them" : undefined);

// waits is what a table lacks that waits for a seat to come back.
export const waits = (view) => (view.waits ? "Too few play this hand" : undefined);

// sitting is what a player may say of the next hand: its text, and whether they sit out then.
export function sitting(view, me) {
  const s = view.seats[me];
  if (!s || s.gone || (s.stack === 0 && !s.allIn)) return undefined;
  if (view.sitsOut) return { out: false, text: s.sits ? "I’m back" : "Stay in" };
  return { out: true, text: s.sits ? "Stay out" : "Sit out next hand" };
}

const streets = { preflop: "Before the flop", flop: "Flop", turn: "Turn", river: "River" };

export const number = (result) => result.hand;

// atEnd is a seat as a hand left it.
const atEnd = (result, i) => ({
  stack: result.stacks[i],
  cards: result.shown[i] ?? [],
  best: result.best[i],
  won: result.payout[i],
  gone: result.stacks[i] === 0,
  mucked: result.mucked.includes(i),
  sits: result.satOut.includes(i),
});

// note is the most important thing about a seat, which may be about to sit out, or to come back.
function note(s, changes) {
  if (s.won > 0) return `gets ${s.won.toLocaleString("en")}`;
  if (s.gone) return "out";
  if (changes) return s.sits ? "back next hand" : "out next hand";
  if (s.sits) return s.bet > 0 ? `sitting out, blind ${s.bet}` : "sitting out";
  if (s.mucked) return "mucked";
  if (s.folded) return "folded";
  if (s.allIn) return "all-in";
  return s.bet > 0 ? `bet ${s.bet}` : "\u00a0";
}

const dealer = () => h("span", { class: "button-chip", role: "img", "aria-label": "button" }, "D");

// seat draws a seat: as it is, or as a hand left it.
function seat(view, i, { me, last }) {
  const s = last ? atEnd(last, i) : view.seats[i];
  const closed = s.dealt ? ["", ""] : [];
  const names = s.cards.length > 0 ? s.cards : closed;
  const changes = !last && i === me && view.sitsOut !== s.sits;
  const marks = [i === me && "me", (s.gone || s.folded || s.sits) && "away", s.won > 0 && "won"];
  return h("li", { class: ["seat", ...marks].filter(Boolean).join(" "), "data-seat": i },
    h("span", { class: "hole" }, ...names.map((n) => card(n))),
    who(i, me, (last ?? view).button === i ? dealer() : null),
    h("span", { class: "stack" }, s.stack.toLocaleString("en")),
    h("span", { class: "note" }, note(s, changes)),
    h("span", { class: "best" }, s.best || ""),
    h("span", { class: "clock" }));
}

// caption is what stands below the board.
function caption(view, last) {
  if (last) return summary(last);
  if (view.stage === "tossing") return "The first button is drawn";
  if (view.stage === "seating") return "Between two hands";
  return `${streets[view.street] ?? "Dealing"} · pot ${view.pot.toLocaleString("en")}`;
}

// draw draws the table: as it is, or as a hand left it.
export function draw(view, { me, last }) {
  const { board } = last ?? view;
  const open = Array.from({ length: 5 }, (_, i) => (board[i] ? card(board[i]) : slot()));
  const own = me >= 0 ? me : view.seats.length - 1; // at the bottom
  const others = view.seats.map((_, i) => (own + 1 + i) % view.seats.length).filter((i) => i !== own);
  return [
    h("ul", { class: "seats", "aria-label": "Other players" }, ...others.map((i) => seat(view, i, { me, last }))),
    h("div", { class: "board" },
      h("div", { class: "cards", role: "group", "aria-label": "Board" }, ...open),
      h("p", { class: "pot" }, caption(view, last))),
    h("ul", { class: "seats own", "aria-label": me >= 0 ? "You" : "Player" }, seat(view, own, { me, last })),
  ];
}

// summary says in a sentence how a hand ended.
export function summary(result) {
  const gets = (chips, seat) => {
    if (chips <= 0) return [];
    return `${aSeat(seat)} gets ${chips.toLocaleString("en")}${result.best[seat] ? ` with ${result.best[seat]}` : ""}`;
  };
  return `Hand ${result.hand}: ${result.payout.flatMap(gets).join(", ")}`;
}

// way is how a seat was in a hand that is over.
function way(result, seat) {
  if (result.satOut.includes(seat)) return "sat out";
  return result.mucked.includes(seat) ? "mucked" : result.best[seat];
}

// past draws a hand that is over.
export const past = (result, { me }) => [
  h("p", {}, `${summary(result)}.`),
  result.board.length > 0 ? h("p", { class: "line", role: "group", "aria-label": "Board" }, ...result.board.map((n) => card(n))) : null,
  h("ul", {}, ...result.stacks.map((chips, i) => {
    const got = result.payout[i] > 0 ? `, got ${result.payout[i].toLocaleString("en")}` : "";
    return h("li", { class: "line" },
      h("span", {}, `${seatName(i, me)}: ${count(chips, "chip")}${got}`),
      ...(result.shown[i] ?? []).map((n) => card(n)),
      h("span", { class: "soft" }, way(result, i)));
  })),
];

// controls draws what the player may do.
export function controls(view, { choose }) {
  const l = view.legal;
  if (!l) return [];
  if (l.muck) {
    return [
      choice("M", "Muck unseen", () => choose({ action: "muck" }), { primary: true }),
      choice("S", "Show them", () => choose({ action: "show" })),
    ];
  }
  const all = [];
  if (l.fold) all.push(choice("F", "Fold", () => choose({ action: "fold" })));
  if (l.check) {
    all.push(choice("C", "Check", () => choose({ action: "check" }), { primary: true }));
  } else if (l.call > 0) {
    all.push(choice("C", `Call ${l.call.toLocaleString("en")}`, () => choose({ action: "call" }), { primary: true }));
  }
  if (l.max > 0) all.push(raise(view, l, choose));
  return all;
}

function raise(view, l, choose) {
  const verb = view.seats.some((s) => s.bet > 0) ? "Raise to" : "Bet";
  const within = (chips) => Math.min(l.max, Math.max(l.min, Math.round(chips) || l.min));
  const limits = { min: l.min, max: l.max, value: l.min, "aria-label": `${verb}: from ${l.min} to ${l.max}` };
  const input = h("input", { type: "number", id: "raise", inputmode: "numeric", ...limits });
  const set = (text, to) => h("button", { type: "button", class: "small", onclick: () => (input.value = within(to)) }, text);
  const send = choice("R", verb, () => choose({ action: "raise", to: within(Number(input.value)) }));
  const most = Math.max(...view.seats.map((s) => s.bet));
  const pot = view.pot + l.call; // once it has called
  return h("span", { class: "raise" }, send, input, set("½ pot", most + pot / 2), set("Pot", most + pot), set("All-in", l.max));
}

// end says how a match ended.
export const end = (view, { me, gone }) => standings(view.seats.map((s) => s.stack), "chip", me, { gone });
