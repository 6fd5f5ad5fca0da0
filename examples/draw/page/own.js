// What entrants hold, and what it says of a draw, as own.go has it.

import { hide, parseAnnouncement, parseReceipt as parseEncoding, parseSalt as parseDigits, words } from 'squaredeal/draw';
import { alike, differs, likeness, textOf, visible } from './alike.js';

/** Returns bytes as a text of a character each. */
export const latin = (bytes) => String.fromCharCode(...bytes);

const utf8 = new TextEncoder();

export function require(ok, what) {
  if (!ok) throw Error(what);
}

/**
 * Returns the text of an announcement in a file, whose lines an editor or a mail may have ended in its own way: the one text
 * there is ends none with a space.
 */
export const announcementText = (file) =>
  `${file.replace(/^\ufeff/, '').replace(/[ \t\r]*\n/g, '\n').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')}\n`;

const isWord = (word) => /^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/.test(word);

/** Reads what an entrant kept of an announcement: its text, its digest or its words. */
export function parseKept(text) {
  const kept = announcementText(text).slice(0, -1);
  const small = kept.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/\.$/, ''); // as telephones begin with a capital letter
  if (/^[0-9a-f]{64}$/.test(small)) return { words: words(small) };
  const said = small.split(/[ \t\r\n]+/).filter((word) => word !== '');
  if (said.length === 16 && said.every(isWord)) return { words: said.join(' ') };
  try {
    const announcement = parseAnnouncement(announcementText(text));
    return { words: announcement.words, announcement };
  } catch {
    throw Error('What you kept is no announcement, no digest and no words');
  }
}

/** Compares an announcement with the one that somebody kept. */
function checkKept(announcement, text) {
  const kept = parseKept(text);
  if (kept.words === announcement.words) return;
  let what = "This is another draw than the one that you kept: that one's " +
    `words are ${kept.words}, and this one's are ${announcement.words}`;
  if (kept.announcement) {
    const [ours, theirs] = [announcement, kept.announcement].map(({ text }) => text.split('\n'));
    what += `. They differ in: ${ours.filter((line, i) => line !== theirs[i]).map((line) => line.split(' ')[0]).join(', ')}`;
    if (announcement.contradicts(kept.announcement)) {
      const { number, place } = announcement.terms;
      what += `. Both are number ${number} at ${visible(place)}, where there can be only one: together they convict the organiser`;
    }
  }
  throw Error(what);
}

/** Reads a receipt: base64, in which white space doesn't matter. */
export function parseReceipt(text) {
  const digits = text.replace(/[ \t\r\n]/g, '');
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(digits) && digits.length % 4 === 0 ? atob(digits) : '';
  require(bytes !== '' && btoa(bytes) === digits, "This isn't a receipt of a draw, or not all of it");
  return parseEncoding(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
}

/** Checks that a receipt is for an entry, if the entrant gives one, and returns the entry. */
function checkOwn(receipt, entry, salt) {
  const line = receipt.proof.entry;
  if (entry === '') return receipt.entry;
  const hidden = !receipt.hidden && /^[0-9a-f]{64}$/.test(latin(line)) && entry !== latin(line);
  if (salt !== '') {
    require(hide(parseSalt(salt), entry) === latin(line),
      "Your salt and entry aren't those of the receipt's line, so the line is somebody else's");
    return utf8.encode(entry);
  }
  require(!hidden, 'The list hides this entry, and the receipt has no salt: nobody can see whose it is. Ask the organiser ' +
    'for the salt of your own entry');
  const theirs = textOf(receipt.entry);
  const difference = alike(theirs, entry) ? `: ${differs(theirs, entry)}` : '';
  require(theirs === entry, `The receipt is for "${visible(receipt.entry)}", and not for your entry "${visible(entry)}"${difference}`);
  return receipt.entry;
}

export function parseSalt(text) {
  const digits = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  require(/^[0-9a-f]{64}$/.test(digits), "The salt isn't 64 digits of 0 to 9 and a to f");
  return parseDigits(digits);
}

/** Says what an entrant's things show. places are the receipts of the places, if there are any. */
export function* ownSays(announcement, places, { receipt, entry, salt, kept }) {
  const { terms } = announcement;
  require(salt === '' || entry !== '', 'A salt needs the entry that it hides');
  if (/[^ \t\r\n]/.test(kept)) {
    checkKept(announcement, kept);
    yield 'This is the announcement that you kept.';
  }
  const nth = (own) => {
    const at = places.flatMap((p, i) => (own(p) ? [`place ${i + 1}, ${i < terms.winners ? 'a winner' : 'a substitute'}`] : []));
    if (places.length === 0) return '';
    return at.length > 0 ? ` It has ${at.join('; ')}.` : ' It has no place.';
  };
  if (/[^ \t\r\n]/.test(receipt)) {
    const own = parseReceipt(receipt);
    announcement.checkReceipt(own);
    const name = checkOwn(own, entry, salt);
    const weight = terms.weights !== undefined ? `, and weighs ${own.proof.weight} of ${terms.weights}` : '';
    yield `The receipt is good: "${visible(name)}" is entry ${own.proof.position + 1} of ${terms.entries.toLocaleString('en')}` +
      `${weight}.${nth((p) => latin(p.proof.entry) === latin(own.proof.entry))}`;
  } else if (entry !== '' && places.length > 0) {
    const line = salt === '' ? entry : hide(parseSalt(salt), entry);
    yield `"${visible(entry)}":${nth((p) => textOf(p.entry) === entry || latin(p.proof.entry) === latin(utf8.encode(line)))}`;
  }
  if (entry !== '') {
    if (!/[^ \t\r\n]/.test(receipt) && places.length === 0) yield 'Without your receipt, nothing here shows whether your entry takes part.';
    for (const [i, p] of places.entries()) {
      if (alike(entry, textOf(p.entry))) yield `Look twice: ${likeness(entry, p.entry)}. That one has place ${i + 1}.`;
    }
  }
}
