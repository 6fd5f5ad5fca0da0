package heartsgame

import (
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// denial is what a seat answers that doesn't hold the two of clubs: else it answers with the card's
// place. Moves are places in the hand: of three cards that are passed, or of one that is played.
const denial = 0xff

// Nobody is no seat.
const Nobody = -1

// A Game is the game as one seat knows it.
type Game struct {
	standing
	handState

	Config Config
	Me     int // Nobody of a spectator
	seed   []byte

	Events  []Event
	Results []Result // of the hands that this program has read
	noted   int      // events of this hand
	fault   string   // what was refused last
}

// New begins a game at a seat, or without one, which is [Nobody]. All that the seat does by chance
// follows from its seed. New refuses the terms of another game.
func New(terms table.Terms, me int, seed []byte) (*Game, error) {
	c, err := ParseConfig(terms.Game)
	if err == nil && (len(terms.Seats) != Seats || terms.Longest != Longest) {
		err = fmt.Errorf("heartsgame: terms of %d seats and messages of %d bytes, not %d and %d", len(terms.Seats), terms.Longest, Seats, Longest)
	}
	if err != nil {
		return nil, err
	}
	return &Game{Config: c, Me: me, seed: seed, standing: standing{Points: make([]int, Seats), Players: []int{0, 1, 2, 3}}}, nil
}

// Start begins a hand.
func (g *Game) Start(head record.Digest) {
	g.handState = handState{
		Held: make([][]int, Seats), Passed: make([][]int, Seats), answers: make([][]int, Seats), To: slices.Repeat([]int{Nobody}, Seats),
	}
	if len(g.Players) < MinSeats || g.most() >= g.Config.Limit {
		g.note(Nobody, End{g.winners()})
		return
	}
	g.Hand, g.noted = g.Hand+1, 0
	if g.deck = deck; len(g.Players) < Seats {
		g.deck = shortDeck
	}
	g.Cards, g.Step = must.Get(cards.New(head, g.deck, g.Players, g.Me, g.seed)), Dealing
	if !g.plays(g.Me) {
		g.Cards.Parallel(runtime.GOMAXPROCS(0)) // who watches has all proofs to check
	}
	directions := [][]int{{1, 2, 0}, {1, 3, 2, 0}}[len(g.Players)-MinSeats]
	if by := directions[(g.Hand-1)%len(directions)]; by > 0 {
		for i, seat := range g.Players {
			g.To[seat] = g.Players[(i+by)%len(g.Players)]
		}
	}
	for range Seats {
		g.denied = append(g.denied, make(map[int]int))
	}
}

// winners returns who has the fewest points, of those who haven't gone.
func (g *Game) winners() []int {
	if len(g.Players) == 0 {
		return nil
	}
	first := slices.MinFunc(g.Players, func(a, b int) int { return g.Points[a] - g.Points[b] })
	return slices.DeleteFunc(slices.Clone(g.Players), func(s int) bool { return g.Points[s] > g.Points[first] })
}

// most returns the most points that a player has.
func (g *Game) most() (most int) {
	for _, seat := range g.Players {
		most = max(most, g.Points[seat])
	}
	return most
}

func (g *Game) plays(seat int) bool { return slices.Contains(g.Players, seat) }

// Due returns who has a message about the cards to send, an answer, or a choice to make.
func (g *Game) Due() (phase int, seats []int) {
	switch {
	case g.Step == Over:
		return 0, nil
	case g.refused != nil:
		return g.refused.phase, g.refused.seats
	}
	if phase, seats = g.Cards.Due(); len(seats) > 0 {
		return phase, seats
	}
	for _, seat := range g.Players {
		if g.Step == Passing && g.Passed[seat] == nil || g.Step == Asking && g.answers[seat] == nil || g.Step == Playing && g.Turn == seat {
			seats = append(seats, seat)
		}
	}
	return phase, seats
}

// Pending returns this seat's message about the cards, or its answer.
func (g *Game) Pending() []byte {
	if g.Step == Asking {
		if place := slices.Index(g.own(), twoOfClubs); place >= 0 {
			return []byte{byte(place)}
		}
		return []byte{denial}
	}
	return must.Get(g.Cards.Pending())
}

var errChoice = errors.New("that isn't a choice of the seat whose turn it is")

// Check checks a choice of this seat, which knows its cards.
func (g *Game) Check(seat int, choice []byte) error {
	places, err := g.check(seat, choice)
	if err == nil && g.Step == Playing && !slices.Contains(g.Legal(g.own()), places[0]) {
		err = errors.New("the rules don't let it play this card now")
	}
	return err
}

// check checks a choice as far as everybody can, and returns its places.
func (g *Game) check(seat int, choice []byte) (places []int, err error) {
	want := map[Step]int{Passing: passed, Playing: 1}[g.Step]
	for i, place := range choice {
		if int(place) >= len(g.Held[seat]) || slices.Contains(choice[:i], place) {
			return nil, errChoice
		}
		places = append(places, int(place))
	}
	if want == 0 || len(choice) != want {
		return nil, errChoice
	}
	return places, nil
}

// Apply takes a choice, an answer, or a message about the cards.
func (g *Game) Apply(seat int, message []byte) (err error) {
	defer func() {
		if err != nil {
			g.fault = err.Error()
		}
	}()
	if _, due := g.Cards.Due(); len(due) > 0 {
		return g.receive(seat, message)
	}
	if g.Step == Asking {
		return g.answer(seat, message)
	}
	places, err := g.check(seat, message)
	switch {
	case err != nil:
		return err
	case g.Step == Passing:
		g.pass(seat, places)
	default:
		g.Step, g.played = Showing, g.Held[seat][places[0]]
		must.Do(g.Cards.Show(seat, g.played))
	}
	return nil
}

// Out has a seat go. The hand is void.
func (g *Game) Out(seat int, why table.Reason) {
	g.note(seat, Gone{why, g.fault})
	g.Players = slices.DeleteFunc(g.Players, func(s int) bool { return s == seat })
	if g.Step == Over {
		if last := len(g.Results) - 1; why != table.Left && last >= 0 { // it goes with another one, in the same hand
			g.Results[last].Players = slices.Clone(g.Players)
		}
		return
	}
	g.Step = Over
	g.note(Nobody, Void{})
	g.Results = append(g.Results, Result{Hand: g.Hand, Void: true, Moon: Nobody, Points: slices.Clone(g.Points),
		Players: slices.Clone(g.Players)})
}
