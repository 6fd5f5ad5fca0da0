// Package plinko is a game in which a ball falls through rows of pegs, at each of which it
// goes left or right, into a slot that pays.
package plinko

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

const minRows, maxRows = 8, 16

// risks are the names of the tables, in ascending order.
var risks = [...]string{"low", "medium", "high"}

// tables are what slots pay, by risk and rows: from the one at the edge to that in the
// middle, the others being alike.
var tables = map[string]map[int][]int64{
	"low": {
		8:  {400, 210, 120, 85, 70},
		9:  {550, 270, 150, 95, 71},
		10: {700, 330, 180, 110, 80, 68},
		11: {850, 410, 220, 130, 90, 70},
		12: {1000, 490, 260, 160, 100, 77, 70},
		13: {1200, 570, 310, 180, 120, 85, 73},
		14: {1300, 660, 360, 210, 140, 100, 75, 71},
		15: {1400, 750, 420, 250, 160, 110, 85, 73},
		16: {1600, 850, 480, 290, 180, 130, 95, 78, 70},
	},
	"medium": {
		8:  {1100, 370, 140, 60, 36},
		9:  {1500, 500, 190, 85, 42},
		10: {2000, 690, 260, 110, 58, 35},
		11: {2600, 930, 360, 150, 75, 41},
		12: {3500, 1300, 490, 210, 95, 52, 35},
		13: {4600, 1700, 670, 280, 130, 65, 40},
		14: {6200, 2300, 910, 380, 170, 85, 50, 35},
		15: {8200, 3100, 1200, 520, 230, 110, 60, 39},
		16: {11000, 4200, 1700, 700, 310, 150, 75, 47, 30},
	},
	"high": {
		8:  {2800, 560, 120, 30, 10},
		9:  {4400, 900, 200, 45, 14},
		10: {6800, 1400, 320, 80, 24, 5},
		11: {11000, 2300, 520, 130, 35, 7},
		12: {17000, 3700, 840, 200, 55, 15, 5},
		13: {26000, 5800, 1300, 330, 85, 25, 8},
		14: {41000, 9200, 2200, 520, 130, 35, 13, 5},
		15: {64000, 15000, 3400, 840, 210, 60, 15, 7},
		16: {100000, 23000, 5400, 1300, 340, 90, 25, 12, 5},
	},
}

// Game is the game.
type Game struct{}

// Name returns plinko.
func (Game) Name() string { return "plinko" }

// Announce returns the tables.
func (Game) Announce() any {
	type table struct {
		Rows   int      `json:"rows"`
		Slots  []int64  `json:"slots"`
		Return *big.Rat `json:"return"`
	}
	all := make(map[string][]table)
	for _, risk := range risks {
		for rows := minRows; rows <= maxRows; rows++ {
			b := bet{rows: rows, slots: tables[risk][rows]}
			all[risk] = append(all[risk], table{rows, b.slots, b.Return()})
		}
	}
	return all
}

// A bet is one on a table.
type bet struct {
	game.Simple
	rows  int
	slots []int64
}

// Parse reads a risk and a number of rows, such as "high 16".
func (Game) Parse(terms string) (game.Terms, error) {
	risk, rows, _ := strings.Cut(terms, " ")
	n, err := game.Number(rows)
	if err != nil {
		return nil, err
	}
	slots, ok := tables[risk][int(n)]
	if !ok {
		return nil, game.Malformed("there is no table %q", terms)
	}
	return bet{rows: int(n), slots: slots}, nil
}

// Random returns any table.
func (Game) Random(intN func(n int) int) string {
	return risks[intN(len(risks))] + " " + strconv.Itoa(minRows+intN(maxRows-minRows+1))
}

func (b bet) Most() int64 { return b.slots[0] }

// pays returns what a slot pays, the leftmost being 0.
func (b bet) pays(slot int) int64 { return b.slots[min(slot, b.rows-slot)] }

// Return sums up the slots, each of which is reached by as many of the 2ⁿ paths as there are
// ways to go right so often.
func (b bet) Return() *big.Rat {
	sum := new(big.Int)
	for slot := range b.rows + 1 {
		paths := new(big.Int).Binomial(int64(b.rows), int64(slot))
		sum.Add(sum, paths.Mul(paths, big.NewInt(b.pays(slot))))
	}
	return new(big.Rat).SetFrac(sum, big.NewInt(game.One<<b.rows))
}

// Play lets the ball fall.
func (b bet) Play(_ []string, stream *seedrng.Stream) (game.Outcome, error) {
	path, slot := make([]byte, b.rows), 0
	for i := range path {
		right := stream.IntN(2)
		path[i] = "LR"[right]
		slot += right
	}
	return game.Settled(string(path), b.pays(slot)), nil
}
