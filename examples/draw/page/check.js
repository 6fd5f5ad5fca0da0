'use strict';
// Checks a draw by shuffle/draw/SPEC.md, whose sections the comments name. The curve, SHA-256 and HMAC are noble's.
(() => {
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

/** Verifies a round, and returns its number, time and value. */
function verifyRound(network, text) {
  require(text.length <= 4096, 'The round is too long');
  const { round, signature, previous_signature: previous, randomness } = JSON.parse(text);
  require(Number.isInteger(round) && round >= 1 && round <= 2 ** 32, 'The round has no number');
  const point = unhex(signature, network.size); // compressed: another encoding would have another hash
  let before = new Uint8Array();
  if (network.seed) before = unhex(previous, round === 1 ? 32 : 96);
  else require(previous === undefined || previous === null || previous === '', 'Rounds of this network have no previous signature');
  require(round !== 1 || hex(before) === (network.seed ?? ''), 'Round 1 has another seed');
  const hashed = network.signatures.hash(sha256(join(before, u64(round))), network.domain);
  let good = false;
  try { good = network.signatures.verify(point, hashed, unhex(network.key)); } catch { /* no point of the curve */ }
  require(good, "The signature isn't drand's of this round");
  const value = sha256(point);
  require(randomness === undefined || randomness === hex(value), "The randomness isn't the signature's hash");
  return { round: BigInt(round), time: network.genesis + (round - 1) * network.period, value };
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
  const number = (name, low, high) => {
    require(/^(0|[1-9][0-9]{0,19})$/.test(t[name]) && BigInt(t[name]) >= low && BigInt(t[name]) <= high, `The number for the ${name} is out of range`);
    return BigInt(t[name]);
  };
  t.number = number('number', 1n, two64 - 1n);
  unhex(t.previous, 32);
  require((t.number === 1n) === /^0*$/.test(t.previous), 'The digest before is wrong');
  t.entries = Number(number('entries', 1n, 10_000_000n));
  require(['yes', 'no'].includes(t.repeats), 'Neither yes nor no');
  t.weighted = t.weights !== 'none';
  t.top = { hash: unhex(t.root, 32), sum: t.weighted ? number('weights', BigInt(t.entries), two64 - 1n) : BigInt(t.entries) };
  t.winners = Number(number('winners', 1n, BigInt(t.entries)));
  t.places = t.winners + Number(number('substitutes', 0n, BigInt(t.entries - t.winners)));
  t.round = number('round', 1n, (1n << 53n) - 1n);
  const at = Date.parse(t.time);
  require(at >= 0 && new Date(at).toISOString().replace('.000Z', 'Z') === t.time, 'The time is no time');
  t.at = at / 1000;
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
const bytesOf = (node) => join(node.hash, u64(node.sum));
const leaf = (entry, weight) => ({ hash: sha256(join(lp('squaredeal/draw v1 leaf'), u64(weight), lp(entry))), sum: weight });
function over(left, right) {
  require(left.sum + right.sum < two64, 'Weights add up to too much');
  return { hash: sha256(join(lp('squaredeal/draw v1 node'), bytesOf(left), bytesOf(right))), sum: left.sum + right.sum };
}

function parseProof(text) {
  let rest = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const take = (n) => {
    require(rest.length >= n, 'The receipt is cut off');
    const part = rest.slice(0, n);
    rest = rest.slice(n);
    return part;
  };
  const label = lp('squaredeal/draw v1 proof');
  require(hex(take(label.length)) === hex(label), "This isn't a receipt of a draw");
  const position = new DataView(take(4).buffer).getUint32(0);
  const weight = read64(take(8));
  const entry = take(Number(read64(take(8))));
  require(weight > 0n && entry.length >= 1 && entry.length <= 1024 && rest.length <= 24 * 40 && rest.length % 40 === 0, "This isn't a receipt of a draw");
  const path = [];
  while (rest.length > 0) path.push({ hash: take(32), sum: read64(take(8)) });
  return { position, weight, entry, path };
}

/** Checks a proof, and returns the sum of the weights before its entry. */
function checkProof(terms, proof) {
  let [low, high] = [0, terms.entries];
  require(proof.position < high, 'The receipt is of another list');
  const sides = []; // from the top down: whether the entry is on the right
  while (high - low > 1) {
    let k = 1;
    while (2 * k < high - low) k *= 2;
    sides.push(proof.position >= low + k);
    if (proof.position >= low + k) low += k;
    else high = low + k;
  }
  require(sides.length === proof.path.length, 'The receipt is of another list');
  let [node, before] = [leaf(proof.entry, proof.weight), 0n];
  for (const sibling of proof.path) {
    if (sides.pop()) {
      before += sibling.sum;
      node = over(sibling, node);
    } else node = over(node, sibling);
  }
  require(hex(node.hash) === hex(terms.top.hash) && node.sum === terms.top.sum, 'The receipt is of another list');
  return before;
}

// Section 6: the draw.
function stream(value, digest) {
  const prefix = join(lp('squaredeal/draw v1 stream'), digest);
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

/** Checks that proofs have all places, in order. */
function checkPlaces(terms, value, proofs) {
  require(proofs.length === terms.places, `${proofs.length} of ${terms.places} places are shown`);
  const word = stream(value, terms.digest);
  const positions = terms.weighted ? [] : deal(word, terms.entries, terms.places);
  const taken = []; // shares, in order
  let total = terms.top.sum;
  proofs.forEach((proof, i) => {
    const share = { before: checkProof(terms, proof), weight: proof.weight };
    let right = positions[i] === proof.position;
    if (terms.weighted) {
      require(total > 0n, `Place ${i + 1} is wrong`);
      let ticket = below(word, total);
      for (const t of taken) if (t.before <= ticket) ticket += t.weight;
      right = ticket >= share.before && ticket < share.before + share.weight;
      taken.push(share);
      taken.sort((a, b) => (a.before < b.before ? -1 : 1));
      total -= share.weight;
    }
    require(right, `Place ${i + 1} isn't this entry's`);
  });
}

/** Section 3.2: what a hidden entry stands for, if that is shown. */
function nameOf(entry, openings) {
  const text = new TextDecoder().decode(entry);
  const open = openings.find((o) => hex(hmac(sha256, unhex(o.salt, 32), join(lp('squaredeal/draw v1 hidden'), lp(o.entry)))) === text);
  return open ? open.entry : text;
}

// The page.
const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId('data').textContent);
const openings = data.openings ?? [];
let failed = false;

/** Notes a check, which throws if it fails; after one that failed there are no more. */
function check(what, f) {
  if (failed) return undefined;
  const line = document.createElement('li');
  let result;
  try {
    result = f();
    line.textContent = what;
  } catch (error) {
    failed = true;
    line.className = 'bad';
    line.textContent = `${error.message}.`;
  }
  byId('checks').append(line);
  return result;
}

byId('text').textContent = data.announcement;
byId('round').textContent = data.round;
const terms = check('The announcement is complete: the list, the places and the round were fixed by it.', () => parseAnnouncement(data.announcement));
if (terms) {
  byId('label').textContent = document.title = terms.label;
  byId('words').textContent = words(terms.digest);
  byId('digest').textContent = hex(terms.digest);
}
const network = terms && networks.find((n) => terms.beacon === `drand ${n.name} ${n.hash}`);
const round = check(`Round ${terms?.round} is signed by drand, and its randomness is the signature's hash.`, () => {
  require(network, 'The announcement names no network that this page knows');
  return verifyRound(network, data.round);
});
check('It is the round that was announced.', () => {
  require(round.round === terms.round && round.time === terms.at, 'This is another round than the announced one');
});
const proofs = check('All places are entries of the announced list.', () => {
  const all = data.receipts.map(parseProof);
  all.forEach((proof) => checkProof(terms, proof));
  return all;
});
check('The round gives exactly these places.', () => checkPlaces(terms, round.value, proofs));
byId('verdict').textContent = failed ? 'This draw is wrong.' : 'Every check succeeded.';
byId('verdict').className = failed ? 'bad' : 'good';
document.body.dataset.verdict = failed ? 'failed' : 'passed';
if (failed) byId('about').textContent = 'A check failed, so this page shows no draw.';
else {
  const many = terms.entries === 1 ? '1 entry' : `${terms.entries.toLocaleString('en')} entries`;
  const day = new Date(terms.at * 1000).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'UTC' });
  byId('about').textContent = `Drawn from ${many} by round ${terms.round} of drand, which came on ${day} UTC. If you had the announcement before, nobody could know or choose the winners.`;
}

/** Shows the winners one by one, or what is left of them at once. */
function reveal() {
  const rest = failed ? [] : [...proofs];
  const show = () => {
    const place = byId('places').children.length;
    const [line, name, what] = [document.createElement('li'), document.createElement('span'), document.createElement('span')];
    line.className = place < terms.winners ? 'winner' : 'substitute';
    name.className = 'name';
    name.textContent = nameOf(rest.shift().entry, openings);
    what.className = 'what';
    what.textContent = place < terms.winners ? 'winner' : 'substitute';
    line.append(name, what);
    byId('places').append(line);
    byId('all').hidden = rest.length === 0;
  };
  const all = () => { while (rest.length > 0) show(); };
  byId('all').addEventListener('click', all);
  if (failed) byId('places').replaceWith(Object.assign(document.createElement('p'), { className: 'bad', textContent: 'None are shown, as a check failed.' }));
  else if (matchMedia('(prefers-reduced-motion: reduce)').matches) all();
  else {
    const next = () => { if (rest.length > 0) { show(); setTimeout(next, 1200); } };
    next();
  }
}
reveal();

byId('own').addEventListener('submit', (event) => {
  event.preventDefault();
  const answer = byId('answer');
  try {
    require(terms, 'There is no announcement');
    const proof = parseProof(byId('receipt').value);
    checkProof(terms, proof);
    const place = proofs?.findIndex((p) => p.position === proof.position) ?? -1;
    const won = failed || place < 0 ? '' : place < terms.winners ? ' It won.' : ' It is a substitute.';
    answer.textContent = `Entry ${proof.position + 1} of ${terms.entries.toLocaleString('en')}: ${nameOf(proof.entry, openings)}.${won}`;
    answer.className = '';
  } catch (error) {
    answer.textContent = `${error.message}.`;
    answer.className = 'bad';
  }
});
})();
