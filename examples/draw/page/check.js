// Checks a draw by shuffle/draw/SPEC.md, whose sections the comments name. The curve, SHA-256 and HMAC are noble's.
const { sha256, hmac, bls12_381: curve } = noble;
const utf8 = new TextEncoder();
const two64 = 1n << 64n;

const hex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
function unhex(text, length) {
  if (typeof text !== 'string' || !/^([0-9a-f]{2})*$/.test(text) || (length !== undefined && text.length !== 2 * length)) throw Error('not hex digits of the right length');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
function join(...parts) {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) { all.set(p, at); at += p.length; }
  return all;
}
function u64(n) {
  const b = new Uint8Array(8);
  new DataView(b.buffer).setBigUint64(0, BigInt(n));
  return b;
}
const latin = (bytes) => String.fromCharCode(...bytes);
const unlatin = (text) => {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
};
const read32 = (b) => new DataView(b.buffer, b.byteOffset).getUint32(0);
const read64 = (b) => new DataView(b.buffer, b.byteOffset).getBigUint64(0);
const lp = (part) => { const b = typeof part === 'string' ? utf8.encode(part) : part; return join(u64(b.length), b); };
const require = (ok, what) => { if (!ok) throw Error(what); };

// Section 7: the networks, and rounds as drand's HTTP API gives them.
const networks = [
  {
    name: 'quicknet', hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971', genesis: 1692803367, period: 3,
    signatures: curve.shortSignatures, size: 48, domain: 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
    key: '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  },
  {
    name: 'default', hash: '8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce', genesis: 1595431050, period: 30,
    signatures: curve.longSignatures, size: 96, domain: 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_',
    key: '868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31',
    seed: '176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a',
  },
];

/** Returns the network of an announcement, whose round must come when it says. */
function networkOf(terms) {
  const network = networks.find((n) => terms.beacon === `drand ${n.name} ${n.hash}`);
  require(network, 'The announcement names no network that this page knows');
  require(terms.round <= 2n ** 32n && terms.at === network.genesis + (Number(terms.round) - 1) * network.period, "The announcement's time isn't that of its round");
  return network;
}

// The part of JSON that rounds are read in.
const space = '[ \\t\\n\\r]*';
const string = '"([ !#-\\[\\]-~]*)"';
const member = `${string}${space}:${space}(?:${string}|(0|[1-9][0-9]*)|true|false|null)`;
const object = RegExp(`^${space}\\{${space}(?:${member}(?:${space},${space}${member})*)?${space}\\}${space}$`);

/** Reads a round, as texts and numbers by their names. */
function parseRound(text) {
  require(text.length <= 4096 && object.test(text), 'The round is no object of texts without escapes and whole numbers');
  const values = new Map();
  for (const [, name, said, digits] of text.matchAll(RegExp(member, 'g'))) {
    require(!values.has(name), `The round has ${name} twice`);
    values.set(name, said ?? (digits === undefined ? null : BigInt(digits)));
  }
  return values;
}

/** Verifies a round, and returns its number, time and value. */
function verifyRound(network, text) {
  const values = parseRound(text);
  const round = values.get('round');
  require(typeof round === 'bigint' && round >= 1n && round <= 2n ** 32n, 'The round has no number');
  const [signature, previous, randomness] = ['signature', 'previous_signature', 'randomness'].map((name) => {
    const digits = values.get(name) ?? (values.has(name) ? null : '');
    require(typeof digits === 'string' && /^([0-9a-f]{2})*$/.test(digits), `The round's ${name} isn't in hex digits`);
    return digits;
  });
  const point = unhex(signature, network.size); // compressed: another encoding would have another hash
  let before = new Uint8Array();
  if (network.seed) before = unhex(previous, round === 1n ? 32 : 96);
  else require(previous === '', 'Rounds of this network have no previous signature');
  require(round !== 1n || hex(before) === (network.seed ?? ''), 'Round 1 has another seed');
  const hashed = network.signatures.hash(sha256(join(before, u64(round))), network.domain);
  let good = false;
  try { good = network.signatures.verify(point, hashed, unhex(network.key)); } catch { /* no point of the curve */ }
  require(good, "The signature isn't drand's of this round");
  const value = sha256(point);
  require(!values.has('randomness') || randomness === hex(value), "The randomness isn't the signature's hash");
  return { round, time: network.genesis + (Number(round) - 1) * network.period, value };
}

// Section 4: the announcement.
const names = 'label place number previous entries repeats weights root winners substitutes beacon round time void'.split(' ');

function parseAnnouncement(text) {
  const lines = text.split('\n');
  require(lines.length === 16 && lines[0] === 'squaredeal/draw v1' && lines[15] === '', 'These are no lines of an announcement');
  const t = {};
  names.forEach((name, i) => {
    require(lines[i + 1].startsWith(name + ' '), `There is no line for the ${name}`);
    t[name] = lines[i + 1].slice(name.length + 1);
  });
  for (const name of ['label', 'place', 'beacon', 'void']) {
    const size = utf8.encode(t[name]).length;
    require(size >= 1 && size <= 512 && t[name].isWellFormed?.() !== false && !/^ | $|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(t[name]), `The ${name} isn't a text`);
  }
  const [, scheme, host] = /^(.*?):\/\/([^/]*)/.exec(t.place) ?? ['', '', ''];
  require(!t.place.endsWith('/') && !/[A-Z]/.test(t.place.endsWith('://') ? '' : scheme + host), 'The place is written in another way than the one');
  const number = (name, low, high) => {
    require(/^(0|[1-9][0-9]{0,19})$/.test(t[name]) && BigInt(t[name]) >= low && BigInt(t[name]) <= high, `The number for the ${name} is out of range`);
    return BigInt(t[name]);
  };
  t.number = number('number', 1n, two64 - 1n);
  unhex(t.previous, 32);
  require((t.number === 1n) === /^0*$/.test(t.previous), 'The digest before is wrong');
  t.entries = Number(number('entries', 1n, 10_000_000n));
  t.weighted = t.weights !== 'none';
  require(['yes', 'no'].includes(t.repeats) || t.repeats === 'joined' && t.weighted, 'What it says of repeated entries is unknown');
  t.top = { hash: unhex(t.root, 32), sum: t.weighted ? number('weights', BigInt(t.entries), two64 - 1n) : BigInt(t.entries) };
  t.winners = Number(number('winners', 1n, BigInt(t.entries)));
  t.places = t.winners + Number(number('substitutes', 0n, BigInt(t.entries - t.winners)));
  t.round = number('round', 1n, (1n << 53n) - 1n);
  const at = Date.parse(t.time);
  require(at >= 0 && t.time.length === 20 && new Date(at).toISOString().replace('.000Z', 'Z') === t.time, 'The time is no time');
  t.at = at / 1000;
  t.text = text;
  t.digest = sha256(utf8.encode(text));
  return t;
}

function words(digest) {
  const [consonants, vowels] = ['bdfghjklmnprstvz', 'aiou'];
  const all = [];
  for (let i = 0; i < 32; i += 2) {
    const w = digest[i] << 8 | digest[i + 1];
    all.push(consonants[w >> 12] + vowels[w >> 10 & 3] + consonants[w >> 6 & 15] + vowels[w >> 4 & 3] + consonants[w & 15]);
  }
  return all.join(' ');
}

// Sections 3.1 and 5: the tree, and proofs.
const leafLabel = lp('squaredeal/draw/v1/leaf');
const leaf = (entry, weight) => ({ hash: sha256(join(leafLabel, u64(weight), lp(entry))), sum: weight });
const nodeLabel = lp('squaredeal/draw/v1/node');
const parent = join(nodeLabel, new Uint8Array(80)); // what is hashed for each node in turn
function over(left, right) {
  require(left.sum + right.sum < two64, 'Weights add up to too much');
  for (const [i, node] of [left, right].entries()) {
    parent.set(node.hash, nodeLabel.length + 40 * i);
    new DataView(parent.buffer).setBigUint64(nodeLabel.length + 40 * i + 32, node.sum);
  }
  return { hash: sha256(parent), sum: left.sum + right.sum };
}

/** Takes parts of fixed lengths off bytes. */
function reader(bytes, what) {
  let rest = bytes;
  const take = (n) => {
    require(rest.length >= n, `${what} is cut off`);
    const part = rest.subarray(0, Number(n));
    rest = rest.subarray(part.length);
    return part;
  };
  return {
    take,
    field: () => take(read64(take(8))),
    label(text) { require(latin(take(8 + text.length)) === latin(lp(text)), `${what} isn't one of a draw`); },
    left: () => rest.length,
  };
}

function parseProof(bytes) {
  const r = reader(bytes, 'The proof');
  r.label('squaredeal/draw/v1/proof');
  const position = read32(r.take(4));
  const weight = read64(r.take(8));
  const entry = r.field();
  require(position < 10_000_000 && weight > 0n && entry.length >= 1 && entry.length <= 1024 && r.left() <= 24 * 40 && r.left() % 40 === 0, "This isn't a proof of a draw");
  const path = [];
  while (r.left() > 0) path.push({ hash: r.take(32), sum: read64(r.take(8)) });
  return { position, weight, entry, path };
}

/** Section 3.2: what stands in the list for a hidden entry. */
const hide = (salt, entry) => hex(hmac(sha256, salt, join(lp('squaredeal/draw/v1/hidden'), lp(entry))));

/** Reads a receipt: base64, in which white space doesn't matter. */
function parseReceipt(text) {
  const digits = text.replace(/[ \t\r\n]/g, '');
  const bytes = /^[A-Za-z0-9+/]+={0,2}$/.test(digits) && digits.length % 4 === 0 ? atob(digits) : '';
  require(bytes !== '' && btoa(bytes) === digits, "This isn't a receipt of a draw, or not all of it");
  const r = reader(unlatin(bytes), 'The receipt');
  r.label('squaredeal/draw/v1/receipt');
  const receipt = { digest: r.take(32), salt: r.field(), hidden: r.field(), proof: parseProof(r.field()) };
  const { salt, hidden } = receipt;
  require(r.left() === 0 && (salt.length === 0 ? hidden.length === 0 : salt.length === 32 && hidden.length >= 1 && hidden.length <= 1024), "This isn't a receipt of a draw");
  receipt.entry = salt.length > 0 ? hidden : receipt.proof.entry; // as the entrant knows it
  return receipt;
}

/** Checks what a receipt has beside its proof. */
function checkHeld(terms, receipt) {
  require(hex(receipt.digest) === hex(terms.digest),
    `This receipt is of another draw: of the announcement with the words ${words(receipt.digest)}. This draw's are ${words(terms.digest)}`);
  require(receipt.salt.length === 0 || hide(receipt.salt, receipt.hidden) === latin(receipt.proof.entry), "The receipt's salt and entry aren't those of its line, so the line is somebody else's");
}

/** Checks a proof, and returns the sum of the weights before its entry. */
function checkProof(terms, proof) {
  let [low, high] = [0, terms.entries];
  require(proof.position < high, "The receipt doesn't fit the list that was announced");
  const sides = []; // from the top down: whether the entry is on the right
  while (high - low > 1) {
    let k = 1;
    while (2 * k < high - low) k *= 2;
    sides.push(proof.position >= low + k);
    if (proof.position >= low + k) low += k;
    else high = low + k;
  }
  require(sides.length === proof.path.length, "The receipt doesn't fit the list that was announced");
  let [node, before] = [leaf(proof.entry, proof.weight), 0n];
  for (const sibling of proof.path) {
    if (sides.pop()) {
      before += sibling.sum;
      node = over(sibling, node);
    } else node = over(node, sibling);
  }
  require(terms.weighted || proof.weight === 1n && before === BigInt(proof.position), "The receipt doesn't fit the list that was announced"); // as in lists, if not in trees
  require(hex(node.hash) === hex(terms.top.hash) && node.sum === terms.top.sum, "The receipt doesn't fit the list that was announced");
  return before;
}

function checkReceipt(terms, receipt) {
  checkHeld(terms, receipt);
  checkProof(terms, receipt.proof);
}

// Section 6: the draw.
function stream(value, digest) {
  const prefix = join(lp('squaredeal/draw/v1/stream'), digest);
  let [block, rest] = [0, new Uint8Array()];
  return function word(size) { // 4 or 8 bytes
    let w = 0n;
    for (let i = 0; i < size; i++) {
      if (rest.length === 0) rest = hmac(sha256, value, join(prefix, utf8.encode(String(block++))));
      w = w << 8n | BigInt(rest[0]);
      rest = rest.subarray(1);
    }
    return w;
  };
}

/** Deals positions as squaredeal/shuffle v1 does. The map has those that aren't in their own place. */
function deal(word, entries, places) {
  const deck = new Map();
  const at = (i) => deck.get(i) ?? i;
  const dealt = [];
  let [bound, end, rest] = [BigInt(entries), BigInt(entries), 0n];
  while (dealt.length < places) {
    if (bound === end && bound > 1n) {
      let product = bound;
      for (end = bound - 1n; end > 1n && product * end <= 1n << 60n; end--) product *= end;
      do rest = word(8); while (rest * product % two64 < two64 % product);
    }
    const product = rest * bound;
    rest = product % two64;
    bound--;
    const [i, j] = [Number(bound), Number(product / two64)];
    dealt.push(at(j));
    deck.set(j, at(i));
    deck.delete(i);
  }
  return dealt;
}

/** Draws a number below n. */
function below(word, n) {
  const size = n > 1n << 32n ? 8 : 4;
  const all = 1n << BigInt(8 * size);
  let w;
  do w = word(size); while (w >= all - all % n);
  return w % n;
}

/** Checks that proofs are of all places, in order. */
function checkPlaces(terms, value, proofs) {
  require(proofs.length === terms.places, `${proofs.length} of ${terms.places} places are shown`);
  const shares = proofs.map((proof) => ({ before: checkProof(terms, proof), ...proof }));
  const sorted = [...shares].sort((a, b) => a.position - b.position);
  require(sorted.every((share, i) => i === 0 || follows(sorted[i - 1], share, terms.repeats === 'yes')), 'The list is out of order');
  const word = stream(value, terms.digest);
  const positions = terms.weighted ? [] : deal(word, terms.entries, terms.places);
  const taken = []; // shares, in order
  let total = terms.top.sum;
  shares.forEach((share, i) => {
    let right = positions[i] === share.position;
    if (terms.weighted) {
      require(total > 0n, `Place ${i + 1} is wrong`);
      let ticket = below(word, total);
      let k = 0;
      for (; k < taken.length && taken[k].before <= ticket; k++) ticket += taken[k].weight;
      right = ticket >= share.before && ticket < share.before + share.weight;
      taken.splice(k, 0, share); // in order, if it is right
      total -= share.weight;
    }
    require(right, `Place ${i + 1} isn't this entry's`);
  });
}

/** Tells whether entries are in the order of a list. */
function follows(before, after, repeats) {
  const [x, y] = [latin(before.entry), latin(after.entry)];
  return x < y || (repeats && x === y && before.weight <= after.weight);
}
