package house_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// A witness keeps all that a casino signs.
type witness struct {
	*testing.T
	all     []receipt.Statement
	clients map[string]string
	key     string
}

func (w *witness) keep(h *house.House, s receipt.Statement, signature []byte) {
	w.Helper()
	opened, err := receipt.Receipt{Statement: s.Bytes(), Signature: signature}.Open(h.Key())
	if err != nil {
		w.Fatalf("%+v: %v", s, err)
	}
	w.all = append(w.all, opened)
}

func (w *witness) view(h *house.House, v house.View, err error) house.View {
	w.Helper()
	noError(w.T, err)
	r := v.Receipts
	if w.key == "" {
		w.key = r.Key
	}
	if r.Key != w.key || r.Key != hex.EncodeToString(h.Key()) {
		w.Errorf("the key is %s, and was %s", r.Key, w.key)
	}
	w.keep(h, receipt.Shown{Session: [receipt.SessionSize]byte(unhex(w.T, r.Session)), Number: r.Number, Hash: v.Seeds.NextServerHash,
		MaxWin: v.NextMaxWin, Time: r.Time}, r.Shown)
	if seeds := v.Seeds.Revealed; seeds != nil {
		w.keep(h, receipt.Revealed{Hash: seeds.ServerHash, Server: seeds.ServerSeed, Rounds: seeds.Rounds, Crash: v.Crashed.Revealed},
			r.Revealed)
	}
	w.clients[v.Seeds.ServerHash.String()] = v.Seeds.ClientSeed
	return v
}

func (w *witness) answer(h *house.House, a house.Answer, err error) house.Answer {
	w.Helper()
	noError(w.T, err)
	r := receipt.Round{Hash: a.Round.ServerHash, Client: w.clients[a.Round.ServerHash.String()], Nonce: a.Round.Nonce,
		Time: a.Round.Time.UnixMilli(), Declined: a.Round.Declined}
	for _, step := range a.Round.Steps {
		r.Sent, r.Received = append(r.Sent, step.Sent), append(r.Received, step.Received)
	}
	w.keep(h, r, a.Receipt)
	return a
}

// play plays some rounds with new seeds, each request twice, and asks for the first round's
// answer again at the end.
func (w *witness) play(h *house.House, player string, rounds int) {
	w.Helper()
	ctx := context.Background()
	v, err := h.View(ctx, player)
	v = w.view(h, v, err)
	hash := v.Seeds.NextServerHash
	for range 2 {
		v, err := h.Rotate(ctx, player, hash, fmt.Sprint("words ", hash))
		w.view(h, v, err)
	}
	for nonce := range uint64(rounds) {
		for range 2 {
			a, err := h.Bet(ctx, player, hash, nonce, dice)
			w.answer(h, a, err)
		}
	}
	for range 2 { // a declined one
		a, err := h.Bet(ctx, player, hash, uint64(rounds), "dice under 1 for 100000")
		w.answer(h, a, err)
	}
	for range 2 {
		a, err := h.Bet(ctx, player, hash, uint64(rounds)+1, poker)
		w.answer(h, a, err)
	}
}

// An honest casino whose answers are lost, that is restarted, restored from a backup,
// seals anew and lowers its bankroll, signs nothing that convicts it, and the same bytes
// whenever it says the same again.
func TestHonestReceipts(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	name, copied := filepath.Join(dir, "casino.db"), filepath.Join(dir, "copy.db")
	a, b := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
	h, player := openKeys(t, name, a), newPlayer()
	h.SetBankroll(100_000_000)
	w := &witness{T: t, clients: make(map[string]string)}
	v, err := h.Enter(ctx, player)
	first := w.view(h, v, err)
	v, err = h.View(ctx, player)
	if again := w.view(h, v, err); !bytes.Equal(again.Receipts.Shown, first.Receipts.Shown) {
		t.Error("it signs something else when it shows a hash again")
	}
	h.SetBankroll(90_000_000)
	w.play(h, player, 3)
	exec(t, h, "VACUUM INTO '"+copied+"'")
	finish := func(h *house.House, nonce uint64) {
		v, err := h.View(ctx, player)
		s, err2 := h.Step(ctx, player, must(t, v, err).Seeds.ServerHash, nonce, 1, "hold")
		w.answer(h, s, err2)
	}
	finish(h, 4)
	w.play(h, player, 2)
	finish(h, 3)
	lost, err := h.View(ctx, player)
	w.view(h, lost, err)

	// The backup is older than all of that, and was restored as the README says.
	restored := openKeys(t, copied, b, a)
	for _, upkeep := range []func(ctx context.Context) (int, error){restored.Renew, restored.Reseal} {
		_, err := upkeep(ctx)
		noError(t, err)
	}
	restored = openKeys(t, copied, b)
	w.play(restored, player, 4)
	old, err := restored.Bet(ctx, player, first.Seeds.NextServerHash, 4, poker) // cancelled since
	w.answer(restored, old, err)
	finish(restored, 5)
	w.play(restored, player, 1)

	verdict := receipt.Judge(w.all)
	for _, fault := range verdict.Faults {
		t.Error(fault.Text)
	}
	if verdict.Checked < 5 || verdict.Waiting == 0 {
		t.Errorf("%d rounds were checked, %d wait", verdict.Checked, verdict.Waiting)
	}

	// A casino that isn't honest: it says that it has shown the hash at another time.
	exec(t, restored, "UPDATE players SET shown = shown + 1")
	v, err = restored.View(ctx, player)
	w.view(restored, v, err)
	if len(receipt.Judge(w.all).Faults) == 0 {
		t.Error("a hash that is shown with another time convicts nobody")
	}
}
