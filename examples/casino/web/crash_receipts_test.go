package web_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// A verdict is what a judge says of statements.
type verdict struct {
	Faults           []string
	Checked, Waiting int
}

// sameCrashJudge compares the page's judge of what a casino has signed of
// crash with Go's, in words.
func (b *tab) sameCrashJudge() {
	b.Helper()
	honest, lies := casinotest.CrashStatements()
	var all [][][]byte
	var want []verdict
	unseeded := receipt.Round{Hash: honest[0].(receipt.Shown).Hash, Sent: []string{"dice under 4950 for 100"},
		Received: []string{"1234 pays 200"}}
	for _, lie := range append([]casinotest.SignedLie{{}, {Lie: []receipt.Statement{unseeded}}}, lies...) {
		statements := append(slices.Clone(honest), lie.Lie...)
		var encoded [][]byte
		for _, s := range statements {
			encoded = append(encoded, s.Bytes())
		}
		all = append(all, encoded)
		v := receipt.Judge(statements)
		said := verdict{[]string{}, v.Checked, v.Waiting}
		for _, fault := range v.Faults {
			said.Faults = append(said.Faults, fault.Text)
		}
		want = append(want, said)
	}
	text, err := json.Marshal(all)
	if err != nil {
		b.Fatal(err)
	}
	got := eval[[]verdict](b, fmt.Sprintf(`(async () => {
		const { fromBase64, Judge } = await import("/check/receipt.js");
		const { encode, parse } = await import("/check/statement.js");
		return %s.map((statements) => {
			const parsed = statements.map((text) => parse(fromBase64(text)));
			const again = parsed.map((s) => btoa(String.fromCharCode(...encode[s.kind](s))));
			if (again.join() !== statements.join()) throw new Error("statements are encoded otherwise");
			const { faults, checked, waiting } = new Judge(parsed);
			return { Faults: faults.sort(), Checked: checked, Waiting: waiting };
		});
	})()`, text))
	for i := range want {
		if !reflect.DeepEqual(got[i], want[i]) {
			b.Errorf("the page's judge says %+v, and Go's %+v", got[i], want[i])
		}
	}
}

// refusesTooEarly checks what the page says of a cash-out that was refused as the round had
// ended, when it learns the end.
func (b *tab) refusesTooEarly() {
	b.Helper()
	said := eval[[]string](b, `(async () => {
		const { answered } = await import("/crash/bets.js");
		const bet = { chain: 1, round: 7, serverHash: "ab", serial: 1, number: 1, sent: "crash for 100", tried: 2900, refused: 3000 };
		const sum = { bets: 0, staked: 0, paid: 0, best: 0 };
		return [4500, 4501].map((ran) => {
			try {
				answered({ bet, asked: { what: "settle" }, over: [], sum }, { bet: { ...bet, paid: 0 }, balance: 0 }, "ab",
					{ chain: 1, round: 7, starts: 1000, ended: 1000 + ran, bets: 1, point: 110 });
				return "";
			} catch (err) {
				return err.message;
			}
		});
	})()`)
	want := []string{"", "round 7 of crash: the casino refused to cash you out after 3000 ms, as it had ended, and it ended after 4501 ms"}
	if !slices.Equal(said, want) {
		b.Errorf("%q", said)
	}
}

// settlesLater checks what the page says of a bet that can't be settled, as its round runs.
func (b *tab) settlesLater() {
	b.Helper()
	const want = "The round goes on. Your bet is settled when it ends."
	if got := eval[string](b, `import("/app/declined.js").then(({ whyRefused }) =>
		whyRefused({ code: "running", message: "A refusal" }, { what: "settle" }, {}))`); got != want {
		b.Errorf("%q", got)
	}
}

// imports takes over what another browser has saved of crash: its bets, how many there were
// with the seeds, and the receipts.
func (b *tab) imports(file []byte) {
	b.Helper()
	content, err := json.Marshal(string(file))
	if err != nil {
		b.Fatal(err)
	}
	got := eval[[]string](b, fmt.Sprintf(`(async () => {
		const { merge, parseFile } = await import("/app/import.js");
		const { noCrash } = await import("/crash/bets.js");
		const { parse } = await import("/check/statement.js");
		const text = %s;
		const [{ player: id }] = JSON.parse(text).players;
		const file = await parseFile(text, id);
		const records = { id, pairs: [], crash: noCrash, change: (f) => f({ active: null, rounds: [] }) };
		const damaged = text.replace('"staked": 1000', '"staked": "1000"');
		return [
			await merge(records, file),
			records.crash.sum.bets + " of " + records.crash.made.bets,
			records.crash.over[0].sent,
			file.receipts.map(({ statement }) => parse(statement).kind).filter((kind) => kind.startsWith("crash")).sort().join(),
			await parseFile(damaged, id).then(() => "taken", (err) => err.message),
		];
	})()`, content))
	want := []string{"taken", "1 of 1", "crash for 1000", "crash bet,crash end,crash out,crash paid",
		"the records in the file are damaged: “staked” isn’t an amount"}
	if !slices.Equal(got, want) {
		b.Errorf("%q", got)
	}
}
