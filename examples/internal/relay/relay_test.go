package relay

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/relay/relaytest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // the tests wait more than they work
	begun := time.Now()
	r, err := Listen("127.0.0.1:0", chat(true, calm))
	if err == nil {
		_, err = table(r, nil, r.Addr())
	}
	if err != nil {
		panic(err)
	}
	brisk = min(max(brisk, 5*time.Since(begun)), 8*time.Second)
	os.Exit(m.Run())
}

// brisk is how long to wait for a seat that says nothing: long enough for many games at
// once on this machine, as a rule. Calm is how long to wait for those that do say something.
var brisk = time.Second

const calm = 5 * time.Minute

// chat is a game in which each seat says something to all, twice, and, if it is sealed,
// something to the next one.
func chat(sealed bool, answer time.Duration) Game {
	return Game{Label: "chat/v1", Seats: 3, Sealed: sealed, MaxLen: 100, Answer: answer, Arrival: calm}
}

// A member is a seat of the chat.
type member struct {
	*Channel
	print    [32]byte
	heard    []string
	accounts []*Account
	err      error
}

const (
	wordKind = 1 + iota
	secretKind
	agreedKind
)

func (m *member) speak() {
	m.err = m.talk()
	m.accounts, m.err = m.Finish(m.err, []byte("account"))
}

func (m *member) talk() (err error) {
	if m.print, err = m.Greet(); err != nil {
		return err
	}
	return m.chatter()
}

func (m *member) chatter() (err error) {
	for round := range 2 {
		if err = m.Say(append([]byte{wordKind}, fmt.Sprint("word ", round)...)); err != nil {
			return err
		}
		for _, from := range m.Others() {
			_, word, err := m.Hear(wordKind, from)
			if err != nil {
				return err
			}
			m.heard = append(m.heard, string(word))
		}
	}
	if m.game.Sealed {
		n := m.game.Seats
		if err := m.Tell((m.seat+1)%n, append([]byte{secretKind}, "secret"...)); err != nil {
			return err
		}
		_, secret, err := m.Hear(secretKind, (m.seat+n-1)%n)
		if err != nil {
			return err
		}
		m.heard = append(m.heard, string(secret))
	}
	return m.Agree(agreedKind)
}

// party plays a chat in which some seats do something else, and some frames from the
// relay to seat 2 are meddled with.
func party(t testing.TB, game Game, parts map[int]func(*member), meddle func(n int, frame []byte) [][]byte) []*member {
	t.Helper()
	r, err := Listen("127.0.0.1:0", game)
	if err != nil {
		t.Fatal(err)
	}
	addr := r.Addr()
	if meddle != nil {
		addr = relaytest.Back(t, addr, meddle)
	}
	members, err := table(r, parts, addr)
	if err != nil {
		t.Error(err)
	}
	return members
}

// table plays a chat at a relay, which seat 2 reaches at another address.
func table(r *Relay, parts map[int]func(*member), addr string) ([]*member, error) {
	var err error
	var work, honest sync.WaitGroup
	work.Go(func() { err = r.Run() })
	members := make([]*member, r.game.Seats)
	for i := range members {
		place := Place{Addr: r.Addr(), Seat: i}
		if i == 2 {
			place.Addr = addr
		}
		play := func() {
			members[i] = &member{}
			if members[i].Channel, members[i].err = Join(place, r.game, func(int) {}); members[i].err != nil {
				return
			}
			if part := parts[i]; part != nil {
				part(members[i])
			} else {
				members[i].speak()
			}
		}
		if parts[i] != nil {
			work.Go(play)
		} else {
			honest.Go(play)
		}
	}
	honest.Wait()
	work.Wait()
	return members, err
}

// blamed checks whom an error names.
func blamed(t testing.TB, err, want error, relay bool, seats ...int) {
	t.Helper()
	var b *Blame
	if !errors.As(err, &b) || !slices.Equal(b.Seats, seats) || b.Relay != relay || !errors.Is(err, want) || cli.Status(err) != cli.Failed {
		t.Errorf("%v, want %v of seats %d, relay %v", err, want, seats, relay)
	}
}

func TestChat(t *testing.T) {
	for _, sealed := range []bool{false, true} {
		members := party(t, chat(sealed, calm), nil, nil)
		for i, m := range members {
			if m.err != nil {
				t.Fatalf("seat %d: %v", i, m.err)
			}
			want := "word 0 word 0 word 1 word 1"
			if sealed {
				want += " secret"
			}
			if got := strings.Join(m.heard, " "); got != want || m.print != members[0].print {
				t.Errorf("seat %d heard %s, %x", i, got, m.print)
			}
			for j, a := range m.accounts {
				told := 0
				for _, messages := range a.Told {
					told += len(messages)
				}
				if string(a.Own) != "account" || sealed && (told != 1 || string(a.Told[(j+2)%3][0][1:]) != "secret") || !sealed && told != 0 {
					t.Errorf("seat %d shows seat %d %+v", j, i, a)
				}
			}
		}
	}
}

// tellTwo signs two messages as one, and says one to seat 0 and the other to the rest.
func (c *Channel) tellTwo(a, b []byte) {
	said := c.peers[c.seat].said
	for _, to := range c.Others() {
		message := b
		if to == 0 {
			message = a
		}
		c.peers[c.seat].said = said
		c.sendTo(to, c.sign(toAll, &c.peers[c.seat].said, message))
	}
}

// A seat that tells two stories is named by all, alone, by what it has signed: when they
// agree, or when somebody stops, though its words have led honest seats astray.
func TestTwoStories(t *testing.T) {
	for what, other := range map[string][]byte{"word": append([]byte{wordKind}, "another"...), "kind": {77}} {
		t.Run(what, func(t *testing.T) {
			members := party(t, chat(true, calm), map[int]func(*member){1: func(m *member) {
				m.Greet()
				m.tellTwo(append([]byte{wordKind}, "word 0"...), other)
				m.chatter()
				m.Finish(nil, nil)
			}}, nil)
			blamed(t, members[0].err, ErrStories, false, 1)
			blamed(t, members[2].err, ErrStories, false, 1)
		})
	}
}

// What a seat can do to others by words, and whom each names.
func TestAccusations(t *testing.T) {
	t.Parallel()
	greeted := func(then func(*member)) func(*member) {
		return func(m *member) {
			m.Greet()
			then(m)
		}
	}
	for what, c := range map[string]struct {
		part         func(*member)
		want         error
		relay        bool
		seat0, seat2 []int
	}{
		"says nothing":         {greeted(func(m *member) { m.Linger() }), ErrSilent, true, []int{1}, []int{1}},
		"leaves":               {greeted(func(m *member) { m.Quit() }), ErrGone, true, []int{1}, []int{1}},
		"sends no key":         {func(m *member) { m.Linger() }, ErrSilent, true, []int{1}, []int{1}},
		"leaves without a key": {func(m *member) { m.Quit() }, ErrGone, true, []int{1}, []int{1}},
		"is done early":        {greeted(func(m *member) { m.Finish(nil, nil) }), nil, true, nil, nil},
		"accuses another": {greeted(func(m *member) { m.Finish(m.game.Blame(errors.New("it lies"), 2), nil) }),
			ErrStopped, false, []int{1, 2}, []int{1}},
		"says it waits": {greeted(func(m *member) { m.Finish(m.game.Blame(ErrSilent, 2), nil) }), nil, true, nil, nil},
		"says nothing to one": {greeted(func(m *member) {
			said := m.peers[m.seat].said
			m.sendTo(2, m.sign(toAll, &said, []byte{wordKind, 1}))
			m.Linger()
		}), ErrSilent, true, []int{1}, []int{1}},
		"forges a closing": {greeted(func(m *member) { m.Say([]byte{closingKind, 1, 2, 3}); m.Linger() }), nil, false, []int{1}, []int{1}},
		"shows what nobody said": {greeted(func(m *member) {
			x := m.closing(nil, nil)
			x.said[2].addHash([32]byte{1})
			x.said[2].signature = make([]byte, 64)
			m.Say(append([]byte{closingKind}, x.encode()...))
			m.Linger()
		}), nil, false, []int{1}, []int{1}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			clitest.Patiently(t, brisk, func(t testing.TB, answer time.Duration) {
				begun := time.Now()
				members := party(t, chat(true, answer), map[int]func(*member){1: c.part}, nil)
				if took := time.Since(begun); took > 10*answer {
					t.Errorf("it took %v", took)
				}
				for seat, want := range map[int][]int{0: c.seat0, 2: c.seat2} {
					var b *Blame
					if err := members[seat].err; !errors.As(err, &b) || !slices.Contains(b.Seats, 1) || slices.Contains(b.Seats, seat) || c.want != nil && !errors.Is(err, c.want) {
						t.Errorf("seat %d: %v", seat, err)
					} else if want != nil && !slices.Equal(b.Seats, want) || b.Relay != c.relay {
						t.Errorf("seat %d names %d, want %d: %v", seat, b.Seats, want, err)
					}
				}
			})
		})
	}
}

// A relay that changes, repeats, drops or exchanges frames is noticed by the seat that
// gets them, which doesn't take the sender for the only one to blame. Frames come to seat
// 2 in this order: what the relay says until the table is full, then keys from 0 and 1.
func TestFalseRelay(t *testing.T) {
	t.Parallel()
	type change = func(frame []byte) [][]byte
	for what, c := range map[string]struct {
		at     int // after the table is full
		change change
		want   error
	}{
		"changes":       {2, func(f []byte) [][]byte { f[len(f)-1] ^= 1; return [][]byte{f} }, ErrForged},
		"signs":         {2, func(f []byte) [][]byte { f[2] ^= 1; return [][]byte{f} }, ErrForged},
		"repeats":       {2, func(f []byte) [][]byte { return [][]byte{f, bytes.Clone(f)} }, ErrForged},
		"drops":         {2, func([]byte) [][]byte { return nil }, ErrForged},
		"is the sender": {2, func(f []byte) [][]byte { f[0] ^= 1; return [][]byte{f} }, ErrForged},
		"has a key":     {0, func(f []byte) [][]byte { f[1] ^= 1; return [][]byte{f} }, nil},
		"cuts a key":    {0, func(f []byte) [][]byte { return [][]byte{f[:20]} }, nil},
		"copies a key":  {0, func(f []byte) [][]byte { return [][]byte{f, append([]byte{f[0] ^ 1}, f[1:]...)} }, nil},
		"ends a seat":   {2, func(f []byte) [][]byte { return [][]byte{f[:1]} }, nil},
		"shortens":      {2, func(f []byte) [][]byte { return [][]byte{f[:2]} }, ErrForged},
	} {
		for _, sealed := range []bool{false, true} {
			t.Run(fmt.Sprint(what, sealed), func(t *testing.T) {
				t.Parallel()
				clitest.Patiently(t, brisk/2, func(t testing.TB, answer time.Duration) {
					full, n := false, 0
					members := party(t, chat(sealed, answer), nil, func(_ int, f []byte) [][]byte {
						if !full {
							full = bytes.Equal(f, []byte{begin})
							return [][]byte{f}
						}
						if n++; n-1 == c.at {
							return c.change(f)
						}
						return [][]byte{f}
					})
					for i, m := range members {
						var b *Blame
						if i == 2 && m.err == nil || m.err != nil && (!errors.As(m.err, &b) || !b.Relay && len(b.Seats) < 2 && b.Seats[0] != 2) {
							t.Errorf("seat %d: %v", i, m.err)
						}
					}
					if c.want != nil && !errors.Is(members[2].err, c.want) {
						t.Error(members[2].err)
					}
				})
			})
		}
	}
	for what, frame := range map[string][]byte{"no frame": {}, "no seat": {3, 0}, "oneself": {2, 0}} {
		t.Run(what, func(t *testing.T) {
			clitest.Patiently(t, brisk/2, func(t testing.TB, answer time.Duration) {
				full := false
				members := party(t, chat(false, answer), nil, func(_ int, f []byte) [][]byte {
					if full {
						return [][]byte{frame}
					}
					full = bytes.Equal(f, []byte{begin})
					return [][]byte{f}
				})
				if err := members[2].err; err == nil || !strings.HasPrefix(err.Error(), "the relay: a frame of no seat") || cli.Status(err) != cli.Broken {
					t.Error(err)
				}
			})
		})
	}
}

// A relay that sits between the seats as each of them has to exchange their keys, which
// changes the fingerprint.
func TestExchangedKey(t *testing.T) {
	clitest.Patiently(t, brisk/2, func(t testing.TB, answer time.Duration) {
		full, n := false, 0
		members := party(t, chat(false, answer), nil, func(_ int, f []byte) [][]byte {
			if full {
				if n++; n == 2 {
					f[1] ^= 1
				}
			}
			full = full || bytes.Equal(f, []byte{begin})
			return [][]byte{f}
		})
		if members[0].print != members[1].print || members[0].print == members[2].print {
			t.Errorf("%x, %x, %x", members[0].print, members[1].print, members[2].print)
		}
	})
	if text := Fingerprint([32]byte{0xab, 1, 2}); text != "ab01 0200 0000 0000 0000 0000 0000 0000" {
		t.Error(text)
	}
}

// guestOf connects to a relay, and says something unless it is nil.
func guestOf(t testing.TB, r *Relay, words []byte) *wire.Conn {
	t.Helper()
	conn, err := wire.Dial(r.Addr(), calm)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	if words != nil {
		conn.Send(words)
	}
	return conn
}

// last returns the last frame that a guest gets, besides news of free seats.
func last(conn *wire.Conn) string {
	for {
		frame, err := conn.Receive(100)
		if err != nil {
			return err.Error()
		}
		if len(frame) != 2 || frame[0] != waitFor {
			return string(frame)
		}
	}
}

// Strangers and idle connections don't keep a table from filling. A taken seat, a full
// table and a table of another size are told so; a seat that goes away may come again.
func TestJoining(t *testing.T) {
	game := chat(false, calm)
	r, err := Listen("127.0.0.1:0", game)
	if err != nil {
		t.Fatal(err)
	}
	own := r.Reserve(0)
	var work sync.WaitGroup
	work.Go(func() { r.Run() })
	defer work.Wait()
	defer r.Close()
	begun := time.Now()
	const idle = 20
	sentAway := make(chan string, idle)
	for range idle { // which say nothing
		conn := guestOf(t, r, nil)
		go func() { sentAway <- last(conn) }()
	}
	for range idle - game.Seats {
		if got := <-sentAway; !strings.HasPrefix(got, wire.ErrClosed.Error()) {
			t.Errorf("an idle connection: %q", got)
		}
	}
	larger := game
	larger.Seats = 4
	for _, c := range []struct {
		join []byte
		want string
	}{
		{[]byte("GET / HTTP/1.1\r\nHost: example.org\r\n"), wire.ErrClosed.Error()},
		{[]byte{}, wire.ErrClosed.Error()},
		{larger.join(1, Token{}), "\x02its table has 3 seats, not 4"},
		{game.join(3, Token{}), "\x02its table has no seat 3"},
		{game.join(255, Token{}), "\x02its table has no seat 255"},
		{game.join(0, Token{}), "\x02seat 0 is taken"},
		{game.join(0, Token{1}), "\x02seat 0 is taken"},
	} {
		if got := last(guestOf(t, r, c.join)); !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: %q, want %q", c.join, got, c.want)
		}
	}
	first := guestOf(t, r, game.join(1, Token{}))
	if frame, err := first.Receive(100); err != nil || !bytes.Equal(frame, []byte{waitFor, 2}) {
		t.Errorf("%v, %v", frame, err)
	}
	if got := last(guestOf(t, r, game.join(1, Token{}))); got != "\x02seat 1 is taken" {
		t.Errorf("%q", got)
	}
	first.Close()
	again := guestOf(t, r, game.join(1, Token{}))
	for {
		if frame, err := again.Receive(100); err == nil && frame[0] == waitFor {
			break
		}
		time.Sleep(10 * time.Millisecond) // the relay hasn't seen yet that it is gone
		again = guestOf(t, r, game.join(1, Token{}))
	}
	guestOf(t, r, nil)
	mine, other := guestOf(t, r, game.join(0, own)), guestOf(t, r, game.join(2, Token{}))
	for i, conn := range []*wire.Conn{mine, again, other} {
		if got := last(conn); got != string([]byte{begin}) {
			t.Errorf("seat %d: %q", i, got)
		}
	}
	if took := time.Since(begun); took > calm/2 {
		t.Errorf("it took %v", took)
	}
	if got := last(guestOf(t, r, game.join(2, Token{}))); got != "\x02the table is full" {
		t.Errorf("%q", got)
	}
	if _, err := Join(Place{Addr: r.Addr(), Seat: 2}, game, nil); err == nil || err.Error() != `joining the table: the relay refuses: "the table is full"` {
		t.Error(err)
	}
}

// A seat that feeds another one its words as late as it may can't make that one end the
// hand after the others have given it up.
func TestDrip(t *testing.T) {
	t.Parallel()
	clitest.Patiently(t, brisk, func(t testing.TB, answer time.Duration) {
		game := chat(true, answer)
		const words = 4
		listen := func(m *member) {
			_, m.err = m.Greet()
			for range words {
				if m.err == nil {
					_, _, m.err = m.Hear(wordKind, 1)
				}
			}
			_, m.err = m.Finish(m.err, nil)
		}
		members := party(t, game, map[int]func(*member){0: listen, 2: listen, 1: func(m *member) {
			m.Greet()
			var bodies [][]byte
			for range words {
				bodies = append(bodies, m.sign(toAll, &m.peers[1].said, []byte{wordKind}))
				m.sendTo(0, bodies[len(bodies)-1])
			}
			m.parting = m.sign(toAll, &m.peers[1].said, append([]byte{closingKind}, m.closing(nil, nil).encode()...))
			m.sendTo(0, m.parting)
			for _, body := range append(bodies, m.parting) {
				time.Sleep(game.Answer * 3 / 4)
				m.sendTo(2, body)
			}
			m.Linger()
		}}, nil)
		for _, seat := range []int{0, 2} {
			var b *Blame
			if err := members[seat].err; err != nil && (!errors.As(err, &b) || !slices.Contains(b.Seats, 1)) {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	})
}

// A seat whose keys come late is told all the same why others end the hand. Nobody waits
// for a seat that has left.
func TestLateKey(t *testing.T) {
	begun := time.Now()
	members := party(t, chat(true, calm), map[int]func(*member){
		0: func(m *member) {
			time.Sleep(300 * time.Millisecond) // seat 2 sees before that seat 1 is gone
			m.speak()
		},
		1: func(m *member) { m.Quit() },
	}, nil)
	blamed(t, members[0].err, ErrGone, true, 1)
	blamed(t, members[2].err, ErrGone, true, 1)
	if took := time.Since(begun); took > calm/2 {
		t.Errorf("it took %v", took)
	}
}

// A seat says more than another one has taken, and no more than that one keeps.
func TestTooMuch(t *testing.T) {
	t.Parallel()
	over := make(chan struct{})
	members := party(t, chat(true, calm), map[int]func(*member){
		0: func(m *member) {
			m.Greet()
			_, _, m.err = m.Hear(wordKind, 2)
			m.Quit()
			close(over)
		},
		1: func(m *member) {
			m.Greet()
			for range maxQueue + 1 {
				m.Say([]byte{wordKind})
			}
			<-over
			m.Quit()
		},
		2: func(m *member) {
			m.Greet()
			<-over
			m.Quit()
		},
	}, nil)
	blamed(t, members[0].err, ErrFlood, false, 1)
	if n := len(members[0].peers[1].queue); n != maxQueue {
		t.Errorf("%d are kept", n)
	}
}

// A seat that sends more than a hand takes is cut off, and keeps nobody waiting.
func TestFlood(t *testing.T) {
	for what, frame := range map[string][]byte{"frames": {toAll, 1}, "bytes": append([]byte{toAll}, make([]byte, 1<<16)...)} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r, err := Listen("127.0.0.1:0", chat(true, calm))
			if err != nil {
				t.Fatal(err)
			}
			carried := 0
			r.Curious = func([]byte) { carried++ }
			members, err := table(r, map[int]func(*member){1: func(m *member) {
				m.Greet()
				for range 1000 * maxFrames {
					if m.conn.Send(frame) != nil {
						break
					}
				}
				m.Quit()
			}}, r.Addr())
			if most := min(maxFrames, maxBytes/len(frame)) + 100; err != nil || carried > most {
				t.Errorf("%d frames are carried, more than %d; %v", carried, most, err)
			}
			for _, seat := range []int{0, 2} {
				if err := members[seat].err; err == nil || !strings.Contains(err.Error(), "seat 1") {
					t.Errorf("seat %d: %v", seat, err)
				}
			}
		})
	}
}

// A relay whose seats never leave ends when the others have left, or when nobody says
// anything any more.
func TestRelayEnds(t *testing.T) {
	t.Parallel()
	for what, junk := range map[string]bool{"silent": false, "talkative": true} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			clitest.Patiently(t, 300*time.Millisecond, func(t testing.TB, answer time.Duration) { relayEnds(t, answer, junk) })
		})
	}
}

func relayEnds(t testing.TB, answer time.Duration, junk bool) {
	game := chat(false, answer)
	r, err := Listen("127.0.0.1:0", game)
	if err != nil {
		t.Fatal(err)
	}
	for i := range game.Seats {
		conn := guestOf(t, r, game.join(i, Token{}))
		go func() {
			last(conn)
			switch {
			case i == 0 && junk:
				for conn.Send([]byte{toAll, 1, 2, 3}) == nil {
					time.Sleep(50 * time.Millisecond)
				}
			case i == 1 && junk:
				conn.Send([]byte{1}) // it leaves
			}
		}()
	}
	begun := time.Now()
	if err := r.Run(); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 20*game.Answer {
		t.Errorf("it took %v", took)
	}
}

// Of several seats' verdicts, that which names the fewest comes first.
func TestNarrowest(t *testing.T) {
	game := chat(false, time.Second)
	one, two, orRelay := game.Blame(ErrForged, 1), game.Blame(ErrForged, 0, 1), game.BlameRelay(ErrSilent, 1)
	for _, c := range []struct {
		errs []error
		want error
	}{
		{nil, nil},
		{[]error{nil, two, one}, one},
		{[]error{orRelay, ErrRelay, two}, orRelay},
		{[]error{ErrRelay, nil, two}, two},
		{[]error{nil, ErrRelay}, ErrRelay},
	} {
		if err := Narrowest(c.errs...); err != c.want {
			t.Errorf("%v: %v", c.errs, err)
		}
	}
}
