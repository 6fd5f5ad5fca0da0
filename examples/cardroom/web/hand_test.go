package web_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// A handTest is a hand in three tabs, with a bot, and somebody who watches: one tab is
// loaded again in the middle of it, another tries to play the first one's seat, and the
// server dies and comes back.
type handTest struct {
	*testing.T
	h                             *house
	b                             *browser
	id                            string
	first, second, third, watcher *tab
}

func testHand(t *testing.T, h *house, b *browser) {
	p := &handTest{T: t, h: h, b: b}
	p.openTable()
	p.copySeat()
	p.watcher, p.third = b.tab(h.url()+"/#t/"+p.id+"/watch"), b.sit(h, p.id)
	start := time.Now()
	h.bot(p.id, "")
	for _, x := range p.seats() {
		x.waitFor(dealt)
	}
	t.Logf("the hole cards are there after %v", time.Since(start).Round(time.Millisecond))
	held := eval[string](p.second, cards)
	p.seeTable()
	p.second.reload()
	p.second.waitFor(dealt)
	if now := eval[string](p.second, cards); now != held {
		t.Errorf("after it was loaded again, a tab holds %s, and not %s", now, held)
	}
	h.stop()
	p.first.waitFor(lineLost)
	h.start()
	p.playOn()
	p.audit()
}

func (p *handTest) seats() []*tab { return []*tab{p.first, p.second, p.third} }

// openTable opens a table by the lobby, and takes a seat.
func (p *handTest) openTable() {
	p.Helper()
	p.first = p.b.tab(p.h.url())
	p.first.shot("lobby")
	p.id = p.first.open(map[string]any{"game": "holdem", "seats": 4, "hands": 1, "patience": 120})
	p.first.waitFor(`!document.querySelector("#sit").disabled`)
	p.first.fits("the terms")
	p.first.shot("terms")
	p.first.click("#sit")
	p.first.waitFor(waiting)
	p.first.fits("the waiting room")
	p.first.shot("waiting")
}

// copySeat has a copy of the first tab play its seat, which one of them can. Then the copy
// takes a seat of its own.
func (p *handTest) copySeat() {
	p.Helper()
	p.second = p.b.copyOf(p.first, p.h, p.id)
	p.second.waitFor(takenOver)
	p.second.click("#take-over")
	p.first.waitFor(takenOver)
	p.second.waitFor(waiting)
	p.first.click("#take-over")
	p.second.waitFor(takenOver)
	eval[bool](p.second, `([...document.querySelectorAll("#alarm button")].at(-1).click(), true)`)
	p.second.click("#sit")
}

// seeTable looks at the table of whose turn it is, and compares fingerprints.
func (p *handTest) seeTable() {
	p.Helper()
	for _, x := range p.seats() {
		if eval[bool](x, `!!`+turn) {
			x.fits("the table")
			x.shot("turn")
		}
	}
	if got, want := p.watcher.text("#fingerprint"), p.first.text("#fingerprint"); got != want || len(got) != 39 {
		p.Errorf("fingerprints %q and %q", want, got)
	}
}

// playOn plays to the end, which is the same for all.
func (p *handTest) playOn() {
	p.Helper()
	for _, x := range p.seats() {
		x.calls()
	}
	for _, x := range append(p.seats(), p.watcher) {
		x.waitFor(allPaidBack)
		if got, want := eval[string](x, ending), eval[string](p.first, ending); got != want {
			p.Errorf("a tab ends with %q, the first one with %q", got, want)
		}
	}
	p.first.shot("over")
}

// audit audits the record, perhaps by the command too.
func (p *handTest) audit() {
	p.Helper()
	posts := p.first.record()
	expectFinal(p.T, posts, 0, p.first.text("#fingerprint"))
	if !clitest.Long() {
		return
	}
	file := filepath.Join(p.TempDir(), "record")
	if err := os.WriteFile(file, board.Encode(posts), 0o600); err != nil {
		p.Fatal(err)
	}
	audit := exec.Command("go", "run", "./examples/poker", "-audit", file)
	audit.Dir = "../../.."
	out, err := audit.CombinedOutput()
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(out)), " "), "Nobody has cheated") {
		p.Errorf("command poker: %v\n%s", err, out)
	}
}
