// Package mines is a game on 25 tiles, some of which hide a mine. Each tile that is opened
// without one raises what the player may take; a mine ends the round.
package mines

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	tiles    = 25
	maxMines = tiles - 1
	// most is the greatest multiplier. A round is paid at once when one more tile would lead
	// beyond it.
	most = 10_000 * game.One
)

// Game is the game.
type Game struct{}

// Name returns mines.
func (Game) Name() string { return "mines" }

// safe returns the probability that some tiles hide none of the mines.
func safe(mines, opened int) *big.Rat {
	p := new(big.Rat).SetInt(new(big.Int).Binomial(int64(tiles-mines), int64(opened)))
	return p.Quo(p, new(big.Rat).SetInt(new(big.Int).Binomial(tiles, int64(opened))))
}

// multipliers returns what can be taken after each number of opened tiles, from 1 on: 99 % of
// the fair price, rounded down.
func multipliers(mines int) (all []int64) {
	for opened := 1; opened <= tiles-mines; opened++ {
		p := new(big.Rat).Quo(big.NewRat(99, 1), safe(mines, opened))
		m := new(big.Int).Quo(p.Num(), p.Denom())
		if m.Cmp(big.NewInt(most)) > 0 {
			break
		}
		all = append(all, m.Int64())
	}
	return all
}

// Announce returns the multipliers by the number of mines, from 1 on.
func (Game) Announce() any {
	var all [][]int64
	for mines := 1; mines <= maxMines; mines++ {
		all = append(all, multipliers(mines))
	}
	return struct {
		Tiles       int       `json:"tiles"`
		Multipliers [][]int64 `json:"multipliers"`
	}{tiles, all}
}

// A bet opens the first tile: so it can be said what comes of one that is declined.
type bet struct {
	mines       int
	tile        int
	multipliers []int64
}

// Parse reads a number of mines and a tile, such as "3 open 13".
func (Game) Parse(terms string) (game.Terms, error) {
	mines, first, ok := strings.Cut(terms, " ")
	if !ok {
		return nil, game.Malformed("a bet on mines opens a tile")
	}
	n, err := game.Number(mines)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > maxMines {
		return nil, game.Malformed("there are 1 to %d mines", maxMines)
	}
	tile, err := parseOpen(first)
	if err != nil {
		return nil, err
	}
	return bet{int(n), tile, multipliers(int(n))}, nil
}

// parseOpen reads a step that opens a tile, which are numbered from 1.
func parseOpen(text string) (tile int, err error) {
	number, ok := strings.CutPrefix(text, "open ")
	if !ok {
		return 0, game.Malformed("%q opens no tile", text)
	}
	n, err := game.Number(number)
	if err == nil && (n < 1 || n > tiles) {
		err = game.Malformed("there is no tile %d", n)
	}
	return int(n), err
}

// Random returns any number of mines, low ones more often, and any tile.
func (Game) Random(intN func(n int) int) string {
	return strconv.Itoa(1+intN(1+intN(maxMines))) + " open " + strconv.Itoa(1+intN(tiles))
}

func (b bet) Most() int64 { return b.multipliers[len(b.multipliers)-1] }

// Return returns what comes back if the player takes what there is after the number of tiles
// that is best for it.
func (b bet) Return() *big.Rat {
	best := new(big.Rat)
	for i := range b.multipliers {
		if r := b.returns(i + 1); r.Cmp(best) > 0 {
			best = r
		}
	}
	return best
}

// returns is what comes back if the player opens so many tiles and takes what there is.
func (b bet) returns(opened int) *big.Rat {
	p := safe(b.mines, opened)
	return p.Mul(p, big.NewRat(b.multipliers[opened-1], game.One))
}

func (b bet) AtOnce() bool { return false }

const (
	take = "take"
	ok   = "safe"
)

// Play opens tiles, until one has a mine, or the player takes what there is, or there is no
// more to win. The end shows all mines, ascending.
func (b bet) Play(steps []string, stream *seedrng.Stream) (o game.Outcome, err error) {
	mines := stream.Distinct(tiles, b.mines)
	for i := range mines {
		mines[i]++
	}
	slices.Sort(mines)
	end := func(multiplier int64) {
		last := &o.Received[len(o.Received)-1]
		for i, m := range mines {
			*last += [...]string{" mines ", " "}[min(i, 1)] + strconv.Itoa(m)
		}
		o.Over, o.Multiplier = true, multiplier
	}
	var opened []int
	open := func(tile int) {
		opened = append(opened, tile)
		if slices.Contains(mines, tile) {
			o.Received = append(o.Received, "mine")
			end(0)
			return
		}
		o.Received = append(o.Received, ok)
		if len(opened) == len(b.multipliers) {
			end(b.Most())
		}
	}
	open(b.tile)
	for _, step := range steps {
		if o.Over {
			return game.Outcome{}, game.Malformed("the round is over")
		}
		if step == take {
			o.Received = append(o.Received, "taken")
			end(b.multipliers[len(opened)-1])
			continue
		}
		tile, err := parseOpen(step)
		if err != nil {
			return game.Outcome{}, err
		}
		if slices.Contains(opened, tile) {
			return game.Outcome{}, game.Malformed("tile %d is open", tile)
		}
		open(tile)
	}
	return o, nil
}

// RandomStep opens another tile, or takes what there is.
func (b bet) RandomStep(steps []string, intN func(n int) int) string {
	if intN(3) == 0 {
		return take
	}
	for {
		tile := 1 + intN(tiles)
		step := "open " + strconv.Itoa(tile)
		if tile != b.tile && !slices.Contains(steps, step) {
			return step
		}
	}
}
