package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A party is one seat of a game.
type party struct {
	game
	conn  *wire.Conn
	seat  int
	cheat string // how it cheats, empty if it is honest

	hellos  [2]hello  // by seat
	earlier [2][]byte // what a cheat got in the first throw, to replay
}

// A view is what a seat saw of a throw.
type view struct {
	seat, number int
	cheats       bool
	refused      int       // how often the throw began again before
	sent, got    [2][]byte // commitment and reveal, nil if it didn't come to that
	done         bool      // there is an outcome
	outcome      outcome
	err          error
}

// A throwTaken is what is known of a throw, for -json. Pairs are by seat, and empty
// where nothing was sent.
type throwTaken struct {
	Throw       int       `json:"throw"`
	Refused     int       `json:"refused,omitempty"` // how often it began again before
	Commitments [2]string `json:"commitments"`
	Reveals     [2]string `json:"reveals"`
	Seed        string    `json:"seed,omitempty"`
	Dice        []int     `json:"dice,omitempty"`
}

func newThrowTaken(views []view) throwTaken {
	v := views[0]
	t := throwTaken{Throw: v.number, Refused: v.refused}
	for seat := range 2 {
		t.Commitments[seat] = hex.EncodeToString(sentBy(views, seat, 0))
		t.Reveals[seat] = hex.EncodeToString(sentBy(views, seat, 1))
	}
	if v.done {
		t.Dice = []int{v.outcome.dice.one(), v.outcome.dice.two()}
		if v.outcome.seed != [commit.SeedSize]byte{} {
			t.Seed = hex.EncodeToString(v.outcome.seed[:])
		}
	}
	return t
}

// errRefused says that a seat has sent a refusal, an empty message, for its reveal.
var errRefused = errors.New("a refusal to reveal")

func (p *party) other() int { return 1 - p.seat }

// greet exchanges hellos.
func (p *party) greet() error {
	own := newHello(p.game, p.seat)
	err := p.conn.Send(own.bytes())
	if err != nil {
		return fmt.Errorf("greeting seat %d: %w", p.other(), err)
	}
	message, err := p.conn.Receive(helloSize)
	if err != nil {
		return fmt.Errorf("the hello of seat %d: %w", p.other(), err)
	}
	theirs, err := parseHello(message)
	if err == nil {
		err = own.fits(theirs)
	}
	if err != nil {
		return fmt.Errorf("the hello of seat %d: %w", p.other(), err)
	}
	p.hellos[p.seat], p.hellos[p.other()] = own, theirs
	return nil
}

// throw plays one throw, and closes the connection if that fails.
func (p *party) throw(number int) view {
	for refused := 0; ; refused++ {
		v := view{seat: p.seat, number: number, cheats: p.cheat != "", refused: refused}
		if p.cheat == "" {
			v.err = p.play(&v)
		} else {
			v.err = p.playFalsely(&v)
		}
		if errors.Is(v.err, errRefused) && refused < p.protocol.restarts {
			continue
		}
		if v.err != nil {
			p.conn.Close()
		}
		return v
	}
}

// play is the part of an honest seat.
func (p *party) play(v *view) error {
	t, err := p.begin(v)
	if err != nil {
		return err
	}
	for {
		phase, due := t.Due()
		if phase == commit.DonePhase {
			v.outcome, err = t.outcome()
			v.done = err == nil
			return err
		}
		from, message := p.next(due), t.Pending()
		if from == p.seat {
			err = p.send(v, int(phase-commit.CommitPhase), message)
		} else {
			message, err = p.receive(v, int(phase-commit.CommitPhase))
		}
		if err != nil {
			return p.absent(err)
		}
		if err := t.Receive(from, message); errors.Is(err, commit.ErrOtherToss) || errors.Is(err, commit.ErrDiverged) {
			return p.absent(err) // both know the throw, and there is one wire
		} else if err != nil {
			return err
		}
		if now, rest := t.Due(); now == phase && len(rest) == len(due) {
			return p.absent(errors.New("the same commitment again, in place of the reveal"))
		}
	}
}

// next returns the seat that speaks next: of those that are due the first, or in a
// protocol whose messages cross, oneself.
func (p *party) next(due []int) int {
	if p.protocol.cross && slices.Contains(due, p.seat) {
		return p.seat
	}
	return due[0]
}

// absent blames a failure of the connection, a refusal, or what isn't a message of the throw
// on the other seat: it has broken off, or it is its turn.
func (p *party) absent(err error) error {
	return &commit.BlameError{Seats: []int{p.other()}, Err: err}
}

func (p *party) begin(v *view) (toss, error) {
	return p.protocol.begin(session(p.hellos, v.number), v.number, p.seat)
}

// send sends the message of a phase.
func (p *party) send(v *view, phase int, message []byte) error {
	err := p.conn.Send(message)
	if err == nil {
		v.sent[phase] = message
	}
	return err
}

// receive returns the other seat's message of a phase.
func (p *party) receive(v *view, phase int) (message []byte, err error) {
	message, err = p.conn.Receive(p.protocol.sizes[phase])
	if err != nil {
		return nil, err
	}
	v.got[phase] = message
	if phase == 1 && len(message) == 0 {
		return nil, errRefused
	}
	return message, nil
}
