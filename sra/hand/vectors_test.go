package hand_test

import (
	"crypto/sha256"
	"crypto/sha3"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

type vector struct {
	Inputs struct {
		Group, Label, ID string
		N, Seats         int
		Select           []int
		Items            []string
		Runs             int
	}
	Outputs ends
}

// ends are what comes of a sequence.
type ends struct {
	Table, Head, Messages, SHA256         string
	Results, Due, Whole, Positions, Known []string
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/hand v1", class, map[string]func(*testing.T, vector) error{
		"hand": checkHand, "accumulated": checkAccumulated,
	})
}

// class returns the word for an error.
func class(err error) string {
	for word, sentinel := range map[string]error{"malformed": sra.ErrMalformed, "invalid": sra.ErrProof} {
		if errors.Is(err, sentinel) {
			return word
		}
	}
	return "unknown"
}

func checkHand(t *testing.T, v vector) error {
	in := v.Inputs
	if in.Group == "modp3072" && !long.Tests() {
		t.Skip("a larger group than modp2048, which this package doesn't see")
	}
	g := map[string]sra.Group{"ristretto255": sra.Ristretto255(), "modp2048": sra.Group14(), "modp3072": sra.Group15()}[in.Group]
	cards, err := sra.PublicDeck(g, in.Label, in.N)
	if err == nil && in.Select != nil {
		cards, err = cards.Select(in.Select...)
	}
	if err != nil {
		return err
	}
	hands := make([]*hand.Hand, in.Seats, in.Seats+1)
	for seat := range hands {
		b := sha256.Sum256(fmt.Append(nil, "secret of seat ", seat))
		if hands[seat], err = hand.New([]byte(in.ID), cards, in.Seats, seat, hand.NewState(b), forgets); err != nil {
			return err
		}
	}
	watcher, err := hand.Watch([]byte(in.ID), cards, in.Seats)
	if err != nil {
		return err
	}
	got := ends{Table: watcher.Digest().String(), Results: []string{}, Due: []string{}, Positions: []string{}, Known: []string{}}
	var messages [][]byte
	var read []item // what had an effect
	all := sha256.New()
	for _, text := range in.Items {
		i := itemOf(t, text, hands, messages)
		var results []string
		for _, h := range append(hands, watcher) {
			results = append(results, resultOf(h, i))
		}
		if len(slices.Compact(results)) != 1 {
			t.Errorf("%s is %v", text, results)
		}
		switch results[0] {
		case "taken", "done":
			read = append(read, i)
		case "invalid":
			if replayHolds(in.ID, cards, in.Seats, append(slices.Clip(read), i), len(read)) {
				t.Errorf("%s passes a replay", text)
			}
		}
		messages = append(messages, i.message)
		got.Results, got.Due = append(got.Results, results[0]), append(got.Due, dueText(watcher))
		all.Write(i.message)
		if v.Outputs.Whole != nil && i.step == nil {
			got.Whole = append(got.Whole, hex.EncodeToString(i.message))
		}
	}
	got.Head, got.Messages = watcher.Head().String(), hex.EncodeToString(all.Sum(nil))
	got.Positions = append(got.Positions, positionTexts(watcher)...)
	for _, h := range hands {
		var known []string
		for p := range h.Positions() {
			number, ok := h.Look(p)
			if _, all := watcher.Look(p); ok && !all {
				known = append(known, fmt.Sprintf("%d=%d", p, number))
			}
		}
		got.Known = append(got.Known, strings.Join(known, " "))
	}
	if !replayHolds(in.ID, cards, in.Seats, read, 0) {
		t.Error("what had an effect doesn't pass a replay")
	}
	if diff := cmp.Diff(v.Outputs, got); diff != "" {
		t.Error(diff)
	}
	return nil
}

// forgets is a store function of a process that doesn't begin again.
func forgets(_, _ hand.State) error { return nil }

// replayHolds reports whether a replay takes all items, and the proofs of those from a place on hold.
func replayHolds(id string, cards sra.Deck, seats int, items []item, from int) bool {
	var b sra.Batch
	h := must(hand.Replay([]byte(id), cards, seats, &b))
	for at, i := range items {
		if at == from {
			b = sra.Batch{}
		}
		if result := resultOf(h, i); result != "taken" && result != "done" {
			return false
		}
	}
	_, err := b.Verify()
	return err == nil
}

func resultOf(h *hand.Hand, i item) string {
	if i.step != nil {
		switch err := i.step(h); {
		case errors.Is(err, hand.ErrNotReady), errors.Is(err, hand.ErrState):
			return "state"
		case err != nil:
			return class(err)
		}
		return "done"
	}
	switch taken, err := h.Receive(i.seat, i.message); {
	case err != nil:
		return class(err)
	case taken:
		return "taken"
	}
	return "void"
}

func dueText(h *hand.Hand) string {
	var due []string
	for _, t := range h.Due() {
		due = append(due, fmt.Sprintf("%d:%d", t.Seat, t.Kind))
	}
	return strings.Join(due, " ")
}

func positionTexts(h *hand.Hand) (texts []string) {
	for p := range h.Positions() {
		status, to := h.Status(p)
		text := status.String()
		if status == hand.Dealing || status == hand.Held {
			text += fmt.Sprintf(" to %d", to)
		}
		if number, ok := h.Look(p); ok {
			text += fmt.Sprintf(" = %d", number)
		}
		texts = append(texts, text)
	}
	return texts
}

// pending is what a seat has to say.
func pending(h *hand.Hand) []byte { return must(h.Pending()) }

// farewell is a leave in advance, nil if there is none.
func farewell(h *hand.Hand) []byte {
	m, _ := h.LeaveMessage()
	return m
}

// An itemReader parses an item.
type itemReader struct {
	t    *testing.T
	text string
}

func (r itemReader) bytes(word string) []byte {
	r.t.Helper()
	b, err := hex.DecodeString(word)
	if err != nil {
		r.t.Fatal(r.text, err)
	}
	return b
}

func (r itemReader) number(word string) int {
	r.t.Helper()
	n, err := strconv.Atoi(word)
	if err != nil {
		r.t.Fatal(r.text, err)
	}
	return n
}

func (r itemReader) numbers(words []string) (list []int) {
	r.t.Helper()
	for _, w := range words {
		list = append(list, r.number(w))
	}
	return list
}

// itemOf parses an item, and makes its message.
func itemOf(t *testing.T, text string, hands []*hand.Hand, before [][]byte) item {
	t.Helper()
	r := itemReader{t, text}
	words := strings.Fields(text)
	switch kind, rest := words[0], words[1:]; kind {
	case "deal":
		var places []hand.Place
		for _, w := range rest {
			p, to, _ := strings.Cut(w, ":")
			places = append(places, hand.Place{Position: r.number(p), To: r.number(to)})
		}
		return item{step: deal(places...)}
	case "show":
		return item{step: show(r.number(rest[0]), r.numbers(rest[1:])...)}
	case "leave":
		return item{step: leave(r.number(rest[0]))}
	case "return":
		return item{step: giveBack(r.numbers(rest)...)}
	case "shuffle":
		stroke := slices.Index(rest, "/")
		return item{step: shuffle(r.numbers(rest[:stroke]), r.numbers(rest[stroke+1:])...)}
	case "drop":
		return item{step: drop(r.numbers(rest)...)}
	default:
		seat := r.number(rest[0])
		return item{seat: seat, message: r.message(kind, rest[1:], hands, hands[seat], before)}
	}
}

// message is what a hand says, or another in its seat, or what was said before.
func (r itemReader) message(kind string, words []string, hands []*hand.Hand, h *hand.Hand, before [][]byte) []byte {
	r.t.Helper()
	switch kind {
	case "say":
		return pending(h)
	case "as":
		return pending(hands[r.number(words[0])])
	case "again":
		return before[r.number(words[0])]
	case "alter":
		m, at := pending(h), r.number(words[0])
		if at < 0 { // counted from the end
			at += len(m)
		}
		m[at] ^= r.bytes(words[1])[0]
		return m
	case "cut":
		return pending(h)[:r.number(words[0])]
	case "farewell":
		return farewell(h)
	case "read":
		return r.bytes(words[0])
	}
	r.t.Fatal(r.text)
	return nil
}

// Random hands, as SPEC.md, section 11.2, has them.
func checkAccumulated(t *testing.T, v vector) error {
	vectors.AccumulateUpTo(t, 20, v.Inputs.Runs, v.Outputs.SHA256, func(run int) (out []byte) {
		r := randomRun{sha3.NewSHAKE256()}
		r.Write(binary.BigEndian.AppendUint32(field.Append(nil, "squaredeal/hand/v1/run"), uint32(run)))
		seats, n := 2+r.next()%3, 3+r.next()%4
		cards := must(sra.PublicDeck(sra.Ristretto255(), "run", n))
		var hands []*hand.Hand
		for seat := range seats {
			var secret [hand.SecretSize]byte
			r.Read(secret[:])
			hands = append(hands, must(hand.New(fmt.Appendf(nil, "run %d", run), cards, seats, seat, hand.NewState(secret), forgets)))
		}
		for range 60 {
			if i, ok := r.item(hands); ok {
				for _, h := range hands {
					resultOf(h, i)
				}
				head := hands[0].Head()
				out = append(out, head[:]...)
			}
		}
		for _, h := range hands {
			if h.Head() != hands[0].Head() {
				t.Errorf("run %d: heads differ", run)
			}
		}
		return out
	})
	return nil
}

type randomRun struct{ *sha3.SHAKE }

func (r randomRun) next() int {
	var b [1]byte
	r.Read(b[:])
	return int(b[0])
}

// of draws one of a list.
func (r randomRun) of(list []hand.Place) hand.Place { return list[r.next()%len(list)] }

// item draws the next item; there is none if a list is empty.
func (r randomRun) item(hands []*hand.Hand) (i item, ok bool) {
	h := hands[0]
	due, here := h.Due(), h.Here()
	if b := r.next(); len(due) > 0 && b < 192 {
		seat := due[b%len(due)].Seat
		return item{seat: seat, message: pending(hands[seat])}, true
	}
	seat := func() int { return here[r.next()%len(here)] }
	var stock []int
	for _, p := range h.With(hand.Stock) {
		stock = append(stock, p.Position)
	}
	held := h.With(hand.Held)
	switch c := r.next() % 10; c {
	case 0, 1, 2, 3:
		if len(stock) == 0 {
			return i, false
		}
		p := stock[r.next()%len(stock)]
		return item{step: deal(hand.Place{Position: p, To: append(here, hand.Everyone)[r.next()%(len(here)+1)]})}, true
	case 4:
		if len(held) == 0 {
			return i, false
		}
		p := r.of(held)
		return item{step: show(p.To, p.Position)}, true
	case 5, 6:
		both := append(held, h.With(hand.Open)...)
		if len(both) == 0 {
			return i, false
		}
		slices.SortFunc(both, func(a, b hand.Place) int { return a.Position - b.Position })
		return item{step: giveBack(r.of(both).Position)}, true
	case 7:
		return item{step: shuffle([]int{seat()}, stock...)}, len(stock) > 0
	case 8:
		return item{step: shuffle(here, stock[:min(2, len(stock))]...)}, len(stock) > 0
	}
	if r.next() < 192 {
		return item{step: leave(seat())}, true
	}
	return item{step: drop(seat())}, true
}
