// Command blackjack plays a round of blackjack between two parties who trust nobody,
// without a server that sees the cards.
//
// Without flags, a dealer and a player live in this process, joined by a TCP
// connection. They encrypt and shuffle a deck together (package sra), and each sees
// its own cards alone, until they exchange their keys and check one another. Flags
// run them in two processes, let one cheat, play as the published game did, or replay
// its log; -h lists them.
//
// The round is the one that E. Marcarelli published in 2010, except where that one
// trusts a party. There, the dealer reshuffles in private and picks the cards, so the
// player decrypts numbers that could be anything; here, the dealer sends the whole
// deck that it shuffled, and it is fixed beforehand who gets which position.
//
// The exit status is 0 if every check succeeds; 1 if one fails, because a party cheated
// or left; and 2 if the command line is wrong or the program can't do its work. A party
// that cheats ends with 1 if the round was broken off.
//
// Nothing tells the parties who the other one is: a game that needs to know sends its
// messages over TLS.
package main

import (
	"bufio"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

// patient is what a program for people waits for.
var patient = duel.Patience{Answer: 20 * time.Second, Arrival: 5 * time.Minute}

func main() {
	os.Exit(run(patient, os.Args[1:], os.Stdout, os.Stderr))
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

// takePart plays a party's part.
func (p *party) takePart() {
	if p.role == dealer {
		p.deal()
	} else {
		p.play()
	}
}

// round plays the parts of this process, one or both, and tells what each sees.
func round(out *bufio.Writer, g *protocol, parties ...participant) error {
	var wg sync.WaitGroup
	for _, p := range parties {
		wg.Go(p.takePart)
	}
	wg.Wait()
	tell(out, g, parties)
	return judge(parties)
}

// judge returns what is wrong with a round: what a party found, the honest one first.
func judge(parties []participant) error {
	var seats []*seat
	for _, p := range parties {
		seats = append(seats, p.common())
	}
	slices.SortStableFunc(seats, func(a, b *seat) int { return len(a.cheat) - len(b.cheat) })
	for _, s := range seats {
		if s.err != nil {
			return s.err
		}
	}
	if len(seats) == 2 && *seats[0].result != *seats[1].result {
		return cli.CheckFailed(errors.New("the parties disagree on the result"))
	}
	return nil
}
