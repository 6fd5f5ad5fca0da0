// Command rummy plays rummy between seats that trust nobody: cards are drawn, discarded and
// shuffled again while the game goes on, and no one deals.
//
// All seats are bots in this process. They share nothing but a board, which shows everybody
// the same sequence of signed statements. Flags set how many they are, and let one cheat; -h
// lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails, because a seat cheated; and 2
// if the command line is wrong or the program can't do its work.
package main

import (
	"encoding/json"
	"errors"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/dealt"
	"github.com/squaredeal/squaredeal/sra"
)

// rules are part of the terms.
const rules = `Straight rummy for 2 to 6. Two seats are dealt 10 cards each, three or four 7, five
or six 6; one more card begins the pile. In turn, each seat draws a card from the stock or takes the
top of the pile, then discards one, but not the one it has just taken. If all its other cards
form sets of three or four of a rank, or runs of three or more in a suit, ace low, it lays them
down and wins the pips of all cards that the others hold: 1 for an ace, 10 for court cards. A
card that a seat holds when it goes out of the game counts 10. When the stock is empty, the pile
but its top is shuffled. After 150 turns, nobody wins. Each round, another seat begins.`

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const maxTurns = 150

// A choice to draw is one of these. A play is the place in the hand of the card that is
// discarded; to go out, the number of a meld follows for each of the other cards.
const (
	fromStock byte = iota
	fromPile
)

// A rummy is the game as one seat knows it. What it exports goes on between rounds.
type rummy struct {
	Round   int
	Points  []int // by seat
	Players []int

	rounds int
	me     int // -1 of a spectator
	seed   []byte
	deck   sra.Deck
	round
}

// Cards are positions, as most of them are unknown.
type round struct {
	cards   *dealt.Hand
	step    step
	hands   [][]int // by seat
	pile    []int   // the last is its top
	dealing []int
	turn    int // the seat
	turns   int
	taken   int    // from the pile in this turn, or -1
	play    []byte // whose cards are being shown
	pot     int    // from seats that went out
	winner  int    // when it is over, or -1
}

type step byte

const (
	over step = iota
	dealing
	drawing // a choice
	playing // a choice
	showing
	counting
)

// Start begins a round.
func (r *rummy) Start(head record.Digest) {
	r.round = round{hands: make([][]int, len(r.Points)), winner: -1}
	if r.Round < r.rounds && len(r.Players) > 1 {
		r.cards, r.step = dealt.New(head, slices.Clone(r.Players), r.me, r.seed, r.deck), dealing
		r.Round++
	}
}

// Due returns who has a message about the cards to send, or a choice to make.
func (r *rummy) Due() (phase int, seats []int) {
	if r.step == over {
		return 0, nil
	}
	if phase, seats = r.cards.Due(); len(seats) == 0 {
		seats = []int{r.turn}
	}
	return phase, seats
}

// Own returns this seat's message about the cards.
func (r *rummy) Own() []byte { return r.cards.Own() }

// Check checks a choice of this seat, which knows its cards.
func (r *rummy) Check(_ int, choice []byte) error {
	err := r.check(choice)
	if err == nil && r.step == playing {
		err = r.checkMelds(choice)
	}
	return err
}

var (
	errChoice = errors.New("that isn't a choice of the seat whose turn it is")
	errMelds  = errors.New("it lays down what isn't a set or a run")
)

// check checks a choice as far as everybody can.
func (r *rummy) check(c []byte) error {
	hand := r.hands[r.turn]
	if r.step == drawing && len(c) == 1 && c[0] <= fromPile ||
		r.step == playing && (len(c) == 1 || len(c) == len(hand)) && int(c[0]) < len(hand) && hand[c[0]] != r.taken {
		return nil
	}
	return errChoice
}

// checkMelds checks what is laid down in a play, as far as it is known here.
func (r *rummy) checkMelds(play []byte) error {
	var melds [3][]int
	rest := slices.Delete(slices.Clone(r.hands[r.turn]), int(play[0]), int(play[0])+1)
	for i, m := range play[1:] {
		if int(m) >= len(melds) {
			return errMelds
		}
		melds[m] = append(melds[m], r.cards.Look(rest[i])...)
	}
	for _, m := range melds {
		if len(m) > 0 && !isMeld(m) {
			return errMelds
		}
	}
	return nil
}

// Apply takes a choice, or a message about the cards.
func (r *rummy) Apply(seat int, message []byte) error {
	if _, due := r.cards.Due(); len(due) > 0 {
		if err := r.cards.Receive(seat, message); err != nil {
			return err
		}
		return r.goOn()
	}
	if err := r.check(message); err != nil {
		return err
	}
	switch top := len(r.pile) - 1; {
	case r.step == playing:
		r.step, r.play = showing, message
		shown := r.hands[seat]
		if len(message) == 1 {
			shown = shown[message[0]:][:1]
		}
		r.show(seat, shown...)
	case message[0] == fromStock:
		r.step = dealing
	default:
		r.step, r.taken, r.pile = playing, r.pile[top], r.pile[:top]
		r.hands[seat] = append(r.hands[seat], r.taken)
	}
	return r.goOn()
}

// show has a seat show those of its cards that aren't known to all.
func (r *rummy) show(seat int, positions ...int) {
	if closed := slices.DeleteFunc(slices.Clone(positions), r.cards.Open); len(closed) > 0 {
		r.cards.Show(seat, closed...)
	}
}

// goOn goes on when nothing is due about the cards. An error is the fault of the seat whose
// turn it is.
func (r *rummy) goOn() (err error) {
	for _, due := r.cards.Due(); len(due) == 0 && err == nil; _, due = r.cards.Due() {
		switch r.step {
		case dealing:
			r.deal()
		case showing:
			err = r.endTurn()
		case counting:
			r.win(r.turn)
		default:
			return nil
		}
	}
	return err
}

// deal deals the first cards, or one to the seat whose turn it is.
func (r *rummy) deal() {
	to := []int{r.turn}
	if r.turns == 0 {
		n := []int{10, 7, 7, 6, 6}[len(r.Players)-2]
		to = append(slices.Repeat(r.Players, n), dealt.Everyone)
	}
	switch {
	case r.dealing == nil && r.cards.Stock() == 0:
		top := len(r.pile) - 1
		r.cards.Shuffle(r.pile[:top]...)
		r.pile = r.pile[top:]
	case r.dealing == nil:
		r.dealing = r.cards.Deal(to...)
	default:
		for i, p := range r.dealing {
			if to[i] == dealt.Everyone {
				r.pile = append(r.pile, p)
			} else {
				r.hands[to[i]] = append(r.hands[to[i]], p)
			}
		}
		if r.step, r.dealing = playing, nil; r.turns == 0 {
			r.pass(r.Round - 1)
		}
	}
}

// pass gives the turn to this seat, or to the next one that plays.
func (r *rummy) pass(seat int) {
	for seat %= len(r.Points); !slices.Contains(r.Players, seat); {
		seat = (seat + 1) % len(r.Points)
	}
	r.step, r.turn, r.taken = drawing, seat, -1
	if r.turns++; r.turns > maxTurns {
		r.step = over
	}
}

// endTurn ends a turn: what was played is open.
func (r *rummy) endTurn() error {
	if err := r.checkMelds(r.play); err != nil {
		return err
	}
	hand, at := r.hands[r.turn], int(r.play[0])
	r.pile = append(r.pile, hand[at])
	r.hands[r.turn] = slices.Delete(hand, at, at+1)
	if len(r.play) == 1 {
		r.pass(r.turn + 1)
		return nil
	}
	r.step = counting
	for s, cards := range r.hands {
		r.show(s, cards...)
	}
	return nil
}

// win ends the round. The cards that the others hold are open.
func (r *rummy) win(seat int) {
	for _, s := range r.Players {
		if s != seat {
			r.pot += pips(r.cards.Look(r.hands[s]...))
		}
	}
	r.Points[seat] += r.pot
	r.step, r.winner = over, seat
}

// Out has a seat go. Its cards go back into the stock, and those that all know below the pile.
func (r *rummy) Out(seat int, _ table.Reason) {
	r.Players = slices.DeleteFunc(r.Players, func(s int) bool { return s == seat })
	if r.step == over {
		return
	}
	r.pot += 10 * len(r.hands[seat])
	open := slices.DeleteFunc(r.hands[seat], func(p int) bool { return !r.cards.Open(p) })
	r.hands[seat], r.dealing, r.pile = nil, nil, slices.Concat(open, r.pile)
	if len(r.Players) == 1 {
		r.win(r.Players[0])
		return
	}
	if r.cards.Drop(seat); r.turns > 0 && r.turn == seat {
		r.pass(seat)
	}
	r.goOn()
}

// Checkpoint returns what goes on between rounds.
func (r *rummy) Checkpoint() []byte {
	b, _ := json.Marshal(r) // numbers
	return b
}

// Restore goes back to a checkpoint.
func (r *rummy) Restore(checkpoint []byte) error {
	r.round = round{}
	return json.Unmarshal(checkpoint, r)
}
