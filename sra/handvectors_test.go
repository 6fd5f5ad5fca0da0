package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// dealOf parses a list of cards.
func dealOf(t *testing.T, text string) (deal []sra.Deal) {
	for _, card := range strings.Fields(text) {
		var d sra.Deal
		if _, err := fmt.Sscanf(card, "%d:%d", &d.Position, &d.To); err != nil {
			t.Fatal(err)
		}
		deal = append(deal, d)
	}
	return deal
}

// numbersOf parses numbers separated by spaces.
func numbersOf(t *testing.T, text string) (numbers []int) {
	for _, field := range strings.Fields(text) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

// Each seat in turn plays with the messages of the others. Its own shuffles, which are random,
// are replaced by those of the transcript; of its other messages, only proofs are random.
func checkTranscript(t *testing.T, v vector) error {
	g := v.group(t)
	cards := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	from := numbersOf(t, v.Outputs.From)
	var messages [][]byte
	for _, m := range v.Outputs.Messages {
		messages = append(messages, unhex(t, m))
	}
	// calls does what all are told before message i, and returns the seats that are gone.
	at := numbersOf(t, v.Inputs.At)
	calls := func(i int, deal func(cards []sra.Deal), redeal func(gone []int)) {
		for j, text := range v.Inputs.Calls {
			if at[j] != i {
				continue
			}
			if gone, ok := strings.CutPrefix(text, "redeal "); ok {
				redeal(numbersOf(t, gone))
			} else {
				deal(dealOf(t, text))
			}
		}
	}
	o, err := sra.NewObserver([]byte(v.Inputs.ID), cards, v.Inputs.Seats)
	if err != nil {
		return err
	}
	for i, m := range messages {
		calls(i, func([]sra.Deal) {}, func(gone []int) {
			if err := o.Redeal(gone...); err != nil {
				t.Error(err)
			}
		})
		if err := o.Receive(from[i], m); err != nil {
			t.Errorf("an observer on message %d: %v", i, err)
		}
	}
	opened := numbersOf(t, v.Outputs.Opened)
	for position, want := range opened {
		if card, ok := o.Card(position); ok != (want >= 0) || ok && card != want {
			t.Errorf("the observer sees %d at position %d, want %d", card, position, want)
		}
	}
	same(t, "stock", fmt.Sprint(o.Stock()), "["+v.Outputs.Stock+"]")
	same(t, "kept", fmt.Sprint(o.Kept()), fmt.Sprint(dealOf(t, v.Outputs.Kept)))
	same(t, "left", fmt.Sprint(o.Left()), "["+v.Outputs.Left+"]")
	for seat := range v.Inputs.Seats {
		v.playSeat(t, seat, cards, from, messages, calls)
	}
	return nil
}

// playSeat plays one seat of a transcript, to the end or until the others deal again without it.
func (v vector) playSeat(t *testing.T, seat int, cards sra.Deck, from []int, messages [][]byte, calls func(i int, deal func([]sra.Deal), redeal func([]int))) {
	g := v.group(t)
	hand := 0
	key := func() sra.Key {
		hand++
		return mustKey(t, g, unhex(t, v.Inputs.E.([]any)[(hand-1)*v.Inputs.Seats+seat].(string)))
	}
	h, own, err := sra.NewHand([]byte(v.Inputs.ID), cards, v.Inputs.Seats, seat, key(), unstored)
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{} // the seat's messages in the transcript, without proofs
	var say func(m []byte)
	say = func(m []byte) {
		t.Helper()
		if m == nil {
			return
		}
		for _, part := range sra.Split(m) {
			if part[0] == 2 {
				table := part[1:viewAt]
				for i := range messages {
					if theirs := sra.Split(messages[i])[0]; from[i] == seat && theirs[0] == 2 && bytes.Equal(theirs[1:viewAt], table) {
						said[string(theirs[:viewAt])] = true
						_, deck, _ := sra.Secret(h)
						say(sra.SetDeck(h, mustDeck(t, g, theirs[headSize:headSize+deck.Len()*g.ElementSize()])))
					}
				}
				return // a veto with it is of another deck
			}
			said[string(v.withoutProofs(t, h, part))] = true
		}
	}
	call := func(m []byte, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("seat %d: %v", seat, err)
		}
		say(m)
	}
	say(own)
	out := false
	last := 0
	for i, m := range messages {
		calls(i, func(cards []sra.Deal) {
			if !out {
				call(h.Deal(cards...)) // also if it has left in good order, and goes on watching
			}
		}, func(gone []int) {
			if out = out || slices.Contains(gone, seat) || slices.Contains(h.Left(), seat); !out {
				call(sra.RedealWith(h, key(), gone...))
			}
		})
		if out {
			break
		}
		last = i
		switch {
		case from[i] != seat:
			call(h.Receive(from[i], m))
		case m[0] == 4:
			var positions []int
			for p := range int(m[headSize+1]) {
				positions = append(positions, int(m[headSize+3+2*p]))
			}
			call(h.Show(positions...))
		case m[0] == 5:
			call(h.Leave())
		}
	}
	for i, m := range messages[:last+1] {
		for _, part := range sra.Split(m) {
			text := string(v.withoutProofs(t, h, part))
			if part[0] == 2 {
				text = string(part[:viewAt])
			}
			if from[i] == seat && !said[text] {
				t.Errorf("seat %d hasn't said message %d, of kind %d", seat, i, part[0])
			}
			if from[i] == seat {
				delete(said, text)
			}
		}
	}
	if out {
		return
	}
	for text := range said {
		t.Errorf("seat %d says %x…, which isn't in the transcript", seat, text[:min(60, len(text))])
	}
	for position, want := range numbersOf(t, v.Outputs.Opened) {
		if card, ok := h.Card(position); want >= 0 && (!ok || card != want) {
			t.Errorf("seat %d knows %d at position %d, want %d", seat, card, position, want)
		}
	}
	if h.Missing() != nil {
		t.Errorf("seat %d waits for %v", seat, h.Missing())
	}
	same(t, "stock", fmt.Sprint(h.Stock()), "["+v.Outputs.Stock+"]")
	same(t, "kept", fmt.Sprint(h.Kept()), fmt.Sprint(dealOf(t, v.Outputs.Kept)))
	same(t, "left", fmt.Sprint(h.Left()), "["+v.Outputs.Left+"]")
}

// withoutProofs returns what isn't random of a message, other than a shuffle.
func (v vector) withoutProofs(t *testing.T, h *sra.Hand, m []byte) []byte {
	size := v.group(t).ElementSize()
	proof := 2*size + len(sra.Order(v.group(t)).Bytes())
	switch m[0] {
	case 1:
		return m[:len(m)-proof+size]
	case 4, 6: // a proof for each deck: the others have verified that the cards are right
		return m[:headSize+size]
	default:
		return m[:len(m)-proof]
	}
}

// resultOf returns the word for an error of an observer, which may be several, and the
// seats that it blames.
func resultOf(err error) (result, blamed string) {
	var words []string
	var seats []int
	var visit func(err error, prefix string)
	visit = func(err error, prefix string) {
		if joined, ok := err.(interface{ Unwrap() []error }); ok {
			for _, err := range joined.Unwrap() {
				visit(err, prefix)
			}
			return
		}
		if kept, ok := err.(*sra.KeptError); ok {
			visit(kept.Err, "kept-")
			return
		}
		words = append(words, prefix+class(err))
		var blame *sra.BlameError
		if errors.As(err, &blame) {
			seats = append(seats, blame.Seats...)
		}
	}
	if err == nil {
		return "ok", ""
	}
	visit(err, "")
	slices.Sort(seats)
	return strings.Join(words, " "), strings.Trim(fmt.Sprint(slices.Compact(seats)), "[]")
}

// The vectors tell a message that is kept from one that is taken; a hand can, from what it stores.
func checkObserver(t *testing.T, v vector) error {
	g := v.group(t)
	o, err := sra.NewObserver([]byte(v.Inputs.ID), mustPublic(t, g, v.Inputs.Label, v.Inputs.N), v.Inputs.Seats)
	if err != nil {
		return err
	}
	from := numbersOf(t, v.Inputs.From)
	for i, text := range v.Inputs.Messages {
		before, left := sra.Heard(o), o.Left()
		err := error(nil)
		if gone, ok := strings.CutPrefix(text, "redeal "); ok {
			err = o.Redeal(numbersOf(t, gone)...)
		} else {
			err = o.Receive(from[i], unhex(t, text))
		}
		after := sra.Heard(o)
		result, blamed := resultOf(err)
		switch {
		case err != nil, !slices.Equal(left, o.Left()):
		case before == after:
			result = "ignored"
		case from[i] >= 0 && sra.Keeps(o, from[i], unhex(t, text)):
			result = "kept"
		}
		if result != v.Outputs.Results[i] || blamed != v.Outputs.Blamed[i] {
			t.Errorf("message %d (%s): %s, which blames %q, want %s, which blames %q (%v)",
				i, v.Intermediates.Comments[i], result, blamed, v.Outputs.Results[i], v.Outputs.Blamed[i], err)
		}
	}
	for position, want := range numbersOf(t, v.Outputs.Cards) {
		if card, ok := o.Card(position); ok != (want >= 0) || ok && card != want {
			t.Errorf("position %d: card %d, want %d", position, card, want)
		}
	}
	same(t, "missing", strings.Trim(fmt.Sprint(o.Missing()), "[]"), v.Outputs.Missing)
	return nil
}
