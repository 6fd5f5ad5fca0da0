package hand_test

import (
	"bytes"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

var (
	simRuns  = flag.Int("runs", long.Pick(8, 400), "random hands of TestRandomHands")
	simFirst = flag.Int("first", 0, "the first of them")
)

// A result is what an item was to the observer, and its state then.
type result struct {
	taken, fault bool
	view         string
}

// A sim is seats that read one sequence, each at its own pace, play at random, crash, and
// cheat. An observer reads at once, and looks at the cards with everybody's keys.
type sim struct {
	t        *testing.T
	r        *rand.Rand
	n        int
	cards    sra.Deck
	secrets  []hand.Secret
	items    []item
	results  []result
	observer *hand.Hand
	hands    []*hand.Hand
	read     []int // how many items a seat has read
	flight   []int // the number of a seat's message that it hasn't read back, −1 if there is none
	silent   []bool
	cheat    int
	truth    map[int]int // the card at each position
	seen     int         // positions in truth
	keys     map[[2]int]sra.Key
	exposed  map[[2]int]hand.Digest // the turn in which a seat took its layer off a position
	redeals  int
	count    map[string]int
}

func newSim(t *testing.T, seed uint64, seats, n, cheat int) *sim {
	s := &sim{
		t: t, r: rand.New(rand.NewPCG(seed, 1)), n: n, cards: must(sra.PublicDeck(sra.Ristretto255(), "sim", n)), cheat: cheat,
		truth: map[int]int{}, keys: map[[2]int]sra.Key{}, exposed: map[[2]int]hand.Digest{}, count: map[string]int{},
		read: make([]int, seats), silent: make([]bool, seats),
	}
	s.observer = must(hand.Watch([]byte("sim"), s.cards, seats))
	for range seats {
		var b [hand.SecretSize]byte
		for i := range b {
			b[i] = byte(s.r.Uint32())
		}
		s.secrets = append(s.secrets, must(hand.ParseSecret(b[:])))
		s.flight = append(s.flight, -1)
	}
	for seat := range seats {
		s.hands = append(s.hands, s.begin(seat))
	}
	return s
}

func (s *sim) begin(seat int) *hand.Hand {
	return must(hand.New([]byte("sim"), s.cards, len(s.secrets), seat, s.secrets[seat]))
}

func (s *sim) apply(h *hand.Hand, i item) (r result) {
	if i.step != nil {
		if err := i.step(h); err != nil {
			s.t.Fatalf("step: %v", err)
		}
		return result{taken: true}
	}
	before := h.View()
	taken, err := h.Receive(i.seat, i.message)
	var blame *hand.BlameError
	if err != nil && (!errors.As(err, &blame) || blame.Seat != i.seat || !errors.Is(err, sra.ErrMalformed) && !errors.Is(err, sra.ErrProof)) {
		s.t.Fatalf("unknown error %v", err)
	}
	if !taken && h.View() != before {
		s.t.Fatal("what isn't taken has changed the state")
	}
	return result{taken: taken, fault: err != nil}
}

// post gives the sequence its next item, which the observer reads.
func (s *sim) post(i item) result {
	due := s.observer.Due()
	r := s.apply(s.observer, i)
	switch {
	case r.fault && i.seat != s.cheat:
		s.t.Fatalf("an honest seat %d is blamed", i.seat)
	case r.fault:
		s.count["faults"]++
	case !r.taken:
		s.count["void"]++
	case i.step == nil:
		for _, t := range due {
			if t.Seat == i.seat && bytes.HasPrefix(i.message, t.ID[:]) {
				s.count[t.Kind.String()]++
			}
		}
	}
	r.view = s.observer.View()
	s.items, s.results = append(s.items, i), append(s.results, r)
	s.audit()
	return r
}

// key is a seat's of a deck, of which it has announced the public one.
func (s *sim) key(seat, deck int) sra.Key {
	at := [2]int{seat, deck}
	if _, ok := s.keys[at]; !ok {
		s.keys[at] = s.hands[seat].Key(deck)
	}
	return s.keys[at]
}

// audit looks at all cards with all keys: no card is lost, doubled or exchanged.
func (s *sim) audit() {
	h := s.observer
	deck := h.Decks() - 1
	if h.Positions() > s.seen {
		open := h.Now()
		for seat := range s.hands {
			if h.HasLayer(seat) {
				open = must(s.key(seat, deck).Decrypt(open))
			}
		}
		for i := range open.Len() {
			s.truth[s.seen+i] = s.cards.Index(open.At(i))
		}
		s.seen = h.Positions()
	}
	if !h.Ready() || s.r.IntN(8) > 0 {
		return
	}
	var all []int
	for p := range h.Positions() {
		status, to := h.Status(p)
		if status == hand.Void || status == hand.Retired {
			continue
		}
		all = append(all, s.truth[p])
		x := h.Value(p)
		switch status {
		case hand.Open:
			if card, ok := h.Card(p); !ok || card != s.truth[p] {
				s.t.Fatalf("position %d is open as %d, not %d", p, card, s.truth[p])
			}
		case hand.Stock:
			for seat := range s.hands {
				if h.HasLayer(seat) {
					x = must(s.key(seat, deck).Decrypt(x))
				}
			}
		case hand.Held:
			x = must(s.key(to, h.DeckOf(p)).Decrypt(x))
		case hand.Dealing:
			continue
		}
		if s.cards.Index(x.At(0)) != s.truth[p] {
			s.t.Fatalf("position %d, %v: another card than %d", p, status, s.truth[p])
		}
	}
	slices.Sort(all)
	for i := range s.n {
		if len(all) != s.n || all[i] != i {
			s.t.Fatalf("the cards are %v", all)
		}
	}
}

// next has a seat read the next item: it is then where the observer was.
func (s *sim) next(seat int) {
	h, i := s.hands[seat], s.read[seat]
	if i == len(s.items) {
		return
	}
	s.read[seat]++
	r := s.apply(h, s.items[i])
	if want := s.results[i]; r.taken != want.taken || r.fault != want.fault || h.View() != want.view {
		s.t.Fatalf("seat %d at item %d: %v %v\n%s\n, the observer: %v %v\n%s", seat, i, r.taken, r.fault, h.View(), want.taken, want.fault, want.view)
	}
	if s.flight[seat] == i {
		s.flight[seat] = -1
	}
	for p := range h.Positions() {
		status, to := h.Status(p)
		card, ok := h.Card(p)
		own, seated := h.Seat()
		if want := status == hand.Open || status == hand.Held && seated && to == own; ok != want || ok && card != s.truth[p] {
			s.t.Fatalf("seat %d (%v): position %d, %v to %d: %d %v, not %d", seat, seated, p, status, to, card, ok, s.truth[p])
		}
	}
}

// say posts what a seat has to say, unless it waits for something that it has said.
func (s *sim) say(seat int) {
	h := s.hands[seat]
	if s.silent[seat] || s.flight[seat] >= 0 {
		return
	}
	m := h.Pending()
	if m == nil {
		return
	}
	if !bytes.Equal(m, h.Pending()) {
		s.t.Fatal("Pending changes")
	}
	due := h.Due()
	t := due[slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat })]
	if t.Kind == hand.Layer || t.Kind == hand.Leave {
		for _, p := range t.Positions {
			at := [2]int{seat, p}
			_, to := h.Status(p)
			if id, ok := s.exposed[at]; ok && id != t.ID || to == seat {
				s.t.Fatalf("seat %d takes its layer off position %d in two turns, or off its own card", seat, p)
			}
			s.exposed[at] = t.ID
		}
	}
	if seat == s.cheat && s.r.IntN(4) == 0 {
		s.lie(seat, m)
		return
	}
	s.flight[seat] = len(s.items)
	s.post(item{seat: seat, message: m})
	if s.r.IntN(8) == 0 {
		s.post(item{seat: seat, message: m}) // again
	}
	if s.r.IntN(8) == 0 {
		s.post(item{seat: (seat + 1) % len(s.hands), message: m}) // by somebody else
	}
}

// lie posts something else than what a seat has to say.
func (s *sim) lie(seat int, m []byte) {
	switch s.r.IntN(4) {
	case 0:
		m = m[:len(m)-1]
	case 1: // a message of the past, in this place
		for _, i := range s.items[max(0, len(s.items)-s.r.IntN(20)):] {
			if len(i.message) == len(m) {
				m = slices.Concat(m[:32], i.message[32:])
				break
			}
		}
	default:
		m[32+s.r.IntN(len(m)-32)] ^= 1 << s.r.IntN(8)
	}
	if s.post(item{seat: seat, message: m}).fault {
		s.silent[seat] = true
	}
}

// restart begins a seat's hand again: it reads what it had read, and says what it had to.
func (s *sim) restart(seat int) {
	old, h := s.hands[seat], s.begin(seat)
	for _, i := range s.items[:s.read[seat]] {
		s.apply(h, i)
	}
	if h.View() != old.View() || seated(h) != seated(old) || !bytes.Equal(h.Pending(), old.Pending()) {
		s.t.Fatalf("seat %d: %s\n, after a restart %s", seat, old.View(), h.View())
	}
	s.hands[seat] = h
	s.count["restarts"]++
}

// play makes a random step of the game, if it is possible.
func (s *sim) play() {
	h := s.observer
	here, stock, held := h.Here(), h.With(hand.Stock), h.With(hand.Held)
	any := func(list []int) int { return list[s.r.IntN(len(list))] }
	switch k := s.r.IntN(12); {
	case k < 5 && h.Ready() && len(stock) > 0:
		s.r.Shuffle(len(stock), func(i, j int) { stock[i], stock[j] = stock[j], stock[i] })
		cards := stock[:min(len(stock), 1+s.r.IntN(3))]
		for i := range cards {
			if s.r.IntN(3) > 0 {
				cards[i].To = any(here)
			}
		}
		s.post(item{step: deal(cards...)})
	case k < 7 && h.Ready() && len(held) > 0:
		seat := held[s.r.IntN(len(held))].To
		var positions []int
		for _, c := range held {
			shown := slices.ContainsFunc(h.Due(), func(t hand.Turn) bool { return t.Kind == hand.Show && slices.Contains(t.Positions, c.Position) })
			if c.To == seat && !shown && s.r.IntN(2) == 0 {
				positions = append(positions, c.Position)
			}
		}
		if len(positions) > 0 {
			s.post(item{step: show(seat, positions...)})
		}
	case k == 7 && h.Ready() && len(here) > 2:
		s.post(item{step: leave(any(here))})
	case k == 8 && (len(held) > 1 && s.r.IntN(3) == 0 || s.r.IntN(40) == 0):
		s.redeal([]int{any(here)}, nil)
	case k == 9 && h.Ready() && s.r.IntN(20) == 0: // with a discard pile
		var back []int
		for _, c := range append(held, h.With(hand.Open)...) {
			if s.r.IntN(2) == 0 {
				back = append(back, c.Position)
			}
		}
		s.redeal(nil, back)
	case k == 10 && s.r.IntN(60) == 0:
		s.silent[any(here)] = true
	}
}

const maxRedeals = 6

// redeal goes on without some seats, if that is possible.
func (s *sim) redeal(gone, back []int) bool {
	h, stay, open := s.observer, 0, len(s.observer.With(hand.Open))
	for _, seat := range h.Here() {
		if !slices.Contains(gone, seat) {
			stay++
		}
	}
	for _, p := range back {
		if status, _ := h.Status(p); status == hand.Open {
			open--
		}
	}
	if stay < 2 || open == s.n || s.redeals == maxRedeals || len(gone)+len(back) == 0 {
		return false
	}
	s.redeals++
	s.count["redeals"]++
	s.post(item{step: func(h *hand.Hand) error { return h.Redeal(gone, back) }})
	return true
}

// run plays at random for about as many items, and then on until nothing is due but of
// those that are silent.
func (s *sim) run(items int) {
	for tries := 0; len(s.items) < items && tries < 40*items; tries++ {
		seat := s.r.IntN(len(s.hands))
		switch k := s.r.IntN(80); {
		case len(s.observer.Due()) == 0 && k%3 == 0:
			s.play()
		case k < 36:
			for range 1 + s.r.IntN(6) {
				s.next(seat)
			}
		case k < 73:
			s.say(seat)
		case k < 75 || len(s.observer.Due()) == 0:
			s.play()
		case s.r.IntN(60) == 0:
			s.restart(seat)
		}
	}
	for {
		for seat := range s.hands {
			for s.read[seat] < len(s.items) {
				s.next(seat)
			}
		}
		before := len(s.items)
		for seat := range s.hands {
			s.say(seat)
		}
		if len(s.items) > before {
			continue
		}
		var gone []int
		for _, t := range s.observer.Due() {
			switch {
			case !s.silent[t.Seat]:
				s.t.Fatalf("seat %d is due, and says nothing", t.Seat)
			case !slices.Contains(gone, t.Seat):
				gone = append(gone, t.Seat)
			}
		}
		if len(gone) == 0 || !s.redeal(gone, nil) {
			break
		}
	}
	if strings.Contains(s.observer.View(), "task:") && len(s.observer.Due()) == 0 {
		s.t.Fatalf("nothing is due, and something waits: %s", s.observer.View())
	}
	s.restart(s.r.IntN(len(s.hands)))
	s.count["items"] += len(s.items)
}

// In random hands of 2 to 8 seats, of which one may cheat, all who have read as much are in
// the same state, no honest seat is at fault, no card is lost, doubled, exchanged or seen by
// anybody else, no layer comes off twice or off a seat's own card, nobody who isn't silent
// stops the hand, and a restart changes nothing.
func TestRandomHands(t *testing.T) {
	count := map[string]int{}
	for run := *simFirst; run < *simFirst+*simRuns; run++ {
		seats, n, cheat := 2+run%3, 3+run%4, -1
		if run%20 == 0 {
			seats, n = 2+run/20%7, 5+run/20%13
		}
		if run%3 == 1 {
			cheat = run / 3 % seats
		}
		s := newSim(t, uint64(run), seats, n, cheat)
		s.run(24 + 8*seats)
		for what, n := range s.count {
			count[what] += n
		}
		if t.Failed() {
			t.Fatal("run", run)
		}
	}
	for _, what := range []string{"key", "shuffle", "veto", "layer", "show", "leave", "redeals", "restarts", "void", "faults"} {
		if count[what] == 0 && *simRuns >= 200 {
			t.Errorf("no %s in %d runs", what, *simRuns)
		}
	}
	t.Log(count)
}
