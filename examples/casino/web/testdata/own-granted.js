// Which wishes for limits of the player’s own the page judges wrongly, as granted or as not.
import("/app/own.js").then(({ granted, noLimits, wish }) => {
  const hour = 3600000, sent = 1800000000000, late = sent + 2 * hour;
  const had = wish(undefined, { ...noLimits, stake: 500 }, sent - hour);
  const looser = { ...noLimits, stake: 1000 }, waits = (from) => ({ ...noLimits, stake: 500, next: looser, from });
  const pause = { ...noLimits, stake: 500, pause: sent + hour };
  const paused = wish(had, pause, sent);
  return Object.entries({
    "at once": [had, looser, waits(sent + 24 * hour), sent],
    "the answer was lost": [had, looser, waits(sent + 24 * hour), late],
    "the request was lost": [had, looser, waits(late + 24 * hour), late],
    "the answer comes when all is over": [had, looser, looser, sent + 25 * hour],
    "a pause": [had, pause, pause, sent],
    "a pause that is over": [had, pause, { ...pause, pause: 0 }, late],
    "another limit after a pause": [paused, { ...pause, stake: 300 }, { ...noLimits, stake: 300 }, late],
    "no: too early": [had, looser, waits(sent + 23 * hour), late],
    "no: too late": [had, looser, waits(late + 25 * hour), late],
    "no: at once": [had, looser, looser, late],
    "no: another": [had, looser, { ...waits(sent + 24 * hour), stake: 600 }, late],
    "no: no pause": [had, pause, { ...pause, pause: 0 }, sent],
  }).filter(([what, [own, wanted, told, now]]) => (granted(own, { ...wanted, sent }, told,
    now) === undefined) !== what.startsWith("no: ")).map(([what]) => what);
});
