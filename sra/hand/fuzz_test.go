package hand_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A fuzzedHand is one that three seats and an observer read at once, as a script says.
type fuzzedHand struct {
	t       *testing.T
	script  []byte // what is left of it
	watcher *hand.Hand
	hands   []*hand.Hand
	said    [][]byte
	items   []item // that were taken
}

var fuzzedCards = must(sra.PublicDeck(sra.Ristretto255(), "fuzz", 3))

func fuzzedSeat(seat int) *hand.Hand {
	return must(hand.New([]byte("fuzz"), fuzzedCards, 3, seat, hand.NewState([32]byte{byte(seat)}), forgets))
}

// A fuzzedOp is what bytes of a script do that are below a number, and not below that of an earlier one.
type fuzzedOp struct {
	below int
	do    func(f *fuzzedHand, op byte)
}

var fuzzedOps = []fuzzedOp{
	{100, (*fuzzedHand).say},
	{115, (*fuzzedHand).leaveInAdvance},
	{130, (*fuzzedHand).sayAltered},
	{150, (*fuzzedHand).repeat},
	{160, (*fuzzedHand).babble},
	{185, func(f *fuzzedHand, op byte) {
		f.step(deal(hand.Place{Position: f.position(), To: int(op%4) - 1}, hand.Place{Position: f.position(), To: int(op/4%4) - 1}))
	}},
	{205, func(f *fuzzedHand, op byte) { f.step(deal(hand.Place{Position: f.position(), To: int(op%5) - 1})) }},
	{213, func(f *fuzzedHand, op byte) { f.step(show(int(op%4)-1, f.position())) }},
	{220, func(f *fuzzedHand, _ byte) { f.step(giveBack(f.position(), f.position())) }},
	{226, func(f *fuzzedHand, _ byte) { f.step(giveBack(f.position())) }},
	{232, func(f *fuzzedHand, op byte) { f.step(shuffle([]int{int(op % 3)}, f.position(), f.position())) }},
	{238, func(f *fuzzedHand, op byte) { f.step(shuffle([]int{int(op % 3), int(op+1) % 3}, f.position())) }},
	{246, func(f *fuzzedHand, op byte) { f.step(leave(int(op%5) - 1)) }},
	{256, func(f *fuzzedHand, op byte) { f.step(drop(int(op % 3))) }},
}

func (f *fuzzedHand) play() {
	for len(f.script) > 0 {
		op := f.next()
		i := slices.IndexFunc(fuzzedOps, func(o fuzzedOp) bool { return int(op) < o.below })
		fuzzedOps[i].do(f, op)
	}
}

// next takes a byte of the script, 0 at its end.
func (f *fuzzedHand) next() (b byte) {
	if len(f.script) > 0 {
		b, f.script = f.script[0], f.script[1:]
	}
	return b
}

func (f *fuzzedHand) position() int { return int(f.next()) % 11 }

// say is what a seat has to say.
func (f *fuzzedHand) say(op byte) {
	if m := pending(f.hands[op%3]); m != nil {
		f.said = append(f.said, m)
		f.post(item{seat: int(op % 3), message: m})
	}
}

// leaveInAdvance is said, but not read before it is repeated.
func (f *fuzzedHand) leaveInAdvance(op byte) {
	if m := farewell(f.hands[op%3]); m != nil {
		f.said = append(f.said, m)
	}
}

// sayAltered is say with a bit changed.
func (f *fuzzedHand) sayAltered(op byte) {
	if m := pending(f.hands[op%3]); m != nil {
		m[int(f.next())*len(m)/256] ^= 1 << (op % 8)
		f.post(item{seat: int(op % 3), message: m})
	}
}

// repeat is something of the past, by anybody.
func (f *fuzzedHand) repeat(op byte) {
	if len(f.said) > 0 {
		f.post(item{seat: int(op%4) - 1 + int(op%2), message: f.said[int(f.next())%len(f.said)]})
	}
}

// babble is the rest of the script as a message, at times for a turn that is due.
func (f *fuzzedHand) babble(op byte) {
	m := bytes.Clone(f.script)
	if due := f.watcher.Due(); len(due) > 0 && op%2 == 0 {
		m = append(due[0].ID[:], m...)
	}
	f.post(item{seat: int(op % 3), message: m})
}

func (f *fuzzedHand) step(step func(*hand.Hand) error) { f.post(item{step: step}) }

// post has all read an item, who must be alike then.
func (f *fuzzedHand) post(i item) {
	want := f.read(f.watcher, i)
	for seat, h := range f.hands {
		if f.read(h, i) != want || h.View() != f.watcher.View() {
			f.t.Fatalf("seat %d:\n%s\n%s", seat, h.View(), f.watcher.View())
		}
	}
	if want {
		f.items = append(f.items, i)
	}
}

// read reports whether an item was taken. One that isn't changes nothing.
func (f *fuzzedHand) read(h *hand.Hand, i item) (done bool) {
	before, err := h.View(), error(nil)
	if i.step != nil {
		err = i.step(h)
		done = err == nil
	} else {
		done, err = h.Receive(i.seat, i.message)
	}
	if done && err != nil || !done && h.View() != before {
		f.t.Fatalf("%v %v:\n%s\n%s", done, err, before, h.View())
	}
	return done
}

// testLate has a seat read all at the end, which must know then what it does at its own pace.
func (f *fuzzedHand) testLate(seat int) {
	late := fuzzedSeat(seat)
	for _, i := range f.items {
		f.read(late, i)
	}
	if late.View() != f.watcher.View() || !bytes.Equal(pending(late), pending(f.hands[seat])) {
		f.t.Fatalf("seat %d:\n%s\nthe observer:\n%s", seat, late.View(), f.watcher.View())
	}
	for p := range late.Positions() {
		a, ok := late.Look(p)
		if b, is := f.hands[seat].Look(p); a != b || ok != is {
			f.t.Fatalf("seat %d knows %d at position %d, and %d at another pace", seat, b, p, a)
		}
	}
}

// Any bytes, as messages of any seats and as steps, in any order among what seats have to
// say: nothing panics, what isn't taken changes nothing, and a seat and an observer that read
// the same are alike. A seat with another pace reads it all at the end, and a replay does, with proofs
// that hold.
func FuzzHand(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 1, 2, 200, 9, 0, 1, 2, 210, 0, 0, 1, 2})
	f.Add([]byte{0, 1, 2, 165, 0, 0, 1, 2, 215, 1, 0, 205, 0, 0, 1, 2, 217, 4, 0, 1, 2, 220, 0, 1, 2, 240, 0, 1, 0, 1})
	f.Add([]byte{0, 1, 2, 100, 0, 0, 1, 100, 1, 2, 190, 8, 0, 200, 1, 255, 0, 1, 2, 220, 1, 0, 230, 2, 0, 0, 1, 0, 1, 195, 3, 0})
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		fuzzed := &fuzzedHand{
			t: t, script: script,
			watcher: must(hand.Watch([]byte("fuzz"), fuzzedCards, 3)),
			hands:   []*hand.Hand{fuzzedSeat(0), fuzzedSeat(1), fuzzedSeat(2)},
		}
		fuzzed.play()
		fuzzed.testLate(1)
		if !replayHolds("fuzz", fuzzedCards, 3, fuzzed.items, 0) {
			t.Fatal("a replay doesn't hold")
		}
	})
}

// Whatever is a state is one of 64 bytes, and comes back.
func FuzzParseState(f *testing.F) {
	f.Add(make([]byte, 64))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := hand.ParseState(b)
		if (err == nil) != (len(b) == hand.StateSize) || err == nil && !bytes.Equal(s.Bytes(), b) {
			t.Errorf("%x: %v", b, err)
		}
	})
}
