package main

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
)

// against plays an honest party against a peer, and returns its story.
func against(r role, peer func(p *party)) (told string, err error) {
	var b strings.Builder
	duel.Play(io.Discard, "", "", func(c *duel.Conn) error {
		p := &party{role: role(c.Seat), conn: c, story: &story{out: bufio.NewWriter(io.Discard)}}
		if p.role != r {
			peer(p)
			return nil
		}
		p.story.out.Reset(&b)
		err = p.play()
		p.story.out.Flush()
		return err
	})
	return b.String(), err
}

// falsely is a peer that says something false in one step, from 1.
func falsely(at int, says func(p *party) []byte) func(*party) {
	return func(p *party) {
		steps := [2][]func() error{
			dealer: {p.start, p.receiveDeck, p.sendDeck, p.receiveHand, p.sendHand, p.receiveClaim, func() error { return nil }, p.sendClaim},
			player: {p.start, p.sendDeck, p.receiveDeck, p.sendHand, p.receiveHand, p.sendClaim},
		}[p.role]
		for _, step := range steps[:at-1] {
			if step() != nil {
				return
			}
		}
		if message := says(p); message != nil {
			p.send(message)
			p.receive(1 << 20) // what comes of it
		}
	}
}

// A peerLie is what a peer says in place of its part, and what the honest party says of that.
type peerLie struct {
	what string
	says func(p *party) []byte
	want string
}

// deckOf, handOf and claimOf are what an honest party says.
func deckOf(p *party) []byte {
	deck, _, err := p.key.Shuffle(p.decks[turns[p.role]-1])
	must.Do(err)
	p.decks[turns[p.role]] = deck
	return deck.Bytes()
}

func handOf(p *party) []byte {
	p.sent = must.Get(p.strip(positions[p.role.other()], p.key))
	return p.sent.Bytes()
}

func claimOf(p *party) []byte { return append([]byte{byte(score(p.hand))}, p.key.Bytes()...) }

func nothing(*party) []byte { return nil }

var elementSize = group.ElementSize()

// lastCard says a deck that ends with a card of its own.
func lastCard(card []byte) func(p *party) []byte {
	return func(p *party) []byte { return append(deckOf(p)[elementSize:], card...) }
}

// twice returns cards without the first, and with the second once more at the end.
func twice(cards []byte) []byte {
	return append(cards[elementSize:], cards[elementSize:2*elementSize]...)
}

const silent = "the other party is gone, or the line between both is broken: EOF"

var deckLies = []peerLie{
	{"goes before the deck", nothing, silent},
	{"an empty deck", func(*party) []byte { return []byte{} }, "sent a false deck: sra: malformed"},
	{"a deck of 51", func(p *party) []byte { return deckOf(p)[elementSize:] }, "sent a false deck: sra: malformed"},
	{"a deck and a byte", func(p *party) []byte { return append(deckOf(p), 0) }, "sent too much: "},
	{"no element", lastCard(bytes.Repeat([]byte{255}, elementSize)), "sent a false deck: sra: malformed: card 51"},
	{"the identity", lastCard(make([]byte, elementSize)), "sent a false deck: sra: malformed: card 51"},
	{"a card twice", func(p *party) []byte { return twice(deckOf(p)) }, "sent a false deck: sra: malformed: card 51 is the same as card 0"},
}

var handLies = []peerLie{
	{"goes before the hand", nothing, silent},
	{"a hand of one", func(p *party) []byte { return handOf(p)[:elementSize] }, "dealt false cards: sra: malformed"},
	{"a hand of three", func(p *party) []byte { h := handOf(p); return append(h, h[:elementSize]...) }, "sent too much: "},
	{"a card twice", func(p *party) []byte { return twice(handOf(p)) }, "dealt false cards: sra: malformed: card 1 is the same as card 0"},
	{"no cards", func(p *party) []byte { return p.decks[2].Bytes()[:2*elementSize] }, "dealt what isn't a card: number 0"},
}

var claimLies = []peerLie{
	{"goes before the claim", nothing, silent},
	{"no key", func(p *party) []byte { return claimOf(p)[:1] }, "sent 1 bytes for a score and a key, not 33"},
	{"a claim and a byte", func(p *party) []byte { return append(claimOf(p), 0) }, "sent too much: "},
	{"a key of 0", func(*party) []byte { return make([]byte, 33) }, "showed no key: sra: malformed"},
	{"a key that is too great", func(*party) []byte { return bytes.Repeat([]byte{255}, 33) }, "showed no key: sra: malformed"},
	{"another key", func(*party) []byte {
		return append([]byte{20}, must.Get(sra.GenerateKey(group)).Bytes()...)
	}, "showed a key that isn't the one"},
	{"too low a claim", func(p *party) []byte {
		c := claimOf(p)
		c[0]--
		return c
	}, "has "},
}

// Whatever a peer says in place of its part, it is refused and named, in either role.
func TestHostilePeer(t *testing.T) {
	for _, c := range []struct {
		step [2]int // by the peer's role
		lies []peerLie
	}{
		{[2]int{dealer: 3, player: 2}, deckLies},
		{[2]int{dealer: 5, player: 4}, handLies},
		{[2]int{dealer: 8, player: 6}, claimLies},
	} {
		for _, l := range c.lies {
			for peer := range role(2) {
				l.test(t, peer, c.step[peer])
			}
		}
	}
}

func (l peerLie) test(t *testing.T, peer role, step int) {
	t.Helper()
	honest := peer.other()
	told, err := against(honest, falsely(step, l.says))
	want, verdict := "the "+peer.String()+" "+l.want, " has CHEATED.\n"
	if l.want == silent {
		want, verdict = silent, " is GONE, or the line is broken.\n"
	}
	if cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("the %v meets %s: %v", honest, l.what, err)
	}
	if !strings.HasSuffix(told, "the "+peer.String()+verdict) {
		t.Errorf("the %v meets %s, and says %s", honest, l.what, told)
	}
}

// Silence ends a round as well.
func TestSilentPeer(t *testing.T) {
	for at := 1; at <= 6; at++ {
		synctest.Test(t, func(t *testing.T) {
			silent := func(*party) []byte { time.Sleep(time.Hour); return nil }
			_, err := against(dealer, falsely(at, silent))
			if want := "no whole message in 1m0s"; err == nil || !strings.Contains(err.Error(), want) || at > 1 && cli.Status(err) != cli.Failed {
				t.Errorf("step %d: %v", at, err)
			}
		})
	}
}

// A deck that holds one card twice, the second one in disguise, passes as one, and so may a
// hand of it, until the key is shown.
func TestDisguisedDeck(t *testing.T) {
	for r := range role(2) {
		_, err := against(r, func(p *party) {
			disguise := func() error {
				turn := turns[p.role]
				deck, _, _ := p.key.Shuffle(p.decks[turn-1])
				mask, _ := sra.GenerateKey(group)
				masked, _ := mask.Encrypt(deck)
				all := make([]sra.Element, deckSize)
				for i := range all {
					all[i] = deck.At(i)
				}
				all[51] = masked.At(0) // nobody's
				p.decks[turn], _ = sra.NewDeck(all...)
				return p.send(p.decks[turn].Bytes())
			}
			// It may have been dealt the disguised card, which opens to none.
			receiveHand := func() error {
				message, err := p.receive(100)
				if err == nil {
					p.got, err = sra.ParseDeck(group, 2, message)
				}
				return err
			}
			claim := func() error { return p.send(append([]byte{12}, p.key.Bytes()...)) }
			steps := [2][]func() error{
				dealer: {p.start, p.receiveDeck, disguise, receiveHand, p.sendHand, p.receiveClaim, claim},
				player: {p.start, disguise, p.receiveDeck, p.sendHand, receiveHand, claim},
			}[p.role]
			for _, step := range steps {
				if step() != nil {
					return
				}
			}
			p.receive(100)
		})
		other := r.other().String()
		want := "the " + other + " shuffled a false card into the deck, at position "
		if err == nil || !strings.HasPrefix(err.Error(), want) && !strings.Contains(err.Error(), "what isn't a card") {
			t.Errorf("the %v finds %v", r, err)
		}
	}
}

// A player who cheats never gets the dealer's key, and one who copies the dealer's own
// announcement gets nowhere.
func TestDealersKey(t *testing.T) {
	against(dealer, falsely(6, func(p *party) []byte {
		p.send(append([]byte{0}, p.key.Bytes()...))
		if message, err := p.receive(100); err == nil {
			t.Errorf("the dealer says %x to a cheat", message)
		}
		return nil
	}))
	_, err := against(dealer, func(p *party) {
		greeting, _ := p.conn.Receive(256)
		p.conn.Send([]byte(strings.Replace(string(greeting), "seat 0", "seat 1", 1)))
	})
	if err == nil || err.Error() != "the player announced a copy of the dealer's public key" {
		t.Error(err)
	}
	for announced, want := range map[string]string{
		strings.Repeat("z", 64):  "the player announced no public key: encoding/hex",
		strings.Repeat("00", 32): "the player announced no public key: sra: malformed",
	} {
		_, err := against(dealer, func(p *party) { p.conn.Greet("blackjack v1, sra", announced) })
		if cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), want) {
			t.Error(err)
		}
	}
}

// Two machines play with each other, and catch the cheats.
func TestTwoMachines(t *testing.T) {
	for _, c := range []struct {
		dealer, player   string // how each cheats
		dealers, players int    // exit statuses
	}{
		{"", "", cli.Passed, cli.Passed},
		{"swap", "", cli.Passed, cli.Failed},
		{"", "key", cli.Failed, cli.Failed}, // the dealer ends the round before its end
	} {
		args := func(how, addr, cheat string) []string {
			if cheat == "" {
				return []string{how, addr}
			}
			return []string{how, addr, "-cheat", cheat}
		}
		var out, address clitest.Output
		dealers := -1
		var wg sync.WaitGroup
		wg.Go(func() { dealers = run(args("-listen", "127.0.0.1:0", c.dealer), &out, &address) })
		players, other, stderr := command(args("-connect", address.Address(t), c.player)...)
		wg.Wait()
		if dealers != c.dealers || players != c.players {
			t.Errorf("%+v: statuses %d, %d; %s", c, dealers, players, stderr)
		}
		if c.dealer == "" && c.player == "" {
			_, want, _ := strings.Cut(out.String(), " wins, ")
			if _, got, _ := strings.Cut(other, " wins, "); got == "" || got != want {
				t.Errorf("they differ:\n%s\n%s", &out, other)
			}
			if strings.Contains(other, "The dealer takes its own layer off") {
				t.Error("the player is told what the dealer saw")
			}
		}
		if c.dealer != "" && !strings.Contains(out.String(), "The round was finished") {
			t.Error(&out)
		}
		if c.player != "" && !strings.Contains(other, "The dealer has ended the round") {
			t.Error(other)
		}
		clitest.CheckWidth(t, out.String())
		clitest.CheckWidth(t, other)
	}
	_, err := against(player, func(p *party) { p.conn.Greet("backgammon", "") })
	if cli.Status(err) != cli.Broken || !strings.Contains(err.Error(), "the other seat says") {
		t.Errorf("another game: %v", err)
	}
}
