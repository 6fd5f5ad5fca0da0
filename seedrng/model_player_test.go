package seedrng_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

// table is a Player and a server that plays by the rules. Messages are lost, come twice
// and come late, and either of the two fails to store and dies.
type table struct {
	problems
	names
	mishap mishap // of the next call of a store function
	db     []byte
	book   []byte
	server *seedrng.Session
	player *seedrng.Player

	views  []seedrng.View // that were answers to a rotation
	view   bool           // the last of them is on its way
	answer answer         // on its way

	records map[roundID][]string // the server's: outcomes of each step, stored with the state
}

// An answer names the step that it is for.
type answer struct {
	id      roundID
	step    int
	outcome string // empty if there is no answer
}

func newTable(t *testing.T) *table {
	w := &table{names: names{}, records: map[roundID][]string{}}
	var err error
	if w.server, err = seedrng.GenerateSession(w.storeServer); err != nil {
		t.Fatal(err)
	}
	if w.player, err = seedrng.GeneratePlayer(w.storePlayer); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *table) storeServer(old, new seedrng.SessionState) error {
	return keep(&w.db, old.Bytes(), new.Bytes(), w.mishap)
}

func (w *table) storePlayer(old, new seedrng.PlayerState) error {
	return keep(&w.book, old.Bytes(), new.Bytes(), w.mishap)
}

func (w *table) restartServer() { w.server = must(seedrng.ParseSession(w.db, w.storeServer)) }
func (w *table) restartPlayer() { w.player = must(seedrng.ParsePlayer(w.book, w.storePlayer)) }

const (
	tableAsk        = iota // the player asks for a rotation
	tableRotate            // the request reaches the server
	tableRotated           // the answer reaches the player
	tableSend              // the player sends a bet or, in its second step, a choice
	tablePlay              // it reaches the server, for the first time or again
	tableReceive           // the answer reaches the player
	tableFinish            // the server finishes a round that was played to its end
	tableServerDies        // and starts anew
	tablePlayerDies        // and starts anew
	tableOldView           // an old answer reaches the player
	tableOldBet            // an old request reaches the server
	tableCalls
)

func (w *table) do(action int) bool {
	call, m := action/int(mishaps), mishap(action%int(mishaps))
	before := w.player.View()
	var possible bool
	var err error
	w.mishap = m
	died := dying(func() { possible, err = w.call(call, m) })
	w.mishap = nothing
	if died {
		switch call {
		case tableRotate, tablePlay, tableFinish:
			w.restartServer()
		default:
			w.restartPlayer()
		}
		return true
	}
	if errors.Is(err, seedrng.ErrCheat) {
		w.bad("an honest server is accused: %v", err)
	}
	if err != nil && !cmp.Equal(before, w.player.View()) {
		w.bad("a failed call changed the player")
	}
	return possible
}

// unanswered returns the step that isn't answered.
func (w *table) unanswered() (nonce uint64, step int, ok bool) {
	for n, round := range w.player.View().Rounds {
		for s, st := range round.Steps {
			if st.Received == "" {
				return uint64(n), s, true
			}
		}
	}
	return 0, 0, false
}

func (w *table) call(call int, m mishap) (possible bool, err error) {
	v := w.player.View()
	nonce, step, waiting := w.unanswered()
	switch call {
	case tableAsk:
		if len(w.views) >= 3 {
			return false, nil
		}
		_, err := w.player.Rotate(w.server.View().NextServerHash)
		return true, err

	case tableRotate:
		if v.NextClientSeed == "" {
			return false, nil
		}
		view, err := w.server.Rotate(v.NextServerHash, v.NextClientSeed)
		if err == nil && m != answerLost {
			if len(w.views) == 0 || !cmp.Equal(view, w.views[len(w.views)-1]) {
				w.views = append(w.views, view)
			}
			w.view = true
		}
		return true, err

	case tableRotated:
		if !w.view {
			return false, nil
		}
		err := w.player.Rotated(w.views[len(w.views)-1], replayBounds)
		w.view = w.view && err != nil
		return true, err

	case tableSend:
		switch {
		case v.ServerHash == seedrng.Hash{}:
			return false, nil
		case waiting:
			return true, w.player.Send(v.ServerHash, nonce, step, "1000000")
		case len(v.Rounds) > 0 && len(v.Rounds[len(v.Rounds)-1].Steps) == 1:
			return true, w.player.Send(v.ServerHash, v.NextNonce-1, 1, "1000000")
		case v.NextNonce == 2:
			return false, nil
		}
		return true, w.player.Send(v.ServerHash, v.NextNonce, 0, "1000000")

	case tablePlay:
		if !waiting {
			return false, nil
		}
		outcome, err := w.play(v.ServerHash, nonce, step)
		if err == nil && m != answerLost {
			w.answer = answer{roundID{v.ServerHash, nonce}, step, outcome}
		}
		return true, err

	case tableReceive:
		if w.answer.outcome == "" {
			return false, nil
		}
		err := w.player.Receive(w.answer.id.hash, w.answer.id.nonce, w.answer.step, w.answer.outcome)
		if err == nil && m != answerLost { // otherwise it comes again
			w.answer = answer{}
		}
		return true, err

	case tableFinish:
		s := w.server.View()
		for _, o := range s.OpenRounds {
			if len(w.records[roundID{s.ServerHash, o.Nonce}]) == 2 {
				round, err := w.server.Reserve(s.ServerHash, o.Nonce, o.Bet)
				if err != nil {
					return true, err
				}
				return true, round.Finish()
			}
		}
		return false, nil

	case tableOldView:
		if len(w.views) == 0 {
			return false, nil
		}
		return true, w.player.Rotated(w.views[0], replayBounds)

	case tableOldBet:
		if len(w.records) == 0 || m != nothing {
			return false, nil
		}
		for id := range w.records {
			before := slices.Clone(w.records[id])
			if _, err := w.play(id.hash, id.nonce, 0); err == nil && !slices.Equal(before, w.records[id]) {
				w.bad("an old bet was played again")
			}
		}
		return true, nil

	case tableServerDies:
		if m == nothing {
			w.restartServer()
		}
		return m == nothing, nil

	case tablePlayerDies:
		if m == nothing {
			w.restartPlayer()
		}
		return m == nothing, nil
	}
	return false, nil
}

// play is the server's part in a step: it draws as far as that, and keeps the outcome.
func (w *table) play(hash seedrng.Hash, nonce uint64, step int) (string, error) {
	id := roundID{hash, nonce}
	round, err := w.server.Reserve(hash, nonce, fmt.Sprint("bet ", nonce))
	if err != nil {
		if kept := w.records[id]; step < len(kept) && !errors.Is(err, errDatabase) && !errors.Is(err, errConflict) {
			return kept[step], nil // the round is finished
		}
		return "", err
	}
	outcomes := make([]string, step+1)
	for i := range outcomes {
		outcomes[i] = must(playBound("1000000", round.Stream()))
	}
	for i, kept := range w.records[id] {
		if i <= step && kept != outcomes[i] {
			w.bad("round %d, step %d was %s and is %s", nonce, i, kept, outcomes[i])
		}
	}
	if len(outcomes) > len(w.records[id]) {
		w.records[id] = outcomes
	}
	return outcomes[step], nil
}

func (w *table) key() string {
	var b strings.Builder
	disk := must(seedrng.ParseSession(w.db, w.storeServer)).View()
	book := must(seedrng.ParsePlayer(w.book, w.storePlayer)).View()
	memory := w.server.View()
	clients := map[string]int{"": 0}
	client := func(text string) int {
		if _, ok := clients[text]; !ok {
			clients[text] = len(clients)
		}
		return clients[text]
	}
	for _, v := range []seedrng.View{disk, memory} {
		c := client(v.ClientSeed)
		v.ClientSeed = ""
		fmt.Fprintln(&b, w.names.view(v), c)
		for nonce := range uint64(2) {
			fmt.Fprint(&b, len(w.records[roundID{v.ServerHash, nonce}]), " ")
		}
	}
	fmt.Fprintln(&b, w.names.of(seedrng.Spare(w.server)))
	for _, v := range []seedrng.PlayerView{book, w.player.View()} {
		fmt.Fprint(&b, w.names.of(v.ServerHash), client(v.ClientSeed), w.names.of(v.NextServerHash), client(v.NextClientSeed))
		for _, r := range v.Rounds {
			for _, st := range r.Steps {
				fmt.Fprint(&b, st.Received != "", ",")
			}
			fmt.Fprint(&b, ";")
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprint(&b, len(w.views), w.view, w.names.of(w.answer.id.hash), w.answer.id.nonce, w.answer.step, w.answer.outcome != "")
	if len(w.views) > 0 {
		v := w.views[0]
		c := client(v.ClientSeed)
		v.ClientSeed = ""
		fmt.Fprint(&b, w.names.view(v), c)
	}
	return b.String()
}

// end restarts both. What isn't answered is sent again, and then the seeds are changed,
// so that the player checks all that was played.
func (w *table) end() {
	w.restartServer()
	w.restartPlayer()
	ok := func(name string, err error) {
		if err != nil {
			w.bad("at the end, %s: %v", name, err)
		}
	}
	rotate := func() {
		v := w.player.View()
		view, err := w.server.Rotate(v.NextServerHash, v.NextClientSeed)
		if errors.Is(err, seedrng.ErrState) {
			for range 2 {
				w.finishTwoSteps(ok)
			}
			view, err = w.server.Rotate(v.NextServerHash, v.NextClientSeed)
		}
		ok("rotate", err)
		ok("rotated", w.player.Rotated(view, replayBounds))
	}
	if nonce, step, waiting := w.unanswered(); waiting {
		outcome, err := w.play(w.player.View().ServerHash, nonce, step)
		ok("play", err)
		ok("receive", w.player.Receive(w.player.View().ServerHash, nonce, step, outcome))
	}
	if w.player.View().NextClientSeed != "" {
		rotate()
	}
	_, err := w.player.Rotate(w.server.View().NextServerHash)
	ok("ask", err)
	if err == nil {
		rotate()
	}
}

// finishTwoSteps finishes a round of one step or two, if there is one: the player has
// gone without the second.
func (w *table) finishTwoSteps(ok func(string, error)) {
	v := w.server.View()
	for _, o := range v.OpenRounds {
		round, err := w.server.Reserve(v.ServerHash, o.Nonce, o.Bet)
		ok("have a round again", err)
		if err == nil {
			ok("finish", round.Finish())
		}
	}
}

// With two rounds of two steps a pair of seeds, and three pairs, deeper sequences lead to
// no new world.
func TestModelPlayer(t *testing.T) {
	t.Parallel()
	depth := 40
	if testing.Short() || slow {
		depth = 5
	}
	explore(t, func() model { return newTable(t) }, tableCalls*int(mishaps), depth)
}
