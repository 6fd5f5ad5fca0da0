package clitest

// HoldReading is a script by which a page gets what it reads of the first file only once release
// is called; held says that it waits for it. Release resolves when the page has gone on.
const HoldReading = `{
	let go;
	const released = new Promise((resolve) => { go = resolve; });
	globalThis.held = undefined;
	globalThis.release = async () => {
		go();
		for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
	};
	for (const name of ["text", "arrayBuffer"]) {
		const read = Blob.prototype[name];
		Blob.prototype[name] = async function () {
			const isFirst = held === undefined;
			held ??= false;
			const content = await read.call(this);
			if (isFirst) {
				held = true;
				await released;
			}
			return content;
		};
	}
}
`
