package board_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

func offerOf(seats int) board.Offer {
	return board.Offer{Game: []byte("sums"), Seats: seats, Longest: 2000, Grace: 4 * time.Second}
}

func open(t testing.TB, seats, rounds int, storage board.Storage) *board.Local {
	t.Helper()
	l, err := board.Open(offerOf(seats), record.GenerateKey(), boardtest.Sums(rounds), storage)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// play has seats play until all have ended.
func play(ctx context.Context, seats ...*board.Seat) (errs []error) {
	errs = make([]error, len(seats))
	var wg sync.WaitGroup
	for i, s := range seats {
		wg.Go(func() { errs[i] = s.Play(ctx) })
	}
	wg.Wait()
	return errs
}

func seatOf(b board.Board, number, rounds int) *board.Seat {
	return &board.Seat{Board: b, Number: number, Game: boardtest.Sums(rounds)}
}

func all(t testing.TB, b board.Board) []record.Post {
	t.Helper()
	posts, err := board.All(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	return posts
}

// join takes a seat for a key that does nothing more.
func join(t testing.TB, l *board.Local, seat int) (record.Key, *board.Watcher) {
	t.Helper()
	key := record.GenerateKey()
	offer, err := board.ParseOffer(all(t, l)[0].Bytes)
	if err == nil {
		err = l.Post(t.Context(), offer.Ask(seat, key, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	return key, watch(t, l, 1)
}

func watch(t testing.TB, l board.Board, rounds int) *board.Watcher {
	t.Helper()
	w := board.NewWatcher(boardtest.Sums(rounds))
	for _, p := range all(t, l) {
		if _, err := w.Read(p); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// Nobody waits without a reason, and a nil Keeper is enough without crashes.
func TestAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, begun := open(t, 3, 5, nil), time.Now()
		for _, err := range play(t.Context(), seatOf(l, board.AnySeat, 5), seatOf(l, board.AnySeat, 5), seatOf(l, board.AnySeat, 5)) {
			if err != nil {
				t.Error(err)
			}
		}
		if err := l.Wait(t.Context()); err != nil || time.Since(begun) > 0 {
			t.Errorf("it took %v: %v", time.Since(begun), err)
		}
	})
}

// A game that panics stops the board before the post is shown, and the error names it; also
// when the board is opened again.
func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		l, err := board.Open(offerOf(2), key, boardtest.Sums(1), storage)
		if err != nil {
			t.Fatal(err)
		}
		one, _ := join(t, l, 0)
		two, w := join(t, l, 1)
		for seat, key := range []record.Key{one, two} {
			if err := l.Post(t.Context(), boardtest.Sign(w.Table(), key, seat, []byte{kind.Hello})); err != nil {
				t.Fatal(err)
			}
			w = watch(t, l, 1)
		}
		waiting := make(chan error)
		go func() { waiting <- l.Wait(t.Context()) }()
		before := all(t, l)
		err = l.Post(t.Context(), boardtest.Sign(w.Table(), one, 0, slices.Concat([]byte{kind.Say}, []byte("panic"), make([]byte, 50))))
		for _, err := range []error{err, <-waiting, l.Post(t.Context(), nil)} {
			if want := fmt.Sprintf("post %d: the game panics", len(before)+1); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, not %s", err, want)
			}
		}
		if after := all(t, l); len(after) != len(before) {
			t.Errorf("%d posts are shown of %d", len(after), len(before))
		}
		if _, err := board.Open(offerOf(2), key, boardtest.Sums(1), storage); err == nil || !strings.Contains(err.Error(), "post 6") {
			t.Error(err)
		}
	})
}

// The lengths of a hello, and of a number of [boardtest.Sums], in bytes.
const (
	helloLen  = record.Overhead + 1
	numberLen = record.Overhead + 1 + sha256.Size
)

// What is said is bounded, and what is void isn't. Nobody is out for want of room, and the board
// goes on with more.
func TestLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 20, nil)
		const numbers = 9
		l.Limit(3*helloLen + numbers*numberLen)
		var seats []*board.Seat
		for range 3 {
			seats = append(seats, seatOf(l, board.AnySeat, 20))
		}
		go func() {
			time.Sleep(time.Minute)
			if posts := all(t, l); len(posts) != 1+3+3+numbers { // an offer, requests, hellos
				t.Errorf("%d posts", len(posts))
			}
			l.Limit(board.DefaultLimit)
		}()
		for _, err := range play(t.Context(), seats...) {
			if err != nil {
				t.Error(err)
			}
		}
		if a, err := board.Audit(all(t, l), boardtest.Sums(20)); err != nil || len(a.Outs()) > 0 || a.Round() != 21 {
			t.Errorf("%v in round %d, %v", a.Outs(), a.Round(), err)
		}
	})
}

// A board that waits for no closing is named by its two heads.
func TestEarly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := record.GenerateKey()
		l, err := board.Open(offerOf(3), key, boardtest.Sums(1), nil)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		third := seatOf(l, 2, 1)
		third.Changed = func() {
			if third.Player.Over() {
				cancel()
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() { third.Play(ctx) })
		if errs := play(t.Context(), seatOf(l, 0, 1), seatOf(l, 1, 1)); errs[0] != nil || errs[1] != nil {
			t.Error(errs)
		}
		wg.Wait()
		posts := all(t, l)
		if _, err := board.Audit(posts, boardtest.Sums(1)); err != nil {
			t.Error(err)
		}
		w := board.NewWatcher(boardtest.Sums(1))
		last := len(posts) - 1
		for _, p := range posts[:last] {
			w.Read(p)
		}
		stamp := posts[last].Stamp - 1
		early, err := w.Table().SignHead(key, stamp)
		if err != nil {
			t.Fatal(err)
		}
		forged := append(slices.Clone(posts[:last]), record.Post{Number: uint64(last + 1), Stamp: stamp, Bytes: early})
		if _, err := board.Audit(forged, boardtest.Sums(1)); !errors.Is(err, board.ErrEarly) || !strings.Contains(err.Error(), "[2]") {
			t.Error(err)
		}
	})
}

// An audit finds an end that is cut off, and whatever else was altered.
func TestAudit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 2, nil)
		play(t.Context(), seatOf(l, 0, 2), seatOf(l, 1, 2))
		posts := all(t, l)
		for n := range posts {
			if _, err := board.Audit(posts[:n], boardtest.Sums(2)); !errors.Is(err, board.ErrUnsigned) {
				t.Errorf("an audit of %d posts of %d: %v", n, len(posts), err)
			}
		}
		for i := range posts {
			for _, at := range []int{0, len(posts[i].Bytes) / 2, len(posts[i].Bytes) - 1} {
				changed := slices.Clone(posts)
				changed[i].Bytes = bytes.Clone(posts[i].Bytes)
				changed[i].Bytes[at] ^= 1
				if _, err := board.Audit(changed, boardtest.Sums(2)); err == nil {
					t.Errorf("byte %d of post %d was changed", at, i)
				}
			}
			if _, err := board.Audit(slices.Delete(slices.Clone(posts), i, i+1), boardtest.Sums(2)); err == nil {
				t.Errorf("post %d is missing", i)
			}
		}
		late := slices.Clone(posts) // than the head that follows
		late[len(late)-2].Stamp += 2
		if _, err := board.Audit(late, boardtest.Sums(2)); !errors.Is(err, record.ErrFork) {
			t.Error(err)
		}
	})
}

// A head that the board has signed before the end shows that nothing is missing so far.
func TestAuditBeforeTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		key := record.GenerateKey()
		l, err := board.Open(offerOf(2), key, boardtest.Sums(2), nil)
		if err != nil {
			t.Fatal(err)
		}
		play(t.Context(), seatOf(l, 0, 2), seatOf(l, 1, 2))
		posts := all(t, l)[:6] // an offer, requests, hellos, and a number
		w := board.NewWatcher(boardtest.Sums(2))
		for _, p := range posts {
			w.Read(p)
		}
		b, err := w.Table().SignHead(key, w.Stamp())
		if err != nil {
			t.Fatal(err)
		}
		head := record.Post{Number: 7, Stamp: w.Stamp(), Bytes: b}
		if a, err := board.Audit(append(slices.Clone(posts), head), boardtest.Sums(2)); err != nil || a.Over() || a.Places() != 3 {
			t.Error(err)
		}
		head.Number = 6
		if _, err := board.Audit(append(slices.Clone(posts[:5]), head), boardtest.Sums(2)); !errors.Is(err, record.ErrUnread) {
			t.Error("a post is missing:", err)
		}
		later := record.Post{Number: 8, Stamp: head.Stamp, Bytes: b}
		head.Number = 7
		if _, err := board.Audit(append(slices.Clone(posts), head, later), boardtest.Sums(2)); !errors.Is(err, record.ErrFork) {
			t.Error("the match goes on after the head:", err)
		}
	})
}

// A lobby that squatters reset again and again is closed, and everybody learns that.
func TestNeverBegan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := new(boardtest.Storage)
		l := open(t, 2, 1, storage)
		honest := make(chan error)
		go func() { honest <- seatOf(l, 0, 1).Play(t.Context()) }()
		synctest.Wait()
		for range board.MaxResets {
			join(t, l, 1)
			time.Sleep(17 * time.Second)
		}
		if err := <-honest; !errors.Is(err, board.ErrNeverBegan) {
			t.Error(err)
		}
		if err := l.Wait(t.Context()); err != nil {
			t.Error(err)
		}
		if err := seatOf(l, 1, 1).Play(t.Context()); !errors.Is(err, board.ErrNeverBegan) {
			t.Error(err)
		}
		if _, err := board.Audit(all(t, l), boardtest.Sums(1)); !errors.Is(err, board.ErrNeverBegan) {
			t.Error(err)
		}
	})
}

// Whoever was away when the hellos were due isn't seated again.
func TestBarred(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, nil)
		keeper, key := new(boardtest.Keeper), record.GenerateKey()
		keeper.Load(key.Bytes())
		l.Post(t.Context(), watch(t, l, 1).Offer().Ask(0, key, nil))
		join(t, l, 1)
		go l.Wait(t.Context())
		time.Sleep(time.Minute)
		join(t, l, 1)
		s := seatOf(l, 0, 1)
		s.Keeper = keeper
		if err := s.Play(t.Context()); !errors.Is(err, board.ErrBarred) {
			t.Error(err)
		}
	})
}

// No match is played that a board has begun anew after a seat has read that it began.
func TestLostHello(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage, key := new(boardtest.Storage), record.GenerateKey()
		reopen := func() *board.Local {
			l, err := board.Open(offerOf(2), key, boardtest.Sums(9), storage)
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
		l := reopen()
		ctx, cancel := context.WithCancel(t.Context())
		one := seatOf(l, 0, 9)
		one.Keeper = new(boardtest.Keeper)
		one.Changed = func() {
			if one.Player.Round() == 1 && one.Player.Places() > 2 {
				cancel()
			}
		}
		play(ctx, one, seatOf(l, 1, 9))
		storage.Lose(len(all(t, l)) - 4) // all but one hello
		l = reopen()
		missing := watch(t, l, 9).Table().Awaited()[0]
		go l.Wait(t.Context())
		time.Sleep(time.Minute)
		join(t, l, missing)
		again := seatOf(l, 0, 9)
		again.Keeper = one.Keeper
		err := again.Play(t.Context())
		if want := map[int]error{0: board.ErrBarred, 1: board.ErrReset}[missing]; !errors.Is(err, want) {
			t.Errorf("%v, not %v", err, want)
		}
	})
}

// A bid is a game of one round in which each seat bids, and a player chooses how much.
type bid struct {
	table.Game
	bids []byte
}

func bids(terms table.Terms, seat int, _ []byte) (table.Game, error) {
	return &bid{bids: make([]byte, len(terms.Seats))}, nil
}

func (g *bid) Start(record.Digest) {}

func (g *bid) Due() (int, []int) {
	i := slices.Index(g.bids, 0)
	if i < 0 {
		return 0, nil
	}
	return i, []int{i}
}

func (g *bid) Pending() []byte         { return nil }
func (g *bid) Check(int, []byte) error { return nil }

func (g *bid) Apply(seat int, m []byte) error {
	g.bids[seat] = m[0]
	return nil
}

func (g *bid) Out(seat int, _ table.Reason) { g.bids[seat] = 255 }
func (g *bid) Checkpoint() []byte           { return bytes.Clone(g.bids) }
func (g *bid) Restore(b []byte) error       { g.bids = bytes.Clone(b); return nil }
func (g *bid) Default() []byte              { return []byte{7} }

// bidsIn returns what was bid, in order.
func bidsIn(posts []record.Post) (bids []byte) {
	for _, p := range posts {
		if st, err := record.ParseStatement(p.Bytes); err == nil && st.Kind == kind.Say {
			bids = append(bids, st.Message[1])
		}
	}
	return bids
}

// A player is asked once, may answer at once or later, and if not, the game's own move is made in
// time.
func TestChoosing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := board.Open(offerOf(3), record.GenerateKey(), bids, nil)
		if err != nil {
			t.Fatal(err)
		}
		asked := [3]int{}
		moves := make(chan func())
		var seats []*board.Seat
		for i := range 3 {
			s := &board.Seat{Board: l, Number: i, Game: bids}
			s.Choosing = func(item table.Item) {
				asked[i]++
				if item.Seat != i || item.Left != 4*time.Second {
					t.Errorf("%+v", item)
				}
				switch i {
				case 0:
					s.Player.Act([]byte{1})
				case 1:
					go func() {
						time.Sleep(time.Second)
						moves <- func() { s.Player.Act([]byte{2}) }
					}()
				}
			}
			seats = append(seats, s)
		}
		seats[1].Moves = moves
		begun := time.Now()
		if errs := play(t.Context(), seats...); !slices.Equal(errs, make([]error, 3)) {
			t.Fatal(errs)
		}
		said := bidsIn(all(t, l))
		if took := time.Since(begun); !bytes.Equal(said, []byte{1, 2, 7}) || asked != [3]int{1, 1, 1} || took < 3*time.Second ||
			took > 4*time.Second {
			t.Errorf("bids %v, asked %v, %v", said, asked, took)
		}
	})
}

// A player who is asked when there is hardly time left may still choose, and the move of one who doesn't is made
// when half of the grace is left, however short that is.
func TestChoosesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		offer := offerOf(2)
		offer.Grace = time.Second
		l, err := board.Open(offer, record.GenerateKey(), bids, nil)
		if err != nil {
			t.Fatal(err)
		}
		go (&board.Seat{Board: l, Number: 1, Game: bids}).Play(t.Context())
		s := &board.Seat{Board: l, Number: 0, Game: bids}
		s.Changed = func() {
			if s.Player.Round() == 1 {
				time.Sleep(750 * time.Millisecond) // before it asks
				s.Changed = nil
			}
		}
		s.Choosing = func(item table.Item) {
			if item.Left != time.Second/4 {
				t.Errorf("there are %v left", item.Left)
			}
			s.Player.Act([]byte{1})
		}
		begun := time.Now()
		if err := s.Play(t.Context()); err != nil || time.Since(begun) > 1400*time.Millisecond {
			t.Errorf("%v, after %v", err, time.Since(begun))
		}
		if got := bidsIn(all(t, l)); !bytes.Equal(got, []byte{1, 7}) {
			t.Errorf("bids %v", got)
		}
	})
}

// A wish to leave holds.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 4, nil)
		seats := []*board.Seat{seatOf(l, 0, 4), seatOf(l, 1, 4), seatOf(l, 2, 4)}
		seats[0].Changed = func() { time.Sleep(time.Millisecond) } // the others wait for it
		seats[2].Changed = func() {
			if seats[2].Player.Round() == 1 {
				seats[2].Player.Leave()
			}
		}
		if errs := play(t.Context(), seats...); !slices.Equal(errs, make([]error, 3)) {
			t.Error(errs)
		}
		a, err := board.Audit(all(t, l), boardtest.Sums(4))
		if err != nil {
			t.Fatal(err)
		}
		if outs := a.Outs(); len(outs) != 1 || outs[0].Why != table.Left || !a.Returned(2) {
			t.Error(outs)
		}
	})
}

// All others go silent at the end: nobody waits for ever, and an end that isn't final is an error.
func TestNotFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 1, nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		seats := []*board.Seat{seatOf(l, 0, 1), seatOf(l, 1, 1), seatOf(l, 2, 1)}
		for _, s := range seats[1:] {
			s.Changed = func() {
				if s.Player.Over() {
					cancel()
				}
			}
		}
		var wg sync.WaitGroup
		wg.Go(func() { play(ctx, seats[1:]...) })
		if err := seats[0].Play(t.Context()); !errors.Is(err, board.ErrNotFinal) {
			t.Error(err)
		}
		wg.Wait()
	})
}

type keeper struct {
	boardtest.Keeper
	fails error
}

func (k *keeper) Replace(old, new []byte) error {
	if k.fails != nil {
		return k.fails
	}
	return k.Keeper.Replace(old, new)
}

// What can't be kept isn't said; what is damaged isn't used.
func TestKeepers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, nil)
		join(t, l, 1)
		k := &keeper{fails: errors.New("no disk")}
		s := seatOf(l, 0, 1)
		s.Keeper = k
		if err := s.Play(t.Context()); !errors.Is(err, k.fails) || len(all(t, l)) != 3 {
			t.Errorf("%v, %d posts", err, len(all(t, l)))
		}
		for _, n := range []int{1, 31, 33, 65} {
			short := new(boardtest.Keeper)
			short.Load(make([]byte, n))
			s.Keeper = short
			if err := s.Play(t.Context()); !errors.Is(err, board.ErrMalformed) {
				t.Errorf("%d bytes: %v", n, err)
			}
		}
	})
}

// Whoever doesn't agree doesn't sit.
func TestJoinRefused(t *testing.T) {
	l := open(t, 2, 1, nil)
	disagree := errors.New("no")
	s := seatOf(l, 0, 1)
	s.Game = func(table.Terms, int, []byte) (table.Game, error) { return nil, disagree }
	if err := s.Play(t.Context()); !errors.Is(err, disagree) || len(all(t, l)) != 1 {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var free []int
	s = seatOf(l, 1, 1)
	s.Board = open(t, 3, 1, nil)
	s.Waits = func(n int) { free = append(free, n); cancel() }
	if err := s.Play(ctx); !errors.Is(err, context.Canceled) || !slices.Equal(free, []int{2}) {
		t.Error(err, free)
	}
}

// An impatient board has nobody wait for more than a second.
type impatient struct{ board.Board }

func (b impatient) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	second, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	posts, err := b.Board.Posts(second, from, wait)
	if ctx.Err() == nil && second.Err() != nil {
		err = nil
	}
	return posts, err
}

// A seat says how many are missing when that changes, not each time that it has waited in vain.
func TestWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 1, nil)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		var free []int
		s := seatOf(impatient{l}, 0, 1)
		s.Waits = func(n int) { free = append(free, n) }
		go s.Play(ctx)
		time.Sleep(time.Minute)
		join(t, l, 1)
		time.Sleep(time.Minute)
		synctest.Wait()
		if !slices.Equal(free, []int{2, 1}) {
			t.Errorf("it waits for %v", free)
		}
	})
}

// An endingContext ends between the first look at it and the second.
type endingContext struct {
	context.Context
	looked bool
}

func (*endingContext) Done() <-chan struct{} { return nil }

func (c *endingContext) Err() error {
	if !c.looked {
		c.looked = true
		return nil
	}
	return context.Canceled
}

// A request that ends just when its turn comes leaves the board to others.
func TestRequestEnds(t *testing.T) {
	l := open(t, 3, 1, nil)
	ask := watch(t, l, 1).Offer().Ask(0, record.GenerateKey(), nil)
	if err := l.Post(&endingContext{Context: t.Context()}, ask); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if err := l.Post(ctx, ask); err != nil {
		t.Error(err)
	}
}

func TestOpen(t *testing.T) {
	for what, change := range map[string]func(*board.Offer){
		"1 seats":              func(o *board.Offer) { o.Seats = 1 },
		"65 seats":             func(o *board.Offer) { o.Seats = 65 },
		"messages of":          func(o *board.Offer) { o.Longest = board.MaxPostLen },
		"longest message of 0": func(o *board.Offer) { o.Longest = 0 },
		"grace of 1ms":         func(o *board.Offer) { o.Grace = time.Millisecond },
		"grace of 4.00":        func(o *board.Offer) { o.Grace += time.Microsecond },
		"bank of -1":           func(o *board.Offer) { o.Bank = -time.Second },
		"terms of 70":          func(o *board.Offer) { o.Game = make([]byte, 70_000) },
	} {
		o := offerOf(2)
		change(&o)
		if _, err := board.Open(o, record.GenerateKey(), boardtest.Sums(1), nil); !errors.Is(err, board.ErrMalformed) ||
			!strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
		if _, err := board.ParseOffer(o.Bytes()); err == nil && what != "grace of 4.00" {
			t.Errorf("%s is parsed", what)
		}
	}
	storage, key := new(boardtest.Storage), record.GenerateKey()
	if _, err := board.Open(offerOf(2), key, boardtest.Sums(1), storage); err != nil {
		t.Fatal(err)
	}
	if _, err := board.Open(offerOf(3), key, boardtest.Sums(1), storage); !errors.Is(err, board.ErrMalformed) {
		t.Error("another offer:", err)
	}
	if _, err := board.Open(offerOf(2), record.GenerateKey(), boardtest.Sums(1), storage); !errors.Is(err, board.ErrMalformed) {
		t.Error("another key:", err)
	}
	storage.Append(record.Post{Number: 2, Bytes: []byte("junk")})
	if _, err := board.Open(offerOf(2), key, boardtest.Sums(1), storage); err == nil || !strings.Contains(err.Error(), "post 2 has no place") {
		t.Error(err)
	}
}

func TestFingerprint(t *testing.T) {
	if got := board.Fingerprint(record.Digest{0, 1, 2, 15: 255}); got != "0001 0200 0000 0000 0000 0000 0000 00ff" {
		t.Error(got)
	}
}

// What is void doesn't count: a seat that says as much of it as it may uses up no room.
func TestLimitOfVoids(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 3, 5, nil)
		l.Limit(3*helloLen + 3*5*numberLen)
		seats := []*board.Seat{seatOf(l, 0, 5), seatOf(l, 1, 5), seatOf(l, 2, 5)}
		key, keeper := record.GenerateKey(), new(boardtest.Keeper)
		keeper.Load(key.Bytes())
		seats[2].Keeper = keeper
		voids := 0
		seats[2].Changed = func() {
			if p := seats[2].Player; p.Round() > 0 && l.Post(t.Context(), boardtest.Sign(&p.Table, key, 2, make([]byte, 2000))) == nil {
				voids++
			}
		}
		if errs := play(t.Context(), seats...); !slices.Equal(errs, make([]error, 3)) || voids < 5 {
			t.Errorf("%v, %d voids", errs, voids)
		}
	})
}

// What a seat says of itself is signed by its key, for this board and with the request.
func TestAboutRefused(t *testing.T) {
	l := open(t, 2, 1, nil)
	offer := *watch(t, l, 1).Offer()
	long := bytes.Repeat([]byte("n"), board.MaxAboutLen+1)
	ask := offer.Ask(0, key(0), []byte("Ada"))
	altered := func(letter int) []byte {
		b := bytes.Clone(ask)
		b[len(b)-ed25519.SignatureSize-len("Ada")+letter] ^= 1
		return b
	}
	other := offer
	other.Game = []byte("another")
	for what, c := range map[string]struct {
		post []byte
		want board.Reason
	}{
		"too long":         {offer.Ask(0, key(0), long), board.Malformed},
		"letter 0 altered": {altered(0), board.Signature},
		"letter 1 altered": {altered(1), board.Signature},
		"letter 2 altered": {altered(2), board.Signature},
		"of another table": {other.Ask(0, key(0), []byte("Ada")), board.Signature},
	} {
		err := l.Post(t.Context(), c.post)
		if refusal, ok := errors.AsType[*board.Refusal](err); !ok || refusal.Reason != c.want {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// abouts returns what the seats have said of themselves, as a transcript and a watcher have it.
func abouts(t *testing.T, l *board.Local) (texts []string) {
	t.Helper()
	_, _, posted := board.Lobby(all(t, l))
	for i, about := range watch(t, l, 1).Abouts() {
		if !bytes.Equal(about, posted[i]) {
			t.Errorf("%q and %q", about, posted[i])
		}
		texts = append(texts, string(about))
	}
	return texts
}

// What the first request of a seat says counts, and is gone with the seat.
func TestAbout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, 2, 1, nil)
		offer := *watch(t, l, 1).Offer()
		ask := offer.Ask(0, key(0), []byte("Ada"))
		for _, post := range [][]byte{ask, offer.Ask(0, key(0), []byte("Eve")), offer.Ask(1, key(0), []byte("Eve")), ask} {
			if err := l.Post(t.Context(), post); err != nil {
				t.Error(err)
			}
		}
		if got := abouts(t, l); !slices.Equal(got, []string{"Ada", ""}) {
			t.Errorf("%q", got)
		}

		bob := seatOf(l, board.AnySeat, 1)
		bob.About = func(o board.Offer, key ed25519.PublicKey) []byte {
			return fmt.Appendf(nil, "Bob, %t", o.Digest() == offer.Digest() && len(key) == ed25519.PublicKeySize)
		}
		ctx, stop := context.WithCancel(t.Context())
		go bob.Play(ctx)
		synctest.Wait()
		if got := abouts(t, l); !slices.Equal(got, []string{"Ada", "Bob, true"}) {
			t.Errorf("%q", got)
		}

		time.Sleep(time.Hour) // seat 0 says no hello
		if err := l.Post(t.Context(), ask); err == nil {
			t.Error("a barred key sits")
		}
		if got := abouts(t, l); !slices.Equal(got, []string{"", "Bob, true"}) {
			t.Errorf("%q", got)
		}

		stop()
		synctest.Wait()
		if _, _, shown := bob.Lobby(); len(shown) != 2 || string(shown[1]) != "Bob, true" {
			t.Errorf("%q", shown)
		}
	})
}
