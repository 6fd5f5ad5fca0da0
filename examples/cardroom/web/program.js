// The player's program, which takes a while to load and compile: the page begins with that.
export const program = WebAssembly.compileStreaming(fetch("player.wasm"));
program.catch(() => {}); // which whoever awaits it reports
