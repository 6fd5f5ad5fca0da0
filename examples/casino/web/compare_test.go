package web_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// A pair of seeds as the casino's page saves it.
type savedPair struct {
	Player  string        `json:"player"`
	Hash    string        `json:"hash"`
	Client  string        `json:"client"`
	Server  string        `json:"server"`
	Session string        `json:"session"`
	Number  int           `json:"number"`
	Active  bool          `json:"active,omitempty"`
	Rounds  [][]savedStep `json:"rounds"`
}

type savedStep struct {
	Sent     string `json:"sent"`
	Received string `json:"received"`
	Declined string `json:"declined,omitempty"`
}

// recorded returns what a player has recorded of rounds that were played with pairs of
// seeds, and numbers these.
func recorded(rounds []round) (pairs []savedPair) {
	for i := range rounds {
		r := &rounds[i]
		if len(pairs) == 0 || pairs[len(pairs)-1].Hash != r.hash {
			pairs = append(pairs, savedPair{Player: "me", Hash: r.hash, Client: r.client, Server: r.server, Session: "s", Number: len(pairs) + 1})
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

// A historyLie is what a casino alters in its history afterwards, and what
// verify.html says to that.
type historyLie struct {
	alter   func(c *compared)
	alone   string // without the player's records; empty if it can't know
	verdict string // with them
	place   string // in the list: a nonce, or all of a pair
	fault   string // there
}

// A compared is a history beside the player's own records.
type compared struct {
	*testing.T
	rows []round
	own  []savedPair
}

// replay plays a round of the history anew, with what was sent then or something else.
func (c *compared) replay(i int, server string, sent ...string) {
	c.Helper()
	r := &c.rows[i]
	nonce, err := strconv.ParseUint(r.nonce, 10, 64)
	if err != nil {
		c.Fatal(err)
	}
	other := play(c.T, server, r.client, nonce, sent...)
	other.pair, other.rounds = r.pair, r.rounds
	*r = other
}

// decline has the history say that a bet was declined for want of coins.
func (c *compared) decline(i int) {
	r := &c.rows[i]
	r.received, r.paid, r.declined = "", r.stake, "balance"
}

const differs = "differs from your records in "

var historyLies = map[string]historyLie{
	"none": {
		alter:   func(*compared) {},
		verdict: "Compared with your records: 80 rounds",
	},
	"current seeds": {
		alter: func(c *compared) {
			c.own[1].Active, c.own[1].Server = true, ""
			c.rows = c.rows[:40]
		},
		verdict: "40 rounds with your current seeds",
	},
	"played on since": {
		alter: func(c *compared) {
			c.own[1].Active, c.own[1].Server, c.own[1].Rounds = true, "", c.own[1].Rounds[:30]
		},
		verdict: "Compared with your records: 70 rounds",
	},
	"another account": {
		alter: func(c *compared) {
			c.own[0].Player = "somebody"
			c.rows = c.rows[40:]
		},
		alone:   "1 pair of seeds isn’t in the file",
		verdict: "40 rounds of another account of this browser: they aren’t compared",
	},
	"bets that didn't arrive": {
		alter: func(c *compared) {
			c.own[1].Server, c.own[1].Rounds = "", [][]savedStep{{{c.rows[40].sent, "", ""}}}
			c.rows = c.rows[:40]
		},
		verdict: "Compared with your records: 40 rounds",
	},
	"by a clock that goes back": {
		alter:   func(c *compared) { slices.Reverse(c.own) },
		verdict: "Compared with your records: 80 rounds",
	},
	"the tail of a pair": {
		alter:   func(c *compared) { c.rows = append(c.rows[:38:38], c.rows[40:]...) },
		alone:   "line 39: the pair of seeds ends with nonce 37, and should have 40 rounds",
		verdict: differs + "2 places", place: "1, a8", fault: "it is missing",
	},
	"a whole pair": {
		alter:   func(c *compared) { c.rows = c.rows[40:] },
		alone:   "1 pair of seeds isn’t in the file",
		verdict: differs + "1 place", place: "all", fault: "the whole pair is missing, 40 rounds",
	},
	"the last pair": {
		alter:   func(c *compared) { c.rows = c.rows[:40] },
		verdict: differs + "1 place", place: "all", fault: "the whole pair is missing, 40 rounds",
	},
	"a round": {
		alter:   func(c *compared) { c.rows = append(c.rows[:7:7], c.rows[8:]...) },
		alone:   "nonce 7 is missing",
		verdict: differs + "1 place", place: "7", fault: "it is missing",
	},
	"a round twice": {
		alter:   func(c *compared) { c.rows = append(c.rows[:8:8], c.rows[7:]...) },
		alone:   "nonce 7 is repeated",
		verdict: differs + "1 place", place: "7", fault: "it is there twice",
	},
	"rounds reordered": {
		alter:   func(c *compared) { c.rows[3], c.rows[4] = c.rows[4], c.rows[3] },
		alone:   "nonce 3 is missing before nonce 4",
		verdict: differs + "1 place", place: "3", fault: "it is out of order",
	},
	"pairs reordered": {
		alter:   func(c *compared) { c.rows = slices.Concat(c.rows[40:], c.rows[:40]) },
		verdict: differs + "1 place", place: "0", fault: "the pair is out of order",
	},
	"a round that wasn't": {
		alter:   func(c *compared) { c.own[0].Rounds = c.own[0].Rounds[:39] },
		verdict: differs + "1 place", place: "39", fault: "you made no such round",
	},
	"a hand cancelled": {
		alter:   func(c *compared) { c.rows[1].cancel() },
		verdict: differs + "1 place", place: "1", fault: "it was cancelled, though you went on",
	},
	"a bet declined": {
		alter:   func(c *compared) { c.decline(2) },
		verdict: differs + "1 place", place: "2", fault: "declined: you recorded “”, the casino says “balance”",
	},
	"another reason": {
		alter: func(c *compared) {
			c.decline(2)
			c.own[0].Rounds[2] = []savedStep{{c.rows[2].sent, "", "round-open"}}
		},
		verdict: differs + "1 place", place: "2", fault: "declined: you recorded “round-open”",
	},
	"another bet": {
		alter:   func(c *compared) { c.replay(0, c.rows[0].server, "dice under 9000 for 100") },
		verdict: differs + "2 places", place: "0", fault: "bet: you recorded “dice under 4950 for 100”",
	},
	"another hold": {
		alter:   func(c *compared) { c.replay(1, c.rows[1].server, games.Split(c.rows[1].sent)[0], "hold 5") },
		verdict: differs + "2 places", place: "1", fault: "step 1: you recorded",
	},
	"a roll, as it was told": {
		alter:   func(c *compared) { c.own[0].Rounds[0][0].Received = "9999 pays 0" },
		verdict: differs + "1 place", place: "0", fault: "outcome: you recorded “9999 pays 0”",
	},
	"a roll": {
		alter:   func(c *compared) { c.rows[0].received = "9999 pays 0" },
		alone:   "1 of 80 rows isn’t right",
		verdict: "1 of 80 rows isn’t right", place: "0", fault: "outcome: you recorded",
	},
	"seeds exchanged": {
		alter: func(c *compared) {
			for i := range c.rows[40:] {
				c.replay(40+i, strings.Repeat("a", 64), games.Split(c.rows[40+i].sent)...)
			}
		},
		verdict: differs + "1 place", place: "all", fault: "the whole pair is missing",
	},
	"a secret that is never revealed": {
		alter: func(c *compared) {
			c.own[1].Server = ""
			c.rows = c.rows[:40]
		},
		verdict: differs + "1 place", place: "all", fault: "has never revealed its secret, for 40 rounds",
	},
	"a secret that is never revealed, of one round": {
		alter: func(c *compared) {
			c.own[1].Server, c.own[1].Rounds = "", c.own[1].Rounds[:1]
			c.rows = c.rows[:40]
		},
		verdict: differs + "1 place", place: "all", fault: "has never revealed its secret, for 1 round",
	},
	"a server seed again": {
		alter: func(c *compared) {
			for nonce := range uint64(5) {
				again := play(c.T, c.rows[0].server, "another", nonce, "dice under 4950 for 100")
				again.pair, again.rounds = "3", "5"
				c.rows = append(c.rows, again)
			}
		},
		alone:   "A server seed was used twice",
		verdict: differs + "5 places", place: "0", fault: "it has another client seed, “another”",
	},
}

// What a casino alters in its history afterwards, beside the player's own records and, where
// that suffices, without them.
func TestCompare(t *testing.T) {
	b := openBrowser(t)
	page := fromDisk(t)
	for name, lie := range historyLies {
		t.Run(name, func(t *testing.T) {
			b := b.of(t)
			c := &compared{T: t, rows: history(t, 40)}
			c.own = recorded(c.rows)
			lie.alter(c)
			alone, verdict, list := b.compare(page, c)
			lie.expect(t, alone, verdict, list)
			expectPromises(t, name, verdict+list)
			b.shot("verify-compare-" + name)
		})
	}
}

// expect compares what verify.html says with what it should.
func (l historyLie) expect(t *testing.T, alone, verdict, list string) {
	t.Helper()
	faultless := strings.Contains(alone, "All ") && !strings.Contains(alone, "by themselves") && !strings.Contains(alone, "in the file")
	if !strings.Contains(alone, l.alone) || faultless != (l.alone == "") {
		t.Errorf("without records: %q, want %q", alone, l.alone)
	}
	if !strings.Contains(verdict, l.verdict) || !strings.Contains(list, l.fault) || !strings.Contains(list, l.place) {
		t.Errorf("with records: %q, want %q; %.300q, want %q, %q", verdict, l.verdict, list, l.place, l.fault)
	}
	if strings.Contains(list, " 1 rounds") {
		t.Errorf("with records: %.300q", list)
	}
	if l.fault == "" && strings.Contains(verdict, "differs") {
		t.Errorf("with records: %q", verdict)
	}
}

// compare has verify.html check a history, alone and then beside the records, and returns
// its verdicts and its list.
func (b *tab) compare(page string, c *compared) (alone, verdict, list string) {
	b.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(page),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(b.T, "casino-history.csv", asCSV(b.T, c.rows))}))
	b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#file").value === ""`)
	alone = b.text("#file-verdict")
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(b.T, "casino-records.json", recordsOf(b.T, recordsFormat, c.own))}))
	b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#own").value === "" &&
		document.querySelector("#chosen").textContent.includes("records")`)
	return alone, b.text("#file-verdict"), b.text("#file-rows")
}

const recordsFormat = "squaredeal/casino records v1"

// recordsOf returns the file of a player's records.
func recordsOf(t *testing.T, format string, pairs []savedPair) []byte {
	return []byte(asJSONText(t, map[string]any{"format": format, "pairs": pairs, "casino": map[string]string{"player": "me"}}))
}

// Records by themselves: what was revealed is checked, and files that are none are refused.
func TestOwnRecords(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(fromDisk(t)))
	pairs := recorded(history(t, 40))
	whole := string(recordsOf(t, recordsFormat, pairs))
	pairs[1].Server = ""
	pairs[0].Rounds[2][0] = savedStep{pairs[0].Rounds[2][0].Sent, "", "balance"}
	pairs[0].Rounds[39][1].Received = "" // it isn't answered
	right := string(recordsOf(t, recordsFormat, pairs))
	pairs[0].Rounds[3][1].Received += "1"
	for _, test := range []struct{ content, want string }{
		{whole, "80 of 80 recorded rounds checked\n\nChoose"},
		{right, "40 of 80 recorded rounds checked"},
		{right, "40 rounds can’t be checked"},
		{string(recordsOf(t, recordsFormat, pairs)), "1 of 40 recorded rounds isn’t right"},
		{string(recordsOf(t, "records v2", pairs)), "These records can’t be read"},
		{"{", "These records can’t be read"},
		{`{"format":"` + recordsFormat + `","pairs":[{"hash":"a"}]}`, "The records are damaged"},
		{`{"format":"` + recordsFormat + `","pairs":[],"receipts":[],"checkpoints":5}`, "The records are damaged"},
		{`{"format":"` + recordsFormat + `","pairs":[{"hash":"a","client":"b","rounds":[[]]}]}`, "The records are damaged"},
	} {
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#file-verdict").hidden = true`),
			chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", []byte(test.content))}))
		b.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#own").value === ""`)
		if got := b.text("#file-verdict"); !strings.Contains(strings.ToLower(got), strings.ToLower(test.want)) {
			t.Errorf("%.60q: %q, want %q", test.content, got, test.want)
		}
	}
}
