package relay

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// A seat that does anything, at any time: no honest one names honest seats only.
func TestRandomCheats(t *testing.T) {
	t.Parallel()
	runs := 100
	if testing.Short() {
		runs = 20
	}
	cases := make(map[string]func(*testing.T))
	for run := range runs {
		cases[fmt.Sprint("run ", run)] = func(t *testing.T) {
			clitest.Patiently(t, brisk, func(t testing.TB, answer time.Duration) {
				src := rand.New(rand.NewPCG(1, uint64(run)))
				game := chat(run%2 == 0, answer)
				game.Seats = 3 + run%3
				cheat := src.IntN(game.Seats)
				var deeds []string
				members := party(t, game, map[int]func(*member){cheat: func(m *member) { deeds = m.misbehave(src) }}, nil)
				for seat, m := range members {
					var b *Blame
					if seat != cheat && m.err != nil && (!errors.As(m.err, &b) || !slices.Contains(b.Seats, cheat)) {
						t.Errorf("seat %d cheats, seat %d of %d says %v, %v", cheat, seat, game.Seats, m.err, deeds)
					}
				}
			})
		}
	}
	clitest.Together(t, 100, cases)
}

// misbehave plays some of the game, and then does what chance says.
func (m *member) misbehave(src *rand.Rand) (deeds []string) {
	if src.IntN(10) > 0 {
		if _, err := m.Greet(); err != nil {
			m.Quit()
			return []string{err.Error()}
		}
	}
	random := func() []byte {
		message := make([]byte, 1+src.IntN(40))
		for i := range message {
			message[i] = byte(src.IntN(256))
		}
		if src.IntN(4) > 0 {
			message[0] = byte(src.IntN(5))
		}
		return message
	}
	someone := func() int {
		others := m.Others()
		return others[src.IntN(len(others))]
	}
	for m.private != nil {
		next := src.IntN(12)
		deeds = append(deeds, fmt.Sprint(next))
		switch next {
		case 0, 1:
			m.Say(append([]byte{wordKind}, "word"...))
		case 2:
			m.Say(random())
		case 3:
			m.sendTo(someone(), m.sign(toAll, &m.peers[m.seat].said, random())) // to one only
		case 4:
			if m.game.Sealed {
				m.Tell(someone(), random())
			}
		case 5:
			if m.game.Sealed {
				m.tellTwo(append([]byte{wordKind}, "word"...), random())
			}
		case 6:
			time.Sleep(time.Duration(src.Int64N(int64(m.game.Answer) * 5 / 4)))
		case 7:
			m.Hear(wordKind, someone())
		case 8:
			m.post([]int{toAll, someone()}[src.IntN(2)], random())
		case 9:
			m.chatter()
		case 10:
			reasons := []error{nil, errors.New("it lies"), ErrSilent, ErrStopped, ErrGone}
			reason := reasons[src.IntN(len(reasons))]
			if reason != nil {
				reason = m.game.BlameRelay(reason, someone())
			}
			m.Finish(reason, random())
			return deeds
		case 11:
			if src.IntN(2) == 0 {
				m.Linger()
			}
			m.Quit()
			return deeds
		}
	}
	m.Linger()
	return deeds
}
