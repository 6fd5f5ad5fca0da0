package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A player keeps the records that a reveal is checked against. They are a person who
// answers on in, or play by themselves, and as well as one can, if in is nil.
type player struct {
	*seedrng.Player
	out *bufio.Writer
	in  *bufio.Scanner
}

func newPlayer(out *bufio.Writer, in io.Reader) (*player, error) {
	p := &player{out: out}
	if in != nil {
		p.in = bufio.NewScanner(in)
	}
	var err error // a real one stores the state on disk
	p.Player, err = seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return nil })
	return p, err
}

// send makes the next step of a round: it is recorded, sent, answered, and the answer
// recorded. It returns the outcome.
func (p *player) send(casino *casino, nonce uint64, text string) (outcome string, err error) {
	request := p.View().Request(nonce, text)
	if err := p.Send(request); err != nil {
		return "", err
	}
	answer, err := casino.answer(request)
	if err != nil {
		return "", err
	}
	return answer.Outcome, p.Receive(answer)
}

// chooseHold chooses the cards to hold, and says what the choice is worth.
func (p *player) chooseHold(deal []int) (poker.Hold, error) {
	table, hand := poker.JacksOrBetter, five(deal)
	analyzer := poker.NewAnalyzer()
	best, err := analyzer.Best(table, hand)
	if err != nil {
		return poker.Hold{}, err
	}
	runnerUp := poker.Hold{Paid: -1, Draws: 1} // of those that return less
	for mask := range uint8(32) {
		h, err := analyzer.Hold(table, hand, mask)
		if err != nil {
			return poker.Hold{}, err
		}
		if h.Compare(best) < 0 && h.Compare(runnerUp) > 0 {
			runnerUp = h
		}
	}

	chosen := best
	if p.in != nil {
		mask, err := ask(p, "   Cards to hold, as positions from 1 to 5 (an empty line holds none):", parseHold)
		if err != nil {
			return poker.Hold{}, err
		}
		if chosen, err = analyzer.Hold(table, hand, mask); err != nil {
			return poker.Hold{}, err
		}
	}
	say := func(format string, h poker.Hold) {
		held := cards.JoinNumbered(kept(deal, h.Mask))
		if held == "" {
			held = "No card"
		}
		fmt.Fprintf(p.out, format, held, expected(h))
	}
	say("     %s. Expected return: %s.\n", chosen)
	if chosen.Compare(best) < 0 {
		say("     Better: %s. Expected return: %s.\n\n", best)
	} else {
		fmt.Fprintln(p.out, "     None of the 32 holds returns more. The next best:")
		say("     %s. Expected return: %s.\n\n", runnerUp)
	}
	return chosen, nil
}

func expected(h poker.Hold) string {
	if h.Draws == 1 {
		return fmt.Sprintf("%d, for certain", h.Paid)
	}
	return fmt.Sprintf("%.4f\n     (%s draws pay %s in all)", h.Return(), cli.Thousands(h.Draws), cli.Thousands(h.Paid))
}

// kept returns the cards that are held.
func kept(deal []int, mask uint8) (held []int) {
	for i, c := range deal {
		if mask>>i&1 == 1 {
			held = append(held, c)
		}
	}
	return held
}

// ask repeats a question until parse accepts the answer.
func ask[T any](p *player, question string, parse func(string) (T, error)) (answer T, err error) {
	for {
		fmt.Fprintln(p.out, question)
		p.out.Flush() // an error of which comes back from the last Flush
		if !p.in.Scan() {
			if err := p.in.Err(); err != nil {
				return answer, fmt.Errorf("reading your answer: %w", err)
			}
			return answer, errors.New("the input ended before the hand did")
		}
		if answer, err = parse(p.in.Text()); err == nil {
			return answer, nil
		}
		fmt.Fprintf(p.out, "   %v\n", err)
	}
}
