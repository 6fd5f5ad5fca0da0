package hand_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

var (
	simRuns  = flag.Int("runs", long.Pick(8, 60), "random hands of TestRandomHands and TestSymbolic")
	simFirst = flag.Int("first", 0, "the first of them")
)

// A verdict is what an item was to the observer, and everybody's state then.
type verdict struct {
	taken, fault bool
	head         hand.Digest
	view         string
	cards        [][]int // that each seat knows, and the observer, by positions
}

// A sim is seats that read one sequence, each at its own pace, play at random, crash, and
// cheat. An observer reads at once, and so does a model.
type sim struct {
	*model
	t        *testing.T
	r        *rand.Rand
	cards    sra.Deck
	seats    int
	items    []item
	verdicts []verdict // before each item, and after the last
	observer *hand.Hand
	hands    []*hand.Hand
	stored   [][]hand.State // of each seat, in the order in which they were stored
	waits    []int          // how many items a seat has to read before it may speak
	read     []int          // how many it has read
	flight   []int          // the number of its message that it hasn't read back, -1 if there is none
	silent   []bool
	cheat    int
	count    map[string]int
}

var errDisk = errors.New("the disk is full")

func newSim(t *testing.T, seed uint64, seats, n, cheat int, watchers ...*coalition) *sim {
	s := &sim{
		t: t, r: rand.New(rand.NewPCG(seed, 1)), cards: must(sra.PublicDeck(sra.Ristretto255(), "sim", n)), seats: seats, cheat: cheat,
		hands: make([]*hand.Hand, seats), waits: make([]int, seats), read: make([]int, seats), flight: make([]int, seats),
		silent: make([]bool, seats),
		count:  map[string]int{},
	}
	s.model = newModel(t, s.cards, seats, watchers...)
	s.observer = must(hand.Watch([]byte("sim"), s.cards, seats))
	for seat := range seats {
		var b [hand.SecretSize]byte
		for i := range b {
			b[i] = byte(s.r.Uint32())
		}
		s.stored = append(s.stored, []hand.State{hand.NewState(b)})
		s.begin(seat, s.stored[seat][0])
	}
	s.look(verdict{})
	return s
}

// look notes the state after an item.
func (s *sim) look(v verdict) {
	s.after(s.observer)
	v.head, v.view = s.observer.Head(), s.observer.View()
	for seat := range s.seats + 1 {
		v.cards = append(v.cards, s.cardsOf(seat-1))
	}
	s.verdicts = append(s.verdicts, v)
}

// begin begins a seat's hand from a state that was stored.
func (s *sim) begin(seat int, from hand.State) {
	last := from
	store := func(old, new hand.State) error {
		if s.r.IntN(30) == 0 {
			s.count["failing stores"]++
			return errDisk
		}
		b, c := last.Bytes(), new.Bytes()
		if headOf(last) == (hand.Digest{}) != (old.Bytes() == nil) || old.Bytes() != nil && !bytes.Equal(old.Bytes(), b) {
			s.t.Fatal("the old state isn't the one that was stored")
		}
		if !bytes.Equal(b[:hand.SecretSize], c[:hand.SecretSize]) || headOf(new) != s.hands[seat].Head() {
			s.t.Fatal("the new state isn't that of the seat")
		}
		last = new
		s.stored[seat] = append(s.stored[seat], new)
		return nil
	}
	s.hands[seat] = must(hand.New([]byte("sim"), s.cards, s.seats, seat, from, store))
	s.read[seat], s.flight[seat], s.waits[seat] = 0, -1, 0
	if head := headOf(from); head != (hand.Digest{}) {
		s.waits[seat] = slices.IndexFunc(s.verdicts, func(v verdict) bool { return v.head == head })
	}
}

// crash has a seat begin again from a state that it has stored, as a rule the last one.
func (s *sim) crash(seat int) {
	from := s.stored[seat][len(s.stored[seat])-1]
	if s.r.IntN(3) == 0 {
		from = s.stored[seat][s.r.IntN(len(s.stored[seat]))]
	}
	s.begin(seat, must(hand.ParseState(from.Bytes())))
	s.count["crashes"]++
}

func (s *sim) apply(h *hand.Hand, i item) (v verdict) {
	s.t.Helper()
	if i.step != nil {
		if err := i.step(h); err != nil {
			s.t.Fatalf("step: %v", err)
		}
		return verdict{taken: true}
	}
	taken, err := h.Receive(i.seat, i.message)
	blame, ok := errors.AsType[*hand.BlameError](err)
	if err != nil && (!ok || blame.Seats[0] != i.seat || !errors.Is(err, sra.ErrMalformed) &&
		!errors.Is(err, sra.ErrProof)) {
		s.t.Fatalf("unknown error %v", err)
	}
	return verdict{taken: taken, fault: err != nil}
}

// post gives the sequence a message, which the observer reads.
func (s *sim) post(seat int, message []byte) verdict {
	s.t.Helper()
	v := s.apply(s.observer, item{seat: seat, message: message})
	switch {
	case v.fault && seat != s.cheat:
		s.t.Fatalf("an honest seat %d is blamed", seat)
	case v.fault:
		s.count["faults"]++
	case !v.taken:
		s.count["void"]++
	default:
		id := hand.Digest(message)
		s.take(id)
		s.count[s.scripts[id].turn.Kind.String()]++
	}
	if last := s.verdicts[len(s.verdicts)-1]; !v.taken && s.observer.View() != last.view {
		s.t.Fatal("what isn't taken has changed the state")
	}
	s.items = append(s.items, item{seat: seat, message: message})
	s.look(v)
	return v
}

// make makes a step, if it is possible, and gives it its effect in the model.
func (s *sim) make(what string, f step, effect func()) bool {
	if err := f(s.observer); err != nil {
		if !errors.Is(err, hand.ErrState) && !errors.Is(err, hand.ErrNotReady) || s.observer.View() != s.verdicts[len(s.verdicts)-1].view {
			s.t.Fatalf("%s: %v", what, err)
		}
		s.count["refused"]++
		return false
	}
	s.count[what]++
	effect()
	s.items = append(s.items, item{step: f})
	s.look(verdict{taken: true})
	return true
}

// next has a seat read the next item: it is then where the observer was.
func (s *sim) next(seat int) {
	s.t.Helper()
	h, i := s.hands[seat], s.read[seat]
	if i == len(s.items) {
		return
	}
	v := s.apply(h, s.items[i])
	s.read[seat]++
	want := s.verdicts[s.read[seat]]
	if v.taken != want.taken || v.fault != want.fault || h.View() != want.view {
		s.t.Fatalf("seat %d at item %d: %v %v\n%s\n, the observer: %v %v\n%s", seat, i, v.taken, v.fault, h.View(), want.taken,
			want.fault, want.view)
	}
	for p, want := range want.cards[1+seat] {
		if card, ok := h.Look(p); ok != (want >= 0) || ok && card != want {
			s.t.Fatalf("seat %d: position %d is %d (%v), not %d\n%s", seat, p, card, ok, want, h.View())
		}
	}
	if s.flight[seat] == i {
		s.flight[seat] = -1
	}
}

// pending is what a seat has to say, nil if it can't.
func (s *sim) pending(seat int) []byte {
	s.t.Helper()
	h := s.hands[seat]
	m, err := h.Pending()
	behind := s.read[seat] < s.waits[seat]
	switch {
	case errors.Is(err, errDisk):
		return nil
	case errors.Is(err, hand.ErrBehind) != (behind && seated(h)):
		s.t.Fatalf("seat %d has read %d items, and must read %d: %v", seat, s.read[seat], s.waits[seat], err)
	case err != nil || m == nil:
		return nil
	}
	if headOf(s.stored[seat][len(s.stored[seat])-1]) == (hand.Digest{}) {
		s.t.Fatal("a seat speaks before it stores its state")
	}
	if again, err := h.Pending(); err != nil || !bytes.Equal(m, again) {
		s.t.Fatal("Pending changes")
	}
	due := h.Due()
	if t := due[slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat })]; hand.Digest(m) != t.ID {
		s.t.Fatal("a seat doesn't say what it has to first")
	}
	return m
}

// say posts what a seat has to say, unless it waits for something that it has said.
func (s *sim) say(seat int) {
	s.t.Helper()
	if s.silent[seat] || s.flight[seat] >= 0 {
		return
	}
	m := s.pending(seat)
	if m == nil || s.r.IntN(20) == 0 {
		return
	}
	s.model.say(s.hands[seat], s.observer.Here(), hand.Digest(m), m)
	if seat == s.cheat && s.r.IntN(3) == 0 && s.lie(seat, m) && s.r.IntN(3) == 0 {
		s.silent[seat] = true // the game reads no more of it
		return
	}
	s.flight[seat] = len(s.items)
	s.post(seat, m)
	if s.r.IntN(8) == 0 {
		s.post(seat, m) // again
	}
	if s.r.IntN(8) == 0 {
		s.post((seat+1)%s.seats, m) // by somebody else
	}
}

// lie posts something that isn't what a seat has to say, and reports whether it is a fault.
func (s *sim) lie(seat int, m []byte) bool {
	size := s.cards.Group().ElementSize()
	lie := bytes.Clone(m)
	part := func(of []byte) []byte { return of[size*(1+s.r.IntN(len(of)/size-1)):][:size] } // size is also a digest's
	other := m
	for range 10 {
		if i := s.items[s.r.IntN(len(s.items)+1)%max(1, len(s.items)):]; len(i) > 0 && len(i[0].message) >= 2*size {
			other = i[0].message
			break
		}
	}
	switch s.r.IntN(8) {
	case 0:
		lie = lie[:s.r.IntN(len(lie))]
	case 1:
		lie = append(lie, 0)
	case 2:
		lie[s.r.IntN(len(lie))] ^= 1 << s.r.IntN(8)
	case 3: // two elements in each other's place
		a, b := part(lie), part(lie)
		c := bytes.Clone(a)
		copy(a, b)
		copy(b, c)
	case 4: // an element of something that was said before
		copy(part(lie), part(other))
	case 5: // an element of the state
		h := s.observer
		p := s.r.IntN(h.Positions())
		for _, x := range []sra.Element{h.Sealed(p), h.Value(p)} {
			if len(x.Bytes()) > 0 {
				copy(part(lie), x.Bytes())
			}
		}
	case 6: // all of another message
		if other := other[size:]; len(other) == len(lie)-size {
			copy(lie[size:], other)
		}
	case 7: // in another turn
		for _, t := range s.observer.Due() {
			copy(lie, t.ID[:])
		}
	}
	if bytes.Equal(lie, m) {
		return false
	}
	v := s.post(seat, lie)
	if v.taken {
		s.t.Fatal("an altered message is taken")
	}
	s.count["lies"]++
	return v.fault
}

// farewell has a seat leave with its message, which is void if the seat hasn't read all.
func (s *sim) farewell(seat int) {
	s.t.Helper()
	h := s.hands[seat]
	before := h.View()
	m, err := h.LeaveMessage()
	if behind := s.read[seat] < s.waits[seat]; h.View() != before || errors.Is(err, hand.ErrBehind) != (behind && seated(h)) {
		s.t.Fatalf("seat %d says farewell: %v", seat, err)
	}
	if err != nil || m == nil || s.silent[seat] {
		return
	}
	upToDate := h.Head() == s.observer.Head()
	if s.leave(seat) {
		s.model.farewell(h, hand.Digest(m), seat, s.read[seat])
		s.model.say(h, s.observer.Here(), hand.Digest(m), m)
		s.flight[seat] = len(s.items)
		if v := s.post(seat, m); v.taken != upToDate {
			s.t.Fatalf("a leave in advance is taken: %v", v.taken)
		}
		s.count["farewells"]++
	}
}

func (s *sim) leave(seat int) bool {
	return s.make("leaves", leave(seat), func() { s.model.leave(s.observer, seat) })
}

func (s *sim) drop(gone ...int) bool {
	return s.make("drops", drop(gone...), func() { s.model.drop(s.observer) })
}

// some picks some of a list, in any order.
func some[T any](r *rand.Rand, list []T, most int) []T {
	list = slices.Clone(list)
	r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list[:min(len(list), 1+r.IntN(most))]
}

// play makes a random step of the game, if it is possible.
func (s *sim) play() {
	h := s.observer
	here, stock, held := h.Here(), positions(h.With(hand.Stock)), h.With(hand.Held)
	switch k := s.r.IntN(24); {
	case k < 7 && len(stock) > 0:
		var places []hand.Place
		for _, p := range some(s.r, stock, 3) {
			places = append(places, hand.Place{Position: p, To: append(here, hand.Everyone)[s.r.IntN(len(here)+1)]})
		}
		s.make("deals", deal(places...), func() { s.model.deal(here, places) })
	case k < 10 && len(held) > 0:
		seat := held[s.r.IntN(len(held))].To
		own := slices.DeleteFunc(held, func(c hand.Place) bool { return c.To != seat })
		shown := some(s.r, positions(own), 2)
		s.make("shows", show(seat, shown...), func() { s.model.show(seat, shown) })
	case k < 15:
		if list := append(positions(held), positions(h.With(hand.Open))...); len(list) > 0 {
			s.make("returns", giveBack(some(s.r, list, 3)...), func() {})
		}
	case k < 21 && len(stock) > 0:
		seats := some(s.r, here, 1+s.r.IntN(len(here)))
		if s.r.IntN(3) == 0 {
			seats = here
		}
		cards := some(s.r, stock, len(stock))
		s.make("shuffles", shuffle(seats, cards...), func() { s.model.shuffle(here, seats, cards) })
	case k == 21:
		s.leave(here[s.r.IntN(len(here))])
	case k == 22 && s.r.IntN(6) == 0:
		s.drop(some(s.r, count(0, s.seats), 2)...)
	case k == 23 && s.r.IntN(12) == 0:
		s.silent[here[s.r.IntN(len(here))]] = true
		s.count["vanished"]++
	}
}

func positions(places []hand.Place) (list []int) {
	for _, c := range places {
		list = append(list, c.Position)
	}
	return list
}

// run plays at random for about as many items, and then on until nothing is due but of
// those that are silent.
func (s *sim) run(items int) {
	for tries := 0; len(s.items) < items && tries < 20*items; tries++ {
		seat := s.r.IntN(s.seats)
		switch k := s.r.IntN(64); {
		case k < 24:
			for range 1 + s.r.IntN(6) {
				s.next(seat)
			}
		case k < 52:
			s.say(seat)
		case k < 60:
			if len(s.observer.Due()) == 0 || s.r.IntN(4) == 0 {
				s.play()
			}
		case k == 60:
			s.farewell(seat)
		case k == 61 && s.r.IntN(8) == 0:
			s.crash(seat)
		}
	}
	for {
		for seat := range s.hands {
			for s.read[seat] < len(s.items) {
				s.next(seat)
			}
		}
		before := len(s.items)
		due := s.observer.Due()
		for seat := range s.hands {
			s.say(seat)
		}
		if len(s.items) > before || slices.ContainsFunc(due, func(t hand.Turn) bool { return !s.silent[t.Seat] }) {
			continue // the disk may have been full
		}
		var gone []int
		for _, t := range due {
			if !slices.Contains(gone, t.Seat) {
				gone = append(gone, t.Seat)
			}
		}
		if len(gone) == 0 || !s.drop(gone...) {
			break
		}
	}
	s.count["items"] += len(s.items)
	if s.cheat < 0 && s.r.IntN(4) == 0 {
		s.replay()
	}
}

// replay reads all again, and checks the proofs together.
func (s *sim) replay() {
	var b sra.Batch
	h := must(hand.Replay([]byte("sim"), s.cards, s.seats, &b))
	for _, i := range s.items {
		s.apply(h, i)
	}
	if _, err := b.Verify(); err != nil || h.View() != s.observer.View() {
		s.t.Fatalf("a replay: %v\n%s\n, the observer: %s", err, h.View(), s.observer.View())
	}
	s.count["replays"]++
}

// In random hands of 2 to 8 seats, of which one may cheat, all who have read as much are in
// the same state; each element is the card that it should be under the layers that it should have,
// so that no card is lost, doubled or exchanged; each seat knows the cards that it should; no
// honest seat is at fault, nothing that is altered is taken, nobody who isn't silent
// stops the hand; and a seat that begins again, from anything that it has stored, says the same.
func TestRandomHands(t *testing.T) {
	total := map[string]int{}
	for run := *simFirst; run < *simFirst+*simRuns; run++ {
		s := randomHand(t, run)
		for what, n := range s.count {
			total[what] += n
		}
	}
	t.Log(total)
}

func randomHand(t *testing.T, run int) *sim {
	seats, n, cheat := 2+run%3, 3+run%4, -1
	if run%50 == 0 {
		seats, n = 2+run/50%7, 5+run/50%13
	}
	if run%3 == 1 {
		cheat = run / 3 % seats
	}
	defer func() {
		if t.Failed() {
			t.Log("run", run)
		}
	}()
	s := newSim(t, uint64(run), seats, n, cheat)
	s.run(30 + 6*seats)
	return s
}
