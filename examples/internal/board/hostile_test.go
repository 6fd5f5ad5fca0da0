package board_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
)

// A lossy board shows posts, and is told when to say that it has restarted.
type lossy struct {
	mu        sync.Mutex
	posts     []record.Post
	restarted int // the next so many calls of Post say so
	gone      bool
	broken    chan struct{}
}

func (l *lossy) Post(_ context.Context, b []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.restarted > 0 {
		l.restarted--
		return board.ErrRestarted
	}
	if slices.ContainsFunc(l.posts, func(p record.Post) bool { return bytes.Equal(p.Bytes, b) }) {
		return nil
	}
	l.posts = append(l.posts, record.Post{Number: uint64(len(l.posts) + 1), Stamp: 5e6, Bytes: b})
	return nil
}

func (l *lossy) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	l.mu.Lock()
	posts := l.posts[min(from-1, uint64(len(l.posts))):]
	broken, gone := l.broken, wait && l.gone
	l.gone = l.gone && !gone
	l.mu.Unlock()
	if gone {
		return nil, board.ErrRestarted
	}
	if len(posts) > 0 || !wait {
		return posts, nil
	}
	select {
	case <-broken:
		return nil, board.ErrRestarted
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A board loses its tail, and is gone once more while a player gives it back: the player has
// forgotten what it hadn't given back yet. All who have spoken are astray then.
func TestLostTwice(t *testing.T) {
	keys := []record.Key{record.GenerateKey(), record.GenerateKey()}
	terms := table.Terms{Game: []byte("sum"), Longest: 64, Grace: 4 * time.Second, Seats: []ed25519.PublicKey{keys[0].Public(), keys[1].Public()}}
	var tables []*table.Player
	for seat, key := range keys {
		tab, err := table.New(terms, newSum(seat, 2, 9), key, func(_, _ table.State) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		tab.Start(time.UnixMilli(1e6))
		tables = append(tables, tab)
	}
	l := &lossy{broken: make(chan struct{})}
	for len(l.posts) < 8 {
		for _, tab := range tables {
			if b, _, _ := tab.Pending(time.UnixMilli(1e6)); b != nil {
				l.Post(t.Context(), b)
				for _, each := range tables {
					each.Read(time.UnixMilli(1e6), l.posts[len(l.posts)-1])
				}
			}
		}
	}
	watch, err := table.Watch(terms, newSum(-1, 2, 9))
	if err != nil {
		t.Fatal(err)
	}
	all := len(l.posts)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	p := board.Seat{Board: l, Terms: terms, Table: &table.Player{Table: watch}, Changed: func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if watch.Places() == all && l.broken != nil { // it restarts with half of its posts, and again when it is given the next one
			l.posts, l.restarted, l.gone = l.posts[:all/2:all/2], 1, true
			close(l.broken)
			l.broken = nil
		}
	}}
	go func() {
		time.Sleep(time.Second)
		cancel()
	}()
	p.PlayOn(ctx)
	if len(l.posts) != all {
		t.Errorf("the board has %d posts again of %d, and the player had all of them", len(l.posts), all)
	}
}

// A few seats fill the board with what has a place and no effect, until it takes nothing any
// more, from anybody, and says nothing about it: the game stands still for ever, and nobody is out.
func TestFullBoard(t *testing.T) {
	keys := []record.Key{record.GenerateKey(), record.GenerateKey(), record.GenerateKey()}
	const rounds = 250
	l, err := board.Open("", board.Offer{Game: []byte("sum"), Seats: 3, Longest: 1 << 17, Grace: time.Second}, sums(rounds))
	if err != nil {
		t.Fatal(err)
	}
	for seat, key := range keys {
		l.Post(t.Context(), fmt.Appendf(nil, `{"Seat":%d,"Key":"%s"}`, seat, b64(key.Public())))
	}
	terms, _ := join(t.Context(), l, board.AnySeat, nil) // which is refused
	var tables []*table.Player
	for seat, key := range keys {
		tab, _ := table.New(terms, newSum(seat, 3, rounds), key, func(_, _ table.State) error { return nil })
		tab.Start(time.Now())
		tables = append(tables, tab)
	}
	read := uint64(4)
	readAll := func() (n int) {
		for {
			posts, _ := l.Posts(t.Context(), read+1, false)
			if len(posts) == 0 {
				return n
			}
			for _, p := range posts {
				for _, tab := range tables {
					tab.Read(time.Now(), p)
				}
				read, n = p.Number, n+1
			}
		}
	}
	for tables[0].Round() < 180 {
		for _, tab := range tables {
			if b, _, _ := tab.Pending(time.Now()); b != nil {
				l.Post(t.Context(), b)
			}
			readAll()
		}
	}
	honest, _, _ := tables[0].Pending(time.Now()) // what seat 0 has to say, under way
	flood := 0
	for seat := 1; seat < 3; seat++ {
		for {
			b := signed(tables[0], keys[seat], seat, append([]byte{9}, make([]byte, 1<<17)...))
			l.Post(t.Context(), b)
			if readAll() == 0 {
				break
			}
			flood++
		}
	}
	l.Post(t.Context(), honest)
	if readAll() == 0 {
		t.Errorf("after %d statements without effect of two seats in round %d, the board takes nothing from seat 0: outs %v", flood, tables[0].Round(), tables[0].Outs())
	}
}

func signed(t *table.Player, key record.Key, seat int, message []byte) []byte {
	head, at := t.Head(), t.Digest()
	b := binary.BigEndian.AppendUint32([]byte{1, byte(seat)}, uint32(t.Places()))
	b = append(append(b, head[:]...), message...)
	label := "squaredeal/record/v1/statement"
	h := sha256.New()
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(label))))
	h.Write(bytes.Join([][]byte{[]byte(label), at[:], b}, nil))
	return append(b, ed25519.Sign(ed25519.NewKeyFromSeed(key.Bytes()), h.Sum(nil))...)
}
