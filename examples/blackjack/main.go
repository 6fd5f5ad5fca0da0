// Command blackjack plays a round of blackjack between a dealer and a player who trust
// nobody, without a server that sees the cards.
//
// They encrypt and shuffle a deck together (package sra), and each sees its own cards
// alone, until they show their keys and check one another. Without flags, both live in
// this process. Flags run them on two machines, let one cheat, play as the published game
// did, or replay its log; -h lists them.
//
// The round is the one that E. Marcarelli published in 2010, except where that one trusts
// a party. There, the dealer reshuffles in private and picks the cards, so the player
// decrypts numbers that could be anything; here, the dealer sends the whole deck that it
// shuffled, and it is fixed beforehand who gets which position.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// A step is what happens at one point of a round, and each role's part in it, if it has one.
type step struct {
	heading        string
	dealer, player func() error
}

// sraSteps are the steps of a round by package sra.
func sraSteps(party *party) []step {
	p := &bySRA{party: party}
	p.end = p.tellEnd
	return []step{
		{`Each makes a secret key for this round, and announces its public part. Both start from the same 52
			numbers, in the same order, which they compute from these two announcements, so that the numbers are
			new.`, p.start, p.start},
		{"The player encrypts and shuffles the deck.", p.receiveDeck, p.sendDeck},
		{`The dealer does the same on top of that. Now nobody knows where any card is. The cards at positions
			0 and 1 are the dealer's, those at 2 and 3 the player's.`, p.sendDeck, p.receiveDeck},
		{"The player takes its layer off the dealer's cards.", p.receiveHand, p.sendHand},
		{"The dealer takes its layer off the player's cards.", p.sendHand, p.receiveHand},
		{"The player says its score, and shows its key.", p.receiveClaim, p.sendClaim},
		{`The dealer repeats with that key what the player did. Only if all of it is right, it goes on: to a
			cheat, its key would open all cards.`, p.audit, nil},
		{"The dealer says its score, and shows its key.", p.sendClaim, p.receiveClaim},
		{`The player repeats with that key what the dealer did, which couldn't change anything any more.`, nil, p.audit},
	}
}

// A round is what the parties agree on, and who cheats how.
type round struct {
	protocol string
	cheat    string // empty if both are honest
	cheater  role
}

// play plays the parties of this process.
func (r round) play(notices io.Writer, listen, connect string, out *bufio.Writer) (record, error) {
	fmt.Fprintln(out, "A dealer and a player who trust nobody play blackjack.")
	if r.cheat != "" {
		out.WriteString(cli.Wrap("", "", fmt.Sprintf("The %v CHEATS: %s", r.cheater, deeds[r.cheat])))
	}
	s := &story{out: out}
	var parties [2]*party
	err := duel.Play(notices, listen, connect, func(c *duel.Conn) error {
		p := &party{role: role(c.Seat), conn: c, story: s}
		if p.role == r.cheater {
			p.cheat = r.cheat
		}
		parties[p.role] = p
		if r.protocol == "textbook" {
			return p.play(textbookSteps(p))
		}
		return p.play(sraSteps(p))
	})
	rec := record{Protocol: r.protocol}
	if err != nil {
		return rec, err
	}
	p, other := parties[r.cheater.other()], parties[r.cheater]
	switch {
	case p == nil:
		p = other
	case other != nil && *p.result != *other.result:
		return rec, cli.CheckFailed(errors.New("the parties disagree on the result"))
	}
	rec.result = p.result
	rec.Onlooker = p.conclude(r.cheat)
	return rec, nil
}

// A record is what comes of a round.
type record struct {
	cli.Outcome
	Protocol string `json:"protocol"`
	*result
	Onlooker *sight `json:"onlooker,omitempty"`
}

// A result is what a party that has checked the other one finds.
type result struct {
	Hands  [2][2]string `json:"hands"` // by role, the dealer's first
	Scores [2]int       `json:"scores"`
	Winner string       `json:"winner"`
}

// A role is one of two, and the seat of a connection: the dealer listens.
type role int

const (
	dealer role = iota
	player
)

func (r role) String() string { return [...]string{"dealer", "player"}[r] }
func (r role) other() role    { return 1 - r }

// A party is one side of a round.
type party struct {
	role
	*story
	conn   *duel.Conn
	cheat  string // empty if it is honest
	hand   []cards.Card
	result *result
	end    func(cheat string) *sight // tells what is left to say

	step    int
	heading string // of the step
}

// play plays a party's part of a round.
func (p *party) play(steps []step) error {
	for i, s := range steps {
		part := [2]func() error{s.dealer, s.player}[p.role]
		if part == nil {
			continue
		}
		p.step, p.heading = i+1, s.heading
		if err := part(); err != nil {
			p.tellFailure(err)
			return err
		}
	}
	return nil
}

// cheated is an error that blames the other party.
func (p *party) cheated(format string, args ...any) error {
	other := p.other()
	return cli.Blame(fmt.Errorf("the "+other.String()+" "+format, args...), int(other))
}

var errLeft = errors.New("left the round")

func (p *party) send(message []byte) error {
	if err := p.conn.Send(message); err != nil {
		return p.cheated("%w: %w", errLeft, err)
	}
	return nil
}

func (p *party) receive(most int) ([]byte, error) {
	message, err := p.conn.Receive(most)
	if errors.Is(err, duel.ErrTooLong) {
		err = p.cheated("sent too much: %w", err)
	} else if err != nil {
		err = p.cheated("%w: %w", errLeft, err)
	}
	return message, err
}

// settle sets the result, from the other party's hand.
func (p *party) settle(theirs []cards.Card) {
	r := new(result)
	for whose, hand := range map[role][]cards.Card{p.role: p.hand, p.other(): theirs} {
		r.Hands[whose] = [2]string{hand[0].String(), hand[1].String()}
		r.Scores[whose] = score(hand)
	}
	r.Winner = winner(r.Scores).String()
	p.result = r
}
