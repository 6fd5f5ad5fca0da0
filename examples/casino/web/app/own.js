// Limits that the player has set: what the casino must make of them, computed here, so that it can neither forget one
// nor decline a bet by one that doesn't forbid it. Amounts are in hundredths of a coin, times in milliseconds, a
// session in minutes; 0 is none.

const day = 24 * 3600 * 1000;
const week = 7 * day;
const monday = 3 * day; // 1970 began on a Thursday
const rest = 30 * 60 * 1000; // without a bet, between two sessions
const coolingOff = day;
const skew = 10 * 60 * 1000; // between the clocks of casino and browser

const names = ['stake', 'day', 'week', 'session', 'pause'];
export const noLimits = Object.fromEntries(names.map((name) => [name, 0]));
const pick = (from) => Object.fromEntries(names.map((name) => [name, from[name]]));
const same = (a, b) => names.every((name) => a?.[name] === b?.[name]);

/** Returns the state at a later time: what was to come is in force, and losses of other days don't count. */
export function pass(own, now) {
  const next = { ...own };
  if (own.next && now >= own.from) Object.assign(next, own.next, { next: undefined, from: undefined });
  if (Math.floor(now / day) !== Math.floor(own.counted / day)) next.lostDay = 0;
  if (Math.floor((now + monday) / week) !== Math.floor((own.counted + monday) / week)) next.lostWeek = 0;
  return next;
}

/** Returns the state after a wish: what is stricter holds at once, what is less strict after a time to cool off. */
export function wish(own, asked, now) {
  const wanted = { ...asked, pause: asked.pause > now ? asked.pause : 0 };
  const before = own ? pass(own, now) : { ...noLimits, counted: 0, lostDay: 0, lostWeek: 0, began: 0, bet: 0 };
  if (before.next && same(before.next, wanted)) return before;
  const strict = (has, wants) => (has === 0 || wants !== 0 && wants < has ? wants : has);
  const after = { ...before, next: undefined, from: undefined };
  for (const name of names) after[name] = name === 'pause' ? Math.max(before.pause, wanted.pause) : strict(before[name], wanted[name]);
  if (after.pause <= now) after.pause = 0;
  return same(after, wanted) ? after : { ...after, next: pick(wanted), from: now + coolingOff };
}

/** Returns the reason for which a limit forbids a bet, empty if none does. */
export function forbids(own, stake, now) {
  if (!own) return '';
  const at = pass(own, now);
  const reason = (name) => `own limit ${name} ${at[name]}`;
  if (at.pause > now) return reason('pause');
  if (at.stake && stake > at.stake) return reason('stake');
  if (at.day && at.lostDay + stake > at.day) return reason('day');
  if (at.week && at.lostWeek + stake > at.week) return reason('week');
  if (at.session && now - at.bet <= rest && now - at.began >= at.session * 60000) return reason('session');
  return '';
}

/**
 * Returns the time at which the casino says that it judged a bet, which was sent for the first time at sent, unless that can't be:
 * the answer may have been lost for long.
 */
export const judgedAt = (told, sent, now) => (told >= sent - skew && told <= now + skew ? told : now);

/** Whether a limit forbids a bet for a reason, by a clock that differs from the casino's by little. */
export function mayForbid(own, stake, now, reason) {
  if ([-skew, 0, skew].some((by) => forbids(own, stake, now + by) === reason)) return true;
  const unsure = (name, time) => own?.[name] > 0 && reason === `own limit ${name} ${own[name]}` && now - own.unsure <= time + skew;
  return unsure('day', day) || unsure('week', week);
}

/**
 * Returns the state after a bet or a payment, of which the request was sent for the first time at sent. The casino has
 * counted it at any time since, so perhaps on another day than this browser: unsure is the time of the latest such one.
 */
export function book(own, { isBet, taken, given }, sent, now) {
  if (!own) return own;
  const at = pass(own, sent);
  const began = isBet && sent - at.bet > rest ? sent : at.began;
  const unsure = Math.floor((sent - skew) / day) !== Math.floor((now + skew) / day) ? now : at.unsure;
  return {
    ...at,
    began,
    bet: isBet ? sent : at.bet,
    counted: sent,
    unsure,
    lostDay: at.lostDay + taken - given,
    lostWeek: at.lostWeek + taken - given,
  };
}

/** Whether the casino tells the limits that this browser knows, or those after what was to come. */
export function agrees(own, told, now) {
  const like = (state) => same(state ?? noLimits, told ?? noLimits) &&
    same(state?.next ?? noLimits, told?.next ?? noLimits) &&
    (state?.next === undefined) === (told?.next === undefined) &&
    Math.abs((state?.from ?? 0) - (told?.from ?? 0)) < skew;
  return like(own) || own !== undefined && [-skew, 0, skew].some((by) => like(pass(own, now + by)));
}

/**
 * Returns the state after a wish that was sent for the first time at wanted.sent, if that is what the casino tells, and
 * undefined otherwise: it may have granted the wish at any time since, and the answers were lost.
 */
export function granted(own, wanted, told, now) {
  const [first, last] = [wanted.sent, now].sort((a, b) => a - b); // a clock may have been set
  const at = told?.next ? Math.min(Math.max(told.from - coolingOff, first), last) : first;
  return [at, last].map((time) => wish(own, wanted, time)).find((due) => agrees(due, told, now));
}

/** Says that limits with times are judged by a clock, which may be wrong. */
export function byClock(...states) {
  const isTimed = states.some((own) => own?.next || own?.pause || own?.day || own?.week || own?.session);
  return isTimed ? `. If this device’s clock is wrong, which says that it is ${until(Date.now())}, that may be why` : '';
}

const coinsOf = (cents) => (cents / 100).toLocaleString('en');
const until = (time) => new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Says what a reason means. */
export function explain(reason) {
  const [, name, text] = /^own limit (\w+) (\d+)$/.exec(reason) ?? [];
  const value = Number(text);
  const meanings = {
    pause: () => `you have paused until ${until(value)}`,
    stake: () => `by your own limit, a bet stakes at most ${coinsOf(value)} coins`,
    day: () => `by your own limit, you lose at most ${coinsOf(value)} coins a day, and this bet could be more`,
    week: () => `by your own limit, you lose at most ${coinsOf(value)} coins a week, and this bet could be more`,
    session: () => `by your own limit, you play at most ${value} minutes without a break of 30`,
  };
  return Object.hasOwn(meanings, name) ? meanings[name]() : undefined;
}

/** Says what limits there are, one text each. */
export function list(own) {
  const texts = {
    stake: (v) => `${coinsOf(v)} coins a bet`,
    day: (v) => `${coinsOf(v)} coins lost in a day`,
    week: (v) => `${coinsOf(v)} coins lost in a week`,
    session: (v) => `${v} minutes a session`,
    pause: (v) => `no bets until ${until(v)}`,
  };
  return names.filter((name) => own[name] > 0).map((name) => texts[name](own[name]));
}
