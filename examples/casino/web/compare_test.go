package web_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// A pair of seeds as the casino's page saves it.
type savedPair struct {
	Hash   string        `json:"hash"`
	Client string        `json:"client"`
	Server string        `json:"server"`
	Active bool          `json:"active,omitempty"`
	Rounds [][]savedStep `json:"rounds"`
}

type savedStep struct {
	Sent     string `json:"sent"`
	Received string `json:"received"`
	Declined string `json:"declined,omitempty"`
}

// recorded returns what a player has recorded of rounds that were played with pairs of seeds, and numbers these.
func recorded(rounds []round) (pairs []savedPair) {
	for i := range rounds {
		r := &rounds[i]
		if len(pairs) == 0 || pairs[len(pairs)-1].Hash != r.hash {
			pairs = append(pairs, savedPair{Hash: r.hash, Client: r.client, Server: r.server})
		}
		var steps []savedStep
		for i, received := range games.Split(r.received) {
			steps = append(steps, savedStep{games.Split(r.sent)[i], received, ""})
		}
		own := &pairs[len(pairs)-1]
		own.Rounds = append(own.Rounds, steps)
		r.pair, r.rounds = strconv.Itoa(len(pairs)), "40"
	}
	return pairs
}

// What a casino alters in its history afterwards, beside the player's own records and, where that suffices, without them.
func TestCompare(t *testing.T) {
	b := openBrowser(t)
	page := fromDisk(t)
	check := func(rows []round, own []savedPair) (alone, verdict, list string) {
		t.Helper()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page),
			chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(t, "casino-history.csv", asCSV(t, rows))}))
		b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#file").value === ""`)
		alone = b.text("#file-verdict")
		file, err := json.Marshal(map[string]any{"format": "squaredeal/casino records v1", "pairs": own})
		if err != nil {
			t.Fatal(err)
		}
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", file)}))
		b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#own").value === "" &&
			document.querySelector("#chosen").textContent.includes("records")`)
		return alone, b.text("#file-verdict"), b.text("#file-rows")
	}
	const differs = "differs from your records in "
	for name, lie := range map[string]struct {
		alter             func(rows []round, own []savedPair) ([]round, []savedPair)
		alone             string // what the page says without the player's records; empty if it can't know
		verdict, pair, is string // with them: the verdict, and a line of the list
	}{
		"none": {func(rows []round, own []savedPair) ([]round, []savedPair) { return rows, own }, "",
			"Compared with your records: 80 rounds", "", ""},
		"current seeds": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			own[1].Active, own[1].Server = true, ""
			return rows[:40], own
		}, "", "40 rounds with your current seeds", "", ""},
		"played on since": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			own[1].Active, own[1].Server, own[1].Rounds = true, "", own[1].Rounds[:30]
			return rows, own
		}, "", "Compared with your records: 70 rounds", "", ""},
		"the tail of a pair": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			return append(rows[:38:38], rows[40:]...), own
		},
			"line 39: the pair of seeds ends with nonce 37, and should have 40 rounds", differs + "2 places", "1, a8", "it is missing"},
		"a whole pair": {func(rows []round, own []savedPair) ([]round, []savedPair) { return rows[40:], own },
			"1 pair of seeds isn’t in the file", differs + "1 place", "all", "the whole pair is missing, 40 rounds"},
		"the last pair": {func(rows []round, own []savedPair) ([]round, []savedPair) { return rows[:40], own }, "", differs + "1 place",
			"all", "the whole pair is missing, 40 rounds"},
		"a round": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			return append(rows[:7:7], rows[8:]...), own
		}, "nonce 7 is missing", differs + "1 place", "7", "it is missing"},
		"a round twice": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			return append(rows[:8:8], rows[7:]...), own
		}, "nonce 7 is repeated", differs + "1 place", "7", "it is there twice"},
		"rounds reordered": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[3], rows[4] = rows[4], rows[3]
			return rows, own
		}, "nonce 3 is missing before nonce 4", differs + "1 place", "3", "it is out of order"},
		"pairs reordered": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			return slices.Concat(rows[40:], rows[:40]), own
		}, "", differs + "1 place", "0", "the pair is out of order"},
		"a round that wasn't": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			own[0].Rounds = own[0].Rounds[:39]
			return rows, own
		}, "",
			differs + "1 place", "39", "you made no such round"},
		"a hand cancelled": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[1].cancel()
			return rows, own
		}, "", differs + "1 place", "1", "it was cancelled, though you went on"},
		"a bet declined": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[2].received, rows[2].paid, rows[2].declined = "", rows[2].stake, "balance"
			return rows, own
		}, "", differs + "1 place", "2", "declined: you recorded “”, the casino says “balance”"},
		"another reason": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[2].received, rows[2].paid, rows[2].declined = "", rows[2].stake, "balance"
			own[0].Rounds[2] = []savedStep{{rows[2].sent, "", "round-open"}}
			return rows, own
		}, "", differs + "1 place", "2", "declined: you recorded “round-open”"},
		"another bet": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[0] = play(t, rows[0].server, rows[0].client, 0, "dice under 9000 for 100")
			rows[0].pair, rows[0].rounds = "1", "40"
			return rows, own
		}, "", differs + "2 places", "0", "bet: you recorded “dice under 4950 for 100”"},
		"another hold": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[1] = play(t, rows[1].server, rows[1].client, 1, games.Split(rows[1].sent)[0], "hold 5")
			return rows, own
		}, "", differs + "2 places", "1", "step 1: you recorded"},
		"a roll, as it was told": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			own[0].Rounds[0][0].Received = "9999 pays 0"
			return rows, own
		}, "", differs + "1 place", "0", "outcome: you recorded “9999 pays 0”"},
		"a roll": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			rows[0].received = "9999 pays 0"
			return rows, own
		},
			"1 of 80 rows isn’t right", "1 of 80 rows isn’t right", "0", "outcome: you recorded"},
		"seeds exchanged": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			for i := range 40 {
				r := &rows[40+i]
				*r = play(t, strings.Repeat("a", 64), r.client, uint64(i), games.Split(r.sent)...)
				r.pair, r.rounds = "2", "40"
			}
			return rows, own
		}, "", differs + "1 place", "all", "the whole pair is missing"},
		"a secret that is never revealed": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			own[1].Server = ""
			return rows[:40], own
		}, "", differs + "1 place", "all", "has never revealed its secret, for 40 rounds"},
		"a server seed again": {func(rows []round, own []savedPair) ([]round, []savedPair) {
			for i := range uint64(5) {
				again := play(t, rows[0].server, "another", i, "dice under 4950 for 100")
				again.pair, again.rounds = "3", "5"
				rows = append(rows, again)
			}
			return rows, own
		}, "A server seed was used twice", differs + "5 places", "0", "it has another client seed, “another”"},
	} {
		t.Run(name, func(t *testing.T) {
			rows := history(t, 40)
			rows, own := lie.alter(rows, recorded(rows))
			alone, verdict, list := check(rows, own)
			if found := !strings.Contains(alone, "All ") || strings.Contains(alone, "by themselves") ||
				strings.Contains(alone, "in the file"); !strings.Contains(alone, lie.alone) || found != (lie.alone != "") {
				t.Errorf("without records: %q, want %q", alone, lie.alone)
			}
			if !strings.Contains(verdict, lie.verdict) || !strings.Contains(list, lie.is) || !strings.Contains(list, lie.pair) {
				t.Errorf("with records: %q, want %q; %.300q, want %q, %q", verdict, lie.verdict, list, lie.pair, lie.is)
			}
			expectPromises(t, name, verdict+list)
			if lie.is == "" && strings.Contains(verdict, "differs") {
				t.Errorf("with records: %q", verdict)
			}
			if name == "a hand cancelled" {
				b.shot("verify-compare")
			}
		})
	}
}

// Records by themselves: what was revealed is checked, and files that are none are refused.
func TestOwnRecords(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(fromDisk(t)))
	pairs := recorded(history(t, 40))
	pairs[1].Server = ""
	pairs[0].Rounds[2][0] = savedStep{pairs[0].Rounds[2][0].Sent, "", "balance"}
	pairs[0].Rounds[39][1].Received = "" // it isn't answered
	file := func(format string) string {
		content, err := json.Marshal(map[string]any{"format": format, "pairs": pairs})
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	const format = "squaredeal/casino records v1"
	right := file(format)
	pairs[0].Rounds[3][1].Received += "1"
	for _, test := range []struct{ content, want string }{
		{right, "40 of 80 recorded rounds checked"},
		{right, "40 rounds can’t be checked"},
		{file(format), "1 of 40 recorded rounds isn’t right"},
		{file("records v2"), "These records can’t be read"},
		{"{", "These records can’t be read"},
		{`{"format":"` + format + `","pairs":[{"hash":"a"}]}`, "The records are damaged"},
		{`{"format":"` + format + `","pairs":[{"hash":"a","client":"b","rounds":[[]]}]}`, "The records are damaged"},
	} {
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#file-verdict").hidden = true`),
			chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", []byte(test.content))}))
		b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#own").value === ""`)
		if got := b.text("#file-verdict"); !strings.Contains(strings.ToLower(got), strings.ToLower(test.want)) {
			t.Errorf("%.60q: %q, want %q", test.content, got, test.want)
		}
	}
}
