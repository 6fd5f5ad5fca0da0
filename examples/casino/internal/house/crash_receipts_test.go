package house_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// crash keeps what an answer about crash says, as its signatures do.
func (w *witness) crash(h *house.House, a house.CrashAnswer, err error) house.CrashAnswer {
	w.Helper()
	noError(w.T, err)
	b := a.Bet
	id := receipt.CrashID{Hash: b.ServerHash, Serial: b.Serial, Chain: b.Chain, Round: b.Round}
	w.keep(h, receipt.CrashBet{CrashID: id, Place: b.Number, Sent: b.Sent, Time: b.Time.UnixMilli(), Early: b.Early}, a.Receipts.Bet)
	cashed := int64(receipt.NotCashed)
	if b.Cashed != nil {
		cashed = *b.Cashed
		bet, err := crash.ParseBet(b.Sent)
		noError(w.T, err)
		w.keep(h, receipt.CrashOut{CrashID: id, Cashed: cashed, Multiplier: bet.Out(&cashed)}, a.Receipts.Out)
	}
	if b.Paid != nil {
		w.keep(h, receipt.CrashPaid{CrashID: id, Sent: b.Sent, Cashed: cashed, Paid: *b.Paid}, a.Receipts.Paid)
	}
	if r := a.Round; r != nil {
		end := receipt.CrashEnd{Chain: r.Chain, Round: r.Round, Starts: r.Starts, Bets: r.Bets, Point: r.Point, Ended: r.Ended,
			Lapsed: r.Lapsed, Void: r.Void}
		if r.Link != nil {
			end.Link = *r.Link
		}
		w.keep(h, end, a.Receipts.End)
	}
	return a
}

func encode(t *testing.T, answer house.CrashAnswer) string {
	t.Helper()
	text, err := json.Marshal(answer)
	return string(must(t, text, err))
}

// A crashPlayer keeps all receipts about crash.
type crashPlayer struct {
	witness
	h    *house.House
	rig  *casinotest.CrashRig
	name string
}

// An honest casino signs nothing that convicts it, and the same bytes whenever it is asked
// again: bets, cash-outs, settlements and rounds, with several pairs of seeds, and through a
// restoration that gives a chain up.
func TestHonestCrashReceipts(t *testing.T) {
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	p := &crashPlayer{witness{T: t, clients: make(map[string]string)}, h, rig, newPlayer()}
	v, err := h.Enter(t.Context(), p.name)
	p.view(h, v, err)
	p.rotate()
	first := p.play(true, "crash for 500")
	second := p.play(false, "crash 250 for 300")
	if first.Bet.Serial != 1 || second.Bet.Serial != 2 || first.Bet.ServerHash != second.Bet.ServerHash || first.Bet.Number != 1 ||
		first.Bet.Early <= 0 {
		t.Errorf("%+v, %+v", first.Bet, second.Bet)
	}
	p.rotate()
	if v, err := h.View(t.Context(), p.name); err != nil || v.Crashed.Active != 0 || v.Crashed.Revealed != 2 {
		t.Errorf("%+v, %v", v.Crashed, err)
	}
	if third := p.play(false, "crash 100000 for 100"); third.Bet.Serial != 1 || third.Bet.ServerHash == first.Bet.ServerHash {
		t.Errorf("%+v", third.Bet)
	}
	p.meetsRestoration()
	p.rotate()
	p.play(true, "crash 120 for 400")
	audited(t, h)

	verdict := receipt.Judge(p.all)
	for _, fault := range verdict.Faults {
		t.Error(fault.Text)
	}
	if verdict.Checked != 5 || verdict.Waiting != 0 {
		t.Errorf("%d were checked, %d wait", verdict.Checked, verdict.Waiting)
	}
}

// twice makes a request twice, and expects the same answer.
func (p *crashPlayer) twice(ask func() (house.CrashAnswer, error)) house.CrashAnswer {
	p.Helper()
	a, err := ask()
	first := p.crash(p.h, a, err)
	a, err = ask()
	second := p.crash(p.h, a, err)
	first.Repeated, second.Repeated = true, true
	if one, other := encode(p.T, first), encode(p.T, second); one != other {
		p.Errorf("%s after %s", other, one)
	}
	return second
}

func (p *crashPlayer) bet(r *house.CrashRound, text string) house.CrashAnswer {
	p.Helper()
	return p.twice(func() (house.CrashAnswer, error) { return p.h.BetOnCrash(p.Context(), p.name, r.Chain, r.Round, text) })
}

func (p *crashPlayer) settle(r *house.CrashRound) {
	p.Helper()
	p.twice(func() (house.CrashAnswer, error) { return p.h.Settle(p.Context(), p.name, r.Chain, r.Round) })
}

// rotate takes the next seeds.
func (p *crashPlayer) rotate() {
	p.Helper()
	v, err := p.h.View(p.Context(), p.name)
	v = p.view(p.h, v, err)
	next, err := p.h.Rotate(p.Context(), p.name, v.Seeds.NextServerHash, "words "+v.Seeds.NextServerHash.String())
	p.view(p.h, next, err)
}

// play bets on a round, perhaps cashes out, settles, and asks for the bet again.
func (p *crashPlayer) play(cashes bool, text string) house.CrashAnswer {
	p.Helper()
	p.rig.OpenFor(300, 1000)
	r := p.rig.Round()
	a := p.bet(r, text)
	if cashes {
		p.rig.Run(5000)
		p.twice(func() (house.CrashAnswer, error) { return p.h.CashOut(p.Context(), p.name, r.Chain, r.Round) })
	}
	p.rig.End()
	p.settle(r)
	p.bet(r, text)
	return a
}

// meetsRestoration has the casino restored in the middle of a round. It can't bet
// with the seeds of before.
func (p *crashPlayer) meetsRestoration() {
	p.Helper()
	p.rig.OpenFor(300, 1000)
	r := p.rig.Round()
	p.bet(r, "crash for 700")
	_, err := p.h.Renew(p.Context())
	noError(p.T, err)
	_, err = p.h.BetOnCrash(p.Context(), p.name, r.Chain, r.Round, "crash for 100")
	refused(p.T, err, house.OtherRequest)
	p.settle(r)
	p.rig.Steps()
	next := p.rig.Round()
	_, err = p.h.BetOnCrash(p.Context(), p.name, next.Chain, next.Round, "crash for 100")
	refused(p.T, err, house.NoSeeds) // the session is over: nothing could be counted with its seeds
}

// Nobody bets on a round that was given up: what was signed of its end stays true.
func TestBetOnVoidRound(t *testing.T) {
	ctx := context.Background()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	player := sit(t, h)
	r := rig.Round()
	exec(t, h, "UPDATE crash_rounds SET void = TRUE")
	_, err := h.BetOnCrash(ctx, player, r.Chain, r.Round, "crash for 100")
	refused(t, err, house.CrashClosed)
	if r := rig.Round(); r.Bets != 0 {
		t.Errorf("%+v", r)
	}
}

// The chain is opened when a round is drawn, and when it ends: in between, nothing of it is needed.
func TestDrawnOnce(t *testing.T) {
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	point := rig.OpenFor(300, 1000)
	rig.Run(0)
	exec(t, h, "CREATE TABLE hidden AS SELECT state, published FROM chains", "UPDATE chains SET state = X'00', published = 'none'")
	rig.Steps()
	exec(t, h, "UPDATE chains SET state = (SELECT state FROM hidden), published = (SELECT published FROM hidden)")
	rig.End()
	if r := rig.Round(); r.Link == nil || r.Point != point {
		t.Errorf("%+v", r)
	}
	rig.Open()
	rig.End() // the next one is drawn anew
	audited(t, h)
}
