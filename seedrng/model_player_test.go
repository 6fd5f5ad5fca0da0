package seedrng_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A playerModel is a Player and a server that plays by the rules. Messages are lost, come twice
// and come late, and either of the two fails to store and dies.
type playerModel struct {
	problems
	names
	mishap mishap // of the next call of a store function
	db     []byte
	book   []byte
	server *seedrng.Session
	player *seedrng.Player

	views  []seedrng.View // that were answers to a rotation
	view   bool           // the last of them is on its way
	answer seedrng.Answer // on its way; zero if there is none

	records map[roundID][]string // the server's: outcomes of each step
}

const declined = "declined" // in records, for the only step

func newPlayerModel(t *testing.T) *playerModel {
	w := &playerModel{names: names{}, records: map[roundID][]string{}}
	var err error
	if w.server, err = seedrng.GenerateSession(w.storeServer); err != nil {
		t.Fatal(err)
	}
	if w.player, err = seedrng.GeneratePlayer(w.storePlayer); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *playerModel) storeServer(old, new seedrng.SessionState) error {
	return keep(&w.db, old.Bytes(), new.Bytes(), w.mishap)
}

func (w *playerModel) storePlayer(old, new seedrng.PlayerState) error {
	return keep(&w.book, old.Bytes(), new.Bytes(), w.mishap)
}

func (w *playerModel) restartServer() { w.server = must(seedrng.ParseSession(w.db, w.storeServer)) }
func (w *playerModel) restartPlayer() { w.player = must(seedrng.ParsePlayer(w.book, w.storePlayer)) }

const (
	playerAsk        = iota // the player asks for a rotation
	playerRotate            // the request reaches the server
	playerRotated           // the answer reaches the player
	playerSend              // the player sends a bet or, in its second step, a choice
	playerPlay              // it reaches the server, for the first time or again
	playerReceive           // the answer reaches the player
	playerDecline           // it reaches the server, which declines it if it is a new bet
	playerFinish            // the server finishes a round that was played to its end
	playerServerDies        // and starts anew
	playerPlayerDies        // and starts anew
	playerOldView           // an old answer reaches the player
	playerOldBet            // an old request reaches the server
	playerCalls
)

func (w *playerModel) do(action int) bool {
	call, m := action/int(mishaps), mishap(action%int(mishaps))
	before := w.player.View()
	var possible bool
	var err error
	w.mishap = m
	died := dying(func() { possible, err = playerActions[call](w, m) })
	w.mishap = nothing
	if died {
		switch call {
		case playerRotate, playerPlay, playerDecline, playerFinish:
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

// playerActions do what the calls say, and report whether it was possible.
var playerActions = [playerCalls]func(w *playerModel, m mishap) (possible bool, err error){
	playerAsk:        (*playerModel).ask,
	playerRotate:     (*playerModel).rotate,
	playerRotated:    (*playerModel).rotated,
	playerSend:       (*playerModel).send,
	playerPlay:       (*playerModel).playPending,
	playerReceive:    (*playerModel).receive,
	playerDecline:    (*playerModel).declinePending,
	playerFinish:     (*playerModel).finish,
	playerServerDies: (*playerModel).serverDies,
	playerPlayerDies: (*playerModel).playerDies,
	playerOldView:    (*playerModel).oldView,
	playerOldBet:     (*playerModel).oldBet,
}

func (w *playerModel) ask(_ mishap) (possible bool, err error) {
	if len(w.views) >= 3 {
		return false, nil
	}
	_, err = w.player.Rotate(w.server.View().NextServerHash)
	return true, err
}

func (w *playerModel) rotate(m mishap) (possible bool, err error) {
	v := w.player.View()
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
}

func (w *playerModel) rotated(_ mishap) (possible bool, err error) {
	if !w.view {
		return false, nil
	}
	v := w.player.View()
	bets, err := w.player.Rotated(w.views[len(w.views)-1], replayBounds)
	if err == nil {
		w.view = false
		w.judge(v, w.player.View(), bets)
	}
	return true, err
}

func (w *playerModel) send(_ mishap) (possible bool, err error) {
	v := w.player.View()
	pending, waiting := w.player.Pending()
	switch {
	case v.ServerHash == seedrng.Hash{}:
		return false, nil
	case waiting:
		return true, w.player.Send(pending)
	case len(v.Rounds) > 0 && len(v.Rounds[len(v.Rounds)-1].Steps) == 1 && v.Rounds[len(v.Rounds)-1].Declined == "":
		return true, w.player.Send(v.Request(v.NextNonce-1, "1000000"))
	case v.NextNonce == 2:
		return false, nil
	}
	return true, w.player.Send(v.Request(v.NextNonce, "1000000"))
}

func (w *playerModel) playPending(m mishap) (possible bool, err error) {
	return w.answerPending(w.play, m)
}

func (w *playerModel) declinePending(m mishap) (possible bool, err error) {
	return w.answerPending(w.decline, m)
}

func (w *playerModel) answerPending(answer func(seedrng.Request) (seedrng.Answer, error), m mishap) (possible bool, err error) {
	pending, waiting := w.player.Pending()
	if !waiting {
		return false, nil
	}
	answered, err := answer(pending)
	if err == nil && m != answerLost {
		w.answer = answered
	}
	return true, err
}

func (w *playerModel) receive(m mishap) (possible bool, err error) {
	if w.answer == (seedrng.Answer{}) {
		return false, nil
	}
	err = w.player.Receive(w.answer)
	if err == nil && m != answerLost { // otherwise it comes again
		w.answer = seedrng.Answer{}
	}
	return true, err
}

func (w *playerModel) finish(_ mishap) (possible bool, err error) {
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
}

func (w *playerModel) oldView(_ mishap) (possible bool, err error) {
	if len(w.views) == 0 {
		return false, nil
	}
	return true, errOf(w.player.Rotated(w.views[0], replayBounds))
}

func (w *playerModel) oldBet(m mishap) (possible bool, err error) {
	if len(w.records) == 0 || m != nothing {
		return false, nil
	}
	for id := range w.records {
		before := slices.Clone(w.records[id])
		for _, again := range []func(seedrng.Request) (seedrng.Answer, error){w.play, w.decline} {
			if _, err := again(seedrng.Request{ServerHash: id.hash, Nonce: id.nonce}); err == nil && !slices.Equal(before, w.records[id]) {
				w.bad("an old bet was played again")
			}
		}
	}
	return true, nil
}

func (w *playerModel) serverDies(m mishap) (possible bool, err error) {
	if m == nothing {
		w.restartServer()
	}
	return m == nothing, nil
}

func (w *playerModel) playerDies(m mishap) (possible bool, err error) {
	if m == nothing {
		w.restartPlayer()
	}
	return m == nothing, nil
}

// judge checks what the player says of declined bets when the records of a pair end.
func (w *playerModel) judge(before, after seedrng.PlayerView, bets []seedrng.DeclinedBet) {
	if before.ServerHash == after.ServerHash {
		bets = nil
	}
	for nonce, round := range before.Rounds {
		if before.ServerHash == after.ServerHash || round.Declined == "" {
			continue
		}
		revealed := w.server.View().Revealed
		outcome := must(playBound("1000000", must(seedrng.NewStream(must(seedrng.ParseServerSeed(revealed.ServerSeed)), before.ClientSeed,
			uint64(nonce)))))
		if len(bets) == 0 || bets[0] != (seedrng.DeclinedBet{Nonce: uint64(nonce), Bet: "1000000", Reason: "no", Outcome: outcome}) {
			w.bad("round %d was declined: %+v", nonce, bets)
			return
		}
		if kept := w.records[roundID{before.ServerHash, uint64(nonce)}]; !slices.Equal(kept, []string{declined}) {
			w.bad("round %d was declined, and the server has %v", nonce, kept)
		}
		bets = bets[1:]
	}
	if len(bets) > 0 {
		w.bad("declined: %+v", bets)
	}
}

// kept is the server's answer to a step that it has in its records.
func (w *playerModel) kept(r seedrng.Request) (seedrng.Answer, bool) {
	kept := w.records[roundID{r.ServerHash, r.Nonce}]
	switch {
	case r.Step >= len(kept):
		return seedrng.Answer{}, false
	case kept[r.Step] == declined:
		return r.Decline("no"), true
	}
	return r.Outcome(kept[r.Step]), true
}

// decline is the server's part in a bet that it doesn't take.
func (w *playerModel) decline(r seedrng.Request) (seedrng.Answer, error) {
	if answer, ok := w.kept(r); ok || r.Step > 0 {
		return answer, nil
	}
	if err := w.server.Decline(r.ServerHash, r.Nonce, fmt.Sprint("bet ", r.Nonce)); err != nil {
		return seedrng.Answer{}, err
	}
	w.records[roundID{r.ServerHash, r.Nonce}] = []string{declined}
	return r.Decline("no"), nil
}

// play is the server's part in a step: it draws as far as that, and keeps the outcome.
func (w *playerModel) play(r seedrng.Request) (seedrng.Answer, error) {
	id := roundID{r.ServerHash, r.Nonce}
	round, err := w.server.Reserve(r.ServerHash, r.Nonce, fmt.Sprint("bet ", r.Nonce))
	if err != nil {
		if answer, ok := w.kept(r); ok && !errors.Is(err, errDatabase) && !errors.Is(err, errConflict) {
			return answer, nil // the round is finished, or was declined
		}
		return seedrng.Answer{}, err
	}
	outcomes := make([]string, r.Step+1)
	for i := range outcomes {
		outcomes[i] = must(playBound("1000000", round.Stream()))
	}
	for i, kept := range w.records[id] {
		if i <= r.Step && kept != outcomes[i] {
			w.bad("round %d, step %d was %s and is %s", r.Nonce, i, kept, outcomes[i])
		}
	}
	if len(outcomes) > len(w.records[id]) {
		w.records[id] = outcomes
	}
	return r.Outcome(outcomes[r.Step]), nil
}

func (w *playerModel) key() string {
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
			kept := w.records[roundID{v.ServerHash, nonce}]
			fmt.Fprint(&b, len(kept), slices.Contains(kept, declined), " ")
		}
	}
	fmt.Fprintln(&b, w.names.of(seedrng.Spare(w.server)))
	for _, v := range []seedrng.PlayerView{book, w.player.View()} {
		fmt.Fprint(&b, w.names.of(v.ServerHash), client(v.ClientSeed), w.names.of(v.NextServerHash), client(v.NextClientSeed))
		for _, r := range v.Rounds {
			for _, st := range r.Steps {
				fmt.Fprint(&b, st.Received != "", ",")
			}
			fmt.Fprint(&b, r.Declined)
			fmt.Fprint(&b, ";")
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprint(&b, len(w.views), w.view, w.names.of(w.answer.ServerHash), w.answer.Nonce, w.answer.Step, w.answer.Outcome != "",
		w.answer.Declined != "")
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
func (w *playerModel) end() {
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
		if errors.Is(err, seedrng.ErrOpen) {
			for range 2 {
				w.finishTwoSteps(ok)
			}
			view, err = w.server.Rotate(v.NextServerHash, v.NextClientSeed)
		}
		ok("rotate", err)
		ok("rotated", errOf(w.player.Rotated(view, replayBounds)))
	}
	if pending, waiting := w.player.Pending(); waiting {
		answer, err := w.play(pending)
		if errors.Is(err, seedrng.ErrFinished) { // and the server has no answer
			answer, err = w.decline(pending)
		}
		ok("play", err)
		ok("receive", w.player.Receive(answer))
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
func (w *playerModel) finishTwoSteps(ok func(string, error)) {
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
	explore(t, func() model { return newPlayerModel(t) }, playerCalls*int(mishaps), long.Pick(5, 40))
}
