// The page: shows the draw in its data, or in another page's, checks it, and answers entrants. Before it stands `frame`, which is
// page.html as a text, so that a page can tell whether another one has the same program and frame.

import { networkOf } from 'squaredeal/drand';
import { parseAnnouncement, words } from 'squaredeal/draw';
import { sha256 } from '../../../js/internal/hash.js';
import { visible, warnings } from './alike.js';
import { announcementText, latin, must, ownSays, receiptIn, unopened } from './own.js';

const byId = (id) => document.getElementById(id);
const own = { script: document.currentScript.textContent, style: document.querySelector('style').textContent };
const dataTag = frame.slice(frame.lastIndexOf('<', frame.indexOf('{{DATA}}')), frame.indexOf('{{DATA}}'));

let shown; // the draw on the page, as check returns it; undefined if there is none

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

/**
 * Checks a draw, and lists the checks. Returns its announcement, if that is one; the receipts of its places, if it is drawn and
 * all is well; and fault, what the first check that failed says, empty if none did.
 */
function check(data) {
  const line = (text) => byId('checks').append(make('li', '', text));
  let announcement;
  try {
    announcement = parseAnnouncement(data.announcement);
    line('The announcement is complete: the list, the places and the round were fixed by it.');
    const network = networkOf(announcement.terms);
    line(`Its round ${announcement.terms.round} of drand comes at the time that it names.`);
    const receipts = data.undrawn ? [] : checkPlaces(announcement, network, data, line);
    return { announcement, receipts, fault: '' };
  } catch (error) {
    const fault = sentence(error);
    byId('checks').append(make('li', 'bad', fault));
    return { announcement, receipts: [], fault };
  }
}

/** Checks the places of a draw, and returns their receipts. It calls line with each check that succeeds. */
function checkPlaces(announcement, network, data, line) {
  const { terms } = announcement;
  const value = network.parseRound(data.round);
  line(`Round ${value.round} is signed by drand, and its randomness is the signature's hash.`);
  must(value.round === terms.round, 'This is another round than the announced one');
  line('It is the round that was announced.');
  const receipts = data.receipts.map(receiptIn);
  receipts.forEach((receipt) => announcement.checkHeld(receipt));
  must(receipts.length === terms.places, `${receipts.length} of ${terms.places} places are shown`);
  announcement.checkPlaces(value, receipts.map((receipt) => receipt.proof));
  line('The round gives exactly these places, and all of them are entries of the announced list.');
  return receipts;
}

/** Takes all of the draw that is shown off the page. */
function clear() {
  shown = undefined;
  const filled = ['other', 'places', 'warnings', 'checks', 'verdict', 'terms', 'words', 'digest', 'answer', 'text', 'round'];
  for (const id of filled) byId(id).replaceChildren();
  for (const element of [...document.querySelectorAll('.ofdraw'), ...['none', 'all', 'twice'].map(byId)]) element.hidden = true;
}

/** Says at the top what the page shows. */
function setHead(label, about) {
  document.title = label;
  byId('label').textContent = label;
  byId('about').textContent = about;
}

function setVerdict({ announcement, fault }, undrawn) {
  const good = undrawn ? 'Not drawn yet: what can be checked before the round succeeded.' : 'Every check succeeded.';
  const bad = announcement ? 'This draw is wrong.' : 'This announcement is wrong, or not all of it.';
  byId('verdict').textContent = fault ? bad : good;
  byId('verdict').className = fault ? 'bad' : 'good';
}

/** Shows a draw, with its checks, in place of the one before. */
function show(data) {
  clear();
  shown = check(data);
  const { announcement, receipts, fault } = shown;
  for (const section of document.querySelectorAll('.ofdraw')) section.hidden = false;
  byId('winners').hidden = data.undrawn && !fault;
  byId('none').hidden = !fault;
  setVerdict(shown, data.undrawn);
  byId('text').textContent = lines(data.announcement);
  byId('round').textContent = lines(data.round);
  const label = announcement ? visible(announcement.terms.label) : 'A draw';
  setHead(label, fault ? 'A check failed, so this page shows no draw.' : aboutOf(announcement.terms, data.undrawn));
  if (announcement) showAnnouncement(announcement);
  if (receipts.length > 0) reveal(shown);
}

/** Makes each character of some lines visible, in which spaces are seen. */
const lines = (text) => text.split(/([ \n])/).map((part) => (part === ' ' || part === '\n' ? part : visible(part))).join('');

const utc = { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' };
const when = (terms) => `${new Date(terms.time * 1000).toLocaleString('en', utc)} UTC`;

function aboutOf(terms, undrawn) {
  const many = count(terms.entries, 'entry', 'entries');
  if (undrawn) return `To be drawn from ${many} by round ${terms.round} of drand, which comes on ${when(terms)}.`;
  return `Drawn from ${many} by round ${terms.round} of drand, which came on ${when(terms)}. If all had this announcement ` +
    `before, nobody could know or choose the winners.`;
}

const repeats = {
  no: 'each is there once',
  yes: 'an entry may be there several times, and win as often',
  joined: 'tickets of one person are joined, and win one place at most',
};

/** Says which of the organiser's announcements it is. */
function numberOf(terms) {
  if (terms.number === 1n) return ['1, the first at this place'];
  return [`${terms.number}, after the announcement with the words `, make('span', 'mono', words(terms.previous))];
}

/** Shows what was announced: its terms in words, and the words that stand for them. */
function showAnnouncement({ terms, words: ownWords, digest }) {
  const winners = count(terms.winners, 'winner', 'winners');
  const rows = {
    Place: [theirs(terms.place)],
    Number: numberOf(terms),
    Entries: [`${number(terms.entries)}; ${repeats[terms.repeats]}`],
    Chances: [terms.weights !== undefined ? `by weights, which add up to ${number(terms.weights)}` : 'the same for all'],
    Places: [terms.substitutes > 0 ? `${winners}, ${count(terms.substitutes, 'substitute', 'substitutes')}` : winners],
    Round: [`${terms.round} of `, theirs(terms.beacon.split(' ').slice(0, 2).join(' ')), `, on ${when(terms)}`],
    Void: [theirs(terms.void)],
  };
  for (const [name, parts] of Object.entries(rows)) byId('terms').append(make('dt', '', name), make('dd', '', ...parts));
  byId('words').textContent = ownWords;
  byId('digest').textContent = digest;
}

/** Shows which of the winners people could take for others, or could know by their weights. */
function warn(terms, receipts) {
  const entries = new Map(receipts.map(({ entry }) => [latin(entry), entry])).values();
  const notes = warnings(entries).map((text) => `${text}.`);
  const unsure = unopened(receipts);
  if (unsure !== '') {
    notes.push(`Places with 64 digits for a name: ${unsure}. They are keys, or hidden entries whose salts are missing.`);
  }
  if (terms.weights !== undefined && receipts.some(({ hidden }) => hidden)) {
    notes.push('Weights stand beside hidden lines: whoever knows the weight of an entry may know its line.');
  }
  byId('warnings').append(...notes.map((text) => make('li', '', make('bdi', '', text))));
  byId('twice').hidden = notes.length === 0;
}

const mostInTurn = 12; // places that come one after the other; more come at once
const pause = 1200; // milliseconds between them

/** Shows the places of a draw, a few one after the other, until another draw is shown. */
function reveal(draw) {
  const { announcement: { terms }, receipts } = draw;
  warn(terms, receipts);
  const items = receipts.map(({ entry }, i) => {
    const what = i < terms.winners ? 'winner' : 'substitute';
    return make('li', what, make('bdi', 'name', visible(entry)), make('span', 'what', what));
  });
  const next = (n) => {
    if (shown !== draw) return;
    byId('places').append(...items.splice(0, n));
    byId('all').hidden = items.length === 0;
    if (items.length > 0) setTimeout(next, pause, 1);
  };
  byId('all').onclick = () => next(items.length);
  const isStill = items.length > mostInTurn || matchMedia('(prefers-reduced-motion: reduce)').matches;
  next(isStill ? items.length : 1);
}

/** Answers entrants by what they hold. */
function answer() {
  const line = (className, text) => byId('answer').append(make('li', className, make('bdi', '', text)));
  const held = Object.fromEntries(['receipt', 'entry', 'salt', 'kept'].map((id) => [id, byId(id).value]));
  byId('answer').replaceChildren();
  try {
    must(shown?.announcement, 'There is no announcement');
    for (const text of ownSays(shown.announcement, shown.receipts, held)) line('', text);
    if (byId('answer').children.length === 0) line('', 'Give something that you hold.');
  } catch (error) {
    line('bad', sentence(error));
  }
}

byId('own').addEventListener('submit', (event) => {
  event.preventDefault();
  answer();
});

// Another page: nothing is taken from it but its data, and its program is compared with this one's.

/** Returns what a file shows. A page has same: whether the program around its data is this one, byte by byte. */
function parseFile(text) {
  if (text.trimStart().startsWith('squaredeal/draw v1')) {
    return { announcement: announcementText(text), round: '', receipts: [], undrawn: true };
  }
  const page = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'); // browsers read the same page
  const data = dataOf(page);
  return { ...parseData(data), same: isSame(page, data) };
}

/** Returns the text of a page's data. */
function dataOf(page) {
  const begin = page.indexOf(dataTag) + dataTag.length;
  const end = page.indexOf('</script>', begin);
  must(begin >= dataTag.length && end >= 0, 'This file is no page of a draw, and no announcement');
  return page.slice(begin, end);
}

function parseData(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw Error("The page's data can't be read");
  }
  const { announcement, round, receipts } = data ?? {};
  if (announcement === '' && round === '' && receipts === null) return { undrawn: false, empty: true };
  const areTexts = Array.isArray(receipts) && [announcement, round, ...receipts].every((part) => typeof part === 'string');
  must(areTexts, 'The page shows no draw');
  return { announcement, round, receipts };
}

/** Tells whether a page is this one around its data. Without a "<" in the data, browsers end it where this program does. */
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

/** Says what the draw on the page is taken from. */
function setSource(name, { undrawn, empty, same }) {
  const program = same ? 'Its own program is the same.'
    : 'Its own program is another one, unless a browser changed the file: save it as HTML only. Whatever it shows by itself, ' +
      'believe only what stands here.';
  byId('other').className = undrawn || same ? '' : 'bad';
  byId('other').append(...(empty ? [theirs(name), ` has no draw of its own. ${program}`] : ['This is what ', theirs(name),
    ` shows, checked by the program of the page that you opened it in. ${undrawn ? '' : program}`]));
}

let latest; // the file that was chosen last

function showNone(why) {
  clear();
  setHead('No draw', why);
}

/** Shows what a file shows, or says why it can't be read, unless another one was chosen since. */
async function open(file) {
  latest = file;
  try {
    const bytes = await file.arrayBuffer();
    if (file !== latest) return;
    const data = parseFile(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    if (data.empty) showNone('It checks the pages of others.');
    else show(data);
    setSource(file.name, data);
  } catch (error) {
    if (file !== latest) return;
    showNone('Nothing is shown of this file.');
    byId('other').className = 'bad';
    byId('other').textContent = sentence(error);
  }
  byId('label').scrollIntoView();
}

function openFirst(files) {
  if (files.length > 0) open(files[0]);
}

byId('file').addEventListener('change', ({ target }) => openFirst(target.files));
for (const name of ['dragover', 'drop']) { // anywhere, or the browser would go to a file's own page
  document.addEventListener(name, (event) => {
    if (!event.dataTransfer.types.includes('Files')) return; // but a text, into a field
    event.preventDefault();
    openFirst(event.dataTransfer.files); // of which there are none until it is dropped
  });
}

const first = JSON.parse(byId('data').textContent);
if (first.announcement === '') {
  setHead('Check a draw', 'This page has no draw of its own. Open the page of one below, or an announcement: it is ' +
    'checked by the program of this page.');
} else {
  show(first);
}
