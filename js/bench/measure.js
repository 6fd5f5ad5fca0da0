/**
 * Prints how many milliseconds of processor time a call takes for each of its items: the least of several runs, as others may use
 * the machine, too. A peer is what one would otherwise call.
 */
export function measure(name, call, { peer, calls = 20, runs = 6, items = 1 } = {}) {
  const own = least(call, calls, runs) / items;
  const other = peer && least(peer, calls, runs) / items;
  console.log(`${name}: ${own.toFixed(3)} ms${other ? `, peer ${other.toFixed(3)} ms, ratio ${(own / other).toFixed(2)}` : ''}`);
}

function least(call, calls, runs) {
  let best = Infinity;
  for (let run = 0; run < runs; run++) {
    const before = process.cpuUsage();
    for (let i = 0; i < calls; i++) call();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1000 / calls);
  }
  return best;
}

/** Prints how many microseconds a short call and its peer take: the least of short runs in turns, as both are to meet a free machine. */
export function compare(name, call, peer) {
  let [own, other] = [Infinity, Infinity];
  for (let run = 0; run < 450; run++) {
    own = Math.min(own, timeOf(call));
    other = Math.min(other, timeOf(peer));
  }
  console.log(`${name}: ${own.toFixed(1)} µs, peer ${other.toFixed(1)} µs, ratio ${(own / other).toFixed(2)}`);
}

/** Returns the microseconds that a call takes in a short run; it gets the number of the call. */
function timeOf(call) {
  const calls = 200;
  const start = performance.now();
  for (let i = 0; i < calls; i++) call(i);
  return (1000 * (performance.now() - start)) / calls;
}
