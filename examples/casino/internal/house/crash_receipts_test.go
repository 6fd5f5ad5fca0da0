package house_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// crash keeps what an answer about crash says, as its signatures do.
func (w *witness) crash(h *house.House, a house.CrashAnswer, err error) house.CrashAnswer {
	w.Helper()
	must(w.T, a, err)
	b := a.Bet
	id := receipt.CrashID{Hash: b.ServerHash, Serial: b.Serial, Chain: b.Chain, Round: b.Round}
	w.keep(h, receipt.CrashBet{CrashID: id, Place: b.Number, Sent: b.Sent, Time: b.Time.UnixMilli(), Early: b.Early}, a.Receipts.Bet)
	cashed := int64(receipt.NotCashed)
	if b.Cashed != nil {
		cashed = *b.Cashed
		bet, err := crash.ParseBet(b.Sent)
		must(w.T, bet, err)
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

// An honest casino signs nothing that convicts it, and the same bytes whenever it is asked again: bets, cash-outs,
// settlements and rounds, with several pairs of seeds, and through a restoration that gives a chain up.
func TestHonestCrashReceipts(t *testing.T) {
	ctx := context.Background()
	h, rig, _ := crashRig(t, filepath.Join(t.TempDir(), "casino.db"))
	w := &witness{T: t, clients: make(map[string]string)}
	player := newPlayer()
	v, err := h.Enter(ctx, player)
	w.view(h, v, err)
	again := func(do func() (house.CrashAnswer, error)) house.CrashAnswer {
		t.Helper()
		a, err := do()
		first := w.crash(h, a, err)
		a, err = do()
		second := w.crash(h, a, err)
		first.Repeated, second.Repeated = true, true
		if one, other := encode(t, first), encode(t, second); one != other {
			t.Errorf("%s after %s", other, one)
		}
		return second
	}
	turn := func() {
		v, err := h.View(ctx, player)
		v = w.view(h, v, err)
		next, err := h.Rotate(ctx, player, v.Seeds.NextServerHash, "words "+v.Seeds.NextServerHash.String())
		w.view(h, next, err)
	}
	play := func(cashes bool, text string) house.CrashAnswer {
		t.Helper()
		rig.OpenFor(300, 1000)
		r := rig.Round()
		a := again(func() (house.CrashAnswer, error) { return h.BetOnCrash(ctx, player, r.Chain, r.Round, text) })
		if cashes {
			rig.Run(5000)
			again(func() (house.CrashAnswer, error) { return h.CashOut(ctx, player, r.Chain, r.Round) })
		}
		rig.End()
		again(func() (house.CrashAnswer, error) { return h.Settle(ctx, player, r.Chain, r.Round) })
		again(func() (house.CrashAnswer, error) { return h.BetOnCrash(ctx, player, r.Chain, r.Round, text) })
		return a
	}
	turn()
	first := play(true, "crash for 500")
	second := play(false, "crash 250 for 300")
	if first.Bet.Serial != 1 || second.Bet.Serial != 2 || first.Bet.ServerHash != second.Bet.ServerHash || first.Bet.Number != 1 ||
		first.Bet.Early <= 0 {
		t.Errorf("%+v, %+v", first.Bet, second.Bet)
	}
	turn()
	if v, err := h.View(ctx, player); err != nil || v.Crashed.Active != 0 || v.Crashed.Revealed != 2 {
		t.Errorf("%+v, %v", v.Crashed, err)
	}
	if third := play(false, "crash 100000 for 100"); third.Bet.Serial != 1 || third.Bet.ServerHash == first.Bet.ServerHash {
		t.Errorf("%+v", third.Bet)
	}
	rig.OpenFor(300, 1000)
	r := rig.Round()
	again(func() (house.CrashAnswer, error) { return h.BetOnCrash(ctx, player, r.Chain, r.Round, "crash for 700") })
	n, err := h.Renew(ctx)
	must(t, n, err)
	_, err = h.BetOnCrash(ctx, player, r.Chain, r.Round, "crash for 100")
	refused(t, err, house.OtherRequest)
	again(func() (house.CrashAnswer, error) { return h.Settle(ctx, player, r.Chain, r.Round) })
	rig.Steps()
	next := rig.Round()
	_, err = h.BetOnCrash(ctx, player, next.Chain, next.Round, "crash for 100")
	refused(t, err, house.NoSeeds) // the session is over: nothing could be counted with its seeds
	turn()
	play(true, "crash 120 for 400")
	audited(t, h)

	verdict := receipt.Judge(w.all)
	for _, fault := range verdict.Faults {
		t.Error(fault.Text)
	}
	if verdict.Checked != 5 || verdict.Waiting != 0 {
		t.Errorf("%d were checked, %d wait", verdict.Checked, verdict.Waiting)
	}
}

// Nobody bets on a round that was given up: what was signed of its end stays true.
func TestBetOnVoidRound(t *testing.T) {
	ctx := context.Background()
	h, rig, _ := crashRig(t, filepath.Join(t.TempDir(), "casino.db"))
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
	h, rig, _ := crashRig(t, filepath.Join(t.TempDir(), "casino.db"))
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
