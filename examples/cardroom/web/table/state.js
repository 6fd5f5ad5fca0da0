// What everybody waits for.
import { aSeat, capital, list } from "../cards.js";

// state says it in a line. While there is a pause, ended is the result of the hand that is shown.
export function state(view, { game, me, ended, felt }) {
  if (ended) return `The end of ${game.round} ${game.number(ended)}`;
  if (view.over) return view.final ? "The game is over, and most seats have signed that." : "The game is over. Its end is being signed.";
  if (felt.asks) return felt.sent ? "Sent …" : (game.asks?.(view.game) ?? "Your turn");
  const named = (seats) => seats.map((s) => (s === me ? "your browser" : aSeat(s)));
  if (view.hellos.length > 0) return `Waiting for a hello of ${list(named(view.hellos))}. Whoever says none loses the seat.`;
  const seats = view.due.map((d) => d.seat);
  const waits = game.waits?.(view.game);
  if (waits) return `${waits}: the table waits for ${list(seats.map((s) => (s === me ? "you" : aSeat(s))))}`;
  const names = named(seats);
  const subject = capital(list(names));
  const what = view.due.some((d) => d.choice) ? undefined : game.proving(view.game);
  if (!what) return `Waiting for ${list(names)}`;
  return `${subject} ${what[seats.length > 1 ? 1 : 0]}`;
}
