// How long proofs of decks, and whole hands of cards, take to verify: node bench/sra.js. Times are of the processor, of one core.

import { concat, utf8 } from '../internal/bytes.js';
import { audit } from '../hand/index.js';
import { Batch, modp, ristretto255, verifyDecryption, verifyShuffle } from '../sra/index.js';
import { Room } from '../test/cases/hand.js';
import { Key, cardsOf } from '../test/prover.js';

function measure(name, runs, call) {
  call();
  const times = Array.from({ length: 5 }, () => {
    const start = process.cpuUsage();
    for (let i = 0; i < runs; i++) call();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000 / runs;
  });
  console.log(`${name}: ${Math.min(...times).toFixed(1)} ms`);
}

const context = utf8('bench');

// Shuffles and decryptions of 52 cards; eight of different keys are verified together.
function proofs(group, runs) {
  const from = group.publicDeck('bench', 52);
  const made = Array.from({ length: 8 }, (_, i) => {
    const key = Key.fromSeed(group, new Uint8Array(32).fill(i));
    const { to, order } = key.shuffle(cardsOf(from));
    return { key: group.parsePublicKey(key.public), to: concat(...to), proof: key.proveShuffle(context, cardsOf(from), to, order).proof };
  });
  const [{ key, to, proof }] = made;
  measure(`${group.name}: a shuffle of 52 cards verified`, runs, () => verifyShuffle(key, context, from, group.parseDeck(to, 52), proof));
  measure(`${group.name}: eight together`, 1, () => {
    const batch = new Batch();
    for (const one of made) batch.shuffle(one.key, context, from, group.parseDeck(one.to, 52), one.proof);
    batch.verify();
  });
  const secret = Key.fromSeed(group, new Uint8Array(32));
  const encrypted = secret.encrypt(cardsOf(from));
  const decryption = secret.proveDecryption(context, encrypted, cardsOf(from)).proof;
  const bytes = concat(...encrypted);
  measure(`${group.name}: a decryption of 52 cards verified`, runs, () => {
    verifyDecryption(key, context, group.parseDeck(bytes, 52), from, decryption);
  });
}

// A hand in which 52 cards are dealt to the seats, and each is shown by itself.
function hand(seats) {
  const start = { group: ristretto255, seats, cards: ristretto255.publicDeck('bench', 52), id: 'bench' };
  const room = new Room(start, Array.from({ length: seats }, (_, i) => new Uint8Array(32).fill(i + 1)));
  const sayAll = () => {
    while (room.hand.due.length > 0) room.read(room.hand.due[0].seat, room.say(room.hand.due[0].seat));
  };
  sayAll();
  room.step('deal', Array.from({ length: 52 }, (_, position) => ({ position, to: position % seats })));
  sayAll();
  for (let position = 0; position < 52; position++) {
    room.step('show', position % seats, [position]);
    sayAll();
  }
  measure(`a hand of ${seats} seats audited`, 1, () => {
    if (audit(start, room.log).results.some(({ fault }) => fault !== null)) throw new Error('a message was refused');
  });
}

measure('the public deck of 52 cards in ristretto255', 5, () => ristretto255.publicDeck('bench', 52));
proofs(ristretto255, 5);
proofs(modp(2048), 1);
hand(2);
hand(4);
