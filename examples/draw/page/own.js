// What entrants hold, and what it says of a draw, as own.go has it.

import { hide, parseAnnouncement, parseReceipt, parseSalt, words } from 'squaredeal/draw';
import { alike, differs, likeness, textOf, visible } from './alike.js';

/** Returns bytes as a text of a character each. */
export const latin = (bytes) => String.fromCharCode(...bytes);

const utf8 = new TextEncoder();

/** Fails, saying what is wrong, unless something is as it should be. */
export function must(ok, what) {
  if (!ok) throw Error(what);
}

/**
 * Returns the text of an announcement that is in a file. Editors and mail may have ended its lines in their own ways; in an
 * announcement, no line ends with a space.
 */
export const announcementText = (file) =>
  `${file.replace(/^\ufeff/, '').replace(/[ \t\r]*\n/g, '\n').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')}\n`;

const isHex32 = (text) => /^[0-9a-f]{64}$/.test(text); // a hidden line, a key, a digest or a salt
const isBlank = (text) => /^[ \t\r\n]*$/.test(text);
const isWord = (word) => /^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/.test(word);

/** Reads what an entrant kept of an announcement: its text, its digest or its words. */
export function parseKept(text) {
  const kept = announcementText(text).slice(0, -1);
  const small = kept.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/\.$/, ''); // as telephones begin with a capital letter
  if (isHex32(small)) return { words: words(small) };
  const said = small.split(/[ \t\r\n]+/).filter((word) => word !== '');
  if (said.length === 16 && said.every(isWord)) return { words: said.join(' ') };
  try {
    const announcement = parseAnnouncement(announcementText(text));
    return { words: announcement.words, announcement };
  } catch {
    throw Error('What you kept is no announcement, no digest and no words');
  }
}

/** Checks that an announcement is the one that somebody kept, and says how they differ if it isn't. */
function checkKept(announcement, text) {
  const kept = parseKept(text);
  if (kept.words === announcement.words) return;
  const difference = kept.announcement ? differenceOf(announcement, kept.announcement) : '';
  throw Error("This is another draw than the one that you kept: that one's words are " +
    `${kept.words}, and this one's are ${announcement.words}${difference}`);
}

/** Says in which terms two announcements differ, and whether they contradict each other. */
function differenceOf(announcement, kept) {
  const [lines, others] = [announcement, kept].map(({ text }) => text.split('\n'));
  const names = lines.filter((line, i) => line !== others[i]).map((line) => line.split(' ')[0]);
  const differ = `. They differ in: ${names.join(', ')}`;
  if (!announcement.contradicts(kept)) return differ;
  const { number, place } = announcement.terms;
  return `${differ}. Both are number ${number} at ${visible(place)}, where there can be only one: ` +
    'together they convict whoever published both';
}

/** Reads a receipt from its text: base64, in which white space doesn't matter. */
export function receiptIn(text) {
  const digits = text.replace(/[ \t\r\n]/g, '');
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(digits) && digits.length % 4 === 0 ? atob(digits) : '';
  must(bytes !== '' && btoa(bytes) === digits, "This isn't a receipt of a draw, or not all of it");
  return parseReceipt(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Checks that a receipt is for an entry, if the entrant gives one, and returns the entry. */
function checkOwn(receipt, entry, salt) {
  const line = receipt.proof.entry;
  if (entry === '') return receipt.entry;
  const hidden = !receipt.hidden && isHex32(latin(line)) && entry !== latin(line);
  if (salt !== '') {
    must(hide(saltIn(salt), entry) === latin(line),
      "Your salt and entry aren't those of the receipt's line, so the line is somebody else's");
    return utf8.encode(entry);
  }
  must(!hidden, 'The receipt is for 64 digits, a key or a hidden entry without its salt: nobody can see that it is yours. ' +
    'Ask the organiser for the salt of your own entry');
  const theirs = textOf(receipt.entry);
  const difference = alike(theirs, entry) ? `: ${differs(theirs, entry)}` : '';
  must(theirs === entry, `The receipt is for "${visible(receipt.entry)}", and not for your entry "${visible(entry)}"${difference}`);
  return receipt.entry;
}

/** Reads a salt from its text, which may have white space around it. */
export function saltIn(text) {
  const digits = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  must(isHex32(digits), "The salt isn't 64 digits of 0 to 9 and a to f");
  return parseSalt(digits);
}

/** Lists the places whose entries nobody can see: the list hides them, unless they are keys. */
export function unopened(places) {
  return places.flatMap(({ hidden, entry }, i) => (!hidden && isHex32(latin(entry)) ? [i + 1] : [])).join(', ');
}

/** Says which places are an entrant's, if there are any places: isOwn tells it of each. */
function placesText(terms, places, isOwn) {
  if (places.length === 0) return '';
  const what = (i) => (i < terms.winners ? 'a winner' : 'a substitute');
  const own = places.flatMap((place, i) => (isOwn(place) ? [`place ${i + 1}, ${what(i)}`] : []));
  if (own.length > 0) return ` It has ${own.join('; ')}.`;
  return ` ${terms.repeats === 'yes' && unopened(places) !== '' ? 'This ticket' : 'It'} has no place.`;
}

/** Says what a receipt shows, once it is checked. */
function receiptSays(announcement, places, { receipt, entry, salt }) {
  const { terms } = announcement;
  const own = receiptIn(receipt);
  announcement.checkReceipt(own);
  const name = checkOwn(own, entry, salt);
  const { position, weight, entry: line } = own.proof;
  const weighs = terms.weights !== undefined ? `, and weighs ${weight} of ${terms.weights}` : '';
  const isOwn = (p) => latin(p.proof.entry) === latin(line) || (p.hidden && latin(p.entry) === latin(name)); // or another ticket
  const place = `entry ${(position + 1).toLocaleString('en')} of ${terms.entries.toLocaleString('en')}`;
  return `The receipt is good: "${visible(name)}" is ${place}${weighs}.` +
    placesText(terms, places, isOwn);
}

/** Says what an entry shows without a receipt: by its line, or as it is where a place's receipt has its salt. */
function entrySays({ terms }, places, { entry, salt }) {
  if (places.length === 0) return 'Without your receipt, nothing here shows whether your entry takes part.';
  const line = latin(utf8.encode(salt === '' ? entry : hide(saltIn(salt), entry)));
  const isOwn = (p) => textOf(p.entry) === entry || latin(p.proof.entry) === line;
  const unsure = unopened(places);
  if (salt === '' && unsure !== '' && !isHex32(line) && !places.some(isOwn)) {
    return `"${visible(entry)}": Nobody can see without its salt whether it has a place: those with 64 digits for a name are ${unsure}.`;
  }
  return `"${visible(entry)}":${placesText(terms, places, isOwn)}`;
}

/** Says what an entrant's things show, one text each. places are the receipts of the places, none if they aren't drawn. */
export function* ownSays(announcement, places, held) {
  const { receipt, entry, salt, kept } = held;
  must(salt === '' || entry !== '', 'A salt needs the entry that it hides');
  if (!isBlank(kept)) {
    checkKept(announcement, kept);
    yield 'This is the announcement that you kept.';
  }
  if (!isBlank(receipt)) yield receiptSays(announcement, places, held);
  else if (entry !== '') yield entrySays(announcement, places, held);
  if (entry === '') return;
  for (const [i, place] of places.entries()) {
    if (alike(entry, textOf(place.entry))) yield `Look twice: ${likeness(entry, place.entry)}. That one has place ${i + 1}.`;
  }
}
