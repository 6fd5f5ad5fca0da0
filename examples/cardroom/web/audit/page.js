// What a saved record says without the rules of its game: who has signed what, who is out since when, and by whose word.
import { Fault, fingerprint, outline, posts } from "squaredeal/board";

import { $, aSeat, capital, count, h, introduce, list } from "../cards.js";
import { nameOf } from "./profile.js";

const longest = 256 << 20; // bytes of a file

// p draws a paragraph, or a verdict of a kind.
const p = (text, kind = "") => h("p", kind ? { class: `verdict ${kind}` } : {}, text);

const seatNames = (numbers) => list(numbers.map((seat) => aSeat(seat)));

// undamaged yields the posts before the damage, if there is any, which is told.
function* undamaged(bytes, tell) {
  try {
    yield* posts(bytes);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    tell(err.message);
  }
}

// gameOf is the name of the game that an offer is for, if its bytes say one.
function gameOf({ game }) {
  try {
    const { name } = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(game));
    return typeof name === "string" && name.length <= 64 ? name : undefined;
  } catch {
    return undefined;
  }
}

// isProved reports whether more than half of the seats have signed that a seat is at fault.
const isProved = ({ signers, reasons }, seats) => reasons[0] === "fault" && 2 * signers.length > seats.length;

// whyText says by whose word a seat is out, and why.
function whyText(out, seats) {
  const { seat, by, signers, reasons, number } = out;
  const who = signers.length > 0 ? `${seatNames(signers)} signed` : "the board alone signed";
  const says = `${capital(aSeat(seat))} is out with post ${number}, of ${aSeat(by)}: ${who} that.`;
  const left = reasons.includes("left")
    ? " It had said that it would leave: if the round ended there, it left, and nobody is to blame."
    : "";
  if (reasons[0] === "silent") return `${says} Its time was up, by the board’s clock. That is the board’s word, and no proof.${left}`;
  const whose = by === seat ? "its own message" : "what that post shows";
  const fault = isProved(out, seats) ? `By the rules, ${whose} is a fault.` : "That is their word, and no proof.";
  return `${says} ${fault} The rules aren’t checked here: the command below does that.${left}`;
}

// agreementText says what the seats have signed.
function agreementText({ statements, confirmed, seats }) {
  const most = Math.max(...seats.map(({ signed }) => signed));
  const first = seats.flatMap(({ signed }, seat) => (signed === most ? [seat] : []));
  const rest = statements - confirmed;
  const [have, them] = rest === 1 ? ["has", "it"] : ["have", "them"];
  const more = rest === 0 ? "" : ` ${count(rest, "statement")} after that ${have} a good signature, but no two agree on ${them}.`;
  return `The record verifies up to statement ${confirmed}: all signatures are good, and each covers everything ` +
    `before it. ${capital(seatNames(first))} signed over the most, up to statement ${most}.${more}`;
}

// boardVerdict draws the verdict on what the board has signed.
function boardVerdict({ heads, confirmed, statements }) {
  if (heads.some(({ agrees }) => !agrees)) {
    return p("The board has signed another sequence: posts are missing or altered, or it has shown others something else.", "bad");
  }
  const last = heads.at(-1);
  if (last === undefined) return p("The board hasn’t signed this record: it may be cut off, and who was silent isn’t proved.", "warn");
  const when = timeText(last.stamp);
  if (last.places < statements) {
    return p(`The board has signed ${count(last.places, "statement")}${when}. What follows may be incomplete.`, "warn");
  }
  return p(`The board has signed${when} that these ${count(confirmed, "statement")} are all.`);
}

const endOfDates = 8_640_000_000_000_000n; // in milliseconds

// timeText says when the board signed something, if that is a time.
function timeText(stamp) {
  if (stamp < 0n || stamp >= endOfDates) return "";
  return ` at ${new Date(Number(stamp)).toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

// depositsText says to whom deposits return, if the board has signed the record.
function depositsText({ closings, outs, heads, seats }) {
  if (heads.length === 0) return "";
  const gone = outs.filter(({ reasons }) => !reasons.includes("left")).map(({ seat }) => seat);
  const back = seats.flatMap((_, seat) => (closings.includes(seat) && !gone.includes(seat) ? [seat] : []));
  return back.length > 0 ? `Deposits return to ${seatNames(back)}, which signed the end.` : "";
}

function seatTable({ seats, closings }) {
  const rows = seats.map(({ said, signed }, seat) =>
    h("tr", {},
      h("th", { scope: "row" }, capital(aSeat(seat))),
      h("td", {}, said),
      h("td", {}, signed),
      h("td", {}, closings.includes(seat) ? "yes" : "no")));
  const head = h("tr", {}, ...["Seat", "Statements", "Signed up to", "Signed the end"].map((text) => h("th", { scope: "col" }, text)));
  return h("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Seats" },
    h("table", {}, h("thead", {}, head), h("tbody", {}, ...rows)));
}

// matchReport draws what is signed of a match that has begun.
function matchReport(found, names) {
  const { digest, ignored, outs } = found;
  const deposits = depositsText(found);
  return [
    h("p", {}, "Fingerprint ", h("code", {}, fingerprint(digest))),
    p(agreementText(found)),
    boardVerdict(found),
    ignored > 0 && p(`${count(ignored, "post")} of the file fit nowhere, and count for nothing.`, "warn"),
    ...outs.map((out) => p(whyText(out, found.seats), isProved(out, found.seats) ? "bad" : "warn")),
    outs.length === 0 && p("No seat is out by what two have signed."),
    deposits && p(deposits),
    names.some(Boolean) && p("A name is its seat’s own word. The board’s signature doesn’t cover it, so another copy of " +
      "the record may have another one by the same seat."),
    seatTable(found),
  ];
}

// report draws what a file says.
function report(bytes) {
  let damage;
  const found = outline(undamaged(bytes, (message) => (damage = message)));
  const { offer, free, closed, keys, abouts } = found.board;
  const hurt = damage && p(`The file is damaged: ${damage}. What stands before that is below.`, "bad");
  if (offer === null) return [hurt, p("This is no record of a table.", "bad")];
  const names = keys.map((key, seat) => key && nameOf(abouts[seat], offer.digest, key));
  introduce(names.map((name) => name && { name }));
  const title = h("h2", {}, `A game of ${offer.seats} seats`);
  if (found.digest === null) {
    return [title, hurt, p(closed ? "The match never began." : `Not all sat down: ${count(free, "seat")} free.`, "warn")];
  }
  const game = gameOf(offer);
  return [title, game && h("p", {}, "Rules ", h("code", {}, game)), hurt, ...matchReport(found, names)];
}

// read draws what a file says once it is read, or why it can't be.
async function read(file) {
  try {
    if (file.size > longest) throw new Error("The file is too large.");
    const bytes = new Uint8Array(await file.arrayBuffer());
    await new Promise((go) => setTimeout(go)); // so that the page shows what it does
    return report(bytes).filter(Boolean);
  } catch (err) {
    return [p(`This can’t be read: ${err.message}`, "bad")];
  }
}

let chosen; // the last file

$("file").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  chosen = file;
  $("result").replaceChildren(p("Reading …"));
  const parts = await read(file);
  if (file === chosen) $("result").replaceChildren(...parts);
});
