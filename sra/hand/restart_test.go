package hand_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// replay reads a sequence.
func replay(t *testing.T, h *hand.Hand, items []item) *hand.Hand {
	t.Helper()
	for n, i := range items {
		if i.step != nil {
			if err := i.step(h); err != nil {
				t.Fatalf("item %d: %v", n, err)
			}
		} else if taken, err := h.Receive(i.seat, i.message); !taken || err != nil {
			t.Fatalf("item %d: %v %v", n, taken, err)
		}
	}
	return h
}

// A seat that restarts anywhere and reads the sequence again is in the same state, holds the
// same cards, and says the same, byte for byte: a message that was made and not sent, or sent
// and not stored, does no harm.
func TestRestarts(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "restarts", 5, 18)
	n := 0
	s.after = func() {
		if n++; !long.Tests() && n%5 > 0 {
			return
		}
		seat := n % 5
		h := s.hands[seat]
		said := h.Pending()
		s.secrets[seat] = must(hand.ParseSecret(s.secrets[seat].Bytes()))
		again := replay(t, s.again(seat), s.items)
		if again.View() != h.View() || seated(again) != seated(h) || !bytes.Equal(again.Pending(), said) {
			t.Fatalf("seat %d:\n%s\n%s", seat, h.View(), again.View())
		}
		for p := range h.Positions() {
			a, ok := h.Card(p)
			if b, is := again.Card(p); a != b || ok != is {
				t.Fatalf("seat %d knows %d at position %d, and %d after a restart", seat, a, p, b)
			}
		}
		s.hands[seat] = again
	}
	s.tell()
}

// Two processes of one seat say the same.
func TestTwoProcesses(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "two", 3, 6)
	twin := s.again(1)
	s.before = func(seat int, m []byte) {
		if other := replay(t, s.again(1), s.items); seat == 1 && !bytes.Equal(other.Pending(), m) {
			t.Error("the other process says something else")
		}
	}
	s.steps(deal(hand.Card{0, 1}, hand.Card{1, hand.Everyone}), redeal(2))
	if replay(t, twin, s.items).View() != s.hands[1].View() {
		t.Error("the other process is in another state")
	}
}

// A clone goes on for itself, and leaves the hand that it is of as it was.
func TestClone(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "clone", 5, 18)
	var clones []*hand.Hand
	var views []string
	s.after = func() {
		h := s.hands[len(s.items)%6]
		clones, views = append(clones, h.Clone()), append(views, h.View())
	}
	s.tell()
	for i, c := range clones {
		if c.View() != views[i] {
			t.Fatalf("the clone at item %d:\n%s\n%s", i, views[i], c.View())
		}
		if i%7 == 0 {
			if replay(t, c, s.items[i+1:]); c.View() != s.hands[0].View() {
				t.Fatalf("the clone at item %d:\n%s\n%s", i, s.hands[0].View(), c.View())
			}
		}
	}
}

// A seat that folds sends along what it will have to say for its leave: then it owes nothing.
func TestLeaveMessage(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "fold", 4, 7)
	none := func(why string, h *hand.Hand) {
		t.Helper()
		before := h.View()
		if m, ok := h.LeaveMessage(); m != nil || ok || h.View() != before {
			t.Errorf("%s: a message of %d bytes, %v", why, len(m), ok)
		}
	}
	none("the hand isn't ready", s.hands[1])
	s.flow()
	s.step(deal(hand.Card{0, 0}, hand.Card{1, 1}, hand.Card{2, 2}))
	none("a deal is under way", s.hands[1])
	none("without a seat", s.hands[4])
	s.flow()
	s.step(show(1, 1)) // what else is due makes no difference
	before := s.hands[1].View()
	message, ok := s.hands[1].LeaveMessage()
	if !ok || message == nil || s.hands[1].View() != before {
		t.Fatal("no message, or the hand has changed")
	}
	s.step(leave(1))
	none("another leave is under way", s.hands[2])
	s.read(item{seat: 1, message: message})
	none("it has left", s.hands[1])
	s.flow()
	s.step(deal(hand.Card{3, hand.Everyone}))
	s.flow(1)
	if _, ok := s.hands[0].Card(3); !ok {
		t.Error("the others can't go on")
	}
	// If something else comes first, it is void, and the seat has to leave all the same.
	message, ok = s.hands[3].LeaveMessage()
	s.step(show(0, 0))
	s.step(leave(3))
	s.refuse("a leave that was overtaken", 3, message, nil)
	if s.flow(); !ok || !slices.Equal(s.hands[0].Here(), []int{0, 2}) {
		t.Error(s.hands[0].View())
	}
	none("two must stay", s.hands[0])
	// Nothing need be said if all is dealt.
	s = newStory(t, sra.Ristretto255(), "fold", 3, 1)
	s.steps(deal(hand.Card{0, 0}))
	if m, ok := s.hands[1].LeaveMessage(); m != nil || !ok {
		t.Error(m, ok)
	}
	// The seat's own hand keeps its keys and cards.
	s = newStory(t, sra.Ristretto255(), "fold", 3, 4)
	s.steps(deal(hand.Card{0, 1}), func(h *hand.Hand) error { return h.Redeal(nil, []int{0}) })
	p := s.stock()[0]
	s.steps(deal(hand.Card{p, 1}))
	number, _ := s.hands[1].Card(p)
	c := s.hands[1].Clone()
	if err := c.Redeal(nil, []int{p}); err != nil {
		t.Fatal(err)
	}
	s.step(redeal(2))
	s.hands[1].Pending()
	c.Pending()
	if again, ok := s.hands[1].Card(p); !ok || again != number {
		t.Error("a clone has taken the card")
	}
	s.flow()
}

// A seat that has restarted is silent until it has read what it had read before it spoke last:
// a board that shows it another sequence hears nothing.
func TestAwait(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "await", 3, 6)
	s.flow()
	before := len(s.items)
	var spoken hand.Digest
	s.before = func(seat int, _ []byte) {
		if seat == 2 {
			spoken = s.hands[2].Head() // stored before the message is sent
		}
	}
	s.steps(deal(hand.Card{0, 2}), deal(hand.Card{1, hand.Everyone}))

	h := s.again(2)
	h.Await(spoken)
	for i, it := range s.items {
		if h.Pending() != nil {
			t.Fatalf("it speaks at item %d", i)
		}
		if replay(t, h, []item{it}); h.Head() == spoken && h.Pending() == nil {
			t.Fatalf("it doesn't speak at item %d", i)
		} else if h.Head() == spoken {
			break
		}
	}
	// Another sequence: the board has the seat's card dealt to everyone.
	h = s.again(2)
	h.Await(spoken)
	replay(t, h, s.items[:before])
	if err := h.Deal(hand.Card{0, hand.Everyone}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, turn := range h.Due() {
			if turn.Seat != 2 {
				key := s.hands[turn.Seat].Key(0)
				from := h.Before(turn)
				to := must(key.Decrypt(from))
				h.Receive(turn.Seat, slices.Concat(turn.ID[:], to.Bytes(), must(key.ProveDecryption(turn.ID[:], from, to))))
			}
		}
	}
	if due := h.Due(); len(due) != 1 || due[0].Seat != 2 || h.Pending() != nil {
		t.Error("it shows its card")
	}
	if m, ok := h.LeaveMessage(); m != nil || ok {
		t.Error("it leaves")
	}
	// At once, if it has said nothing but its key.
	h = s.again(2)
	if h.Await(h.Table()); h.Pending() == nil {
		t.Error("it says nothing")
	}
}

// If what a seat had read is lost, and something else comes in its place, the seat must give
// the hand up, as SPEC.md says. One that doesn't, as it has restarted and can't know, still
// says nothing twice with one nonce: all its proofs are of other contexts. It shuffles the
// same deck alike, and keys differ if the sequences differed before.
func TestForks(t *testing.T) {
	g := sra.Ristretto255()
	s := newStory(t, g, "forks", 2, 6)
	s.flow(0)
	s.flow(0)
	first := item{seat: 0, message: s.hands[0].Pending()}
	s.read(first)
	trunk := slices.Clone(s.items) // both keys: seat 0 is to shuffle
	s.flow()
	s.steps(deal(hand.Card{0, 1}, hand.Card{1, hand.Everyone}))
	a := s.hands[0].Pending()
	if a != nil {
		t.Fatal("seat 0 has something to say")
	}
	other := newStory(t, g, "forks", 2, 6)
	other.secrets = s.secrets
	for seat := range other.hands {
		other.hands[seat] = replay(t, other.again(seat), trunk)
	}
	if !bytes.Equal(other.hands[0].Pending(), s.items[len(trunk)].message) {
		t.Error("the first shuffle, of the cards in clear, isn't the same")
	}
	other.flow()
	other.steps(deal(hand.Card{1, 1}, hand.Card{0, hand.Everyone}))
	for i := len(trunk) + 2; i < len(s.items); i++ {
		for j := len(trunk) + 2; j < len(other.items); j++ {
			a, b := s.items[i].message, other.items[j].message
			if a != nil && b != nil && (bytes.Equal(a[:32], b[:32]) || bytes.Equal(a[len(a)-96:len(a)-64], b[len(b)-96:len(b)-64])) {
				t.Error("one turn, or one commitment of a proof, in two sequences")
			}
		}
	}
	// After a redeal, keys are others.
	s.steps(func(h *hand.Hand) error { return h.Redeal(nil, []int{1}) })
	other.steps(func(h *hand.Hand) error { return h.Redeal(nil, []int{0}) })
	if s.hands[0].Key(0).Equal(other.hands[0].Key(0)) != true || s.hands[0].Key(1).Equal(other.hands[0].Key(1)) {
		t.Error("keys of a redeal don't depend on what was read")
	}
}

// A secret may serve in two hands without harm: everything differs.
func TestOneSecretTwoHands(t *testing.T) {
	a, b := newStory(t, sra.Ristretto255(), "a", 2, 4), newStory(t, sra.Ristretto255(), "b", 2, 4)
	b.secrets = a.secrets
	for seat := range a.secrets {
		b.hands[seat] = b.again(seat)
	}
	a.flow()
	b.flow()
	if a.hands[0].Key(0).Equal(b.hands[0].Key(0)) || a.hands[0].Now().Equal(b.hands[0].Now()) {
		t.Error("one key in two hands")
	}
	c := newStory(t, sra.Ristretto255(), "a", 2, 4)
	c.secrets = []hand.Secret{a.secrets[1], a.secrets[0]}
	for seat := range c.secrets {
		c.hands[seat] = c.again(seat)
	}
	c.flow()
	for x := range 2 {
		for y := range 2 {
			if a.hands[x].Key(0).Equal(c.hands[y].Key(0)) {
				t.Error("two seats with one secret have one key")
			}
		}
	}
}

// A seat whose secret is lost, or that somebody else plays, watches on.
func TestLostSecret(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "lost", 3, 6)
	s.flow()
	s.secrets[1] = hand.GenerateSecret()
	h := replay(t, s.again(1), s.items)
	if seated(h) || h.Pending() != nil || h.View() != s.hands[1].View() {
		t.Error(h.View())
	}
	s.steps(deal(hand.Card{0, 1}))
	if h = replay(t, s.again(1), s.items); h.View() != s.hands[1].View() {
		t.Error(h.View())
	}
	if _, ok := h.Card(0); ok {
		t.Error("it holds the card")
	}
}

// Nothing prints or encodes a secret, a key, or a card that isn't open.
func TestNothingSecretPrints(t *testing.T) {
	secret := must(hand.ParseSecret([]byte(strings.Repeat("\xa5\x5a\xc3\x3c", 8))))
	cards := must(sra.PublicDeck(sra.Ristretto255(), "x", 3))
	h := must(hand.New([]byte("x"), cards, 2, 0, secret))
	h.Pending()
	key := h.Key(0)
	for _, v := range []any{secret, &secret, []hand.Secret{secret}, h, *h, map[string]any{"h": h}} {
		if b, err := json.Marshal(v); err == nil && strings.ContainsAny(string(b), "0123456789") {
			t.Errorf("%T is encoded as %s", v, b)
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q", "%d"} {
			text := strings.ToLower(fmt.Sprintf(verb, v))
			for _, b := range [][]byte{secret.Bytes()[:8], key.Bytes()[:8]} {
				for _, form := range []string{fmt.Sprintf("%x", b), strings.Trim(fmt.Sprint(b), "[]"), strings.ToLower(string(b)), strings.ToLower(strings.Trim(fmt.Sprintf("%#v", b), "[]byte{}"))} {
					if strings.Contains(text, form) {
						t.Errorf("%s of %T prints %q", verb, v, form)
					}
				}
			}
		}
	}
	if _, err := json.Marshal(secret); err == nil {
		t.Error("a secret is encoded")
	}
	if (hand.Secret{}).Bytes() != nil || fmt.Sprint(secret) != "redacted" {
		t.Error("zero secret, or one in clear")
	}
	b := secret.Bytes()
	b[0] ^= 1
	if bytes.Equal(b, secret.Bytes()) {
		t.Error("Bytes isn't a copy")
	}
	if errors.Is(hand.ErrState, sra.ErrMalformed) {
		t.Error("one sentinel for two things")
	}
}
