package seedrng_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/seedrng"
)

// The models below are explored exhaustively: every sequence of actions up to a depth,
// where sequences that lead to the same world, but for the names of its random values,
// are gone on with once. An action is a call together with what goes wrong with it.

// What goes wrong with a call.
type mishap int

const (
	nothing      mishap = iota
	answerLost          // the call is made, and its caller doesn't hear of it
	storeFails          // nothing is written
	storeLies           // the state is written, and the store function fails all the same
	killedBefore        // the process dies before the state is written, and starts anew
	killedAfter         // it dies after that
	mishaps
)

// A killed panic is the death of a process within its store function.
type killed struct{}

// keep is a store function's work: a database that replaces only the state that it is
// told to.
func keep(held *[]byte, old, new []byte, m mishap) error {
	if !bytes.Equal(*held, old) && !bytes.Equal(*held, new) {
		return errConflict
	}
	switch m {
	case storeFails:
		return errDatabase
	case killedBefore:
		panic(killed{})
	}
	*held = bytes.Clone(new)
	switch m {
	case storeLies:
		return errDatabase
	case killedAfter:
		panic(killed{})
	}
	return nil
}

// dying reports whether a call ended by the death of its process.
func dying(call func()) (died bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(killed); !ok {
				panic(r)
			}
			died = true
		}
	}()
	call()
	return false
}

// A model is a world that actions change, if they are possible.
type model interface {
	do(action int) (possible bool)
	key() string // the world, with random values by the order of their appearance
	end()        // from here on nothing goes wrong, and everything must come out right
	problem() string
}

// explore does all sequences of actions up to a depth.
func explore(t *testing.T, begin func() model, actions, depth int) {
	t.Helper()
	replay := func(sequence []int) model {
		m := begin()
		for _, a := range sequence {
			m.do(a)
		}
		return m
	}
	seen := map[string]bool{begin().key(): true}
	frontier := [][]int{nil}
	sequences := 0
	for d := range depth {
		var next [][]int
		for _, sequence := range frontier {
			var here model
			for a := range actions {
				if here == nil {
					here = replay(sequence)
				}
				if !here.do(a) { // so it is still here
					continue
				}
				m, longer := here, append(slices.Clip(slices.Clone(sequence)), a)
				here = nil
				sequences++
				key := m.key()
				if seen[key] && m.problem() == "" {
					continue
				}
				seen[key] = true
				m.end()
				if p := m.problem(); p != "" {
					t.Fatalf("after the actions %v: %s", longer, p)
				}
				next = append(next, longer)
			}
		}
		if len(next) == 0 {
			t.Logf("%d worlds, %d sequences of up to %d actions: there are no others", len(seen), sequences, d)
			return
		}
		frontier = next
	}
	t.Logf("%d worlds, %d sequences of up to %d actions", len(seen), sequences, depth)
}

// problems are what is wrong with a world; only the first is kept.
type problems struct{ first string }

func (p *problems) problem() string { return p.first }

func (p *problems) bad(format string, args ...any) {
	if p.first == "" {
		p.first = fmt.Sprintf(format, args...)
	}
}

// names gives hashes their number in the order of appearance.
type names map[seedrng.Hash]int

func (n names) of(h seedrng.Hash) int {
	if h == (seedrng.Hash{}) {
		return -1
	}
	if _, ok := n[h]; !ok {
		n[h] = len(n)
	}
	return n[h]
}

func (n names) view(v seedrng.View) string {
	revealed := -1
	if v.Revealed != nil {
		revealed = n.of(v.Revealed.ServerHash)
	}
	return fmt.Sprint(n.of(v.ServerHash), v.ClientSeed, v.NextNonce, v.OpenRounds, n.of(v.NextServerHash), revealed)
}

type roundID struct {
	hash  seedrng.Hash
	nonce uint64
}

// servers are one server or more with one database, and a client who follows the rules:
// it repeats what isn't answered.
type servers struct {
	problems
	names
	pairs, perPair int // at most: pairs of seeds, bets with each
	db             []byte
	mishap         mishap // of the next call of a store function
	sessions       []*seedrng.Session
	held           []map[roundID]*seedrng.Round // by each process

	// The client.
	hash    seedrng.Hash // of the confirmed pair
	client  string
	asked   seedrng.Hash // with askedClient, not confirmed
	answers uint64       // bets answered with the pair
	bet     string       // not answered
	numbers int          // used in names

	// The truth.
	bets     map[roundID]string // the bet, and the first draw of each round that was had or "declined"
	shown    map[seedrng.Hash]bool
	clients  map[seedrng.Hash]string // that were confirmed
	playing  map[roundID]bool        // had, and Finish not called
	revealed map[seedrng.Hash]bool
}

func newServers(t *testing.T, n, pairs, perPair int) *servers {
	w := &servers{
		pairs: pairs, perPair: perPair,
		names: names{}, bets: map[roundID]string{}, shown: map[seedrng.Hash]bool{}, clients: map[seedrng.Hash]string{},
		playing: map[roundID]bool{}, revealed: map[seedrng.Hash]bool{},
	}
	if _, err := seedrng.GenerateSession(w.store); err != nil {
		t.Fatal(err)
	}
	w.sessions = make([]*seedrng.Session, n)
	w.held = make([]map[roundID]*seedrng.Round, n)
	for i := range n {
		w.restart(i)
	}
	return w
}

func (w *servers) store(old, new seedrng.SessionState) error {
	return keep(&w.db, old.Bytes(), new.Bytes(), w.mishap)
}

func (w *servers) restart(i int) {
	s, err := seedrng.ParseSession(w.db, w.store)
	if err != nil {
		w.bad("the stored state is refused: %v", err)
		return
	}
	w.sessions[i], w.held[i] = s, map[roundID]*seedrng.Round{}
	v := s.View()
	for id := range w.playing {
		if !slices.ContainsFunc(v.OpenRounds, func(o seedrng.OpenRound) bool { return id == roundID{v.ServerHash, o.Nonce} }) {
			w.bad("round %d is being played, and not open after a restart", id.nonce)
		}
	}
}

const (
	serverBet     = iota // the client's bet on a hand, repeated until it is answered
	serverPlay           // the client's bet that is settled at once
	serverDecline        // a bet of either kind, declined
	serverAgain          // an open round of the View is had again
	serverFinish         // of the first round that the process holds
	serverRotate         // the client's request, repeated until it is answered
	serverLate           // the rotation that made the active pair, once more
	serverRestart        // without a mishap
	serverCalls
)

func (w *servers) do(action int) bool {
	i := action % len(w.sessions)
	action /= len(w.sessions)
	call, m := action/int(mishaps), mishap(action%int(mishaps))
	s := w.sessions[i]
	before := s.View()

	var err error
	var possible bool
	w.mishap = m
	died := dying(func() { possible, err = w.call(i, call, m) })
	w.mishap = nothing
	if died {
		w.restart(i)
		return true
	}
	if err != nil && !cmp.Equal(before, s.View()) {
		w.bad("a failed call changed the view from %+v to %+v", before, s.View())
	}
	if bytes.Equal(seedrng.Encode(s), w.db) { // one that was overtaken shows what was
		w.check(s.View())
	}
	return possible
}

// serverActions do what the calls say, to the server of a number, and report whether it was possible.
var serverActions = [serverCalls]func(w *servers, i int, m mishap) (possible bool, err error){
	serverBet:     (*servers).betOnHand,
	serverPlay:    (*servers).betOnSpin,
	serverDecline: (*servers).betDeclined,
	serverAgain:   (*servers).again,
	serverFinish:  (*servers).finish,
	serverRotate:  (*servers).rotate,
	serverLate:    (*servers).rotateLate,
	serverRestart: (*servers).restartUnharmed,
}

func (w *servers) call(i, call int, m mishap) (possible bool, err error) {
	w.shown[w.sessions[i].View().NextServerHash] = true
	return serverActions[call](w, i, m)
}

// asks reports whether the client has a bet of this kind to send, or of any if it is empty: the one that
// isn't answered, or a new one.
func (w *servers) asks(kind string) bool {
	switch {
	case w.hash == seedrng.Hash{} || w.asked != seedrng.Hash{}:
		return false
	case w.bet != "":
		return strings.HasPrefix(w.bet, kind)
	case w.answers == uint64(w.perPair):
		return false
	}
	if kind == "" {
		kind = "hand "
	}
	w.numbers++
	w.bet = fmt.Sprint(kind, w.numbers)
	return true
}

// answered is the end of a request with the client's bet.
func (w *servers) answered(err error, m mishap) error {
	id := roundID{w.hash, w.answers}
	if errors.Is(err, seedrng.ErrFinished) && strings.HasPrefix(w.bets[id], w.bet+" ") && !w.playing[id] {
		err = nil // the answer is in the server's records
	}
	if err == nil && m != answerLost {
		w.answers, w.bet = w.answers+1, ""
	}
	return err
}

func (w *servers) betOnHand(i int, m mishap) (possible bool, err error) {
	if !w.asks("hand ") {
		return false, nil
	}
	round, err := w.sessions[i].Reserve(w.hash, w.answers, w.bet)
	if err == nil {
		w.has(i, round, w.answers, w.bet)
	}
	return true, w.answered(err, m)
}

func (w *servers) betOnSpin(i int, m mishap) (possible bool, err error) {
	if !w.asks("spin ") {
		return false, nil
	}
	return true, w.answered(w.settle(i, roundID{w.hash, w.answers}, false), m)
}

func (w *servers) betDeclined(i int, m mishap) (possible bool, err error) {
	if !w.asks("") {
		return false, nil
	}
	return true, w.answered(w.settle(i, roundID{w.hash, w.answers}, true), m)
}

func (w *servers) again(i int, _ mishap) (possible bool, err error) {
	s := w.sessions[i]
	v := s.View()
	if len(v.OpenRounds) == 0 {
		return false, nil
	}
	o := v.OpenRounds[0]
	round, err := s.Reserve(v.ServerHash, o.Nonce, o.Bet)
	if err != nil {
		return true, err
	}
	w.has(i, round, o.Nonce, o.Bet)
	return true, nil
}

func (w *servers) finish(i int, _ mishap) (possible bool, err error) {
	for nonce := range uint64(w.perPair) {
		id := roundID{w.hash, nonce}
		if round := w.held[i][id]; round != nil {
			delete(w.playing, id)
			err := round.Finish()
			if err == nil {
				delete(w.held[i], id)
			}
			if _, err := round.Stream().Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrFinished) {
				w.bad("drawn after Finish: %v", err)
			}
			return true, err
		}
	}
	return false, nil
}

func (w *servers) rotate(i int, m mishap) (possible bool, err error) {
	s := w.sessions[i]
	v := s.View()
	if w.bet != "" || len(w.clients) == w.pairs {
		return false, nil
	}
	if w.asked == (seedrng.Hash{}) {
		if w.clients[v.NextServerHash] != "" {
			return false, nil // a server that was overtaken shows an old hash
		}
		w.asked = v.NextServerHash
	}
	client := fmt.Sprint("client ", w.names.of(w.asked))
	view, err := s.Rotate(w.asked, client)
	if err == nil && (view.ServerHash != w.asked || view.ClientSeed != client || view.NextNonce != 0) {
		w.bad("rotated to %+v", view)
	}
	if err == nil && m != answerLost {
		w.hash, w.client, w.asked, w.answers = w.asked, client, seedrng.Hash{}, 0
		w.clients[w.hash] = client
	}
	return true, err
}

func (w *servers) rotateLate(i int, m mishap) (possible bool, err error) {
	s := w.sessions[i]
	if w.hash == (seedrng.Hash{}) || m != nothing {
		return false, nil
	}
	if _, err := s.Rotate(w.hash, "another"); err == nil {
		w.bad("another client seed for an active server seed")
	}
	_, err = s.Rotate(w.hash, w.client)
	if err == nil && s.View().ServerHash != w.hash {
		w.bad("rotated to another pair")
	}
	return true, err
}

func (w *servers) restartUnharmed(i int, m mishap) (possible bool, err error) {
	if m == nothing {
		w.restart(i)
	}
	return m == nothing, nil
}

// settle plays or declines the client's bet.
func (w *servers) settle(i int, id roundID, decline bool) error {
	s := w.sessions[i]
	answer := w.bet + " declined"
	var leaked *seedrng.Stream
	var err error
	if decline {
		err = s.Decline(id.hash, id.nonce, w.bet)
	} else {
		err = s.Play(id.hash, id.nonce, w.bet, func(stream *seedrng.Stream) { answer, leaked = fmt.Sprint(w.bet, " ", stream.Uint64()), stream })
	}
	if leaked != nil {
		if _, err := leaked.Read(make([]byte, 1)); !errors.Is(err, seedrng.ErrFinished) {
			w.bad("drawn after Play: %v", err)
		}
	}
	if err != nil {
		return err
	}
	if slices.ContainsFunc(s.View().OpenRounds, func(o seedrng.OpenRound) bool { return o.Nonce == id.nonce }) {
		w.bad("round %d is open after %s", id.nonce, answer)
	}
	if before, ok := w.bets[id]; ok && before != answer {
		w.bad("round %d was %s, and is %s", id.nonce, before, answer)
	}
	if w.revealed[id.hash] {
		w.bad("round %d of a revealed seed is %s", id.nonce, answer)
	}
	w.bets[id] = answer
	return nil
}

// has takes note of a round that a process was given.
func (w *servers) has(i int, round *seedrng.Round, nonce uint64, bet string) {
	v := w.sessions[i].View()
	id := roundID{v.ServerHash, nonce}
	outcome := fmt.Sprint(bet, " ", round.Stream().Uint64())
	if before, ok := w.bets[id]; ok && before != outcome {
		w.bad("round %d is %s and %s", nonce, before, outcome)
	}
	if round.Nonce() != nonce || round.Bet() != bet {
		w.bad("round %d for %s instead of %d for %s", round.Nonce(), round.Bet(), nonce, bet)
	}
	if w.revealed[id.hash] {
		w.bad("round %d is drawn from a revealed seed", nonce)
	}
	w.bets[id] = outcome
	w.held[i][id] = round
	w.playing[id] = true
}

// check is what holds for every View.
func (w *servers) check(v seedrng.View) {
	if client, ok := w.clients[v.ServerHash]; ok && client != v.ClientSeed {
		w.bad("a pair of seeds was confirmed with %q and has %q", client, v.ClientSeed)
	}
	if v.ServerHash != (seedrng.Hash{}) && !w.shown[v.ServerHash] {
		w.bad("a server seed is active whose hash wasn't shown before")
	}
	if v.Revealed != nil {
		h := v.Revealed.ServerHash
		w.revealed[h] = true
		for id := range w.playing {
			if id.hash == h {
				w.bad("the seed of round %d is revealed, which is being played", id.nonce)
			}
		}
		if h.Verify(v.Revealed.ServerSeed) != nil || h == v.ServerHash || h == v.NextServerHash {
			w.bad("revealed %+v in %+v", v.Revealed, v)
		}
	}
	if w.revealed[v.NextServerHash] {
		w.bad("a revealed seed is to be active again")
	}
}

func (w *servers) key() string {
	var b strings.Builder
	disk, err := seedrng.ParseSession(w.db, w.store)
	if err != nil {
		return err.Error()
	}
	fmt.Fprintln(&b, w.names.view(disk.View()))
	for i, s := range w.sessions {
		fmt.Fprintln(&b, w.names.view(s.View()), w.names.of(seedrng.Spare(s)))
		for nonce := range uint64(w.perPair) {
			for _, h := range []seedrng.Hash{w.hash, s.View().ServerHash} {
				id := roundID{h, nonce}
				fmt.Fprint(&b, w.held[i][id] != nil, w.playing[id], w.bets[id] != "", strings.HasSuffix(w.bets[id], "declined"), " ")
			}
		}
	}
	fmt.Fprintln(&b, w.names.of(w.hash), w.names.of(w.asked), w.answers, w.bet, len(w.clients))
	return b.String()
}

// end restarts a server, answers what wasn't answered, finishes what is open, and
// rotates. Then every bet has one round, and the rounds are numbered without a gap.
func (w *servers) end() {
	w.restart(0)
	ok := func(name string, err error) {
		if err != nil {
			w.bad("at the end, %s: %v", name, err)
		}
	}
	if w.asked != (seedrng.Hash{}) {
		_, err := w.call(0, serverRotate, nothing)
		if errors.Is(err, seedrng.ErrOpen) {
			w.finishAll(ok)
			_, err = w.call(0, serverRotate, nothing)
		}
		ok("rotate", err)
	}
	if w.bet != "" {
		call := serverBet
		if strings.HasPrefix(w.bet, "spin") {
			call = serverPlay
		}
		_, err := w.call(0, call, nothing)
		if errors.Is(err, seedrng.ErrFinished) { // and the server has no answer
			_, err = w.call(0, serverDecline, nothing)
		}
		ok("bet", err)
	}
	w.finishAll(ok)
	s := w.sessions[0]
	before := s.View()
	if before.ServerHash != w.hash || before.NextNonce != w.answers {
		w.bad("at the end the next nonce is %d, of %d bets", before.NextNonce, w.answers)
	}
	view, err := s.Rotate(before.NextServerHash, "last")
	ok("the last rotation", err)
	if err != nil || w.hash == (seedrng.Hash{}) {
		return
	}
	seed := must(seedrng.ParseServerSeed(view.Revealed.ServerSeed))
	used := make(map[string]bool)
	for id, outcome := range w.bets {
		if id.hash != w.hash {
			continue
		}
		stream := must(seedrng.NewStream(seed, w.client, id.nonce))
		bet := outcome[:strings.LastIndex(outcome, " ")]
		want := fmt.Sprint(bet, " ", stream.Uint64())
		if strings.HasSuffix(outcome, " declined") {
			want = bet + " declined"
		}
		if outcome != want || used[bet] || id.nonce >= w.answers {
			w.bad("round %d was %s, is %s", id.nonce, outcome, want)
		}
		used[bet] = true
	}
	if uint64(len(used)) != w.answers {
		w.bad("%d rounds for %d bets", len(used), w.answers)
	}
}

func (w *servers) finishAll(ok func(string, error)) {
	for len(w.sessions[0].View().OpenRounds) > 0 && w.first == "" {
		_, err := w.call(0, serverAgain, nothing)
		ok("have a round again", err)
		v := w.sessions[0].View()
		round := w.held[0][roundID{v.ServerHash, v.OpenRounds[0].Nonce}]
		if round == nil {
			return
		}
		delete(w.playing, roundID{v.ServerHash, round.Nonce()})
		ok("finish", round.Finish())
	}
}

// With two bets a pair of seeds, and three pairs, deeper sequences lead to no new world.
func TestModelOneServer(t *testing.T) {
	t.Parallel()
	explore(t, func() model { return newServers(t, 1, 3, 2) }, serverCalls*int(mishaps), long.Pick(5, 14))
}

func TestModelTwoServers(t *testing.T) {
	t.Parallel()
	explore(t, func() model { return newServers(t, 2, 3, 2) }, 2*serverCalls*int(mishaps), long.Pick(3, 6))
}

var walks = flag.Int("walks", long.Pick(100, 800), "random walks of TestModelWalks")

// Longer sequences at random, of three servers.
func TestModelWalks(t *testing.T) {
	t.Parallel()
	rounds, faults := 0, 0
	for seed := range *walks {
		r := rand.New(rand.NewPCG(uint64(seed), 0))
		w := newServers(t, 3, 10, 6)
		var sequence []int
		for range 80 {
			call, m := r.IntN(serverCalls), nothing
			if r.IntN(4) == 0 {
				m = mishap(r.IntN(int(mishaps)))
			}
			action := (call*int(mishaps)+int(m))*3 + r.IntN(3)
			if w.do(action) {
				sequence = append(sequence, action)
				if m != nothing {
					faults++
				}
			}
		}
		w.end()
		if w.first != "" {
			t.Fatalf("walk %d, after the actions %v: %s", seed, sequence, w.first)
		}
		rounds += len(w.bets)
	}
	t.Logf("%d rounds, %d lost answers, failing stores and crashes", rounds, faults)
}
