// Starts a player's program (wasm/main.go), and passes on what it and the page say.
import "./wasm_exec.js";
import * as store from "./store.js";

const go = new Go();
const ready = new Promise((ok) => (self.ready = ok));
self.store = store;

// One tab plays a seat: this one unless another does, or at any rate if the page says so. The
// lock is this tab's as long as it is there. Where pages have no locks, the server tells.
function alone(name, takeOver, begin) {
  const elsewhere = () => {
    postMessage(JSON.stringify({ elsewhere: true }));
    self.close();
  };
  if (!navigator.locks) return begin();
  navigator.locks
    .request(store.lock(name), takeOver ? { steal: true } : { ifAvailable: true }, (lock) => {
      if (!lock) return elsewhere();
      begin();
      return new Promise(() => {});
    })
    .catch(elsewhere);
}

// The page sends the program once it is compiled, and what it has to say, which waits for that.
onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) return go.run(await WebAssembly.instantiate(data, go.importObject));
  await ready;
  const begin = () => self.tell(JSON.stringify(data));
  if (data.start && !data.start.watch) alone(data.start.name, data.takeOver, begin);
  else begin();
};
