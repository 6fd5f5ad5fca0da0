package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

// honest plays an honest seat against a peer, and returns its story.
func honest(seat int, protocol *protocol, peer func(c *duel.Conn)) (story string, err error) {
	return against(peer, seat, game{protocol: protocol, throws: 3})
}

// against plays a seat of a game against a peer.
func against(peer func(c *duel.Conn), seat int, g game) (story string, err error) {
	var b strings.Builder
	duel.Play(io.Discard, "", "", func(c *duel.Conn) error {
		if c.Seat != seat {
			peer(c)
			return nil
		}
		p := party{game: g, conn: c, out: bufio.NewWriter(&b)}
		_, err = p.play()
		p.out.Flush()
		return err
	})
	return b.String(), err
}

// A scripted peer is honest until it says what a test wants, in place of a message.
type scripted struct {
	turn  int // in the first throw
	says  []byte
	goes  bool // closes the connection instead
	waits bool // says nothing, for ever
}

func (s scripted) play(p *party) {
	greetings, err := p.conn.Greet(fmt.Sprintf("backgammon v1, %s, 3 throws", p.protocol.name), strings.Repeat("x", 26))
	if err != nil {
		return
	}
	t, _ := p.protocol.begin(fmt.Appendf(nil, "%s; %s; throw 1", greetings[0], greetings[1]), p.conn.Seat)
	for turn := range 4 {
		switch {
		case turn%2 != p.conn.Seat:
			message, _ := p.conn.Receive(200)
			t.Receive(turn%2, message)
		case turn < s.turn:
			message := t.Pending()
			p.conn.Send(message)
			t.Receive(turn%2, message)
		case s.goes:
			return
		case s.waits:
			time.Sleep(time.Hour)
			return
		case s.says == nil: // its commitment again
			says := t.Pending()
			says[0] = 1
			p.conn.Send(says[:commit.CommitMessageSize])
		default:
			p.conn.Send(s.says)
		}
	}
}

// Whatever a peer does in place of its part, in either seat and protocol, and at whichever
// point: the other seat ends the game, and names it, unless the line may be at fault.
func TestHostilePeer(t *testing.T) {
	both := []int{0, 1}
	for _, c := range []struct {
		what    string
		phases  []int
		peer    scripted
		toss    string
		jgammon string
	}{
		{"goes", both, scripted{goes: true}, "the line between both is broken", "the line between both is broken"},
		{"waits", both, scripted{waits: true}, "no whole message in 1m0s", "no whole message in 1m0s"},
		{"short", both, scripted{says: make([]byte, 7)}, "a message of 7 bytes, not ", "a message of 7 bytes, not "},
		{"long", both, scripted{says: make([]byte, 134)}, "too long: 134 bytes", "too long: 134 bytes"},
		{"commits to nothing", both[:1], scripted{says: []byte{}}, "a message of 0 bytes, not 69", "a message of 0 bytes, not 20"},
		{"refuses to reveal, and goes", both[1:], scripted{says: []byte{}}, "a refusal to reveal", "the line between both is broken"},
		{"as a commitment", both, scripted{says: make([]byte, commit.CommitMessageSize)}, "", "too long: 69 bytes"},
		{"as a reveal", both, scripted{says: make([]byte, commit.RevealMessageSize)}, "", "too long: 133 bytes"},
		{"as a hash", both, scripted{says: make([]byte, 20)}, "a message of 20 bytes, not ", ""},
	} {
		for seat := range 2 {
			for _, phase := range c.phases {
				for _, g := range []struct {
					protocol *protocol
					want     string
				}{{&byToss, c.toss}, {&byJGammon, c.jgammon}} {
					peer := c.peer
					peer.turn = 2*phase + 1 - seat
					synctest.Test(t, func(t *testing.T) {
						story, err := honest(seat, g.protocol, func(c *duel.Conn) {
							peer.play(&party{game: game{protocol: g.protocol}, conn: c})
						})
						blame, verdict := fmt.Sprintf("throw 1: seat %d: ", 1-seat), " LOST the game."
						if errors.Is(err, duel.ErrSilent) { // which nobody is blamed for
							blame, verdict = "throw 1: the other party is gone", " is GONE, or the line between both is broken."
						}
						if cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), blame) || !strings.Contains(err.Error(), g.want) {
							t.Errorf("%s, phase %d, %s: %v", c.what, phase, g.protocol.name, err)
						}
						_, end, _ := strings.Cut(story, fmt.Sprintf("\nSeat %d ", 1-seat))
						if !strings.Contains(" "+strings.Join(strings.Fields(end), " "), verdict) {
							t.Errorf("%s: the story ends otherwise:\n%s", c.what, story)
						}
					})
				}
			}
		}
	}
}

// A commitment in place of a reveal is no reveal.
func TestCommitmentTwice(t *testing.T) {
	for seat := range 2 {
		_, err := honest(seat, &byToss, func(c *duel.Conn) {
			scripted{turn: 3 - seat}.play(&party{game: game{protocol: &byToss}, conn: c})
		})
		if cli.Status(err) != cli.Failed || !strings.Contains(err.Error(), "a message of 69 bytes, not 133") {
			t.Error(err)
		}
	}
}

// A cheat that hears what makes no sense ends the game, too, and so does its story, in which the
// other seat has written nothing of its own.
func TestCheatHearsNonsense(t *testing.T) {
	for _, protocol := range []*protocol{&byToss, &byJGammon} {
		for _, cheat := range cheats {
			story, err := against(func(c *duel.Conn) {
				c.Greet(fmt.Sprintf("backgammon v1, %s, 3 throws", protocol.name), "\x1b[2J\nSeat 1 has CHEATED.\n\n")
				for _, size := range protocol.sizes {
					c.Send(make([]byte, size))
					c.Receive(200)
				}
			}, 1, game{protocol, 3, cheat})
			if cli.Status(err) != cli.Failed || strings.Contains(story, "\x1b") || strings.Contains(story, "\nSeat 1 has") {
				t.Errorf("%s, %s: %v\n%s", protocol.name, cheat.name, err, story)
			}
		}
	}
}

// A peer that refuses again and again doesn't keep the documented protocol going for ever.
func TestEndlessRefusals(t *testing.T) {
	refusals := 0
	story, err := honest(0, &byJGammon, func(c *duel.Conn) {
		c.Greet("backgammon v1, jgammon, 3 throws", strings.Repeat("x", 26))
		for {
			for phase, says := range [][]byte{make([]byte, 20), {}} {
				if _, err := c.Receive(20); err != nil {
					return
				}
				if c.Send(says) == nil {
					refusals += phase
				}
			}
		}
	})
	if cli.Status(err) != cli.Failed || !strings.Contains(err.Error(), "seat 1: a refusal to reveal") || refusals != 1+byJGammon.restarts {
		t.Errorf("after %d refusals: %v", refusals, err)
	}
	if !strings.HasSuffix(story, "Seat 1 refuses to reveal again and again, and has LOST the game.\n") {
		t.Errorf("the story ends otherwise:\n%s", story)
	}
}

// What was said in an older game is worth nothing, even with the greeting that went with it;
// nor is what the other seat said there.
func TestOlderGame(t *testing.T) {
	var said [2][][]byte
	r, err := game{protocol: &byToss, throws: 1}.play(nil, "", "", bufio.NewWriter(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	for turn, message := range r.Throws[0].Said {
		said[turn%2] = append(said[turn%2], message)
	}
	for whose := range said {
		_, err := honest(0, &byToss, func(c *duel.Conn) {
			c.Receive(200)
			c.Send([]byte(strings.Replace(r.Greetings[1], "1 throws", "3 throws", 1)))
			for _, message := range said[whose] {
				if _, err := c.Receive(200); err != nil {
					return
				}
				c.Send(message)
			}
		})
		if cli.Status(err) != cli.Failed || !strings.Contains(err.Error(), "throw 1: seat 1: commit: message of another toss") {
			t.Error(err)
		}
	}
	if _, err := honest(0, &byToss, func(c *duel.Conn) { // all of it, sent back
		message, _ := c.Receive(200)
		c.Send(message)
	}); cli.Status(err) != cli.Broken || !strings.Contains(err.Error(), "the other seat says") {
		t.Error(err)
	}
}

// Two machines see the same, and catch the cheats.
func TestTwoMachines(t *testing.T) {
	for _, c := range []struct {
		protocol, cheat string
		zero, one       int // exit statuses
		stories         [2]string
	}{
		{"toss", "", cli.Passed, cli.Passed, [2]string{"No check has failed", "No check has failed"}},
		{"toss", "echo", cli.Failed, cli.Failed, [2]string{"Seat 1 has CHEATED", "Seat 0 has ended the game"}},
		{"toss", "change", cli.Failed, cli.Failed, [2]string{"Seat 1 has CHEATED", "Seat 0 has ended the game"}},
		{"toss", "replay", cli.Failed, cli.Failed, [2]string{"Seat 1 has CHEATED", "Seat 0 has ended the game"}},
		{"toss", "abort", cli.Failed, cli.Failed, [2]string{"Seat 1 refuses to reveal", "Seat 0 has ended the game"}},
		{"jgammon", "echo", cli.Passed, cli.Passed, [2]string{"MISSED", "The game was finished"}},
		{"jgammon", "change", cli.Failed, cli.Failed, [2]string{"Seat 1 has CHEATED", "Seat 0 has ended the game"}},
		{"jgammon", "replay", cli.Passed, cli.Passed, [2]string{"MISSED", "The game was finished"}},
		{"jgammon", "abort", cli.Passed, cli.Passed, [2]string{"MISSED", "The game was finished"}},
	} {
		var out, address clitest.Output
		zero := -1
		var wg sync.WaitGroup
		wg.Go(func() { zero = run([]string{"-listen", "127.0.0.1:0", "-protocol", c.protocol}, &out, &address) })
		args := []string{"-connect", address.Address(t), "-protocol", c.protocol}
		if c.cheat != "" {
			args = append(args, "-cheat", c.cheat)
		}
		one, other, _ := command(args...)
		wg.Wait()
		if zero != c.zero || one != c.one || !strings.Contains(out.String(), c.stories[0]) || !strings.Contains(other, c.stories[1]) {
			t.Errorf("%s %s: %d and %d\n%s\n%s", c.protocol, c.cheat, zero, one, &out, other)
		}
		thrown := regexp.MustCompile(`\S+ \S+  \d-\d\b`)
		if diff := cmp.Diff(thrown.FindAllString(out.String(), -1), thrown.FindAllString(other, -1)); diff != "" {
			t.Errorf("%s %s: other dice:\n%s", c.protocol, c.cheat, diff)
		}
		if c.cheat == "" {
			if diff := cmp.Diff(out.String(), other); diff != "" {
				t.Error(diff)
			}
		}
	}

	var out, address clitest.Output
	var wg sync.WaitGroup
	wg.Go(func() { run([]string{"-listen", "127.0.0.1:0", "-throws", "9"}, &out, &address) })
	status, _, stderr := command("-connect", address.Address(t))
	if status != cli.Broken || !strings.Contains(stderr, `the other seat says "backgammon v1, toss, 9 throws, seat 0, `) {
		t.Errorf("another game: %d, %s", status, stderr)
	}
	wg.Wait()
}
