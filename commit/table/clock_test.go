package table_test

import (
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
)

// An errandMatch is an errand of three seats, as somebody sees it who reads each post at once.
type errandMatch struct {
	*match
	*table.Table
}

func newErrandMatch(t *testing.T, bank time.Duration) *errandMatch {
	m := newMatch(t, 3, 1)
	m.terms.Bank = bank
	w, err := table.Watch(m.terms, new(errand))
	if err != nil {
		t.Fatal(err)
	}
	e := &errandMatch{m, w}
	for seat := range 3 {
		e.says(seat, hello)
	}
	return e
}

// says has a seat say something, and returns whether that has a place.
func (e *errandMatch) says(seat int, message ...byte) bool {
	return e.shows(e.statement(seat, message))
}

func (e *errandMatch) statement(seat int, message []byte) []byte {
	return signNext(e.Table, e.keys[seat], seat, message...)
}

func (e *errandMatch) shows(raw []byte) bool {
	e.post(raw)
	placed, err := e.Read(e.now, e.posts[len(e.posts)-1])
	if err != nil {
		e.t.Fatal(err)
	}
	return placed
}

// A clockStep is a step of a match of errands, or what holds after one.
type clockStep func(e *errandMatch)

// says has a seat say something.
func says(seat int, message ...byte) clockStep {
	return func(e *errandMatch) { e.says(seat, message...) }
}

// passes lets time pass, in steps of a quarter of the grace, by ticks of seat 2, which isn't due.
func passes(d time.Duration) clockStep {
	return func(e *errandMatch) {
		for left := d; left > 0; left -= grace / 4 {
			e.wait(min(left, grace/4))
			e.says(2, tick)
		}
	}
}

// tickAt is a tick of seat 2 that the board shows so long after it has begun, by its clock.
func tickAt(stamp time.Duration) clockStep {
	return func(e *errandMatch) {
		e.now = time.UnixMilli(1e9).Add(stamp)
		e.says(2, tick)
	}
}

// has wants that a seat is due, with so much time left.
func has(seat int, want time.Duration) clockStep {
	return func(e *errandMatch) {
		for _, item := range e.Table.Due(e.now) {
			if item.Seat == seat {
				if item.Left != want {
					e.t.Errorf("seat %d has %v left, not %v", seat, item.Left, want)
				}
				return
			}
		}
		e.t.Errorf("seat %d isn't due", seat)
	}
}

// outs wants that these are out: seat, table.Reason, …
func outs(want ...any) clockStep {
	return func(e *errandMatch) { wantOuts(e.t, e.Table, want...) }
}

// late wants that somebody's time is up, or not, and isOver that the game is over.
func late(want bool) clockStep {
	return func(e *errandMatch) {
		if e.Late() != want {
			e.t.Errorf("late %v", !want)
		}
	}
}

func isOver(e *errandMatch) {
	if !e.Over() {
		e.t.Error("it isn't over")
	}
}

func times(n int, steps ...clockStep) clockStep {
	return func(e *errandMatch) {
		for range n {
			for _, step := range steps {
				step(e)
			}
		}
	}
}

// Seats 0, twice, and 1 are due in an errand, and their messages say what it does then.
func TestClocks(t *testing.T) {
	const half, quarter, ms = 500 * time.Millisecond, grace / 4, time.Millisecond
	for _, test := range []struct {
		name  string
		steps []clockStep
	}{
		{"what is taken, and changes nothing, starts no clock again", []clockStep{
			times(12, passes(quarter), says(1, say, nothing)), passes(bank), outs(0, table.Silent, 1, table.Silent),
		}},
		{"to say it 17 times is a fault, and an effect forgives one", []clockStep{
			times(16, says(1, say, nothing)), says(0, say, finish), says(1, say, nothing), outs(),
			says(1, say, nothing), outs(1, table.Fault),
		}},
		{"two items have their time each, and one bank", []clockStep{
			has(0, grace+bank), passes(grace + half), has(0, bank-half),
			says(0, say, finish), has(0, grace+bank-half), has(1, bank-half),
			says(1, say, finish), passes(grace),
			says(0, say, invite), has(0, bank-half), // one more than there was
			says(0, say, finish), has(0, bank-half), // which is no progress
			says(0, say, advance), has(0, grace+bank-half), outs(),
		}},
		{"a clock stands while its seat isn't due, and goes on in the same phase", []clockStep{
			says(0, say, finish), says(0, say, finish), says(1, say, invite), passes(grace),
			says(1, say, finish), has(1, bank), // two, three, two: no progress
			says(1, say, finish), says(0, say, finish), outs(), isOver,
		}},
		{"what is settled while a seat isn't due takes none of its time", []clockStep{
			says(0, say, finish), says(0, say, finish), passes(grace), says(1, say, call, 0), has(0, grace+bank),
		}},
		{"a seat that is named late in a phase makes progress like any other", []clockStep{
			says(0, say, finish), says(0, say, finish), passes(grace), says(1, say, call, 0),
			says(1, say, call, 2), func(e *errandMatch) { e.wait(quarter) }, says(2, say, finish),
			says(1, say, call, 2), has(2, grace+bank),
		}},
		{"a place is worth a quarter of the grace, and an earlier stamp counts from a quarter on", []clockStep{
			tickAt(quarter), has(0, grace+bank-quarter),
			tickAt(10 * quarter), has(0, grace+bank-2*quarter),
			tickAt(9 * quarter), has(0, grace+bank-2*quarter),
			tickAt(10 * quarter), has(0, grace+bank-2*quarter),
			tickAt(9*quarter - ms), has(0, grace+bank-2*quarter),
			tickAt(10 * quarter), has(0, grace+bank-3*quarter),
		}},
		{"a millisecond is time", []clockStep{
			passes(grace + bank - ms), has(0, ms), late(false), outs(), passes(ms), outs(0, table.Silent, 1, table.Silent),
		}},
		{"a new phase gives nobody back what they took of their bank", []clockStep{
			passes(grace + 750*ms), says(1, say, advance), has(0, grace+bank-750*ms), has(1, grace+bank-750*ms),
		}},
	} {
		t.Run(test.name, func(t *testing.T) { times(1, test.steps...)(newErrandMatch(t, bank)) })
	}
}

// A bank of whole graces doesn't make room for one more.
func TestTicksOfWholeGraces(t *testing.T) {
	for bank, want := range map[time.Duration]int{0: 32, grace: 48, grace + time.Millisecond: 64} {
		e, ticks := newErrandMatch(t, bank), 0
		for ticks < 100 && e.says(2, tick) {
			ticks++
		}
		if ticks != want {
			t.Errorf("bank %v: %d ticks, not %d", bank, ticks, want)
		}
	}
}

// A cheat can't use "time is up" to put honest seats out: it names nobody, and too early it is a tick.
func TestFalseTicks(t *testing.T) {
	m := begunMatch(t, 4, 1)
	cheat := m.turn()
	for range 100 {
		m.post(m.sign(cheat, tick))
	}
	m.wantOuts()
	m.play(m.others(cheat)...)
	m.wantOuts(cheat, table.Silent)
}

// Two cheats can't stall for ever without a fault: each thing that is due takes at most
// the grace, and each seat the bank once in a round; a quarter of the grace for the tick.
func TestStall(t *testing.T) {
	m := begunMatch(t, 3, 1)
	begin, items := m.now, 0
	for m.turn() >= 0 || items == 0 {
		seat := m.turn()
		if seat == 0 {
			m.act(0, 1)
			m.exchange(0)
			continue
		}
		if m.timeLeft() > grace/2 {
			m.wait(grace / 8)
			m.post(m.sign(3-seat, tick)) // so that time goes on, as an honest seat's would
			continue
		}
		move := byte(raise)
		if _, game := m.watch(); game.raises == 3 {
			move = 1
		}
		m.post(m.sign(seat, say, move))
		items++
	}
	most := time.Duration(items)*grace + 2*bank
	if spent := m.now.Sub(begin); spent > most || items < 3 {
		t.Errorf("%d bets have taken %v of at most %v", items, spent, most)
	}
	m.play(0)
	m.wantOuts(1, table.Silent, 2, table.Silent)
}

// The first seats to know that the table is full can't put out those that haven't heard: nobody is due
// before all have said their hello, and each of them is due from then on.
func TestFirstClock(t *testing.T) {
	m := newMatch(t, 3, 1)
	m.exchange(2)
	for range 50 {
		m.wait(grace)
		m.post(m.sign(2, tick), m.sign(0, say, 1), m.sign(2, leave, 0, 0, 0, 0))
	}
	m.exchange(0, 1)
	m.post(m.sign(2, tick))
	m.playUnharmed()
}

// A seat that has overdrawn its bank isn't out at the next thing that is due: that has the grace,
// as always.
func TestOverdrawn(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	for range 14 { // places for its time to go on, and no tick
		m.wait(grace / 4)
		m.post(m.sign(m.next(better), say, 1))
	}
	m.act(better, raise)
	m.exchange(better)
	for m.turn() != better {
		m.act(m.turn(), raise)
		m.exchange()
	}
	if left := m.timeLeft(); left != grace {
		t.Errorf("%v left", left)
	}
	m.post(m.sign(m.next(better), tick))
	m.wantOuts()
	m.playUnharmed()
}

// One stamp an hour ahead puts out nobody who is due, and time doesn't stand still for an hour after it.
func TestFarFuture(t *testing.T) {
	for _, hours := range []time.Duration{1, -1, 1 << 20, -1 << 20} {
		m := begunMatch(t, 3, 1)
		s := m.turn()
		now := m.now
		m.now = now.Add(hours * time.Hour)
		m.post(m.sign(m.next(s), tick))
		m.now = now.Add(time.Millisecond)
		m.post(m.sign((s+2)%3, tick))
		m.wantOuts()
		m.play(m.others(s)...)
		if spent := m.now.Sub(now); spent > 2*grace+bank {
			t.Errorf("%v hours: %v until %d is out", hours, spent, s)
		}
		m.wantOuts(s, table.Silent)
	}
	m := begunMatch(t, 2, 1) // stamps as far apart as they can be
	for i, stamp := range []int64{-1 << 63, 1<<63 - 1, -1 << 63, 1<<63 - 1} {
		m.postAt(stamp, m.sign(i%2, tick))
	}
	m.wantOuts()
	m.playUnharmed()
}

// When a board that was away is back, the first statement puts out nobody who was due.
func TestPause(t *testing.T) {
	m := begunMatch(t, 4, 1)
	better := m.turn()
	m.wait(10 * time.Minute)
	for i := range 3 {
		m.post(m.sign((better+1+i)%4, tick))
	}
	m.act(better, 1)
	m.playUnharmed()
}

// A board of two servers, whose clocks differ by a fifth of a second: a cheat posts ticks by one
// and the other in turn. If each step forward counted again, the table's time would run ahead of
// both clocks, and put an honest seat out that has only just become due.
func TestSkewedServers(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	begun := m.now
	for i := range 48 {
		stamp := m.now.UnixMilli() + 1 // both tell 1 ms later
		if i%2 == 0 {
			stamp -= 200
		}
		m.postAt(stamp, m.sign(m.next(better), tick))
	}
	if w, _ := m.watch(); len(w.Outs()) > 0 {
		t.Errorf("%v after it became due, with a grace of %v and a bank of %v: %v", m.now.Sub(begun), grace, bank, w.Outs())
	}
}

// The worst for PROOFS.md, theorem 6.5: every second tick comes from a server that is a quarter of
// the grace behind, adds nothing, and keeps the other one waiting. So a seat that has gone holds
// up the others for four times its time, not for three.
func TestSlowerServer(t *testing.T) {
	m := begunMatch(t, 3, 1)
	gone, begun := m.turn(), m.now
	for ticks := range 100 {
		if w, _ := m.watch(); len(w.Outs()) > 0 {
			break
		}
		wait, behind := grace/4, grace/4
		if ticks%2 == 1 {
			wait, behind = 3*grace/4, 0
		}
		m.wait(wait)
		m.postAt(m.now.Add(-behind).UnixMilli(), m.sign(m.next(gone), tick))
	}
	if waited := m.now.Sub(begun); waited != 4*(grace+bank) {
		t.Errorf("the others have waited %v, with a grace of %v and a bank of %v", waited, grace, bank)
	}
}

// A board's clock was an hour ahead, once; as stamps don't go back, time stands still for an hour.
// Those who wait use up their ticks, and mustn't wait for ever, when the clock goes on, for a seat that has gone.
func TestClockStandsStill(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	others := m.others(better)
	ahead := m.now.Add(time.Hour).UnixMilli()
	speak := func() {
		for _, seat := range others {
			m.read(seat)
			if raw := m.pending(seat); raw != nil {
				m.postAt(max(ahead, m.now.UnixMilli()), raw)
			}
		}
	}
	begun := m.now
	for m.now.Sub(begun) < 3*time.Hour {
		if w, _ := m.watch(); len(w.Outs()) > 0 {
			break
		}
		m.wait(grace / 8)
		speak()
	}
	m.wantOuts(better, table.Silent)
	if spent := m.now.Sub(begun); spent > 2*time.Hour {
		t.Errorf("seat %d is out after %v", better, spent)
	}
}

// Cheats make a void statement each time before an honest seat would tick. If these put off
// ticks, the cheat that is due would have many graces more than its own.
func TestVoidStall(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	honest, other := m.next(better), m.others(better)[1]
	begun, last := m.now, m.now
	for range 4000 {
		w, _ := m.watch()
		if len(w.Outs()) > 0 {
			break
		}
		m.wait(grace / 64)
		n := w.Places()
		m.exchange(honest)
		if m.places() > n {
			last = m.now
		} else if m.now.Sub(last) >= grace/4-grace/64 {
			for _, c := range []int{better, other} {
				m.post(m.sign(c, hello))
				if m.places() > n {
					last = m.now
					break
				}
			}
		}
	}
	m.wantOuts(better, table.Silent)
	if spent := m.now.Sub(begun); spent > grace+bank+grace/2+grace/8 {
		t.Errorf("out after %v, with a grace of %v and a bank of %v", spent, grace, bank)
	}
}

// A seat whose time is up, and that waits again, has its whole bank in the next round only.
func TestBank(t *testing.T) {
	m := begunMatch(t, 2, 3)
	better := m.turn()
	wantLeft := func(want time.Duration) {
		t.Helper()
		if left := m.timeLeft(); left != want {
			t.Errorf("%v left, not %v", left, want)
		}
	}
	wantLeft(grace + bank)
	m.wait(-time.Hour) // the table's time doesn't go back, nor on
	m.post(m.sign(1-better, tick))
	wantLeft(grace + bank)
	for range 5 { // half of the bank
		m.wait(grace / 4)
		m.post(m.sign(1-better, tick))
	}
	m.act(better, raise)
	m.exchange(better)
	m.act(1-better, raise)
	m.exchange(1 - better)
	wantLeft(grace + bank - grace/4)
	m.bet(func() bool { return m.players[0].Round() == 1 })
	wantLeft(grace + bank)
}

// Ticks are bounded, too, until something has an effect: a message, a leave, an out.
func TestTicksAreBounded(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	waits := m.others(better)[1]
	flood := func(messages ...byte) {
		t.Helper()
		const most = 16 + 16*2 // (grace + bank) / grace, rounded up
		places := m.places()
		for range most + 20 {
			m.post(m.sign(waits, messages...))
		}
		if ticks := m.places() - places; ticks != most {
			t.Errorf("%d ticks", ticks)
		}
	}
	flood(tick)
	m.act(better, 1)
	m.exchange(better)
	flood(tick)
	m.post(m.sign(better, leave, 0, 0, 0, 9))
	flood(tick)
	m.post(m.sign(better, leave, 0, 0, 0, 9)) // no effect
	m.post(m.sign(m.turn(), say, 99))
	flood(tick)
	m.wantOuts(m.next(better), table.Fault)
	places := m.places()
	m.post(m.sign(m.next(better), leave, 0, 0, 0, 9)) // nor that of a seat that is out
	m.post(m.sign(waits, tick))
	if m.places() != places+1 {
		t.Error("a leave without an effect")
	}
}

// Those who wait tick, after a quarter of the grace, and less and less often while the board's clock
// stands. The seat that is due doesn't.
func TestWhoTicks(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better, stamp, n := m.turn(), m.now, len(m.posts)
	for range 400 {
		now := m.now.Add(grace / 8)
		m.now = stamp // by a board whose clock stands
		for seat := range 3 {
			m.read(seat)
			raw, _, err := m.players[seat].Pending(now)
			if raw != nil && (seat == better || kindOf(raw) != tick || now.Before(stamp.Add(grace/4))) || err != nil {
				t.Fatalf("seat %d: %x %v", seat, raw, err)
			}
			if raw != nil {
				m.post(raw)
			}
		}
		m.now = now
	}
	if ticks := len(m.posts) - n; ticks < 2*4 || ticks > 2*(4+10) {
		t.Errorf("%d ticks", ticks)
	}
	m.wantOuts()
}

// At a table of many seats, those who wait tick one after the other, but each after half of the
// grace at the latest.
func TestWhenTicks(t *testing.T) {
	const seats = 14
	m := begunMatch(t, seats, 1)
	better := m.turn()
	at := make(map[time.Duration]int)
	for seat := range seats {
		raw, again, err := m.players[seat].Pending(m.now)
		if raw != nil || err != nil {
			t.Fatalf("seat %d: %x, %v", seat, raw, err)
		}
		if seat != better {
			at[again.Sub(m.now)]++
		}
	}
	quarter, half := grace/4, grace/2
	if at[quarter] > 1 || at[half] < seats-9 || len(at) < 8 {
		t.Error(at)
	}
}

// Everyone is silent but one: it gets the pot in a bounded time. A tick takes it a quarter of
// the grace, as long again to let others go first, and here an eighth, by the steps of play.
func TestAlone(t *testing.T) {
	for seats := 2; seats < 6; seats++ {
		m := newMatch(t, seats, 3)
		for seat := range seats {
			m.exchange(seat)
		}
		begin := m.now
		m.play(0)
		const ticks = (grace+bank)/(grace/4) + 1
		if spent := m.now.Sub(begin); spent > ticks*(grace/4+grace/4+grace/8) {
			t.Errorf("%d seats: %v", seats, spent)
		}
		w, game := m.wantSame(0)
		if len(w.Outs()) != seats-1 || w.Final() || game.Stacks[0] != 12+seats-1 {
			t.Errorf("outs %v, final %v, stacks %v", w.Outs(), w.Final(), game.Stacks)
		}
	}
}
