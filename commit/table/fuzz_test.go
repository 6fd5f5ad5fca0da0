package table_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
)

// Whatever a state says, the table that it makes reads and speaks without harm, and an accepted
// one is what the next store replaces.
func FuzzParse(f *testing.F) {
	d := newDesk(f, 3, 2)
	d.play(0, 1, 2)
	for _, state := range d.states[0] {
		f.Add(state, false)
		f.Add(state[:len(state)-32], true)
	}
	f.Fuzz(func(t *testing.T, state []byte, seal bool) {
		if seal { // with a checksum that fits
			state = field.Seal(bytes.Clone(state))
		}
		first := true
		x, err := table.Parse(d.terms, newFake(3, 2, 0), d.keys[0], state, func(old, _ table.State) error {
			if first && !bytes.Equal(old.Bytes(), state) {
				t.Error("the store replaces another state")
			}
			first = false
			return nil
		})
		if err != nil {
			if x != nil || !errors.Is(err, table.ErrMalformed) {
				t.Error(err)
			}
			return
		}
		d.rejoin(t, x)
		x.Pending(d.now)
	})
}

// rejoin connects a seat's table, which reads on.
func (d *desk) rejoin(t *testing.T, x *table.Player) {
	after, err := x.Connect(d.shown)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.posts {
		if p.Number > after {
			x.Read(d.now, p)
		}
	}
	x.Start(d.now)
}

// What a state says, with a checksum that fits, may be anything: the table that it makes, if it makes
// one, doesn't panic.
func TestCraftedState(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	d.act(s, 1)
	d.readAll(s)
	if raw, _, err := d.tables[s].Pending(d.now); raw == nil || err != nil {
		t.Fatal(err)
	}
	store := func(_, _ table.State) error { return nil }
	craft := func(change func(first, mark, said, under *[]byte)) *table.Player {
		r := field.NewSealedReader(d.last(s))
		r.Label("squaredeal/table/v1/state")
		b := append(field.Append(nil, "squaredeal/table/v1/state"), r.Byte("seat"))
		parts := [4][]byte{r.Field(""), r.Field(""), r.Field(""), r.Field("")}
		change(&parts[0], &parts[1], &parts[2], &parts[3])
		for _, p := range parts {
			b = field.Append(b, p)
		}
		b = append(b, r.Fixed("", 4+4+32+1+8)...)
		x, err := table.Parse(d.terms, newFake(3, 1, s), d.keys[s], field.Seal(b), store)
		if err != nil {
			if !errors.Is(err, table.ErrMalformed) {
				t.Error(err)
			}
			return nil
		}
		d.rejoin(t, x)
		if _, _, err := x.Pending(d.now); err != nil {
			t.Error(err)
		}
		return x
	}
	if x := craft(func(_, _, said, under *[]byte) {}); x == nil {
		t.Fatal("not what it was")
	}
	for n := range 120 {
		craft(func(_, _, said, under *[]byte) { *said = (*said)[:min(n, len(*said))] })
		craft(func(_, _, said, under *[]byte) { *under = bytes.Clone((*said)[:min(n, len(*said))]) })
	}
	x := craft(func(first, mark, said, under *[]byte) { // a round of seats that haven't said their hello
		*mark = bytes.Clone(*first)
		(*mark)[8+len("squaredeal/table/v1/checkpoint")+3] = 1
	})
	if x != nil {
		t.Error("a round has begun without a hello")
	}
}

// A checkpoint whose log has an end already is none of a round: the game's own end would be a second one.
func TestCraftedEnd(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	r := field.NewSealedReader(d.last(0))
	r.Label("squaredeal/table/v1/state")
	b := append(field.Append(nil, "squaredeal/table/v1/state"), r.Byte("seat"))
	first, mark := r.Field(""), bytes.Clone(r.Field(""))
	log := mark[len(mark)-(8+len("squaredeal/record/v1/state")+32+4+32+3*8+4+32):]
	end := log[len(log)-32-4:]
	copy(end, log[8+len("squaredeal/record/v1/state")+32:][:4]) // the places
	copy(log, field.Seal(bytes.Clone(log[:len(log)-32])))
	b = field.Append(field.Append(b, first), mark)
	b = field.Append(field.Append(b, r.Field("")), r.Field(""))
	b = append(b, r.Fixed("", 4+4+32+1+8)...)
	x, err := table.Parse(d.terms, newFake(3, 1, 0), d.keys[0], field.Seal(b), func(_, _ table.State) error { return nil })
	if err == nil {
		x.Connect(d.shown)
		for len(d.posts) < 60 && !x.Over() { // all fold
			for s := range 3 {
				p := record.Post{Number: uint64(100 + len(d.posts)), Bytes: signAt(x.Digest(), d.keys[s], s, x.Places(), x.Head(), []byte{say})}
				d.posts = append(d.posts, p)
				x.Read(d.now, p)
			}
		}
	}
	if !errors.Is(err, table.ErrMalformed) {
		t.Errorf("%v, and over %v", err, x.Over())
	}
}

// Tables that read the same posts are in the same state, whatever the posts are: six bytes of
// the input say who signs what, after which place, when.
func FuzzRead(f *testing.F) {
	const seats = 3
	f.Add([]byte("\x00\x00\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00\x02\x00\x00\x01\x00\x00\x00\x00\x00\x20\x00\x00\x01\x00\x00\x20\x00\x00\x02\x00\x00\x20\x00\x00"))
	f.Add(bytes.Repeat([]byte{0, 0, 255, 3, 0, 0, 1, 1, 9, 3, 0, 0, 2, 0, 200, 0x20, 0, 0}, 12))
	f.Add([]byte{9: 1, 20: 7, 33: 5, 40: 2, 55: 99})
	d := newDesk(f, seats, 2)
	f.Fuzz(func(t *testing.T, input []byte) {
		var posts []record.Post
		game := newFake(seats, 2, -1)
		w, err := table.Watch(d.terms, game)
		if err != nil {
			t.Fatal(err)
		}
		chain := map[int]record.Digest{0: w.Head()}
		for s := range seats { // all say their hello, unless the input is odd
			if len(input)%2 == 0 {
				p := record.Post{Number: uint64(s + 1), Bytes: signAt(w.Digest(), d.keys[s], s, w.Places(), w.Head(), []byte{hello})}
				w.Read(d.now, p)
				posts, chain[w.Places()] = append(posts, p), w.Head()
			}
		}
		for ; len(input) >= 6 && len(posts) < 200; input = input[6:] {
			seat, back, stamp, kind := int(input[0]%seats), int(input[1]%4), int64(input[2])*40, input[3]
			message := append([]byte{kind % 8}, input[4:6]...)[:1+kind/8%3]
			if kind >= 32 { // what the game wants, or a move
				game.seat, game.seed = seat, []byte{byte(seat)}
				own := game.Pending()
				if game.stage == betting {
					own = []byte{input[4] % 6}
				}
				message = append([]byte{say}, own...)
			}
			place := max(0, w.Places()-back)
			raw := signAt(w.Digest(), d.keys[seat], seat, place, chain[place], message)
			if kind >= 224 {
				raw = input[:input[4]%7]
			}
			p := record.Post{Number: uint64(len(posts) + 1), Stamp: stamp + int64(len(posts)), Bytes: raw}
			before := w.Places()
			if placed, err := w.Read(d.now, p); err != nil || placed != (w.Places() == before+1) {
				t.Fatal(placed, err)
			}
			posts, chain[w.Places()] = append(posts, p), w.Head()
		}
		disk := []byte(nil)
		store := func(_, new table.State) error { disk = new.Bytes(); return nil }
		other := newFake(seats, 2, 0)
		x, err := table.New(d.terms, other, d.keys[0], store)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range posts { // a seat, which restarts half way
			if i == len(posts)/2 {
				if x.Pending(d.now); disk != nil {
					other = newFake(seats, 2, 0)
					if x, err = table.Parse(d.terms, other, d.keys[0], disk, store); err != nil {
						t.Fatal(err)
					}
					after, err := x.Connect(func(n uint64) (record.Post, bool) { return posts[n-1], true })
					if err != nil {
						t.Fatal(err)
					}
					for _, q := range posts[after:i] {
						x.Read(d.now, q)
					}
				}
			}
			if _, err := x.Read(d.now, p); err != nil {
				t.Fatal(err)
			}
		}
		if x.Head() != w.Head() || other.result() != game.result() ||
			fmt.Sprint(x.Outs(), x.Over(), x.Due(time.Time{})) != fmt.Sprint(w.Outs(), w.Over(), w.Due(time.Time{})) {
			t.Error("two tables differ")
		}
	})
}
