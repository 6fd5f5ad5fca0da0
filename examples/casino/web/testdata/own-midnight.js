// Which bets around midnight the page judges wrongly by limits of the player’s own.
import("/app/own.js").then(({ book, forbids, mayForbid, noLimits, wish }) => {
  const minute = 60000, day = 1440 * minute, midnight = 20000 * day;
  const had = wish(undefined, { ...noLimits, day: 5000 }, midnight - 60 * minute);
  const after = (at, taken, given) => book(book(had, { isBet: true, taken, given }, midnight + at * minute,
    midnight + at * minute), { isBet: true, taken: 4000, given: 0 }, midnight + 300 * minute, midnight + 300 * minute);
  const later = midnight + 301 * minute;
  const overnight = (taken, given) => book(had, { isBet: true, taken, given }, midnight - 60 * minute, midnight + 300 * minute);
  return Object.entries({
    "a win after midnight": mayForbid(after(1, 100, 9000), 2000, later, "own limit day 5000"),
    "a loss before midnight": mayForbid(after(-1, 5000, 0), 500, later, "own limit day 5000"),
    "a loss of yesterday that is answered today": forbids(overnight(5000, 0), 5000, later) === "",
    "a win of yesterday that is answered today": forbids(overnight(100, 9000), 5100, later) === "own limit day 5000",
    "an answer of which nobody knows the day": mayForbid(overnight(5000, 0), 500, later, "own limit day 5000"),
    "not by another limit": !mayForbid(after(1, 100, 9000), 2000, later, "own limit day 4000") && !mayForbid(after(1, 100,
      9000), 2000, later, "own limit week 0"),
    "not two days later": !mayForbid(after(1, 100, 9000), 2000, midnight + 2 * day, "own limit day 5000"),
    "not in the middle of the day": !mayForbid(after(20, 100, 9000), 2000, later, "own limit day 5000"),
  }).filter(([, good]) => !good).map(([what]) => what);
});
