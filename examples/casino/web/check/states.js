// The vectors of sessions and players' records: seedrng/SPEC.md, section 10.2. Pages that check rounds keep neither.

import { Fault, fail, fromHex, toHex } from './bytes.js';
import { Player } from './player.js';
import { checkHash, checkNonce, draw } from './seedrng.js';
import { Session } from './session.js';

/** A state's bytes: (3631*1024) in its hex is 3631, 1,024 times. */
const stateOf = ({ state }) => fromHex(state.replace(/\((\w+)\*(\d+)\)/g, (_, unit, n) => unit.repeat(n)));

/** Runs f and returns its result, or the class of its fault. */
async function classOf(f) {
  try {
    return await f();
  } catch (err) {
    if (err instanceof Fault) return err.kind;
    throw err;
  }
}

/** Splits a text at its first spaces: the last part is the rest of the line. */
function cut(text, parts) {
  const words = text.split(' ');
  return [...words.slice(0, parts - 1), words.slice(parts - 1).join(' ')];
}

export const states = {
  async session({ inputs }) {
    const s = await Session.parse(stateOf(inputs));
    const before = s.upcoming;
    const results = [];
    for (const call of inputs.calls) results.push(await classOf(() => callSession(s, call)));
    const view = await s.view();
    if (s.upcoming !== before) delete view.nextServerHash;
    const outputs = { results, view };
    if (s.upcoming === before) outputs.state = toHex(await s.encode());
    return { outputs };
  },

  async player({ inputs }) {
    const p = await Player.parse(stateOf(inputs));
    const asked = p.asked?.client;
    const results = [];
    for (const call of inputs.calls) results.push(await classOf(() => callPlayer(p, call, asked)));
    return { outputs: { results, state: toHex(await p.encode()) } };
  },
};

async function callSession(s, call) {
  const [op] = cut(call, 2);
  if (op === 'finish') {
    const [, hash, nonce] = cut(call, 3);
    await s.finish(hash, BigInt(nonce));
    return 'ok';
  }
  if (op === 'rotate') {
    const [, hash, client] = cut(call, 3);
    await s.rotate(hash, client);
    return 'ok';
  }
  const [, hash, nonce, bet] = cut(call, 4);
  const stream = await s[op](checkHash(hash), checkNonce(nonce), bet);
  return op === 'decline' ? 'ok' : `ok ${toHex(await stream.read(8))}`;
}

/** The game of the vectors' players: t is a number up to 2³², and the outcome IntN(t). */
async function replayBounds(sent, stream) {
  const outcomes = [];
  for (const t of sent) {
    if (!/^[1-9][0-9]{0,9}$/.test(t) || t > 2 ** 32) fail('malformed', 'the rules don’t allow this');
    outcomes.push(await draw(stream, `intn ${t}`));
  }
  return outcomes;
}

async function callPlayer(p, call, asked) {
  const [op] = cut(call, 2);
  switch (op) {
    case 'rotate': {
      const client = p.rotate(checkHash(cut(call, 2)[1]));
      return client === asked ? `ok ${client}` : 'ok';
    }
    case 'rotated': {
      const [, serverHash, nextNonce, rest] = cut(call, 4);
      const [clientSeed, revealed] = rest.split(' revealed ');
      const view = { serverHash: checkHash(serverHash), nextNonce: checkNonce(nextNonce), clientSeed };
      if (revealed !== undefined) {
        const [hash, serverSeed] = cut(revealed, 2);
        view.revealed = { serverHash: checkHash(hash), serverSeed };
      }
      const declined = await p.rotated(view, replayBounds);
      return ['ok', ...declined.map(({ nonce, outcome }) => `${nonce}=${outcome ?? ''}`)].join(' ');
    }
    case 'pending': {
      const open = p.unanswered;
      return open ? `ok ${p.active.hash} ${open.nonce} ${open.step} ${open.sent}` : 'ok';
    }
  }
  const [, hash, nonce, step, text] = cut(call, 5);
  const answer = op === 'declined' ? ['', text] : [text];
  p[op === 'send' ? 'send' : 'receive'](checkHash(hash), Number(checkNonce(nonce)), Number(step), ...answer);
  return 'ok';
}
