package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A player keeps the records that a reveal is checked against. They are a person who
// answers on in, or play by themselves, and as well as one can, if in is nil.
type player struct {
	*seedrng.Player
	out *bufio.Writer
	in  *bufio.Scanner
}

func newPlayer(out *bufio.Writer) (*player, error) {
	// A real one stores the state on disk.
	p, err := seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return nil })
	return &player{Player: p, out: out}, err
}

// send makes the next step of a round: it is recorded, sent, answered, and the answer
// recorded. It returns the five cards of the answer.
func (p *player) send(casino *casino, nonce uint64, text string) ([]int, error) {
	request := p.View().Request(nonce, text)
	if err := p.Send(request); err != nil {
		return nil, err
	}
	answer, err := casino.answer(request)
	if err != nil {
		return nil, err
	}
	if err := p.Receive(answer); err != nil {
		return nil, err
	}
	five, err := faces.Parse[int](answer.Outcome)
	if err == nil && len(five) != 5 {
		err = errors.New("the casino doesn't answer with five cards")
	}
	return five, err
}

// chooseHold chooses the cards to hold, and says what the choice is worth.
func (p *player) chooseHold(deal []int) (videopoker.Hold, error) {
	analyzer := videopoker.NewAnalyzer()
	best, err := analyzer.Best(videopoker.JacksOrBetter, five(deal))
	if err != nil {
		return best, err
	}
	chosen := best
	if p.in != nil {
		mask, err := p.ask()
		if err != nil {
			return best, err
		}
		if chosen, err = analyzer.Hold(videopoker.JacksOrBetter, five(deal), mask); err != nil {
			return best, err
		}
	}
	p.say("     ", deal, chosen)
	if chosen.Compare(best) < 0 {
		p.say("     Better: ", deal, best)
	} else {
		fmt.Fprintln(p.out, "     None of the 32 holds returns more.")
	}
	fmt.Fprintln(p.out)
	return chosen, nil
}

// say says what a hold is worth.
func (p *player) say(label string, deal []int, h videopoker.Hold) {
	held := faces.Join(kept(deal, h.Mask))
	if held == "" {
		held = "No card"
	}
	fmt.Fprintf(p.out, "%s%s. Expected return: %.4f\n     (%s in %s).\n",
		label, held, h.Return(), cli.Count(h.Paid, "coin"), cli.Count(h.Draws, "draw"))
}

// ask asks a person for the cards to hold until the answer makes sense.
func (p *player) ask() (mask uint8, err error) {
	for {
		fmt.Fprintln(p.out, "   Cards to hold, as positions from 1 to 5 (an empty line holds none):")
		p.out.Flush() // an error of which comes back from the last Flush
		if !p.in.Scan() {
			if err := p.in.Err(); err != nil {
				return 0, fmt.Errorf("reading your answer: %w", err)
			}
			return 0, errors.New("the input ended before the hand did")
		}
		if mask, err = parseHold(p.in.Text()); err == nil {
			return mask, nil
		}
		fmt.Fprintf(p.out, "   %v\n", err)
	}
}
