package board_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

// Whoever asks for a seat while there is no room asks again.
func TestJoinFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := new(boardtest.Storage)
		l := open(t, 2, 1, storage)
		storage.Room(boardtest.TickRoom)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		go func() {
			time.Sleep(5 * time.Second)
			storage.Room(boardtest.AllRoom)
		}()
		if errs := play(ctx, seatOf(l, board.AnySeat, 1), seatOf(l, 1, 1)); errs[0] != nil || errs[1] != nil {
			t.Error(errs)
		}
	})
}

// A doorkeeper is a board that seats nobody.
type doorkeeper struct{ board.Board }

func (doorkeeper) Post(context.Context, []byte) error {
	return &board.Refusal{Reason: board.NoPlace, Err: errors.New("not on the list")}
}

// Whoever isn't seated learns that.
func TestJoinTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err := seatOf(doorkeeper{open(t, 2, 1, nil)}, 0, 1).Play(ctx)
		if refusal, ok := errors.AsType[*board.Refusal](err); !ok || refusal.Reason != board.NoPlace {
			t.Error(err)
		}
	})
}

// A seat that has read that its match began plays no other, also if it goes on before the board,
// which has lost a hello, begins anew.
func TestResetLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key, keeper := new(boardtest.Storage), record.GenerateKey(), new(boardtest.Keeper)
		l, err := board.Open(offerOf(2), key, boardtest.Sums(9), storage)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		one, two := seatOf(l, 0, 9), seatOf(l, 1, 9)
		one.Keeper = keeper
		one.Changed = func() {
			if one.Player.Round() == 2 {
				cancel()
			}
		}
		play(ctx, one, two)
		storage.Lose(len(all(t, l)) - 3) // all but the offer and the requests
		if l, err = board.Open(offerOf(2), key, boardtest.Sums(9), storage); err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		go func() {
			time.Sleep(time.Minute) // in which seat 1 says no hello
			join(t, l, 1)
		}()
		again := seatOf(l, 0, 9)
		again.Keeper = keeper
		if err := again.Play(ctx); !errors.Is(err, board.ErrReset) {
			t.Error(err)
		}
	})
}

// A board that is over is over when it is opened again.
func TestOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		l, err := board.Open(offerOf(2), key, boardtest.Sums(1), storage)
		if err != nil {
			t.Fatal(err)
		}
		play(t.Context(), seatOf(l, 0, 1), seatOf(l, 1, 1))
		if l, err = board.Open(offerOf(2), key, boardtest.Sums(1), storage); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if err := l.Wait(ctx); err != nil {
			t.Error(err)
		}
	})
}

// What was said without a Keeper is still known when Play is called again.
func TestPlayAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		l, err := board.Open(offerOf(2), key, bids, storage)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		s := &board.Seat{Board: l, Number: 0, Game: bids}
		bid := byte(0)
		s.Choosing = func(table.Item) {
			bid++
			s.Player.Act([]byte{bid})
		}
		s.Changed = func() {
			if s.Player.Places() == 3 {
				cancel()
			}
		}
		go func() { (&board.Seat{Board: l, Number: 1, Game: bids}).Play(ctx) }()
		s.Play(ctx)
		synctest.Wait()
		storage.Lose(1) // the bid
		if s.Board, err = board.Open(offerOf(2), key, bids, storage); err != nil {
			t.Fatal(err)
		}
		ctx, cancel = context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		s.Changed = nil
		s.Play(ctx)
		if st, err := record.ParseStatement(all(t, s.Board)[5].Bytes); err != nil || !bytes.Equal(st.Message, []byte{kind.Say, 1}) {
			t.Errorf("it bids %v, %v", st.Message, err)
		}
	})
}

// Whoever posts the board's first head again doesn't close the board, and neither that nor a forged
// head in a transcript is held against it.
func TestHeadAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, nil)
		play(t.Context(), seatOf(l, 0, 1), seatOf(l, 1, 1))
		posts := all(t, l)
		first := slices.IndexFunc(posts, func(p record.Post) bool { return record.IsHead(p.Bytes) })
		forged := posts[first]
		forged.Bytes = bytes.Clone(forged.Bytes)
		forged.Bytes[100] ^= 1
		for at := first + 1; at <= len(posts); at++ {
			for _, p := range []record.Post{posts[first], forged} {
				shown := slices.Insert(slices.Clone(posts), at, p)
				for i := range shown {
					shown[i].Number = uint64(i + 1)
				}
				if _, err := board.Audit(shown, boardtest.Sums(1)); err != nil {
					t.Errorf("post %d: %v", at+1, err)
				}
			}
		}
	})
}

// signAgain signs another time what the board has signed in a head, with another nonce: that of a key.
func signAgain(t *table.Table, board, nonce record.Key, head []byte) []byte {
	order, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	number := func(b []byte) *big.Int {
		b = bytes.Clone(b)
		slices.Reverse(b)
		return new(big.Int).SetBytes(b)
	}
	secret := func(k record.Key) *big.Int {
		h := sha512.Sum512(k.Bytes())
		h[0], h[31] = h[0]&248, h[31]&127|64
		return number(h[:32])
	}
	at, body := t.Digest(), head[:len(head)-ed25519.SignatureSize]
	const label = "squaredeal/record/v1/board"
	digest := sha256.Sum256(slices.Concat(binary.BigEndian.AppendUint64(nil, uint64(len(label))), []byte(label), at[:], body))
	challenge := sha512.Sum512(slices.Concat(nonce.Public(), board.Public(), digest[:]))
	product := new(big.Int).Mul(number(challenge[:]), secret(board))
	s := product.Add(product, secret(nonce)).Mod(product, order).FillBytes(make([]byte, 32))
	slices.Reverse(s)
	signature := slices.Concat(nonce.Public(), s)
	if !ed25519.Verify(board.Public(), digest[:], signature) {
		panic("the signature is wrong")
	}
	return slices.Concat(body, signature)
}

// A seat goes on waiting, and saying its closing, until the board shows a second head that has a place. Whoever
// reads one that has none doubts the board, unless it is the first one again.
func TestSecondHeads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		host, key := record.GenerateKey(), record.GenerateKey()
		l, err := board.Open(offerOf(2), host, boardtest.Sums(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		s := seatOf(l, 0, 1)
		s.Keeper = keyKeeper{key.Bytes()}
		play(t.Context(), s, seatOf(l, 1, 1))
		honest := all(t, l)
		first := slices.IndexFunc(honest, func(p record.Post) bool { return record.IsHead(p.Bytes) })
		honest = honest[:first+1]
		ended := watch(t, liar{posts: honest}, 1).Table()
		head := honest[first]
		signed := func(stamp int64) []byte {
			b, err := ended.SignHead(host, stamp)
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		for what, c := range map[string]struct {
			then           [][]byte
			closes, doubts bool
		}{
			"later":                 {[][]byte{signed(head.Stamp + 1)}, true, false},
			"the same":              {[][]byte{head.Bytes}, false, false},
			"the same, signed anew": {[][]byte{signAgain(ended, host, key, head.Bytes)}, false, true},
			"earlier":               {[][]byte{signed(head.Stamp - 1)}, false, true},
			"before 1970":           {[][]byte{signed(-1)}, false, true},
			"a third":               {[][]byte{signed(head.Stamp + 1), signed(head.Stamp + 2)}, true, true},
		} {
			posts := slices.Clone(honest)
			for _, b := range c.then {
				posts = append(posts, record.Post{Number: uint64(len(posts) + 1), Stamp: head.Stamp, Bytes: b})
			}
			again := seatOf(liar{posts: posts}, 0, 1)
			again.Keeper = s.Keeper
			begun := time.Now()
			again.Play(t.Context()) // nobody has closed
			if left := time.Since(begun) < 3*4*time.Second; left != c.closes {
				t.Errorf("%s: a seat ends after %v", what, time.Since(begun))
			}
			w := watch(t, liar{posts: posts}, 1)
			for who, doubt := range map[string]error{"a seat": again.Doubt, "a spectator": w.Doubt()} {
				if errors.Is(doubt, board.ErrFalse) != c.doubts {
					t.Errorf("%s: %s has the doubt %v", what, who, doubt)
				}
			}
			if w.Closed() != c.closes {
				t.Errorf("%s: the board is closed: %v", what, w.Closed())
			}
		}
	})
}

// A listener counts how often somebody who waits has begun to.
type listener struct {
	context.Context
	waits atomic.Int32
}

func (l *listener) Done() <-chan struct{} {
	l.waits.Add(1)
	return l.Context.Done()
}

// What has no place wakes nobody.
func TestUndisturbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 1, nil)
		key, w := join(t, l, 0)
		reader := &listener{Context: t.Context()}
		go l.Posts(reader, 3, true)
		synctest.Wait()
		before := reader.waits.Load()
		for range 100 {
			l.Post(t.Context(), w.Offer().Ask(0, key, nil)) // as it has
			l.Post(t.Context(), w.Offer().Ask(0, record.GenerateKey(), nil))
		}
		synctest.Wait()
		if again := reader.waits.Load() - before; again > 1 {
			t.Errorf("a reader was woken %d times", again)
		}
		l.Post(t.Context(), w.Offer().Ask(1, record.GenerateKey(), nil))
	})
}

// A busy board counts its readers, who take a while to go.
type busy struct {
	board.Board
	readers atomic.Int32
}

func (b *busy) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	b.readers.Add(1)
	defer b.readers.Add(-1)
	posts, err := b.Board.Posts(ctx, from, wait)
	if wait {
		time.Sleep(time.Second)
	}
	return posts, err
}

// Nothing is left of Play when it has returned.
func TestNothingLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &busy{Board: open(t, 2, 1, nil)}
		go seatOf(b.Board, 1, 1).Play(t.Context())
		if err := seatOf(b, 0, 1).Play(t.Context()); err != nil || b.readers.Load() > 0 {
			t.Errorf("%d readers, %v", b.readers.Load(), err)
		}
	})
}

// While somebody's message has no room, ticks that have some must wait, as they might put that
// seat out. Nobody else does.
func TestOwed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := new(boardtest.Storage)
		l := open(t, 3, 1, storage)
		var keys []record.Key
		for seat := range 3 {
			key, _ := join(t, l, seat)
			keys = append(keys, key)
		}
		say := func(seat int, message ...byte) error {
			return l.Post(t.Context(), boardtest.Sign(watch(t, l, 1).Table(), keys[seat], seat, message))
		}
		for seat := range 3 {
			if err := say(seat, kind.Hello); err != nil {
				t.Fatal(err)
			}
		}
		number := append([]byte{kind.Say}, make([]byte, 32)...)
		if err := say(1, number...); err != nil {
			t.Fatal(err)
		}
		storage.Room(boardtest.TickRoom)
		full := func(err error) bool {
			refusal, ok := errors.AsType[*board.Refusal](err)
			return ok && refusal.Reason == board.Full
		}
		if err := say(0, number...); !full(err) {
			t.Error(err)
		}
		time.Sleep(10 * time.Second)
		if err := say(1, kind.Tick); !full(err) {
			t.Error("a tick:", err)
		}
		if err := say(2, kind.Leave, 0, 0, 0, 1); err != nil {
			t.Error("a leave:", err)
		}
		storage.Room(boardtest.AllRoom)
		if err := say(1, kind.Tick); err == nil || len(watch(t, l, 1).Table().Outs()) > 0 {
			t.Errorf("%v, %v", err, watch(t, l, 1).Table().Outs())
		}
	})
}

// A board that was stopped for long takes hellos and closings when it goes on.
func TestStopped(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, nil)
		one, _ := join(t, l, 0)
		two, _ := join(t, l, 1)
		for _, message := range [][]byte{{kind.Hello}, append([]byte{kind.Say}, make([]byte, 32)...), {kind.Closing}} {
			for seat, key := range []record.Key{one, two} {
				if message[0] != kind.Say {
					time.Sleep(time.Hour)
				}
				if err := l.Post(t.Context(), boardtest.Sign(watch(t, l, 1).Table(), key, seat, message)); err != nil {
					t.Fatalf("seat %d: %v", seat, err)
				}
			}
		}
		if a, err := board.Audit(all(t, l), boardtest.Sums(1)); err != nil || !a.Returned(0) || !a.Returned(1) {
			t.Error(err)
		}
	})
}

// Two programs of one seat: one stops.
func TestTwoPrograms(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, keeper := open(t, 2, 3, nil), new(boardtest.Keeper)
		one, two := seatOf(l, 0, 3), seatOf(l, 0, 3)
		one.Keeper, two.Keeper = keeper, keeper
		errs := play(t.Context(), one, two, seatOf(l, 1, 3))
		if (errs[0] == nil) == (errs[1] == nil) || errs[2] != nil {
			t.Error(errs)
		}
		if a, err := board.Audit(all(t, l), boardtest.Sums(3)); err != nil || len(a.Outs()) > 0 {
			t.Error(a.Outs(), err)
		}
	})
}

// Where closings come before the board's first head, the second one is still another.
func TestHeadsDiffer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := record.GenerateKey()
		l, err := board.Open(offerOf(2), key, boardtest.Sums(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		play(t.Context(), seatOf(l, 0, 1), seatOf(l, 1, 1))
		w, next := board.NewWatcher(boardtest.Sums(1)), uint64(1)
		for _, p := range all(t, l) {
			if !record.IsHead(p.Bytes) {
				p.Number = next
				next++
				w.Read(p)
			}
		}
		for range 2 {
			p, _, err := w.Pending(key)
			if err != nil || p == nil {
				t.Fatal(p, err)
			}
			p.Number = next
			next++
			if placed, err := w.Read(*p); !placed || err != nil {
				t.Error(placed, err)
			}
		}
		if !w.Closed() {
			t.Error("the board isn't closed")
		}
	})
}

// A board that has kept nothing but its offer has all again from one seat, also the requests of
// those who are away.
func TestLostLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		l, err := board.Open(offerOf(2), key, boardtest.Sums(9), storage)
		if err != nil {
			t.Fatal(err)
		}
		r := &replaced{local: l, gone: make(chan struct{})}
		ctx, cancel := context.WithCancel(t.Context())
		one, two := seatOf(r, 0, 9), seatOf(r, 1, 9)
		two.Changed = func() {
			if two.Player.Round() == 3 {
				cancel()
			}
		}
		ended := make(chan error)
		go func() { ended <- one.Play(t.Context()) }()
		two.Play(ctx)
		synctest.Wait()
		before := all(t, l)
		storage.Lose(len(before) - 1)
		if l, err = board.Open(offerOf(2), key, boardtest.Sums(9), storage); err != nil {
			t.Fatal(err)
		}
		r.replace(l)
		time.Sleep(time.Second)
		if after := all(t, r); len(after) < len(before) {
			t.Errorf("%d posts, and %d before", len(after), len(before))
		}
		if err := <-ended; !errors.Is(err, board.ErrNotFinal) { // one seat of two has closed
			t.Error(err)
		}
	})
}

// A counting board counts what it is given.
type counting struct {
	board.Board
	posts atomic.Int32
}

func (c *counting) Post(ctx context.Context, b []byte) error {
	c.posts.Add(1)
	return c.Board.Post(ctx, b)
}

// What a board has lost is posted again until it is back, also when the end was final by then.
func TestLostEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		l, err := board.Open(offerOf(3), key, boardtest.Sums(9), storage)
		if err != nil {
			t.Fatal(err)
		}
		r := &replaced{local: l, gone: make(chan struct{})}
		counted := &counting{Board: r}
		ctx, cancel := context.WithCancel(t.Context())
		third := seatOf(r, 2, 9)
		third.Changed = func() {
			if third.Player.Over() {
				cancel()
			}
		}
		ended := make(chan []error)
		first, second := seatOf(counted, 0, 9), seatOf(r, 1, 9)
		go func() { ended <- play(t.Context(), first, second) }()
		third.Play(ctx)
		synctest.Wait()
		before := all(t, l)
		storage.Lose(len(before) / 2)
		counted.posts.Store(0)
		if l, err = board.Open(offerOf(3), key, boardtest.Sums(9), storage); err != nil {
			t.Fatal(err)
		}
		r.replace(l)
		if errs := <-ended; errs[0] != nil || errs[1] != nil || first.Doubt != nil || second.Doubt != nil {
			t.Error(errs, first.Doubt, second.Doubt)
		}
		if after := all(t, r); len(after) < len(before) {
			t.Errorf("%d posts, and %d before", len(after), len(before))
		}
		if n := int(counted.posts.Load()); n > 2*len(before) {
			t.Errorf("%d posts for %d", n, len(before)/2)
		}
	})
}

// A hesitant board says of each statement first that it comes too early.
type hesitant struct {
	board.Board
	seen map[string]bool
}

func (h hesitant) Post(ctx context.Context, b []byte) error {
	if _, err := record.ParseStatement(b); err == nil && !h.seen[string(b)] {
		h.seen[string(b)] = true
		return &board.Refusal{Reason: board.Later}
	}
	return h.Board.Post(ctx, b)
}

// What comes too early is posted again soon.
func TestLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, begun := open(t, 2, 5, nil), time.Now()
		errs := play(t.Context(), seatOf(hesitant{l, make(map[string]bool)}, 0, 5), seatOf(l, 1, 5))
		if took := time.Since(begun); errs[0] != nil || errs[1] != nil || took > time.Second {
			t.Errorf("%v, after %v", errs, took)
		}
	})
}

// A client of a board elsewhere says once that this was restarted, and takes no posts before it was
// asked for what there is now.
type client struct {
	*board.Local
	mu            sync.Mutex
	asked         int
	lost, unasked bool
}

func (c *client) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	c.mu.Lock()
	c.asked++
	c.unasked = c.lost
	c.lost = c.asked == 12
	unasked := c.unasked
	c.mu.Unlock()
	if unasked {
		return nil, board.ErrRestarted
	}
	return c.Local.Posts(ctx, from, wait)
}

func (c *client) Post(ctx context.Context, b []byte) error {
	c.mu.Lock()
	unasked := c.unasked
	c.mu.Unlock()
	if unasked {
		return board.ErrRestarted
	}
	return c.Local.Post(ctx, b)
}

// A seat that was told of a restart reads before it posts again.
func TestReadsFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 10, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		for seat, err := range play(ctx, seatOf(&client{Local: l}, 0, 10), seatOf(l, 1, 10)) {
			if err != nil {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	})
}
