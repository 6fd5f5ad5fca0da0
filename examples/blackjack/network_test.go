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

// Whatever a peer says in place of its part, it is refused and named, in either role.
func TestHostilePeer(t *testing.T) {
	size := group.ElementSize()
	shuffled := func(p *party) []byte {
		deck, _, err := p.key.Shuffle(p.decks[turns[p.role]-1])
		if err != nil {
			t.Error(err)
		}
		p.decks[turns[p.role]] = deck
		return deck.Bytes()
	}
	last := func(card []byte) func(p *party) []byte {
		return func(p *party) []byte { return append(shuffled(p)[size:], card...) }
	}
	twice := func(cards []byte) []byte { return append(cards[size:], cards[size:2*size]...) }
	hand := func(p *party) []byte {
		picked, _ := p.decks[2].Select(positions[p.role.other()]...)
		p.sent, _ = p.key.Decrypt(picked)
		return p.sent.Bytes()
	}
	claim := func(p *party) []byte { return append([]byte{byte(score(p.hand))}, p.key.Bytes()...) }
	const deckStep, handStep, claimStep = 0, 1, 2
	at := [2][3]int{dealer: {3, 5, 8}, player: {2, 4, 6}}
	for _, c := range []struct {
		what string
		step int
		says func(p *party) []byte
		want string
	}{
		{"goes before the deck", deckStep, func(*party) []byte { return nil }, "left the round: the connection has ended"},
		{"an empty deck", deckStep, func(*party) []byte { return []byte{} }, "sent a false deck: sra: malformed"},
		{"a deck of 51", deckStep, func(p *party) []byte { return shuffled(p)[size:] }, "sent a false deck: sra: malformed"},
		{"a deck and a byte", deckStep, func(p *party) []byte { return append(shuffled(p), 0) }, "sent too much: "},
		{"no element", deckStep, last(bytes.Repeat([]byte{255}, size)), "sent a false deck: sra: malformed: card 51"},
		{"the identity", deckStep, last(make([]byte, size)), "sent a false deck: sra: malformed: card 51"},
		{"a card twice", deckStep, func(p *party) []byte { return twice(shuffled(p)) },
			"sent a false deck: sra: malformed: card 51 is the same as card 0"},

		{"goes before the hand", handStep, func(*party) []byte { return nil }, "left the round: the connection has ended"},
		{"a hand of one", handStep, func(p *party) []byte { return hand(p)[:size] }, "dealt false cards: sra: malformed"},
		{"a hand of three", handStep, func(p *party) []byte { h := hand(p); return append(h, h[:size]...) }, "sent too much: "},
		{"a card twice", handStep, func(p *party) []byte { return twice(hand(p)) },
			"dealt false cards: sra: malformed: card 1 is the same as card 0"},
		{"no cards", handStep, func(p *party) []byte { return p.decks[2].Bytes()[:2*size] }, "dealt what isn't a card: number 0"},

		{"goes before the claim", claimStep, func(*party) []byte { return nil }, "left the round: the connection has ended"},
		{"no key", claimStep, func(p *party) []byte { return claim(p)[:1] }, "sent 1 bytes for a score and a key, not 33"},
		{"a claim and a byte", claimStep, func(p *party) []byte { return append(claim(p), 0) }, "sent too much: "},
		{"a key of 0", claimStep, func(p *party) []byte { return make([]byte, 33) }, "showed no key: sra: malformed"},
		{"a key that is too great", claimStep, func(p *party) []byte { return bytes.Repeat([]byte{255}, 33) }, "showed no key: sra: malformed"},
		{"another key", claimStep, func(p *party) []byte {
			k, _ := sra.GenerateKey(group)
			return append([]byte{20}, k.Bytes()...)
		}, "showed a key that isn't the one"},
		{"too low a claim", claimStep, func(p *party) []byte {
			c := claim(p)
			c[0]--
			return c
		}, "has "},
	} {
		for r := range role(2) { // of the honest party
			told, err := against(r, falsely(at[r.other()][c.step], c.says))
			if want := "the " + r.other().String() + " " + c.want; cli.Status(err) != cli.Failed || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("the %v meets %s: %v", r, c.what, err)
			}
			verdict := " has CHEATED.\n"
			if strings.HasPrefix(c.what, "goes") {
				verdict = " is GONE.\n"
			}
			if !strings.HasSuffix(told, "the "+r.other().String()+verdict) {
				t.Errorf("the %v meets %s, and says %s", r, c.what, told)
			}
		}
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
