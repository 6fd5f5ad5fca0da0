// What a saved record says without the rules of its game: who has signed what, who is out since when, and by whose word.
import { Fault, fingerprint, outline, posts } from 'squaredeal/board';

import { nameOf } from './profile.js';

const $ = (id) => document.getElementById(id);
const longest = 256 << 20; // bytes of a file

function h(name, props, ...children) {
  const element = Object.assign(document.createElement(name), props);
  element.append(...children);
  return element;
}

let names = []; // by seat, of the record that is shown

/** Returns what people call a seat: they count from 1. */
const aSeat = (seat) => (names[seat] ? `\u2068${names[seat]}\u2069 (seat ${seat + 1})` : `seat ${seat + 1}`);

const list = (texts) => (texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`);
const seats = (numbers) => list(numbers.map(aSeat));
const count = (n, noun) => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** Yields the posts before the damage, if there is any, which is told. */
function* undamaged(bytes, tell) {
  try {
    yield* posts(bytes);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    tell(err.message);
  }
}

/** Returns the name of the game that an offer is for, if its bytes say one. */
function gameOf({ game }) {
  try {
    const { name } = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(game));
    return typeof name === 'string' && name.length <= 64 ? name : undefined;
  } catch {
    return undefined;
  }
}

function why({ seat, by, reasons, number }) {
  const at = `with post ${number}, which ${aSeat(by)} signed`;
  const left = reasons.includes('left')
    ? ' It had said that it would leave: if the round ended there, it left, and nobody is to blame.' : '';
  if (reasons[0] === 'silent') {
    return `${capital(aSeat(seat))} is out ${at}: its time was up, by the board’s clock. That is ` +
      `the board’s word, and no proof.${left}`;
  }
  const whose = by === seat ? 'its own message' : 'what that post shows';
  return `${capital(aSeat(seat))} is out ${at}: by the rules, ${whose} is a fault. The rules aren’t checked here: the ` +
    `command below does that.${left}`;
}

function agreement({ statements, confirmed, seats: all }) {
  const whole = all.flatMap(({ signed }, seat) => (signed === Math.max(...all.map((other) => other.signed)) ? [seat] : []));
  const rest = statements - confirmed;
  const more = rest === 0 ? '' : ` ${count(rest, 'statement')} after that ${rest === 1 ? 'has' : 'have'} a good signature, ` +
    `but nobody signs over ${rest === 1 ? 'it' : 'them'}.`;
  return `The record verifies up to statement ${confirmed}: all signatures are good, and each covers everything ` +
    `before it. ${capital(seats(whole))} signed over the most, up to statement ${Math.max(...all.map(({ signed }) => signed))}.${more}`;
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

function board({ heads, confirmed, statements }) {
  const wrong = heads.filter(({ agrees }) => !agrees);
  const last = heads.findLast(({ agrees }) => agrees);
  if (wrong.length > 0) {
    return ['bad',
      'The board has signed another sequence: posts are missing or altered, or it has shown others something else.'];
  }
  if (last === undefined) return ['warn', 'The board hasn’t signed this record: it may be cut off, and who was silent isn’t proved.'];
  const when = last.stamp >= 0n && last.stamp < 8_640_000_000_000_000n
    ? ` at ${new Date(Number(last.stamp)).toISOString().slice(0, 19).replace('T', ' ')} UTC` : '';
  if (last.places < statements) {
    return ['warn', `The board has signed ${count(last.places, 'statement')}${when}. What follows may be incomplete.`];
  }
  return ['', `The board has signed${when} that these ${count(confirmed, 'statement')} are all.`];
}

function deposits({ closings, outs, heads, seats: all }) {
  if (heads.length === 0) return [];
  const gone = outs.filter(({ reasons }) => !reasons.includes('left')).map(({ seat }) => seat);
  const back = all.flatMap((_, seat) => (closings.includes(seat) && !gone.includes(seat) ? [seat] : []));
  return back.length > 0 ? [`Deposits return to ${seats(back)}, which signed the end.`] : [];
}

/** Returns what a file says, as elements. */
function report(bytes) {
  let damage;
  const found = outline(undamaged(bytes, (message) => (damage = message)));
  const p = (text, kind = '') => h('p', { className: kind && `verdict ${kind}` }, text);
  const hurt = damage === undefined ? [] : [p(`The file is damaged: ${damage}. What stands before that is below.`, 'bad')];
  const { offer, free, closed } = found.board;
  if (offer === null) return [...hurt, p('This is no record of a table.', 'bad')];
  const { keys, abouts } = found.board;
  names = keys.map((key, seat) => key && nameOf(abouts[seat], offer.digest, key));
  const name = gameOf(offer);
  const title = h('h2', {}, `A game of ${offer.seats} seats`);
  const rules = name ? [h('p', {}, 'Rules ', h('code', {}, name))] : [];
  if (found.digest === null) {
    return [title, ...hurt,
      p(closed ? 'The match never began.' : `Not all sat down: ${count(free, 'seat')} free.`, 'warn')];
  }
  const [kind, word] = board(found);
  const rows = found.seats.map(({ said, signed }, seat) =>
    h('tr', {}, h('th', { scope: 'row' }, capital(aSeat(seat))), h('td', {}, said), h('td', {}, signed),
      h('td', {}, found.closings.includes(seat) ? 'yes' : 'no')));
  const head = h('tr', {}, ...['Seat', 'Statements', 'Signed up to', 'Signed the end'].map((text) => h('th', { scope: 'col' }, text)));
  const ignored = found.ignored > 0 ? [p(`${count(found.ignored, 'post')} of the file fit nowhere, and count for nothing.`, 'warn')] : [];
  return [
    title, ...rules, ...hurt,
    h('p', {}, 'Fingerprint ', h('code', {}, fingerprint(found.digest))),
    p(agreement(found)), p(word, kind), ...ignored,
    ...(found.outs.length > 0 ? found.outs.map((out) => p(why(out), out.reasons[0] === 'fault' ? 'bad' : 'warn'))
      : [p('No seat that anybody signed over is out.')]),
    ...deposits(found).map((text) => p(text)),
    ...(names.some(Boolean) ? [p('A name is its seat’s own word. The board’s signature doesn’t cover it, so another copy of ' +
      'the record may have another one by the same seat.')] : []),
    h('div', { className: 'scrolls', tabIndex: 0, role: 'region', ariaLabel: 'Seats' },
      h('table', {}, h('thead', {}, head), h('tbody', {}, ...rows))),
  ];
}

$('file').addEventListener('change', async ({ target }) => {
  const [file] = target.files;
  if (!file) return;
  $('result').replaceChildren(h('p', {}, 'Reading …'));
  try {
    if (file.size > longest) throw new Error('The file is too large.');
    const bytes = new Uint8Array(await file.arrayBuffer());
    await new Promise((go) => setTimeout(go)); // so that the page shows what it does
    $('result').replaceChildren(...report(bytes));
  } catch (err) {
    $('result').replaceChildren(h('p', { className: 'verdict bad' }, `This can’t be read: ${err.message}`));
  }
});
