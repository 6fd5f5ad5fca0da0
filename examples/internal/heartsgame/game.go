// Package heartsgame is Hearts, with passing, between four seats that trust nobody: all shuffle, no
// one deals, and cards are passed that only the two seats see. A [Game] is played on a table of
// package commit/table; [Game.Choose] is what a bot does.
//
// Each seat is dealt 13 cards and passes three of them: to the left, in the next hand to the right,
// then across, then not at all. The seat that holds the two of clubs leads it. A seat follows suit if
// it can; who played the highest card of the suit that was led takes the trick, and leads. Hearts are
// led only when one was played before, or by a seat that holds nothing else. On the first trick,
// points are played only by a seat that holds nothing else. Each heart costs a point, the queen of
// spades 13; if one seat takes all 26, each of the others gets 26 instead. The game ends with the hand
// after which a seat has the points of the terms, and the fewest points win.
//
// Everybody sees from which places cards are passed, and so knows of a card, when it is played, that it
// was passed: only who passed it knew before which one it is.
//
// What seats hold can't be checked while they hold it. But a play that doesn't follow suit says that
// its seat has no card of that suit, and by the end of the hand each card is played: a card that a seat
// had denied is a revoke, and its signatures prove it. In the same way, if no seat leads the two of
// clubs, all show their cards.
//
// A seat that cheats, or is gone, is out of the game and ranks behind all others. Nobody sees its
// cards, so the hand is void: it costs nobody points. The others play on while they are three, with 17
// cards each and without the two of diamonds, passing to the left, to the right, then not at all; two
// end the game with the points that they have.
package heartsgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	names "github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Limits of a game.
const (
	Seats    = 4
	MinSeats = 3 // that go on
	MaxLimit = 500
	passed   = 3 // cards
)

// None answers that a seat doesn't hold the two of clubs: else it names the card's place. Moves
// are places in the hand: of three cards that are passed, or of one that is played.
const None = 0xff

// A Game is the game as one seat knows it. Its first fields go on between hands.
type Game struct {
	Round   int
	Points  []int // by seat
	Players []int // ascending

	Config Config `json:"-"`
	Me     int    `json:"-"` // -1 of a spectator
	seed   []byte
	round  `json:"-"`

	Events  []Event  `json:"-"`
	Results []Result `json:"-"` // of the hands that this program has read
	count   int      // of this hand
	fault   string   // what was refused last
}

// A Result is how a hand ended. Lists are by seat.
type Result struct {
	Round  int
	Void   bool
	To     []int   // whom it passed cards to, or -1
	Passed [][]int // cards
	Tricks []Trick
	Took   []int // points in tricks
	Moon   int   // who took all, or -1
	Scored []int // points that the hand cost
	Points []int // after the hand

	Players []int // who go on
}

// Cards are positions, as most of them are unknown. Lists are by seat.
type round struct {
	Cards   *cards.Hand
	deck    sra.Deck
	Step    Step
	Hands   [][]int // what is left to play
	Passed  [][]int // nil of who hasn't yet
	To      []int   // whom it passes cards to, or -1
	dealing []int
	answers [][]int // of the question for the two of clubs: its position, or none
	Turn    int     // the seat
	played  int     // the position that is being shown
	refused *due    // when a card was shown against the rules: its seat goes out next
	Tricks
	denied []map[int]int // cards that a seat doesn't hold, by what it said: in which trick
}

// A due is what Due returns.
type due struct {
	phase int
	seats []int
}

// A Step is what is going on.
type Step byte

// The steps. Passing and Playing are choices.
const (
	Over Step = iota
	Dealing
	Passing
	Exchanging
	Asking  // who holds the two of clubs
	Opening // it is shown; or all cards, if nobody holds it
	Playing
	Showing
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Name  string `json:"name"`  // Label
	Limit int    `json:"limit"` // the points that end the game
}

// Label names the rules.
const Label = "squaredeal/examples/hearts/v1"

// Terms returns the rules for a game to this many points, for [table.Terms], as JSON.
func Terms(limit int) []byte {
	b, _ := json.Marshal(Config{Label, limit}) // numbers
	return b
}

// The decks of four and of three players have the cards in clear, numbered as in package
// examples/internal/cards; that of three has no two of diamonds, and later cards are one less.
var (
	deck      = must(sra.PublicDeck(sra.Ristretto255(), "hearts", 52))
	shortDeck = must(sra.PublicDeck(sra.Ristretto255(), "hearts for three", 51))
)

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(deck.Group(), deck.Len())

// must panics on an error of a step that is always possible.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// New begins a game at a seat, or without one, which is -1. All that the seat does by chance
// follows from its seed. New refuses the terms of another game.
func New(terms table.Terms, me int, seed []byte) (*Game, error) {
	var c Config
	err := json.Unmarshal(terms.Game, &c)
	if err != nil || !bytes.Equal(Terms(c.Limit), terms.Game) || len(terms.Seats) != Seats ||
		c.Limit < 1 || c.Limit > MaxLimit || terms.Longest != Longest {
		return nil, errors.New("the terms are of another game")
	}
	return &Game{Config: c, Me: me, seed: seed, Points: make([]int, Seats), Players: []int{0, 1, 2, 3}}, nil
}

// Start begins a hand.
func (r *Game) Start(head record.Digest) {
	r.round = round{
		Hands: make([][]int, Seats), Passed: make([][]int, Seats), answers: make([][]int, Seats), To: slices.Repeat([]int{-1}, Seats),
	}
	if len(r.Players) < MinSeats || r.most() >= r.Config.Limit {
		r.note(-1, End{r.winners()})
		return
	}
	r.Round, r.count = r.Round+1, 0
	if r.deck = deck; len(r.Players) < Seats {
		r.deck = shortDeck
	}
	r.Cards, r.Step = must(cards.New(head, r.Players, r.Me, r.seed, r.deck)), Dealing
	if !r.plays(r.Me) {
		r.Cards.Parallel(runtime.GOMAXPROCS(0)) // who watches has all proofs to check
	}
	directions := [][]int{{1, 2, 0}, {1, 3, 2, 0}}[len(r.Players)-MinSeats]
	if by := directions[(r.Round-1)%len(directions)]; by > 0 {
		for i, seat := range r.Players {
			r.To[seat] = r.Players[(i+by)%len(r.Players)]
		}
	}
	for range Seats {
		r.denied = append(r.denied, make(map[int]int))
	}
}

// winners returns who has the fewest points.
func (r *Game) winners() (seats []int) {
	least := slices.Max(r.Points)
	for _, seat := range r.Players {
		least = min(least, r.Points[seat])
	}
	return slices.DeleteFunc(slices.Clone(r.Players), func(s int) bool { return r.Points[s] > least })
}

// most returns the points of who has the most.
func (r *Game) most() (most int) {
	for _, seat := range r.Players {
		most = max(most, r.Points[seat])
	}
	return most
}

func (r *Game) plays(seat int) bool { return slices.Contains(r.Players, seat) }

// Passes reports whether cards are passed in this hand.
func (r *Game) Passes() bool { return slices.ContainsFunc(r.To, func(to int) bool { return to >= 0 }) }

// Look returns the cards at positions, as far as this seat knows them.
func (r *Game) Look(positions ...int) []int {
	known := r.Cards.Look(positions...)
	for i, c := range known {
		if r.deck.Len() < 52 && c >= twoOfDiamonds {
			known[i]++
		}
	}
	return known
}

// own returns the cards that this seat holds.
func (r *Game) own() []int { return r.Look(r.Hands[r.Me]...) }

// Due returns who has a message about the cards to send, an answer, or a choice to make.
func (r *Game) Due() (phase int, seats []int) {
	switch {
	case r.Step == Over:
		return 0, nil
	case r.refused != nil:
		return r.refused.phase, r.refused.seats
	}
	if phase, seats = r.Cards.Due(); len(seats) > 0 {
		return phase, seats
	}
	for _, seat := range r.Players {
		if r.Step == Passing && r.Passed[seat] == nil || r.Step == Asking && r.answers[seat] == nil || r.Step == Playing && r.Turn == seat {
			seats = append(seats, seat)
		}
	}
	return phase, seats
}

// Pending returns this seat's message about the cards, or its answer.
func (r *Game) Pending() []byte {
	if r.Step == Asking {
		if place := slices.Index(r.own(), twoOfClubs); place >= 0 {
			return []byte{byte(place)}
		}
		return []byte{None}
	}
	return r.Cards.Pending()
}

var errChoice = errors.New("that isn't a choice of the seat whose turn it is")

// Check checks a choice of this seat, which knows its cards.
func (r *Game) Check(seat int, choice []byte) error {
	places, err := r.check(seat, choice)
	if err == nil && r.Step == Playing && !slices.Contains(r.Legal(r.own()), places[0]) {
		err = errors.New("the rules don't let it play this card now")
	}
	return err
}

// check checks a choice as far as everybody can, and returns its places.
func (r *Game) check(seat int, choice []byte) (places []int, err error) {
	want := map[Step]int{Passing: passed, Playing: 1}[r.Step]
	for i, place := range choice {
		if int(place) >= len(r.Hands[seat]) || slices.Contains(choice[:i], place) {
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
func (r *Game) Apply(seat int, message []byte) (err error) {
	defer func() {
		if err != nil {
			r.fault = err.Error()
		}
	}()
	if _, due := r.Cards.Due(); len(due) > 0 {
		return r.receive(seat, message)
	}
	if r.Step == Asking {
		return r.answer(seat, message)
	}
	places, err := r.check(seat, message)
	switch {
	case err != nil:
		return err
	case r.Step == Passing:
		r.pass(seat, places)
	default:
		r.Step, r.played = Showing, r.Hands[seat][places[0]]
		must(0, r.Cards.Show(seat, r.played))
	}
	return nil
}

// receive takes a message about the cards, and goes on if it was the last one that was due.
func (r *Game) receive(seat int, message []byte) error {
	kind := r.Cards.Kind(seat)
	phase, seats := r.Due()
	if err := r.Cards.Receive(seat, message); err != nil {
		if blame, ok := errors.AsType[*hand.BlameError](err); ok {
			err = blame.Err // the table says whose fault it is
		}
		return err
	}
	if err := r.checkShown(seat); err != nil {
		r.refused = &due{phase, seats}
		return err
	}
	if r.Step != Showing { // which its card tells
		r.note(seat, Proof{kind, r.Step == Exchanging})
	}
	if _, due := r.Cards.Due(); len(due) > 0 {
		return nil
	}
	switch r.Step {
	case Dealing:
		r.deal()
	case Exchanging:
		if r.plays(r.Me) {
			from := slices.Index(r.To, r.Me)
			r.note(r.Me, Gets{r.Look(r.Passed[from]...), from})
		}
		r.ask(Asking)
	case Opening: // somebody has shown the two of clubs
		r.Turn = slices.IndexFunc(r.answers, func(a []int) bool { return len(a) > 0 })
		r.played = r.answers[r.Turn][0]
		r.play(r.Turn)
	case Showing:
		r.play(seat)
	}
	return nil
}

// ask begins what seats themselves have to say.
func (r *Game) ask(step Step) {
	r.Step = step
	r.Cards.Next()
}

// deal deals all cards when they are shuffled.
func (r *Game) deal() {
	if r.dealing == nil {
		r.dealing = must(r.Cards.Deal(r.toEach()...))
		return
	}
	for i, seat := range r.toEach() {
		r.Hands[seat] = append(r.Hands[seat], r.dealing[i])
	}
	if r.plays(r.Me) {
		r.note(r.Me, Dealt{r.own()})
	}
	if r.Passes() {
		r.ask(Passing)
	} else {
		r.ask(Asking)
	}
}

// toEach returns the seat of each card, as they are dealt.
func (r *Game) toEach() []int { return slices.Repeat(r.Players, r.deck.Len()/len(r.Players)) }

// pass has a seat pass cards; they are exchanged when all have named theirs.
func (r *Game) pass(seat int, places []int) {
	for _, place := range places {
		r.Passed[seat] = append(r.Passed[seat], r.Hands[seat][place])
	}
	r.note(seat, Passes{r.To[seat]})
	if _, due := r.Due(); len(due) > 0 {
		return
	}
	var all []int
	var to []hand.Place
	for _, from := range r.Players {
		all = append(all, r.Passed[from]...)
		for _, p := range r.Passed[from] {
			to = append(to, hand.Place{Position: p, To: r.To[from]})
		}
		r.Hands[from] = slices.DeleteFunc(r.Hands[from], func(p int) bool { return slices.Contains(r.Passed[from], p) })
	}
	for _, from := range r.Players {
		r.Hands[r.To[from]] = append(r.Hands[r.To[from]], r.Passed[from]...)
	}
	must(0, r.Cards.Return(all...))
	must(0, r.Cards.DealAt(to...))
	r.Step = Exchanging
}

// answer takes a seat's answer whether it holds the two of clubs. Who says so shows it, when all have
// answered; if nobody says so, all show their cards.
func (r *Game) answer(seat int, message []byte) error {
	held := r.Hands[seat]
	switch {
	case len(message) != 1 || message[0] != None && int(message[0]) >= len(held):
		return errChoice
	case message[0] == None:
		r.answers[seat] = []int{}
	default:
		r.answers[seat] = held[message[0]:][:1:1]
	}
	if _, due := r.Due(); len(due) > 0 {
		return nil
	}
	r.Step = Opening
	nobody := !slices.ContainsFunc(r.answers, func(a []int) bool { return len(a) > 0 })
	for _, s := range r.Players {
		if nobody {
			must(0, r.Cards.Show(s, r.Hands[s]...))
		} else if len(r.answers[s]) > 0 {
			must(0, r.Cards.Show(s, r.answers[s]...))
		}
	}
	return nil
}

// checkShown checks what a seat has shown by what it had said.
func (r *Game) checkShown(seat int) error {
	switch claimed := r.answers[seat]; {
	case r.Step == Showing:
		card := r.Look(r.played)[0]
		if trick, denied := r.denied[seat][card]; denied {
			return fmt.Errorf("a revoke in trick %d, as it held %v then", trick, names.Card(card))
		}
	case r.Step != Opening:
	case len(claimed) > 0 && r.Look(claimed...)[0] != twoOfClubs:
		return errors.New("it said that it holds 2♣, and shows another card")
	case len(claimed) == 0 && slices.Contains(r.Look(r.Hands[seat]...), twoOfClubs):
		return errors.New("it said that it doesn't hold 2♣, and does")
	}
	return nil
}

// play plays the card that a seat has shown.
func (r *Game) play(seat int) {
	card := r.Look(r.played)[0]
	for other := range 52 {
		if _, known := r.denied[seat][other]; !known && r.denies(card, other) {
			r.denied[seat][other] = len(r.Taken) + 1
		}
	}
	r.Hands[seat] = slices.DeleteFunc(r.Hands[seat], func(p int) bool { return p == r.played })
	broken := r.Broken
	r.Tricks.play(seat, card)
	r.note(seat, Plays{card})
	if r.Broken && !broken {
		r.note(-1, Broken{})
	}
	if len(r.Trick) < len(r.Players) {
		r.Turn = r.Players[(slices.Index(r.Players, seat)+1)%len(r.Players)]
		r.ask(Playing)
		return
	}
	r.Turn = r.Trick.Winner()
	r.note(r.Turn, Takes{r.Trick.Points()})
	r.take()
	if r.ask(Playing); len(r.Hands[r.Turn]) == 0 {
		r.end()
	}
}

// end ends the hand: all cards are played, and so all know what was passed.
func (r *Game) end() {
	e := Result{Round: r.Round, Players: slices.Clone(r.Players), To: r.To, Tricks: r.Taken, Took: r.Took(Seats)}
	e.Scored, e.Moon = score(e.Took, r.Players)
	if e.Moon >= 0 {
		r.note(e.Moon, Moon{})
	}
	for seat, more := range e.Scored {
		r.Points[seat] += more
		e.Passed = append(e.Passed, r.Look(r.Passed[seat]...))
	}
	e.Points = slices.Clone(r.Points)
	r.note(-1, Score{e.Points, e.Players})
	r.Results = append(r.Results, e)
	r.Step = Over
}

// Out has a seat go. The hand is void.
func (r *Game) Out(seat int, why table.Reason) {
	r.note(seat, Gone{why, r.fault})
	r.Players = slices.DeleteFunc(r.Players, func(s int) bool { return s == seat })
	if r.Step == Over {
		if last := len(r.Results) - 1; why != table.Left && last >= 0 { // it goes with another one, in the same hand
			r.Results[last].Players = slices.Clone(r.Players)
		}
		return
	}
	r.Step = Over
	r.note(-1, Void{})
	r.Results = append(r.Results, Result{Round: r.Round, Void: true, Moon: -1, Points: slices.Clone(r.Points),
		Players: slices.Clone(r.Players)})
}

// Checkpoint returns what goes on between hands.
func (r *Game) Checkpoint() []byte {
	b, _ := json.Marshal(r) // numbers
	return b
}

// Restore goes back to a checkpoint.
func (r *Game) Restore(checkpoint []byte) error {
	r.round, r.count = round{}, 0
	return json.Unmarshal(checkpoint, r)
}
