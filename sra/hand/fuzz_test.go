package hand_test

import (
	"bytes"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Any bytes, as messages of any seats and as steps, in any order among what seats have to
// say: nothing panics, what isn't taken changes nothing, and a seat and an observer that read
// the same are alike. A seat with another pace reads it all at the end.
func FuzzHand(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{0, 1, 2, 0, 1, 2, 200, 0, 1, 0, 1, 2, 210, 0, 0, 1, 2})
	f.Add([]byte{0, 1, 2, 100, 0, 0, 1, 100, 1, 2, 200, 0, 0, 200, 1, 255, 0, 1, 2, 220, 1, 0, 240, 2, 0, 0, 1, 0, 1, 201, 3, 0})
	cards := must(sra.PublicDeck(sra.Ristretto255(), "fuzz", 3))
	secrets := []hand.Secret{hand.GenerateSecret(), hand.GenerateSecret(), hand.GenerateSecret()}
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 60 {
			return
		}
		var hands []*hand.Hand
		for seat, s := range secrets {
			hands = append(hands, must(hand.New([]byte("fuzz"), cards, 3, seat, s)))
		}
		watcher := must(hand.Watch([]byte("fuzz"), cards, 3))
		hands = append(hands, watcher)
		late := must(hand.New([]byte("fuzz"), cards, 3, 1, secrets[1]))
		var items []item
		read := func(h *hand.Hand, i item) (done bool) {
			before, err := h.View(), error(nil)
			if i.step != nil {
				err = i.step(h)
				done = err == nil
			} else {
				done, err = h.Receive(i.seat, i.message)
			}
			if done && err != nil || !done && h.View() != before {
				t.Fatalf("%v %v:\n%s\n%s", done, err, before, h.View())
			}
			return done
		}
		post := func(i item) {
			items = append(items, i)
			want := read(watcher, i)
			for seat, h := range hands[:3] {
				if read(h, i) != want || h.View() != watcher.View() {
					t.Fatalf("seat %d:\n%s\n%s", seat, h.View(), watcher.View())
				}
			}
		}
		var said [][]byte
		next := func() (b byte) {
			if len(script) > 0 {
				b, script = script[0], script[1:]
			}
			return b
		}
		for len(script) > 0 {
			switch op := next(); {
			case op < 100: // what a seat has to say
				if m := hands[op%3].Pending(); m != nil {
					said = append(said, m)
					post(item{seat: int(op % 3), message: m})
				}
			case op < 130: // the same, altered
				if m := hands[op%3].Pending(); m != nil {
					m[int(next())*len(m)/256] ^= 1 << (op % 8)
					post(item{seat: int(op % 3), message: m})
				}
			case op < 150: // something of the past, by anybody
				if len(said) > 0 {
					post(item{seat: int(op%4) - 1 + int(op%2), message: said[int(next())%len(said)]})
				}
			case op < 170: // bytes, some for a turn that is due
				m := bytes.Clone(script)
				if due := watcher.Due(); len(due) > 0 && op%2 == 0 {
					m = append(due[0].ID[:], m...)
				}
				post(item{seat: int(op % 3), message: m})
			case op < 200:
				p, to := int(next()), int(op%4)-1
				post(item{step: deal(hand.Card{Position: p % 8, To: to}, hand.Card{Position: p / 8 % 8, To: to})})
			case op < 210:
				post(item{step: deal(hand.Card{Position: int(next()) % 8, To: int(op%5) - 1})})
			case op < 220:
				post(item{step: show(int(op%4)-1, int(next())%8)})
			case op < 235:
				post(item{step: leave(int(op%5) - 1)})
			default:
				p := int(next())
				post(item{step: func(h *hand.Hand) error {
					return h.Redeal([]int{int(op % 3)}[:p%2], []int{p / 2 % 8}[:p/16%2])
				}})
			}
		}
		for _, i := range items {
			read(late, i)
		}
		if late.View() != watcher.View() || !bytes.Equal(late.Pending(), hands[1].Pending()) {
			t.Fatalf("seat 1:\n%s\nthe observer:\n%s", late.View(), watcher.View())
		}
	})
}

// Whatever is a secret is one of 32 bytes, and comes back.
func FuzzParseSecret(f *testing.F) {
	f.Add(make([]byte, 32))
	f.Add([]byte{1})
	f.Fuzz(func(t *testing.T, b []byte) {
		s, err := hand.ParseSecret(b)
		if (err == nil) != (len(b) == hand.SecretSize) || err == nil && !bytes.Equal(s.Bytes(), b) {
			t.Errorf("%x: %v", b, err)
		}
	})
}
