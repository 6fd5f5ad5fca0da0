package web_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// A verdict is what a judge says of statements.
type verdict struct {
	Faults           []string
	Checked, Waiting int
}

// The page's judge of what a casino has signed of crash says what Go's does, in words.
func TestCrashJudge(t *testing.T) {
	b := openModules(t)
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
			await merge(records, file, { seeds: {} }),
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
