// What entrants hold, and what it says of a draw, as own.go has it.

/**
 * Returns the text of an announcement in a file, whose lines an editor or a mail may have ended in its own way: the one text
 * there is ends none with a space.
 */
const announcementText = (file) => `${file.replace(/^\ufeff/, '').replace(/[ \t\r]*\n/g, '\n').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')}\n`;

/** Reads what an entrant kept of an announcement: its text, its digest or its words. */
function parseKept(text) {
  const kept = announcementText(text).slice(0, -1);
  const small = kept.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/\.$/, ''); // as telephones begin with a capital letter
  if (/^[0-9a-f]{64}$/.test(small)) return { words: words(unhex(small, 32)) };
  const said = small.split(/[ \t\r\n]+/).filter((word) => word !== '');
  if (said.length === 16 && said.every((word) => /^[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz]$/.test(word))) return { words: said.join(' ') };
  try {
    const terms = parseAnnouncement(announcementText(text));
    return { words: words(terms.digest), terms };
  } catch {
    throw Error('What you kept is no announcement, no digest and no words');
  }
}

/** Compares an announcement with the one that somebody kept. */
function checkKept(terms, text) {
  const kept = parseKept(text);
  if (kept.words === words(terms.digest)) return;
  let what = `This is another draw than the one that you kept: that one's words are ${kept.words}, and this one's are ${words(terms.digest)}`;
  if (kept.terms) {
    const [ours, theirs] = [terms.text.split('\n'), kept.terms.text.split('\n')];
    what += `. They differ in: ${names.filter((_, i) => ours[i + 1] !== theirs[i + 1]).join(', ')}`;
    if (kept.terms.place === terms.place && kept.terms.number === terms.number) {
      what += `. Both are number ${terms.number} at ${visible(terms.place)}, where there can be only one: together they convict the organiser`;
    }
  }
  throw Error(what);
}

/** Checks that a receipt is for an entry, if the entrant gives one, and returns the entry. */
function checkOwn(receipt, entry, salt) {
  const line = receipt.proof.entry;
  if (entry === '') return receipt.entry;
  const hidden = receipt.salt.length === 0 && /^[0-9a-f]{64}$/.test(latin(line)) && entry !== latin(line);
  if (salt !== '') {
    require(hide(parseSalt(salt), utf8.encode(entry)) === latin(line), "Your salt and entry aren't those of the receipt's line, so the line is somebody else's");
    return utf8.encode(entry);
  }
  require(!hidden, 'The list hides this entry, and the receipt has no salt: nobody can see whose it is. Ask the organiser for the salt of your own entry');
  const theirs = textOf(receipt.entry);
  require(theirs === entry, `The receipt is for "${visible(receipt.entry)}", and not for your entry "${visible(entry)}"${alike(theirs, entry) ? `: ${differs(theirs, entry)}` : ''}`);
  return receipt.entry;
}

function parseSalt(text) {
  const digits = text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
  require(/^[0-9a-f]{64}$/.test(digits), "The salt isn't 64 digits of 0 to 9 and a to f");
  return unhex(digits, 32);
}

/** Says what an entrant's things show. places are the receipts of the places, if there are any. */
function* ownSays(terms, places, { receipt, entry, salt, kept }) {
  require(salt === '' || entry !== '', 'A salt needs the entry that it hides');
  if (/[^ \t\r\n]/.test(kept)) {
    checkKept(terms, kept);
    yield 'This is the announcement that you kept.';
  }
  const nth = (own) => {
    const at = places.flatMap((p, i) => (own(p) ? [`place ${i + 1}, ${i < terms.winners ? 'a winner' : 'a substitute'}`] : []));
    if (places.length === 0) return '';
    return at.length > 0 ? ` It has ${at.join('; ')}.` : ' It has no place.';
  };
  if (/[^ \t\r\n]/.test(receipt)) {
    const own = parseReceipt(receipt);
    checkReceipt(terms, own);
    const name = checkOwn(own, entry, salt);
    const weight = terms.weighted ? `, and weighs ${own.proof.weight} of ${terms.top.sum}` : '';
    yield `The receipt is good: "${visible(name)}" is entry ${own.proof.position + 1} of ${terms.entries.toLocaleString('en')}${weight}.${nth((p) => latin(p.proof.entry) === latin(own.proof.entry))}`;
  } else if (entry !== '' && places.length > 0) {
    const line = salt === '' ? entry : hide(parseSalt(salt), utf8.encode(entry));
    yield `"${visible(entry)}":${nth((p) => textOf(p.entry) === entry || latin(p.proof.entry) === latin(utf8.encode(line)))}`;
  }
  if (entry !== '') {
    if (!/[^ \t\r\n]/.test(receipt) && places.length === 0) yield 'Without your receipt, nothing here shows whether your entry takes part.';
    for (const [i, p] of places.entries()) {
      if (alike(entry, textOf(p.entry))) yield `Look twice: ${likeness(entry, p.entry)}. That one has place ${i + 1}.`;
    }
  }
}
