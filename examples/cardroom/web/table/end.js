// The end of the game, and the way to the next one.
import { $, aSeat, h, list } from "../cards.js";

// showEnd shows who has won, and whose deposits return, when that has changed.
export function showEnd(view, { id, game, me, watch }) {
  const back = view.returned.flatMap((b, seat) => (b ? [aSeat(seat)] : []));
  const all = back.length === view.returned.length ? "all seats" : list(back);
  const deposits = back.length === 0 ? "Whoever signs the end gets the deposit back."
    : `Deposits return to ${all}, by what they have signed.`;
  if ($("end").dataset.deposits === deposits) return;
  $("end").dataset.deposits = deposits;
  const rematch = h("button", { type: "button", class: "primary", id: "rematch", onclick: () => again(id) }, "Play again");
  const fault = h("p", { id: "no-rematch", class: "verdict bad", role: "alert", hidden: true });
  $("end").replaceChildren(
    ...game.end(view.game, { me, gone: view.returned.map((_, seat) => view.outs.some((o) => o.seat === seat && o.why !== "left")) }),
    h("p", { class: "soft" }, deposits),
    watch ? "" : h("p", { class: "buttons" }, rematch,
      h("span", { class: "small soft" }, "At a new table with these terms: whoever presses this meets the others there.")),
    fault,
  );
  $("end").hidden = false;
  $("controls").hidden = true;
}

// again goes to the rematch, and sits down.
async function again(id) {
  $("rematch").disabled = $("no-rematch").hidden = true;
  try {
    const answer = await fetch(`tables/${id}/again`, { method: "POST" });
    if (!answer.ok) throw new Error(await answer.text());
    const { id: next } = await answer.json();
    sessionStorage.setItem("again", next);
    location.hash = `t/${next}`;
  } catch (error) {
    $("no-rematch").textContent = `There is no rematch: ${error.message}`;
    $("rematch").disabled = $("no-rematch").hidden = false;
  }
}
