package table_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// Tables that read the same posts are in the same state, whatever the posts are: six bytes of
// the input choose the signer, the message, the place and the stamp.
func FuzzRead(f *testing.F) {
	const seats = 3
	f.Add([]byte("\x00\x00\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00\x02\x00\x00\x01\x00\x00\x00\x00\x00\x20\x00\x00" +
		"\x01\x00\x00\x20\x00\x00\x02\x00\x00\x20\x00\x00"))
	f.Add(bytes.Repeat([]byte{0, 0, 255, 3, 0, 0, 1, 1, 9, 3, 0, 0, 2, 0, 200, 0x20, 0, 0}, 12))
	f.Add([]byte{9: 1, 20: 7, 33: 5, 40: 2, 55: 99})
	m := newMatch(f, seats, 2)
	f.Fuzz(func(t *testing.T, input []byte) {
		var posts []record.Post
		game := newTestGame(seats, 2, -1)
		w, err := table.Watch(m.terms, game)
		if err != nil {
			t.Fatal(err)
		}
		chain := map[int]record.Digest{0: w.Head()}
		for s := range seats { // all say their hello, unless the input is odd
			if len(input)%2 == 0 {
				p := record.Post{Number: uint64(s + 1), Bytes: signNext(w, m.keys[s], s, hello)}
				w.Read(m.now, p)
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
			raw := signAt(w.Digest(), m.keys[seat], seat, place, chain[place], message)
			if kind >= 224 {
				raw = input[:input[4]%7]
			}
			p := record.Post{Number: uint64(len(posts) + 1), Stamp: stamp + int64(len(posts)), Bytes: raw}
			before := w.Places()
			if placed, err := w.Read(m.now, p); err != nil || placed != (w.Places() == before+1) {
				t.Fatal(placed, err)
			}
			posts, chain[w.Places()] = append(posts, p), w.Head()
		}
		disk := []byte(nil)
		store := func(_, new table.State) error { disk = new.Bytes(); return nil }
		other := newTestGame(seats, 2, 0)
		x, err := table.New(m.terms, other, m.keys[0], store)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range posts { // a seat, which restarts half way
			if i == len(posts)/2 {
				x.Pending(m.now)
				if disk != nil {
					other = newTestGame(seats, 2, 0)
					if x, err = table.Parse(m.terms, other, m.keys[0], disk, store); err != nil {
						t.Fatal(err)
					}
					after, err := x.Connect(func(n uint64) (record.Post, bool) { return posts[n-1], true })
					if err != nil {
						t.Fatal(err)
					}
					for _, q := range posts[after:i] {
						x.Read(m.now, q)
					}
				}
			}
			if _, err := x.Read(m.now, p); err != nil {
				t.Fatal(err)
			}
		}
		if x.Head() != w.Head() || other.result() != game.result() ||
			fmt.Sprint(x.Outs(), x.Over(), x.Due(time.Time{})) != fmt.Sprint(w.Outs(), w.Over(), w.Due(time.Time{})) {
			t.Error("two tables differ")
		}
	})
}
