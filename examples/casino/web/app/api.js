// Requests to the casino. A request that isn't answered is sent again as it was: the casino answers a repeated one with
// what it has stored.

/** A Refusal is an answer that isn't a success, or none at all: then its status is 0. */
export class Refusal extends Error {
  constructor(status, problem) {
    super(problem.detail || problem.title || 'The casino doesn’t answer.');
    this.status = status;
    this.code = problem.code ?? '';
    this.problem = problem;
  }
}

const tries = 6;
const again = [0, 429, 502, 503, 504]; // no answer; too many requests; a proxy or a database that is away

async function once(method, path, body) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      cache: 'no-store',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(15000),
    });
  } catch {
    throw new Refusal(0, { title: 'The casino doesn’t answer.' });
  }
  let content;
  try {
    content = await answer.json();
  } catch {
    throw new Refusal(answer.ok ? 0 : answer.status, { title: `The casino’s answer can’t be read (${answer.status}).` });
  }
  if (answer.ok) return content;
  const refusal = new Refusal(answer.status, content);
  refusal.wait = Number(answer.headers.get('Retry-After')) || 0;
  throw refusal;
}

/** Sends a request, some times if need be. waiting is called with the number of the next try. */
export async function send(method, path, body, waiting = () => {}) {
  for (let n = 1; ; n++) {
    try {
      return await once(method, path, body);
    } catch (err) {
      if (!(err instanceof Refusal) || !again.includes(err.status) || n === tries) throw err;
      waiting(n + 1);
      await new Promise((resolve) => setTimeout(resolve, Math.max(1000 * (err.wait ?? 0), 250 * 2 ** n)));
    }
  }
}
