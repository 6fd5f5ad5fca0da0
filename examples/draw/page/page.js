// The page: shows the draw in its data, or in another page's, checks it, and answers entrants. Before it stands `frame`, which is
// page.html as a text, so that a page can tell whether another one has the same program and frame.

import { networkOf } from 'squaredeal/drand';
import { parseAnnouncement, words } from 'squaredeal/draw';
import { sha256 } from '../../../js/internal/hash.js';
import { visible, warnings } from './alike.js';
import { announcementText, latin, ownSays, parseReceipt, require } from './own.js';

const byId = (id) => document.getElementById(id);
const own = { script: document.currentScript.textContent, style: document.querySelector('style').textContent };
const dataTag = frame.slice(frame.lastIndexOf('<', frame.indexOf('{{DATA}}')), frame.indexOf('{{DATA}}'));
let shown = {}; // the announcement, and the receipts of the places if all is well

/** Makes an element. */
function make(name, className, ...parts) {
  const element = Object.assign(document.createElement(name), { className });
  element.append(...parts);
  return element;
}

/** Isolates what others wrote, so that its direction changes nothing around it. */
const theirs = (text) => make('bdi', '', visible(text));
const number = (n) => n.toLocaleString('en');
const count = (n, one, many) => `${number(n)} ${n === 1 ? one : many}`;

/** Returns what an error says as a sentence of the page. */
const sentence = ({ message }) => `${message[0].toUpperCase()}${message.slice(1).replaceAll('’', "'")}.`;

/** Checks everything, and calls line with each check that succeeds; it throws if one fails. */
function checkAll(data, line) {
  const announcement = parseAnnouncement(data.announcement);
  shown.announcement = announcement;
  const { terms } = announcement;
  line('The announcement is complete: the list, the places and the round were fixed by it.');
  const network = networkOf(terms);
  line(`Its round ${terms.round} of drand comes at the time that it names.`);
  if (data.undrawn) return;
  const value = network.parseRound(data.round);
  line(`Round ${value.round} is signed by drand, and its randomness is the signature's hash.`);
  require(value.round === terms.round, 'This is another round than the announced one');
  line('It is the round that was announced.');
  const receipts = data.receipts.map(parseReceipt);
  receipts.forEach((receipt) => announcement.checkHeld(receipt));
  require(receipts.length === terms.places, `${receipts.length} of ${terms.places} places are shown`);
  announcement.checkPlaces(value, receipts.map((receipt) => receipt.proof));
  line('The round gives exactly these places, and all of them are entries of the announced list.');
  shown.receipts = receipts;
}

/** Shows a draw, with its checks. */
function show(data) {
  shown = {};
  for (const id of ['places', 'checks', 'warnings', 'terms', 'answer']) byId(id).replaceChildren();
  let reason = '';
  try {
    checkAll(data, (what) => byId('checks').append(make('li', '', what)));
  } catch (error) {
    reason = sentence(error);
    byId('checks').append(make('li', 'bad', reason));
  }
  const { announcement, receipts } = shown;
  const terms = announcement?.terms;
  const drawn = data.undrawn ? 'Not drawn yet: what can be checked before the round succeeded.' : 'Every check succeeded.';
  byId('verdict').textContent = reason ? 'This draw is wrong.' : drawn;
  byId('verdict').className = reason ? 'bad' : 'good';
  document.body.dataset.verdict = reason ? 'failed' : 'passed';
  for (const section of document.querySelectorAll('.ofdraw')) section.hidden = false;
  byId('winners').hidden = data.undrawn && !reason;
  byId('none').hidden = !reason;
  byId('text').textContent = data.announcement.split('\n').map(visible).join('\n');
  byId('round').textContent = data.round.split('\n').map(visible).join('\n');
  byId('label').textContent = document.title = terms ? visible(terms.label) : 'A draw';
  byId('words').textContent = announcement?.words ?? '';
  byId('digest').textContent = announcement?.digest ?? '';
  byId('about').textContent = reason ? 'A check failed, so this page shows no draw.' : aboutOf(terms, data.undrawn);
  if (terms) showTerms(terms);
  if (!reason && receipts) reveal(terms, receipts);
}

const utc = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' };
const when = (terms) => `${new Date(terms.time * 1000).toLocaleString('en', utc)} UTC`;

function aboutOf(terms, undrawn) {
  const many = count(terms.entries, 'entry', 'entries');
  if (undrawn) return `To be drawn from ${many} by round ${terms.round} of drand, which comes on ${when(terms)}.`;
  return `Drawn from ${many} by round ${terms.round} of drand, which came on ${when(terms)}. If you had the announcement ` +
    `before, nobody could know or choose the winners.`;
}

/** Shows what was announced, in words. */
function showTerms(terms) {
  const repeats = {
    no: 'each is there once',
    yes: 'an entry may be there several times, and win as often',
    joined: 'tickets of one person are joined, and win one place at most',
  };
  const winners = count(terms.winners, 'winner', 'winners');
  const rows = {
    Place: [theirs(terms.place)],
    Number: terms.number === 1n ? ['1, the first at this place']
      : [`${terms.number}, after the announcement with the words `, make('span', 'mono', words(terms.previous))],
    Entries: [`${number(terms.entries)}; ${repeats[terms.repeats]}`],
    Chances: [terms.weights !== undefined ? `by weights, which add up to ${number(terms.weights)}` : 'the same for all'],
    Places: [terms.substitutes > 0 ? `${winners}, ${count(terms.substitutes, 'substitute', 'substitutes')}` : winners],
    Round: [`${terms.round} of `, theirs(terms.beacon.split(' ').slice(0, 2).join(' ')), `, on ${when(terms)}`],
    Void: [theirs(terms.void)],
  };
  for (const [name, parts] of Object.entries(rows)) byId('terms').append(make('dt', '', name), make('dd', '', ...parts));
}

/** Shows a few places one after the other, and many at once. */
function reveal(terms, receipts) {
  const notes = warnings(new Map(receipts.map((r) => [latin(r.entry), r.entry])).values()).map((text) => `${text}.`);
  if (terms.weights !== undefined && receipts.some((r) => r.hidden)) {
    notes.push('Weights stand beside hidden lines: whoever knows the weight of an entry may know its line.');
  }
  byId('warnings').append(...notes.map((text) => make('li', '', make('bdi', '', text))));
  byId('twice').hidden = notes.length === 0;
  const lines = receipts.map((r, i) => {
    const what = i < terms.winners ? 'winner' : 'substitute';
    return make('li', what, make('bdi', 'name', visible(r.entry)), make('span', 'what', what));
  });
  const all = () => byId('places').append(...lines.splice(0));
  const next = () => {
    if (lines.length > 0 && shown.receipts === receipts) {
      byId('places').append(lines.shift());
      setTimeout(next, 1200);
    }
    byId('all').hidden = lines.length === 0;
  };
  byId('all').onclick = () => { all(); next(); };
  if (lines.length > 12 || matchMedia('(prefers-reduced-motion: reduce)').matches) all();
  next();
}

byId('own').addEventListener('submit', (event) => {
  event.preventDefault();
  byId('answer').replaceChildren();
  const [receipt, entry, salt, kept] = ['receipt', 'entry', 'salt', 'kept'].map((id) => byId(id).value);
  try {
    require(shown.announcement, 'There is no announcement');
    for (const text of ownSays(shown.announcement, shown.receipts ?? [], { receipt, entry, salt, kept })) {
      byId('answer').append(make('li', '', make('bdi', '', text)));
    }
    if (byId('answer').children.length === 0) byId('answer').append(make('li', '', 'Give something that you hold.'));
  } catch (error) {
    byId('answer').append(make('li', 'bad', make('bdi', '', sentence(error))));
  }
});

// Another page: nothing is taken from it but its data, and its program is compared with this one's.

/** Returns what a file shows, and whether the program around it is this one, byte by byte. */
function parseFile(text) {
  if (text.trimStart().startsWith('squaredeal/draw v1')) {
    return { announcement: announcementText(text), round: '', receipts: [], undrawn: true };
  }
  text = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'); // browsers read the same page
  const begin = text.indexOf(dataTag) + dataTag.length;
  const end = text.indexOf('</script>', begin);
  require(begin >= dataTag.length && end >= 0, 'This file is no page of a draw, and no announcement');
  let data;
  try {
    data = JSON.parse(text.slice(begin, end));
  } catch {
    throw Error("The page's data can't be read");
  }
  const { announcement, round, receipts } = data ?? {};
  require(typeof announcement === 'string' && typeof round === 'string' && Array.isArray(receipts) &&
    receipts.every((r) => typeof r === 'string'), 'The page shows no draw');
  return { announcement, round, receipts, same: isSame(text, text.slice(begin, end)) };
}

/** Tells whether a page is this one around its data. A browser may end data with tags before this program does. */
function isSame(page, data) {
  const integrity = (part) => `sha256-${btoa(latin(sha256(new TextEncoder().encode(part))))}`;
  const parts = {
    STYLE: own.style,
    'STYLE-HASH': integrity(own.style),
    SCRIPT: own.script,
    'SCRIPT-HASH': integrity(own.script),
    DATA: data,
  };
  return !data.includes('<') && frame.replace(/\{\{([A-Z-]+)\}\}/g, (_, name) => parts[name]) === page;
}

async function open(file) {
  const said = byId('other');
  try {
    const data = parseFile(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer()));
    show(data);
    const program = data.same ? 'Its own program is the same.'
      : 'Its own program is another one: whatever that shows by itself, believe only what stands here.';
    said.className = data.undrawn || data.same ? '' : 'bad';
    said.replaceChildren('This is what ', make('bdi', '', visible(file.name)),
      ` shows, checked by the program of the page that you opened it in. ${data.undrawn ? '' : program}`);
  } catch (error) {
    for (const section of document.querySelectorAll('.ofdraw')) section.hidden = true; // of what was shown before
    shown = {};
    byId('label').textContent = document.title = 'No draw';
    byId('about').textContent = 'Nothing is shown of this file.';
    said.className = 'bad';
    said.textContent = sentence(error);
  }
  byId('label').scrollIntoView();
}

byId('file').addEventListener('change', (event) => { if (event.target.files.length > 0) open(event.target.files[0]); });
byId('drop').addEventListener('dragover', (event) => event.preventDefault());
byId('drop').addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length > 0) open(event.dataTransfer.files[0]);
});

const first = JSON.parse(byId('data').textContent);
if (first.announcement === '') {
  byId('label').textContent = document.title = 'Check a draw';
  byId('about').textContent = 'This page has no draw of its own. Open the page of one below, or an announcement: it is ' +
    'checked by the program of this page.';
} else {
  show(first);
}
