package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// calm is patient enough for any machine. Peers that say nothing are for hastily.
var calm = duel.Patience{Answer: 5 * time.Minute, Arrival: 5 * time.Minute}

// hastily is clitest.Patiently for a process that doesn't wait long for messages.
func hastily(t *testing.T, run func(t testing.TB, p duel.Patience)) {
	t.Helper()
	clitest.Patiently(t, 300*time.Millisecond, func(t testing.TB, answer time.Duration) {
		run(t, duel.Patience{Answer: answer, Arrival: calm.Arrival})
	})
}

// An ending is how a process ended.
type ending struct {
	status      int
	out, stderr string
}

// listening starts a process that listens, and returns where.
func listening(t testing.TB, p duel.Patience, args ...string) (addr string, end <-chan ending) {
	t.Helper()
	var out, stderr clitest.Output
	ends := make(chan ending, 1)
	go func() {
		status := run(p, append([]string{"-listen", "127.0.0.1:0"}, args...), &out, &stderr)
		ends <- ending{status, out.String(), stderr.String()}
	}()
	return out.Address(t), ends
}

// connecting runs a process that connects.
func connecting(p duel.Patience, addr string, args ...string) ending {
	var out, stderr strings.Builder
	status := run(p, append([]string{"-connect", addr}, args...), &out, &stderr)
	return ending{status, out.String(), stderr.String()}
}

func throws(t *testing.T, out string) []int {
	t.Helper()
	return numbers(t, strings.Replace(out, "  seat 1 finds N", "  seat 0 finds N", 1))
}

// Both protocols run between two processes, which see the same dice.
func TestTwoParties(t *testing.T) {
	for _, protocol := range []string{"toss", "jgammon"} {
		args := []string{"-protocol", protocol, "-throws", "25"}
		addr, end := listening(t, calm, args...)
		one := connecting(calm, addr, args...)
		zero := <-end
		if zero.status != cli.Passed || one.status != cli.Passed || zero.stderr+one.stderr != "" {
			t.Fatalf("%s:\n%+v\n%+v", protocol, zero, one)
		}
		if a, b := throws(t, zero.out), throws(t, one.out); len(a) != 25 || !slices.Equal(a, b) {
			t.Errorf("%s: one saw %d, the other %d", protocol, a, b)
		}
		clitest.CheckWidth(t, zero.out)
		clitest.CheckWidth(t, one.out)
		_, common, _ := strings.Cut(zero.out, "\n1. ")
		common, _, _ = strings.Cut(common, "\n4. ")
		if !strings.Contains(one.out, common) || !strings.Contains(common, "\n3. ") {
			t.Errorf("%s: the messages differ:\n%s\n%s", protocol, zero.out, one.out)
		}
	}
}

// With -json, the lines about the connection go to standard error, and both processes
// print the same throws.
func TestTwoPartiesAsJSON(t *testing.T) {
	var out, stderr clitest.Output
	status := make(chan int)
	go func() {
		status <- run(calm, []string{"-listen", "127.0.0.1:0", "-json", "-throws", "3"}, &out, &stderr)
	}()
	one := connecting(calm, stderr.Address(t), "-json", "-throws", "3")
	if zero := <-status; zero != cli.Passed || one.status != cli.Passed || !strings.HasPrefix(one.stderr, "Seat 1, which is you, has connected") {
		t.Fatalf("statuses %d and %d, %s", zero, one.status, one.stderr)
	}
	var records [2]record
	for seat, text := range []string{out.String(), one.out} {
		if err := json.Unmarshal([]byte(text), &records[seat]); err != nil {
			t.Fatalf("seat %d: %v\n%s", seat, err, text)
		}
	}
	if diff := cmp.Diff(records[0], records[1]); diff != "" || len(records[0].Throws) != 3 {
		t.Errorf("seats 0 and 1 (-0 +1):\n%s", diff)
	}
}

// Whichever process cheats, the other one's exit status is that of the cheat.
func TestTwoPartiesCheat(t *testing.T) {
	for _, c := range []struct {
		protocol, cheat string
		honest, cheats  int
		stderr, out     string // of the honest one; OTHER is the seat that cheats
	}{
		{"toss", "echo", cli.Failed, cli.Failed, "mismatch", "Seat OTHER has CHEATED"},
		{"toss", "change", cli.Failed, cli.Failed, "mismatch", "Seat OTHER has CHEATED"},
		{"toss", "abort", cli.Failed, cli.Failed, "a refusal to reveal", "who is due: seat OTHER."},
		{"toss", "replay", cli.Failed, cli.Failed, "throw 2: commit: mismatch", "Seat OTHER has CHEATED"},
		{"jgammon", "echo", cli.Passed, cli.Passed, "", "MISSED that in 20 of 20 throws, seat OTHER sent"},
		{"jgammon", "change", cli.Failed, cli.Failed, "mismatch", "Seat OTHER has CHEATED"},
		{"jgammon", "abort", cli.Passed, cli.Passed, "", "MISSED that seat OTHER chose"},
		{"jgammon", "replay", cli.Passed, cli.Passed, "", "MISSED that in 19 of 20 throws, seat OTHER sent"},
	} {
		for seat, other := range []string{"1", "0"} { // the honest one, the cheat
			if other == "0" && c.protocol == "toss" && c.cheat != "replay" {
				continue // it waits in vain: see TestWaitingCheat
			}
			honest := []string{"-protocol", c.protocol, "-throws", "20"}
			cheat := append(slices.Clone(honest), "-cheat", c.cheat)
			args := [][]string{honest, cheat}
			if seat == 1 {
				args = [][]string{cheat, honest}
			}
			addr, end := listening(t, calm, args[0]...)
			one := connecting(calm, addr, args[1]...)
			ends := []ending{<-end, one}
			h, ch := ends[seat], ends[1-seat]
			if h.status != c.honest || ch.status != c.cheats ||
				!strings.Contains(h.stderr, c.stderr) || !strings.Contains(h.out, strings.ReplaceAll(c.out, "OTHER", other)) {
				t.Errorf("%s, %s by seat %s:\n%+v\n%+v", c.protocol, c.cheat, other, h, ch)
			}
			clitest.CheckWidth(t, h.out)
			clitest.CheckWidth(t, ch.out)
			if c.stderr != "" && !strings.HasSuffix(h.stderr, ": seat "+other+"\n") {
				t.Errorf("%s, %s by seat %s: blame in %s", c.protocol, c.cheat, other, h.stderr)
			}
			if strings.Contains(h.out, "CHEATS") || !strings.Contains(ch.out, "Seat "+other+" CHEATS") {
				t.Errorf("%s, %s by seat %s: who announces it?\n%s\n%s", c.protocol, c.cheat, other, h.out, ch.out)
			}
		}
	}
}

// Where seats take turns, seat 0 can't wait to see what seat 1 says first, and loses if it
// does.
func TestWaitingCheat(t *testing.T) {
	for _, cheat := range []string{"echo", "change", "abort"} {
		hastily(t, func(t testing.TB, hasty duel.Patience) {
			addr, end := listening(t, calm, "-cheat", cheat)
			one := connecting(hasty, addr)
			zero := <-end
			if zero.status != cli.Failed || one.status != cli.Failed || !strings.Contains(one.stderr, fmt.Sprintf("throw 1: no message came in time: %v: seat 0", hasty.Answer)) || !strings.Contains(one.out, "Seat 0 has LOST it") {
				t.Errorf("%s:\n%+v\n%+v", cheat, zero, one)
			}
		})
	}
}

// Two echoes wait for one another, and not for ever.
func TestTwoEchoes(t *testing.T) {
	for _, protocol := range []string{"toss", "jgammon"} {
		hastily(t, func(t testing.TB, hasty duel.Patience) {
			args := []string{"-protocol", protocol, "-cheat", "echo"}
			addr, end := listening(t, hasty, args...)
			one := connecting(calm, addr, args...)
			if zero := <-end; zero.status != cli.Failed || one.status != cli.Failed || !strings.Contains(zero.stderr, fmt.Sprintf("no message came in time: %v: seat 1", hasty.Answer)) {
				t.Errorf("%+v\n%+v", zero, one)
			}
		})
	}
}

// Parties that want different games find out before the first throw.
func TestDisagreement(t *testing.T) {
	for _, c := range []struct {
		one       []string
		zero, two string // on standard error
	}{
		{[]string{"-throws", "11"}, "seat 1: it wants to throw 11 times, not 10", "seat 0: it wants to throw 10 times, not 11"},
		{[]string{"-protocol", "jgammon"}, "seat 1: it wants the protocol jgammon, not toss", "seat 0: it wants the protocol toss, not jgammon"},
	} {
		addr, end := listening(t, calm)
		one := connecting(calm, addr, c.one...)
		zero := <-end
		if zero.status != cli.Broken || one.status != cli.Broken || !strings.Contains(zero.stderr, c.zero) || !strings.Contains(one.stderr, c.two) {
			t.Errorf("%q:\n%+v\n%+v", c.one, zero, one)
		}
	}
}

// A stage is how far a scripted peer plays along before it does something else.
type stage int

const (
	atHello stage = iota
	atCommitment
	atReveal
)

// A misbehaviour of a peer, and what comes of it. The peer has the bare connection.
var misbehaviours = []struct {
	what string
	do   func(c net.Conn, answer time.Duration)
	want string // on standard error
}{
	{"silence", func(c net.Conn, _ time.Duration) { io.Copy(io.Discard, c) }, "no message came in time: "},
	{"a drip", func(c net.Conn, answer time.Duration) {
		c.Write([]byte{0, 0, 0, 8})
		for range 7 {
			time.Sleep(answer / 5)
			c.Write([]byte{1})
		}
	}, "only a part of a message came"},
	{"an end", func(net.Conn, time.Duration) {}, "the connection has ended"},
	{"half a frame", func(c net.Conn, _ time.Duration) { c.Write([]byte{0, 0, 0, 8, 1, 2, 3}) }, "only a part of a message came: 3 of "},
	{"half a length", func(c net.Conn, _ time.Duration) { c.Write([]byte{0, 0}) }, "only a part of a message came: 2 of 4 bytes"},
	{"garbage", func(c net.Conn, _ time.Duration) { c.Write([]byte("GET / HTTP/1.1\r\n\r\n")) }, "the message is too long: 1195725856 bytes"},
	{"too much", func(c net.Conn, _ time.Duration) { c.Write(append([]byte{0, 0, 4, 0}, make([]byte, 1024)...)) }, "the message is too long: 1024 bytes"},
}

// meet runs a party of the program, whose peer is scripted.
func meet(t testing.TB, p duel.Patience, seat int, protocol string, script func(net.Conn)) ending {
	t.Helper()
	args := []string{"-protocol", protocol, "-throws", "3"}
	if seat == 0 {
		addr, end := listening(t, p, args...)
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		script(conn)
		conn.Close()
		return <-end
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			t.Error(err)
			return
		}
		script(conn)
		conn.Close()
	}()
	e := connecting(p, l.Addr().String(), args...)
	<-done
	return e
}

// playUntil plays a seat up to a stage, with frames by hand.
func playUntil(conn net.Conn, protocol string, seat int, until stage) {
	c := wire.New(conn, calm.Answer)
	if until == atHello {
		return
	}
	p := &party{game: game{protocolNamed(protocol), 3}, conn: c, seat: seat}
	if p.greet() != nil || until == atCommitment {
		return
	}
	v := view{seat: seat, number: 1}
	toss, _ := p.begin(&v)
	c.Send(toss.Pending())
	p.receive(&v, 0)
}

// Whatever a peer does instead of its part, in whichever protocol and at whichever
// point: the program ends within the time limit, names the seat, and says what was
// wrong. Before the first throw there is nothing to blame it for.
func TestMisbehaviour(t *testing.T) {
	for _, m := range misbehaviours {
		for _, protocol := range []string{"toss", "jgammon"} {
			for until := atHello; until <= atReveal; until++ {
				for seat := range 2 { // of the program
					t.Run(m.what, func(t *testing.T) {
						t.Parallel()
						hastily(t, func(t testing.TB, hasty duel.Patience) {
							begin := time.Now()
							e := meet(t, hasty, seat, protocol, func(conn net.Conn) {
								playUntil(conn, protocol, 1-seat, until)
								m.do(conn, hasty.Answer)
							})
							took := time.Since(begin)
							status, blame := cli.Failed, regexp.MustCompile(`: throw 1: .*: seat [01]\n$`)
							if until == atHello {
								status, blame = cli.Broken, regexp.MustCompile(`the hello of seat [01]: `)
							}
							// A peer that is gone with bytes unread resets the connection.
							gone := m.what == "an end" || m.what == "half a frame" || m.what == "half a length"
							saysWhy := strings.Contains(e.stderr, m.want) || gone && strings.Contains(e.stderr, "the connection has ended")
							if e.status != status || !saysWhy || !blame.MatchString(e.stderr) || took > 20*hasty.Answer {
								t.Errorf("%s, stage %d, seat %d: after %v: status %d, %s", protocol, until, seat, took, e.status, e.stderr)
							}
							if status == cli.Failed && !strings.Contains(e.out, "has LOST") {
								t.Errorf("the output doesn't say who lost:\n%s", e.out)
							}
						})
					})
				}
			}
		}
	}
}

// Messages of the right size that aren't what they should be.
func TestForgedMessages(t *testing.T) {
	greeting := func(change func(*hello)) []byte {
		h := newHello(game{&tossProtocol, 3}, 1)
		change(&h)
		return h.bytes()
	}
	same := func(*hello) {}
	// A commitment of the throw, as the peer sends it when it knows the session.
	good := []byte("good")
	elsewhere, err := commit.GenerateToss([]byte("another session"), 2, 1, forfeit)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := commit.GenerateToss([]byte("another session"), 2, 0, forfeit)
	if err != nil {
		t.Fatal(err)
	}
	commitment := elsewhere.Pending()
	if err := errors.Join(elsewhere.Receive(0, theirs.Pending()), elsewhere.Receive(1, commitment)); err != nil {
		t.Fatal(err)
	}
	reveal := elsewhere.Pending()
	for _, c := range []struct {
		what     string
		messages [][]byte
		status   int
		want     string
	}{
		{"an empty hello", [][]byte{{}}, cli.Broken, "it isn't this program"},
		{"a short hello", [][]byte{greeting(same)[1:]}, cli.Broken, "it isn't this program"},
		{"another label", [][]byte{append([]byte("S"), greeting(same)[1:]...)}, cli.Broken, "it isn't this program"},
		{"the same seat", [][]byte{greeting(func(h *hello) { h.seat = 0 })}, cli.Broken, "it says that it is seat 0"},
		{"another seat", [][]byte{greeting(func(h *hello) { h.seat = 255 })}, cli.Broken, "it says that it is seat 255"},
		{"no protocol", [][]byte{greeting(func(h *hello) { h.protocol = 9 })}, cli.Broken, "it wants the protocol number 9, not toss"},
		{"many throws", [][]byte{greeting(func(h *hello) { h.throws = 1<<32 - 1 })}, cli.Broken, "it wants to throw 4294967295 times, not 3"},
		{"an empty commitment", [][]byte{greeting(same), {}}, cli.Failed, "throw 1: commit: malformed: message of 0 bytes: type: seat 1"},
		{"no commitment", [][]byte{greeting(same), make([]byte, 69)}, cli.Failed, "throw 1: commit: malformed: message of 69 bytes: type: seat 1"},
		{"a short commitment", [][]byte{greeting(same), commitment[:68]}, cli.Failed, "message of 68 bytes: commitment: seat 1"},
		{"a commitment of another session", [][]byte{greeting(same), commitment}, cli.Failed, "commit: message of another toss: from seat 1: the session or the number of seats isn't this toss's: seat 1"},
		{"the commitment twice", [][]byte{greeting(same), good, good}, cli.Failed, "the same commitment again, in place of the reveal: seat 1"},
		{"no reveal", [][]byte{greeting(same), good, make([]byte, 133)}, cli.Failed, "message of 133 bytes: type: seat 1"},
		{"a short reveal", [][]byte{greeting(same), good, reveal[:132]}, cli.Failed, "message of 132 bytes: digest: seat 1"},
		{"a reveal of another session", [][]byte{greeting(same), good, reveal}, cli.Failed, "commit: message of another toss: from seat 1"},
		{"a refusal", [][]byte{greeting(same), good, {}}, cli.Failed, "throw 1: a refusal to reveal: seat 1"},
	} {
		t.Run(c.what, func(t *testing.T) {
			e := meet(t, calm, 0, "toss", func(conn net.Conn) {
				w := wire.New(conn, calm.Answer)
				w.Send(c.messages[0])
				hellos := make([]hello, 2)
				b, _ := w.Receive(helloSize)
				hellos[0], _ = parseHello(b)
				hellos[1], _ = parseHello(c.messages[0])
				own, _ := commit.GenerateToss(session([2]hello(hellos), 1), 2, 1, forfeit)
				for _, m := range c.messages[1:] {
					if string(m) == "good" {
						m = own.Pending()
					}
					w.Send(m)
				}
				for { // until it ends
					if _, err := w.Receive(1000); err != nil {
						return
					}
				}
			})
			if e.status != c.status || !strings.Contains(e.stderr, c.want) {
				t.Errorf("status %d, %s, want %q\n%s", e.status, e.stderr, c.want, e.out)
			}
			odd := c.status == cli.Failed && c.what != "a refusal" && !strings.HasSuffix(c.what, " of another session")
			if odd != strings.Contains(e.out, " bytes, which aren't such a message\n") || (c.what == "a refusal") != strings.Contains(e.out, "seat 1 refuses.") {
				t.Errorf("how is it shown?\n%s", e.out)
			}
		})
	}

	// The same in the documented protocol.
	for _, c := range []struct {
		messages [][]byte
		want     string
	}{
		{[][]byte{{}}, "hash of 0 bytes, not 20: seat 1"},
		{[][]byte{make([]byte, 19)}, "hash of 19 bytes, not 20: seat 1"},
		{[][]byte{make([]byte, 20), make([]byte, 7)}, "secret of 7 bytes, not 8: seat 1"},
		{[][]byte{make([]byte, 20), make([]byte, 8)}, "commit: mismatch: a secret doesn't have its hash"},
	} {
		e := meet(t, calm, 0, "jgammon", func(conn net.Conn) {
			playUntil(conn, "jgammon", 1, atCommitment)
			w := wire.New(conn, calm.Answer)
			for _, m := range c.messages {
				w.Send(m)
			}
			for {
				if _, err := w.Receive(1000); err != nil {
					return
				}
			}
		})
		if e.status != cli.Failed || !strings.Contains(e.stderr, c.want) {
			t.Errorf("status %d, %s, want %q\n%s", e.status, e.stderr, c.want, e.out)
		}
	}
}

// A peer that refuses again and again doesn't keep the documented protocol going for ever.
func TestEndlessRefusals(t *testing.T) {
	refusals := 0
	e := meet(t, calm, 0, "jgammon", func(conn net.Conn) {
		playUntil(conn, "jgammon", 1, atCommitment)
		w := wire.New(conn, calm.Answer)
		for {
			w.Send(make([]byte, 20))
			w.Send(nil)
			for range 2 {
				if _, err := w.Receive(20); err != nil {
					return
				}
			}
			refusals++
		}
	})
	if e.status != cli.Failed || !strings.Contains(e.stderr, "throw 1: a refusal to reveal: seat 1") || refusals != 1+jgammonProtocol.restarts {
		t.Errorf("after %d refusals: %d, %s\n%s", refusals, e.status, e.stderr, e.out)
	}
}

// recorded plays a whole game as an honest seat 1 and returns what each seat sent.
func recorded(t *testing.T) (sent, got [][]byte) {
	t.Helper()
	e := meet(t, calm, 0, "toss", func(conn net.Conn) {
		p := &party{game: game{&tossProtocol, 3}, conn: wire.New(conn, calm.Answer), seat: 1}
		if err := p.greet(); err != nil {
			t.Error(err)
		}
		sent, got = [][]byte{p.hellos[1].bytes()}, [][]byte{p.hellos[0].bytes()}
		for number := 1; number <= 3; number++ {
			v := p.throw(number)
			sent, got = append(sent, v.sent[:]...), append(got, v.got[:]...)
		}
	})
	if e.status != cli.Passed {
		t.Fatalf("%+v", e)
	}
	return sent, got
}

// What was said on an older connection is worth nothing, even with the hello that
// went with it; nor is what the other seat said, there or for an earlier throw.
func TestOlderConnection(t *testing.T) {
	sent, got := recorded(t)
	fresh := newHello(game{&tossProtocol, 3}, 1).bytes()
	for what, messages := range map[string][][]byte{
		"its own, with the old hello":        sent,
		"its own, with a new hello":          append([][]byte{fresh}, sent[1:]...),
		"the other seat's":                   append([][]byte{sent[0]}, got[1:]...),
		"the other seat's, of a later round": append([][]byte{fresh}, got[3:]...),
	} {
		e := meet(t, calm, 0, "toss", func(conn net.Conn) {
			w := wire.New(conn, calm.Answer)
			for _, m := range messages[:3] {
				w.Send(m)
				if _, err := w.Receive(1000); err != nil {
					return
				}
			}
			w.Receive(1000)
		})
		if e.status != cli.Failed || !strings.Contains(e.stderr, "throw 1: commit: message of another toss") || !strings.HasSuffix(e.stderr, ": seat 1\n") {
			t.Errorf("%s: %+v", what, e)
		}
	}

	// All of it sent back as it comes.
	e := meet(t, calm, 0, "toss", func(conn net.Conn) {
		w := wire.New(conn, calm.Answer)
		for {
			m, err := w.Receive(1000)
			if err != nil || w.Send(m) != nil {
				return
			}
		}
	})
	if e.status != cli.Broken || !strings.Contains(e.stderr, "it says that it is seat 0") {
		t.Errorf("a mirror: %+v", e)
	}
}

// A seat's own opening of an earlier throw doesn't open in a later one.
func TestOwnEarlierThrow(t *testing.T) {
	e := meet(t, calm, 0, "toss", func(conn net.Conn) {
		p := &party{game: game{&tossProtocol, 3}, conn: wire.New(conn, calm.Answer), seat: 1}
		if err := p.greet(); err != nil {
			t.Error(err)
		}
		first := p.throw(1)
		if first.err != nil {
			t.Error(first.err)
		}
		p.earlier = first.sent
		p.replay(&view{seat: 1, number: 2})
		p.conn.Receive(1000)
	})
	if e.status != cli.Failed || !strings.Contains(e.stderr, "throw 2: commit: mismatch: nonce and value") || !strings.Contains(e.out, "Seat 1 had sent that commitment in throw 1.") {
		t.Errorf("%+v", e)
	}
}

// The listener takes one peer.
func TestOnePeer(t *testing.T) {
	meet(t, calm, 0, "toss", func(conn net.Conn) {
		playUntil(conn, "toss", 1, atReveal)
		if second, err := net.Dial("tcp", conn.RemoteAddr().String()); err == nil {
			second.Close()
			t.Error("another peer could connect")
		}
	})
}

// Without a peer there is nothing to do.
func TestNoPeer(t *testing.T) {
	p := duel.Patience{Answer: calm.Answer, Arrival: 50 * time.Millisecond}
	_, end := listening(t, p)
	if e := <-end; e.status != cli.Broken || e.stderr != "backgammon: nobody has connected in time: 50ms\n" {
		t.Errorf("%+v", e)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	if status, _, stderr := command("-listen", addr); status != cli.Broken || !strings.Contains(stderr, addr) {
		t.Errorf("a port that is taken: %d, %s", status, stderr)
	}
	l.Close()
	if e := connecting(p, addr); e.status != cli.Broken || e.out != "" || !strings.Contains(e.stderr, addr) {
		t.Errorf("%+v", e)
	}
	for _, bad := range []string{"127.0.0.1:no such port", "127.0.0.1:99999"} {
		for _, flag := range []string{"-listen", "-connect"} {
			if status, out, stderr := command(flag, bad); status != cli.Broken || out != "" || !strings.HasPrefix(stderr, "backgammon: ") {
				t.Errorf("%s %s: %d, %s%s", flag, bad, status, out, stderr)
			}
		}
	}
}

// Nothing goes on after the games.
func TestNoLeak(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, cheat := range cheats {
		command("-cheat", cheat)
		addr, end := listening(t, calm)
		connecting(calm, addr, "-cheat", cheat)
		<-end
	}
	clitest.CheckGoroutines(t, before)
}

// TestMain runs the program itself if a test started this process to be it.
func TestMain(m *testing.M) {
	if os.Getenv("BE_BACKGAMMON") != "" {
		main()
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // those tests wait more than they work
	os.Exit(m.Run())
}

// Where SHA-1 is forbidden, what needs it says so, and everything else works.
func TestWithoutSHA1(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("needs another process")
	}
	for _, c := range []struct {
		args   []string
		status int
		stderr string
	}{
		{nil, cli.Passed, ""},
		{[]string{"-cheat", "echo"}, cli.Failed, "mismatch"},
		{[]string{"-protocol", "jgammon"}, cli.Broken, "SHA-1"},
		{[]string{"-stats", "100"}, cli.Broken, "SHA-1"},
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], c.args...)
		cmd.Env = append(os.Environ(), "BE_BACKGAMMON=1", "GODEBUG=fips140=only")
		var out, stderr strings.Builder
		cmd.Stdout, cmd.Stderr = &out, &stderr
		cmd.Run()
		if (out.String() == "") != (c.status == cli.Broken) {
			t.Errorf("%q:\n%s", c.args, out.String())
		}
		if lines := strings.Count(stderr.String(), "\n"); cmd.ProcessState.ExitCode() != c.status || !strings.Contains(stderr.String(), c.stderr) || lines != min(1, len(c.stderr)) {
			t.Errorf("%q: %v\n%s", c.args, cmd.ProcessState, stderr.String())
		}
	}
}

// The program, built and run twice.
func TestTwoProcesses(t *testing.T) {
	if testing.Short() || runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("needs the go command and two processes")
	}
	binary := filepath.Join(t.TempDir(), "backgammon.exe")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, c := range []struct {
		protocol, cheat string
		zero, one       int // exit statuses
		want            string
	}{
		{"toss", "", 0, 0, "none failed"},
		{"jgammon", "", 0, 0, "in order too"},
		{"toss", "echo", 1, 1, "Seat 1 has CHEATED"},
		{"jgammon", "echo", 0, 0, "MISSED"},
	} {
		args := []string{"-protocol", c.protocol, "-throws", "20"}
		zero := exec.CommandContext(t.Context(), binary, append([]string{"-listen", "127.0.0.1:0"}, args...)...)
		pipe, err := zero.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := zero.Start(); err != nil {
			t.Fatal(err)
		}
		out := bufio.NewReader(pipe)
		first, err := out.ReadString('\n')
		_, addr, ok := strings.Cut(strings.TrimSpace(first), "listens on ")
		if !ok {
			t.Fatalf("%q, %v", first, err)
		}
		if c.cheat != "" {
			args = append(args, "-cheat", c.cheat)
		}
		one := exec.CommandContext(t.Context(), binary, append([]string{"-connect", addr}, args...)...)
		oneOut, err := one.Output()
		if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		var zeroOut strings.Builder
		if _, err := out.WriteTo(&zeroOut); err != nil {
			t.Fatal(err)
		}
		zero.Wait()
		if zero.ProcessState.ExitCode() != c.zero || one.ProcessState.ExitCode() != c.one || !strings.Contains(zeroOut.String(), c.want) {
			t.Errorf("%s, %s: %v and %v\n%s\n%s", c.protocol, c.cheat, zero.ProcessState, one.ProcessState, zeroOut.String(), oneOut)
		}
		if c.cheat == "" && !slices.Equal(throws(t, zeroOut.String()), throws(t, string(oneOut))) {
			t.Errorf("%s: they differ\n%s\n%s", c.protocol, zeroOut.String(), oneOut)
		}
	}
}
