// Which bets the page judges wrongly by a session of the player’s own, as declined rightly or not.
Promise.all([import("/app/own.js"), import("/app/declined.js")]).then(([{ book, noLimits, wish }, { whyDeclined }]) => {
  const minute = 60000, now = Date.now(), began = now - 105 * minute, sent = began + 60 * minute - 5000;
  const bets = Array.from({ length: 6 }, (_, i) => began + 10 * i * minute);
  const had = wish(undefined, { ...noLimits, session: 60 }, began);
  const own = bets.reduce((state, time) => book(state, { isBet: true, taken: 100, given: 0 }, time, time), had);
  return Object.entries({
    "read 45 minutes later": [sent + 10000, sent],
    "no: taken for later than now": [now + 60 * minute, sent],
    "no: before it was sent": [sent, now - minute],
  }).filter(([what, [time, first]]) => {
    try {
      whyDeclined("dice under 5000 for 100", { nonce: "6", declined: "own limit session 60", time: new Date(time).toISOString() },
        { own, sent: first });
      return what.startsWith("no: ");
    } catch (err) {
      return !what.startsWith("no: ") || err.kind !== "mismatch";
    }
  }).map(([what]) => what);
});
