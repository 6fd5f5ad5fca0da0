// The buttons by which the player leaves, or sits out the next hand.
import { $ } from "../cards.js";

// isOut reports whether the player's seat has left, or is out of the game.
const isOut = ({ leaving, outs, seat }) => leaving || outs.some((o) => o.seat === seat);

export function showLeave(view, watch) {
  $("leave").hidden = watch || view.over || isOut(view);
}

// showSitOut shows what the player can say of the next hand, if the game has players sit out.
export function showSitOut(view, game, watch) {
  const off = watch || view.free > 0 || view.over || isOut(view);
  const offer = off ? undefined : game.sitting?.(view.game, view.seat);
  const button = $("sit-out");
  button.hidden = !offer;
  if (!offer) return;
  button.firstElementChild.textContent = offer.text;
  button.dataset.out = offer.out;
  button.classList.toggle("primary", !offer.out && !!game.waits(view.game));
}
