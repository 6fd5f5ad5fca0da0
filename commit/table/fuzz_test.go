package table_test

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// Tables that read the same posts are in the same state, whatever the posts are: that of a spectator, and
// that of a seat that restarts half way.
func FuzzRead(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x01\x00\x00\x01\x00\x00\x01\x00\x00\x02\x00\x00\x01\x00\x00\x00\x00\x00\x20\x00\x00" +
		"\x01\x00\x00\x20\x00\x00\x02\x00\x00\x20\x00\x00"))
	f.Add(bytes.Repeat([]byte{0, 0, 255, 3, 0, 0, 1, 1, 9, 3, 0, 0, 2, 0, 200, 0x20, 0, 0}, 12))
	f.Add([]byte{9: 1, 20: 7, 33: 5, 40: 2, 55: 99})
	f.Fuzz(func(t *testing.T, input []byte) {
		w := &walk{rounds: 2, terms: table.Terms{Game: []byte("fuzz"), Longest: 64, Grace: grace, Bank: bank}}
		w.seat(3, 0)
		b := &board{}
		watched, game := w.postInput(b, input)
		seat, own := process{walk: w, id: 0}, w.newGame(0)
		seat.boot(own)
		for _, p := range b.posts[:len(b.posts)/2] {
			seat.hear(p)
		}
		seat.pending()
		if seat.disk != nil {
			own = w.newGame(0)
			seat.boot(own)
			seat.connect(b)
		}
		for _, p := range b.after(seat.read) {
			seat.hear(p)
		}
		if len(w.bad) > 0 {
			t.Fatal(w.bad)
		}
		x := seat.player
		if x.Head() != watched.Head() || own.result() != game.result() ||
			fmt.Sprint(x.Outs(), x.Over(), x.Due(time.Time{})) != fmt.Sprint(watched.Outs(), watched.Over(), watched.Due(time.Time{})) {
			t.Error("two tables differ")
		}
	})
}

// postInput posts what an input says, and returns what a spectator sees. Six bytes are a post: they choose the
// signer, the message, the place and the stamp. All say their hello first, unless the input is odd.
func (w *walk) postInput(b *board, input []byte) (*table.Table, *testGame) {
	game := w.newGame(-1)
	t, _ := table.Watch(w.terms, game)
	chain := map[int]record.Digest{0: t.Head()}
	post := func(stamp int64, raw []byte) {
		places := t.Places()
		b.add(1, stamp, raw)
		placed, err := t.Read(w.time(), b.posts[len(b.posts)-1])
		if err != nil || placed != (t.Places() == places+1) {
			w.fail("read: %v %v", placed, err)
		}
		chain[t.Places()] = t.Head()
	}
	if len(input)%2 == 0 {
		for s, key := range w.keys {
			post(0, signNext(t, key, s, hello))
		}
	}
	for ; len(input) >= 6 && len(b.posts) < 200; input = input[6:] {
		seat, back, stamp, kind := int(input[0])%len(w.keys), int(input[1]%4), int64(input[2])*40, input[3]
		message := append([]byte{kind % 8}, input[4:6]...)[:1+kind/8%3]
		if kind >= 32 { // what the game wants, or a move
			game.seat, game.seed = seat, []byte{byte(seat)}
			own := game.Pending()
			if game.stage == betting {
				own = []byte{input[4] % 6}
			}
			message = append([]byte{say}, own...)
		}
		place := max(0, t.Places()-back)
		raw := signAt(t.Digest(), w.keys[seat], seat, place, chain[place], message)
		if kind >= 224 {
			raw = input[:input[4]%7]
		}
		post(stamp+int64(len(b.posts)), raw)
	}
	return t, game
}
