package boardtest

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

func testPlay(m *match) {
	m.begin(3, 5)
	for range 3 {
		m.play(board.AnySeat)
	}
	m.whole()
}

// What has a place is accepted again, in either form, and shown once.
func testDuplicates(m *match) {
	m.begin(2, 20)
	m.play(0)
	p := m.puppet(1)
	ask := p.Offer().Ask(1, p.key, nil)
	p.await(func(t *table.Table) bool { return true })
	greeting := p.sign([]byte{kind.Hello})
	for _, b := range [][]byte{ask, greeting, greeting, ask, greeting} {
		if err := m.board.Post(m.Context(), b); err != nil {
			m.Error(err)
		}
	}
	p.await(func(t *table.Table) bool { return t.Round() == 1 })
	void := p.sign(append([]byte{9}, make([]byte, 100)...))
	for _, b := range [][]byte{void, void, record.Prune(void), record.Prune(greeting)} {
		if err := m.board.Post(m.Context(), b); err != nil {
			m.Error(err)
		}
	}
	seen := make(map[string]int)
	for _, post := range m.posts() {
		if same := string(record.Prune(post.Bytes)); seen[same] > 0 {
			m.Errorf("post %d is post %d again", post.Number, seen[same])
		} else {
			seen[same] = int(post.Number)
		}
	}
	for _, b := range [][]byte{ask, greeting, void} {
		if seen[string(record.Prune(b))] == 0 {
			m.Errorf("%d bytes aren't shown", len(b))
		}
	}
	p.playOn()
	m.end()
}

// playTo plays a puppet's seat until a round, where the match stands still.
func (p *puppet) playTo(round int) {
	p.Helper()
	p.await(func(t *table.Table) bool {
		if len(t.Awaited()) > 0 && t.Round() == 0 && slices.Contains(t.Awaited(), p.seat) {
			p.say(kind.Hello)
		} else if p.due() && t.Round() < round {
			p.say(p.own()...)
		}
		return t.Over() || t.Round() >= round
	})
}

// playOn plays a puppet's seat until the match is over, and closes.
func (p *puppet) playOn() {
	p.Helper()
	p.playTo(p.rounds + 1)
	p.await(func(t *table.Table) bool { return t.Over() })
	if err := p.say(kind.Closing); err != nil {
		p.Error(err)
	}
}

// Each refusal has its reason.
func testRefusals(m *match) {
	m.begin(2, 2)
	p := m.puppet(1)
	other := record.GenerateKey()
	post := func(b []byte) error { return m.board.Post(m.Context(), b) }
	forged := func(b []byte) []byte {
		b = bytes.Clone(b)
		b[len(b)-1] ^= 1
		return b
	}
	offer := *p.Offer()
	reason(m, post(nil), board.Malformed)
	reason(m, post([]byte("junk")), board.Malformed)
	reason(m, post(offer.Bytes()), board.Malformed)
	reason(m, post(make([]byte, board.MaxPostLen+1)), board.Malformed)
	reason(m, post(forged(offer.Ask(0, other, nil))), board.Signature)
	reason(m, post(offer.Ask(1, other, nil)), board.NoPlace)
	reason(m, post(offer.Ask(2, other, nil)), board.NoPlace)
	early := make([]byte, record.Overhead+1)
	early[0], early[1], early[messageAt] = 1, 1, kind.Hello
	reason(m, post(early), board.Later)
	m.play(0)
	p.await(func(t *table.Table) bool { return true })
	reason(m, post(offer.Ask(board.AnySeat, other, nil)), board.NoPlace)
	greeting := p.sign([]byte{kind.Hello})
	reason(m, post(forged(greeting)), board.Signature)
	reason(m, post(p.sign([]byte{kind.Say, 1})), board.NoPlace)
	if err := post(greeting); err != nil {
		m.Error(err)
	}
	p.await(func(t *table.Table) bool { return t.Round() == 1 && len(t.Due(time.Now())) == 1 })
	unread := p.sign([]byte{kind.Tick})
	unread[placesAt+3]++ // the lowest byte
	reason(m, post(unread), board.Signature)
	ahead := board.NewWatcher(Sums(m.rounds)) // computes the next head itself
	posts := m.posts()
	for _, shown := range posts {
		ahead.Read(shown)
	}
	next := p.sign(p.own())
	ahead.Read(record.Post{Number: uint64(len(posts) + 1), Stamp: posts[len(posts)-1].Stamp, Bytes: next})
	reason(m, post(Sign(ahead.Table(), p.key, 1, []byte{kind.Tick})), board.Later)
	if err := post(next); err != nil {
		m.Error(err)
	}
	p.read()
	reason(m, post(Sign(p.Table(), p.key, 1, make([]byte, longest+2))), board.Malformed)
	reason(m, post(record.Prune(Sign(p.Table(), p.key, 1, append([]byte{kind.Leave}, 0, 0, 0, 9)))), board.NoPlace)
	p.playTo(m.rounds + 1)
	isHead := func(p record.Post) bool { return record.IsHead(p.Bytes) }
	posts = m.until(func(posts []record.Post) bool { return slices.ContainsFunc(posts, isHead) })
	head := posts[slices.IndexFunc(posts, isHead)].Bytes
	reason(m, post(head), board.Malformed)
	reason(m, post(forged(head)), board.Malformed)
	p.playOn()
	m.end()
	reason(m, post(p.sign([]byte{kind.Closing})), board.Closed)
	if err := post(greeting); err == nil {
		m.Error("a post is taken after the last head")
	}
}

// Strangers post what they like, and nothing of it is shown.
func testJunk(m *match) {
	m.begin(3, 10)
	for seat := range 3 {
		m.play(seat)
	}
	ctx, cancel := context.WithCancel(m.Context())
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for n := 0; ctx.Err() == nil && n < 2000; n++ {
				posts, _ := m.board.Posts(ctx, 1, false)
				b := make([]byte, 200)
				if len(posts) > 0 {
					b = bytes.Clone(posts[n%len(posts)].Bytes)
				}
				b[(n*7+i)%len(b)] ^= 1 << (n % 8)
				m.board.Post(ctx, b)
				time.Sleep(time.Millisecond)
			}
		})
	}
	m.whole()
	cancel()
	wg.Wait()
	const offerAndRequests, statements, heads, ticks = 1 + 3, 3 * (1 + 10 + 1), 2, 63
	if posts := m.posts(); len(posts) > offerAndRequests+statements+heads+ticks {
		m.Errorf("%d posts", len(posts))
	}
}

// A seat says with each effect what is as long as it may be, and void. It is shown without its
// body, and the match goes on.
func testVoids(m *match) {
	p := m.twoAndPuppet(30)
	voids := 0
	p.await(func(t *table.Table) bool {
		for p.read(); !t.Over() && t.Round() > 0 && p.say(append([]byte{9}, make([]byte, longest)...)...) == nil; p.read() {
			voids++
		}
		if !t.Over() && p.due() {
			p.say(p.own()...)
		}
		p.read()
		return t.Over()
	})
	p.say(kind.Closing)
	m.end()
	size := 0
	for _, post := range m.posts() {
		size += len(post.Bytes)
		if len(post.Bytes) > 300 {
			m.Errorf("post %d has %d bytes", post.Number, len(post.Bytes))
		}
	}
	m.Logf("%d voids in %d bytes", voids, size)
	if voids < 16 {
		m.Errorf("%d void statements", voids)
	}
}

// Ticks are put off while nobody is late and there was a place just before.
func testTicks(m *match) {
	p := m.twoAndPuppet(1)
	p.await(func(t *table.Table) bool { return len(t.Due(time.Now())) == 1 }) // the others have spoken
	begun, placed := time.Now(), 0
	for time.Since(begun) < grace/2 {
		p.read()
		if err := p.say(kind.Tick); err == nil {
			placed++
		} else {
			reason(m, err, board.Later)
		}
		time.Sleep(grace / 100)
	}
	if placed == 0 || placed > 5 {
		m.Errorf("%d ticks in half of a grace", placed)
	}
	p.playOn()
	m.whole()
}

// A closing may take grace and bank, whatever the others do.
func testLateClosing(m *match) {
	p := m.twoAndPuppet(1)
	p.await(func(t *table.Table) bool { return t.Round() == 1 })
	p.say(p.own()...)
	p.await(func(t *table.Table) bool { return len(t.Awaited()) == 1 && t.Over() })
	time.Sleep(grace + grace/4)
	if err := p.say(kind.Closing); err != nil {
		m.Error(err)
	}
	if a := m.end(); !a.Returned(2) || !a.Closed() {
		m.Error("a closing within grace and bank doesn't count")
	}
}

// Without a closing, the board closes when grace and bank have passed, and not before.
func testNoClosing(m *match) {
	p := m.twoAndPuppet(1)
	p.await(func(t *table.Table) bool { return t.Round() == 1 })
	p.say(p.own()...)
	p.await(func(t *table.Table) bool { return t.Over() })
	if m.rig.Shift != nil {
		m.rig.Shift(-time.Hour) // stamps stand still then, and the board's word is its running clock's
	}
	begun := time.Now()
	m.wg.Wait()
	if took := time.Since(begun); took < grace || took > 4*grace {
		m.Errorf("it has closed after %v", took)
	}
	if a := m.end(); a.Returned(2) {
		m.Error("a seat that hasn't closed has its deposit back")
	}
	reason(m, p.say(kind.Closing), board.Closed)
}

// A seat that says nothing is out, and the others go on.
func testSilent(m *match) {
	m.twoAndPuppet(3)
	if outs := m.end().Outs(); len(outs) != 1 || outs[0].Seat != 2 || outs[0].Why != table.Silent {
		m.Error(outs)
	}
}

// A board that has lost its last posts gets them back from those who have read them.
func testLostTail(m *match) {
	for _, lost := range []int{1, 4, 7, 10, 13, 16, 18, 20, 25} { // of 26 or so: ticks among them, hellos, requests
		trial := &match{T: m.T, open: m.open}
		trial.begin(3, 8)
		if trial.rig.Restart == nil {
			m.Skip("the board can't be restarted")
		}
		trial.play(0)
		trial.play(1)
		p := trial.puppet(2)
		p.playTo(5)
		time.Sleep(grace * 3 / 4) // in which the others make ticks
		p.playTo(6)
		before := trial.settled()
		trial.rig.Restart(lost)
		trial.until(func(posts []record.Post) bool {
			if len(posts) < 4 { // seat 2 has no program
				trial.board.Post(trial.Context(), p.Offer().Ask(2, p.key, nil))
			}
			return len(posts) >= len(before)
		})
		p.reread()
		p.playOn()
		trial.whole()
	}
}

// A board that has lost a reset of its lobby gets it back, too, also if it has no room at first.
func testLostReset(m *match) {
	m.begin(3, 3)
	if m.rig.Restart == nil {
		m.Skip("the board can't be restarted")
	}
	m.play(0)
	p, squatter := m.puppet(2), m.puppet(1)
	p.await(func(t *table.Table) bool { return true })
	p.say(kind.Hello)
	m.until(func(posts []record.Post) bool { squatter.read(); return squatter.Seats()[1] == nil })
	m.play(1)
	p.await(func(t *table.Table) bool { return true })
	p.playTo(2)
	before := m.settled()
	if m.rig.Room != nil {
		m.rig.Room(0)
	}
	m.rig.Restart(len(before) - 1) // all but the offer
	if m.rig.Room != nil {
		time.Sleep(grace)
		m.rig.Room(AllRoom)
	}
	m.until(func(posts []record.Post) bool { return len(posts) >= len(before) })
	p.reread()
	p.playOn()
	m.whole()
}

// settled returns the posts when everybody waits for a puppet.
func (m *match) settled() []record.Post {
	m.Helper()
	for n := 0; ; {
		posts := m.posts()
		if len(posts) == n {
			return posts
		}
		n = len(posts)
		time.Sleep(grace / 10)
	}
}

// reread reads everything anew.
func (p *puppet) reread() {
	p.Watcher, p.next = board.NewWatcher(Sums(p.rounds)), 1
	p.read()
}

func testRestart(m *match) {
	m.begin(3, 6)
	if m.rig.Restart == nil {
		m.Skip("the board can't be restarted")
	}
	m.play(0)
	m.rig.Restart(0)
	p := m.puppet(2)
	m.rig.Restart(0)
	m.play(1)
	for round := range 6 {
		p.playTo(round)
		m.rig.Restart(0)
	}
	p.playOn()
	m.whole()
	before := m.posts()
	m.rig.Restart(0) // what is over stays so
	if after := m.posts(); !slices.EqualFunc(before, after, func(a, b record.Post) bool {
		return a.Number == b.Number && a.Stamp == b.Stamp && bytes.Equal(a.Bytes, b.Bytes)
	}) {
		m.Errorf("%d posts, and %d after a restart", len(before), len(after))
	}
}

// Every seat dies at some place, and goes on from what it has kept.
func testSeatRestarts(m *match) {
	for at := range 12 {
		trial := &match{T: m.T, open: m.open}
		trial.begin(3, 3)
		for seat := range 3 {
			trial.crash(seat, func(t *table.Table) bool { return t.Places() >= at })
		}
		trial.whole()
	}
}

// Nobody is out because a board had no room, also if a tick has it; and it goes on when there
// is some.
func testFullDisk(m *match) {
	m.begin(3, 5)
	if m.rig.Room == nil {
		m.Skip("the board can't be full")
	}
	m.play(0)
	m.play(1)
	p := m.puppet(2)
	for round := 1; round < 4; round++ {
		p.playTo(round)
		m.rig.Room(TickRoom)
		reason(m, p.say(append(p.own(), make([]byte, 50)...)...), board.Full)
		time.Sleep(2 * grace)
		m.rig.Room(AllRoom)
	}
	p.playOn()
	m.whole()
}

// Of two seats whose messages wait for room, neither is out, also if a third one makes time meanwhile, and a
// tick as soon as there is room.
func testRoomForTwo(m *match) {
	m.begin(3, 1)
	if m.rig.Room == nil {
		m.Skip("the board can't be full")
	}
	seats := []*puppet{m.puppet(0), m.puppet(1), m.puppet(2)}
	for _, p := range seats {
		p.await(func(t *table.Table) bool { return true })
		p.say(kind.Hello)
	}
	hasty, waiting := seats[0], seats[1:]
	hasty.playTo(1)
	hasty.say(hasty.own()...)
	m.rig.Room(TickRoom)
	var statements [][]byte
	for _, p := range waiting {
		p.read()
		statements = append(statements, p.sign(p.own()))
		reason(m, m.board.Post(m.Context(), statements[len(statements)-1]), board.Full)
	}
	for hasty.read(); !hasty.Table().Late(); hasty.read() {
		time.Sleep(grace / 4)
		if err := hasty.say(kind.Hello); err != nil { // which is void
			m.Fatal(err)
		}
	}
	m.rig.Room(AllRoom)
	hasty.say(kind.Tick)
	for _, b := range statements {
		if err := m.board.Post(m.Context(), b); err != nil {
			m.Error(err)
		}
	}
	for _, p := range seats {
		p.playOn()
	}
	m.whole()
}

// noRoom has the disk take nothing for a time, in which a puppet says the same again and again.
func (p *puppet) noRoom(d time.Duration, kind byte) {
	p.Helper()
	if p.rig.Room == nil {
		p.Skip("the board can't be full")
	}
	p.rig.Room(0)
	for begun := time.Now(); time.Since(begun) < d; time.Sleep(grace / 4) {
		reason(p, p.say(kind), board.Full)
	}
	p.rig.Room(AllRoom)
}

// A seat whose hello had no room keeps its seat.
func testNoRoomInLobby(m *match) {
	m.begin(3, 1)
	m.play(0)
	m.play(1)
	p := m.puppet(2)
	p.await(func(t *table.Table) bool { return len(t.Awaited()) == 1 })
	p.noRoom(6*grace, kind.Hello)
	if err := p.say(kind.Hello); err != nil {
		m.Error(err)
	}
	p.playOn()
	m.whole()
}

// A filling board has a full disk as soon as a seat closes.
type filling struct {
	board.Board
	fill func()
}

// Post implements [board.Board].
func (f filling) Post(ctx context.Context, b []byte) error {
	if len(b) == record.Overhead+1 && b[messageAt] == kind.Closing {
		f.fill()
	}
	return f.Board.Post(ctx, b)
}

// Seats whose closings had no room have their deposits back, however long that was.
func testNoRoomAtEnd(m *match) {
	m.begin(3, 1)
	if m.rig.Room == nil {
		m.Skip("the board can't be full")
	}
	full, dial := make(chan bool), m.rig.Dial
	fill := sync.OnceFunc(func() {
		m.rig.Room(0)
		close(full)
	})
	m.rig.Dial = func() board.Board { return filling{dial(), fill} }
	for seat := range 3 {
		m.play(seat)
	}
	<-full
	time.Sleep(6 * grace)
	m.rig.Room(AllRoom)
	m.whole()
}

// The board's clock stands, jumps and is coarse: stamps ascend, and nobody is out.
func testClocks(m *match) {
	m.begin(3, 12)
	if m.rig.Shift == nil {
		m.Skip("the board has no clock of its own")
	}
	m.play(0)
	m.play(1)
	p := m.puppet(2)
	for round, shift := range []time.Duration{0, time.Hour, -2 * time.Hour, time.Minute, 24 * time.Hour, -1000 * time.Hour} {
		p.playTo(2 * round)
		m.rig.Shift(shift)
		time.Sleep(grace / 4)
	}
	p.playOn()
	m.whole()
}

// Whoever takes the last seat and says no hello doesn't stop a match: the seat is free again, and
// the key can't have it.
func testSquatter(m *match) {
	m.begin(3, 2)
	m.play(0)
	m.play(1)
	p := m.puppet(2)
	m.until(func(posts []record.Post) bool { p.read(); return p.Seats()[2] == nil })
	reason(m, m.board.Post(m.Context(), p.Offer().Ask(2, p.key, nil)), board.NoPlace)
	m.play(2)
	m.whole()
}

// Readers and those who post, all at once: everybody reads the same.
func testConcurrent(m *match) {
	m.begin(4, 10)
	read := make([][]record.Post, 8)
	ctx, cancel := context.WithCancel(m.Context())
	var wg sync.WaitGroup
	for i := range read {
		wg.Go(func() {
			for ctx.Err() == nil {
				posts, err := m.board.Posts(ctx, uint64(len(read[i])+1), true)
				read[i] = append(read[i], posts...)
				if err != nil {
					return
				}
			}
		})
	}
	for seat := range 4 {
		m.play(seat)
	}
	m.whole()
	all := m.posts()
	time.Sleep(grace)
	cancel()
	wg.Wait()
	for i, posts := range read {
		if len(posts) != len(all) {
			m.Errorf("reader %d has %d posts of %d", i, len(posts), len(all))
		}
		for j, p := range posts {
			if p.Number != uint64(j+1) || !bytes.Equal(p.Bytes, all[j].Bytes) || p.Stamp != all[j].Stamp {
				m.Fatalf("reader %d has another post %d", i, j+1)
			}
		}
	}
}

// A reader who waits for what doesn't come, and a post of somebody who is gone, end with the context.
func testCancelled(m *match) {
	m.begin(2, 1)
	ctx, cancel := context.WithTimeout(m.Context(), grace/4)
	defer cancel()
	if posts, err := m.board.Posts(ctx, 100, true); len(posts) > 0 || err == nil && ctx.Err() == nil {
		m.Errorf("%d posts, %v", len(posts), err)
	}
	<-ctx.Done()
	w := board.NewWatcher(Sums(m.rounds))
	for _, p := range m.posts() {
		w.Read(p)
	}
	for range 20 {
		if err := m.board.Post(ctx, w.Offer().Ask(board.AnySeat, record.GenerateKey(), nil)); err == nil {
			m.Error("a post is taken of somebody who is gone")
		}
	}
	if posts := m.posts(); len(posts) != 1 {
		m.Errorf("%d posts", len(posts))
	}
}
