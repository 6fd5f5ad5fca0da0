// Requests to the casino. A request that isn't answered is sent again as it was: the casino answers a repeated one with
// what it has stored.

/** A Refusal is an answer that isn't a success, or none at all: then its status is 0. */
export class Refusal extends Error {
  constructor(status, message, code = '', wait = 0) {
    super(message);
    this.status = status;
    this.code = code;
    this.wait = wait; // seconds until the same request may be answered, as the answer says
  }

  /** Whether the same request may be answered later: there was no answer, too many requests, or a proxy or a database is away. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

const tries = 6;
const again = [0, 429, 502, 503, 504];
const longest = 1 << 20; // bytes of an answer
const longestWait = 10; // seconds
const patience = 15000; // ms for an answer to come

/** Returns the body of an answer, and reads no more of it than an answer has. */
async function bodyOf(answer) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = answer.body.getReader(); // Safari 26 can't iterate over a body
  let [text, read] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    read += value.length;
    if (read > longest) {
      await reader.cancel();
      throw new Error('the answer is too long');
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns a text of a problem that a person may read. */
const said = (value) => (typeof value === 'string' && value.isWellFormed() ? value.slice(0, 300) : '');

async function once(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      cache: 'no-store',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw new Refusal(0, 'The casino doesn’t answer.');
  }
  let content;
  try {
    content = JSON.parse(await bodyOf(answer));
  } catch {
    throw new Refusal(answer.ok ? 0 : answer.status, `The casino’s answer can’t be read (${answer.status}).`);
  }
  if (answer.ok) return content;
  const text = said(content?.detail) || said(content?.title) || `The casino’s answer has the status ${answer.status}.`;
  const wait = Math.min(Number(answer.headers.get('Retry-After')) || 0, longestWait);
  throw new Refusal(answer.status, text, said(content?.code), wait);
}

/** Returns the text of a file, undefined if there is none. */
export async function fetchText(path) {
  let answer;
  try {
    answer = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(patience) });
  } catch {
    throw new Refusal(0, 'The casino doesn’t answer.');
  }
  if (answer.status === 404) return undefined;
  if (!answer.ok) throw new Refusal(answer.status, `The casino’s answer has the status ${answer.status}.`);
  try {
    return await bodyOf(answer);
  } catch {
    throw new Refusal(0, 'The casino’s answer can’t be read.');
  }
}

/**
 * Sends a request, again while it may pass, and returns the answer, which form takes apart. waiting is called with the
 * number of the next try.
 */
export async function send(method, path, form, body, waiting = () => {}) {
  for (let n = 1; ; n++) {
    try {
      return form(await once(method, path, body), 'answer');
    } catch (err) {
      if (!(err instanceof Refusal) || !again.includes(err.status) || n === tries) throw err;
      waiting(n + 1);
      await new Promise((resolve) => setTimeout(resolve, Math.max(1000 * err.wait, 250 * 2 ** n)));
    }
  }
}
