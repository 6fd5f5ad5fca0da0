// Command blackjack plays a round of blackjack between two parties who trust nobody,
// without a server that sees the cards.
//
// Without flags, a dealer and a player live in this process, joined by a TCP
// connection. They encrypt and shuffle a deck together (package sra), and each sees
// its own cards alone, until they exchange their keys and check one another. Flags
// run them in two processes, let one cheat, or replay a published game; -h lists
// them.
//
// The round is the one that E. Marcarelli published in 2010, but for where that one
// trusts a party. There, the dealer reshuffles in private and picks the cards, so the
// player decrypts numbers that could be anything; here, it sends the whole deck that
// it shuffled, and who gets which position is fixed beforehand.
//
// The exit status is 0 if every check succeeds, 1 if one fails, since a party
// cheated or left, and 2 if the command line is wrong or the program can't do its
// work. A party who cheats ends with 1 if the round didn't come to its end.
//
// Nothing tells the parties who the other one is: a game that needs to know puts the
// messages through TLS.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// patient is what a program of people waits for.
var patient = patience{answer: 20 * time.Second, arrival: 5 * time.Minute}

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// deal is the dealer's part of a round.
func (p *party) deal() {
	p.step(1, p.exchangeHellos)
	p.step(1, p.exchangeKeys)
	p.step(2, p.receivePlayersDeck)
	p.step(3, p.sendFinalDeck)
	p.step(4, p.receiveHand)
	p.step(5, p.sendHand)
	p.step(6, p.receiveClaim)
	p.step(7, p.audit) // its own key is for a player who didn't cheat
	p.step(7, p.sendClaim)
}

// play is the player's part.
func (p *party) play() {
	p.step(1, p.exchangeHellos)
	p.step(1, p.exchangeKeys)
	p.step(2, p.sendPlayersDeck)
	p.step(3, p.receiveFinalDeck)
	p.step(4, p.sendHand)
	p.step(5, p.receiveHand)
	p.step(6, p.sendClaim)
	p.step(7, p.receiveClaim)
	p.step(8, p.audit)
}

// A patience says how long to wait for a message, and for the other party to
// connect.
type patience struct{ answer, arrival time.Duration }

// roundHere plays both parts. One of them may cheat in the way given.
func (p patience) roundHere(out *bufio.Writer, cheat string) error {
	dealers, players, err := wire.Pair(p.answer)
	if err != nil {
		return err
	}
	defer dealers.Close()
	defer players.Close()
	fmt.Fprintf(out, "A dealer and a player who trust nobody play blackjack, over a TCP connection.\nThe dealer listens on %s. The player has connected to it.\n", dealers.LocalAddr())
	d, pl := &party{role: dealer, conn: dealers}, &party{role: player, conn: players}
	if cheat == "swap" {
		d.cheat = cheat
	} else {
		pl.cheat = cheat
	}
	return round(out, d, pl)
}

// listen deals to whoever connects first.
func (p patience) listen(out *bufio.Writer, addr, cheat string) error {
	l, err := wire.Listen(addr)
	if err != nil {
		return err
	}
	defer l.Close()
	fmt.Fprintf(out, "The dealer, which is you, listens on %s\n", l.Addr())
	if err := out.Flush(); err != nil {
		return err
	}
	conn, err := l.Accept(p.arrival, p.answer)
	if err != nil {
		return err
	}
	defer conn.Close()
	l.Close() // nobody else is to come
	fmt.Fprintf(out, "The player has connected from %s.\n", conn.RemoteAddr())
	return round(out, &party{role: dealer, conn: conn, cheat: cheat})
}

// connect plays with the dealer who listens there.
func (p patience) connect(out *bufio.Writer, addr, cheat string) error {
	conn, err := wire.Dial(addr, p.answer)
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Fprintf(out, "The player, which is you, has connected to the dealer at %s.\n", conn.RemoteAddr())
	return round(out, &party{role: player, conn: conn, cheat: cheat})
}

// round plays the parts of this process, one or both, and tells what each sees.
func round(out *bufio.Writer, parties ...*party) error {
	var wg sync.WaitGroup
	for _, p := range parties {
		wg.Go(func() {
			if p.role == dealer {
				p.deal()
			} else {
				p.play()
			}
		})
	}
	wg.Wait()
	tell(out, parties)
	return judge(parties)
}

// judge returns what is wrong with a round: what a party found, the honest one first.
func judge(parties []*party) error {
	honestFirst := slices.SortedStableFunc(slices.Values(parties), func(a, b *party) int { return len(a.cheat) - len(b.cheat) })
	for _, p := range honestFirst {
		if p.err != nil {
			return p.err
		}
	}
	if len(parties) == 2 && *parties[0].result != *parties[1].result {
		return cli.CheckFailed(errors.New("the parties disagree on the result"))
	}
	return nil
}
