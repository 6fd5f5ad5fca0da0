// Reads the texts of #data as the page does, looks at its entries, and writes what comes out otherwise than in the program.

import { networkNamed, networkOf } from 'squaredeal/drand/index.js';
import { parseAnnouncement } from 'squaredeal/draw/index.js';
import { alike, differs, odd, visible, warnings } from 'page/alike.js';
import { announcementText, parseKept, receiptIn, saltIn } from 'page/own.js';
const all = JSON.parse(document.getElementById('data').textContent);
const wrong = (what) => document.getElementById('wrong').append(what + '; ');
const readers = {
  announcement: (text) => networkOf(parseAnnouncement(announcementText(text)).terms),
  receipt: receiptIn,
  salt: saltIn,
  kept: parseKept,
  round: (text) => networkNamed('quicknet').parseRound(text),
};
for (const { Kind, Text, OK } of all.Texts) {
  let result = 'ok';
  try { readers[Kind](Text); } catch (error) { result = error.message; }
  if ((result === 'ok') !== OK) wrong(Kind + ' ' + JSON.stringify(Text) + ': ' + result);
}
for (const s of all.Seen) {
  const got = { One: s.One, Other: s.Other, Visible: visible(s.One), Differs: differs(s.One, s.Other), Odd: odd(s.One),
    Alike: alike(s.One, s.Other) };
  for (const name of Object.keys(s)) {
    if (got[name] !== s[name]) wrong(name + ' of ' + escape(s.One) + ': ' + got[name] + ', want ' + s[name]);
  }
}
for (const { Entries, Says } of all.Lists) {
  const got = warnings(Entries.map((entry) => Uint8Array.from(atob(entry), (c) => c.charCodeAt(0))));
  if (JSON.stringify(got) !== JSON.stringify(Says)) wrong('warnings ' + JSON.stringify(got) + ', want ' + JSON.stringify(Says));
}
document.getElementById('count').textContent = all.Texts.length + all.Seen.length + all.Lists.length;
