package shuffles

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// Contract returns a few calls of the contract, and the bias of a naive shuffle.
func Contract(r *rand.Rand) any {
	var c struct {
		Deck       []int    `json:"deck"`
		Prevrandao []string `json:"prevrandao"`
		Result     string   `json:"result"` // the deck, or the class of the error
		N          int      `json:"n"`
		Bias       []string `json:"bias"`
	}
	c.Deck = r.Perm(r.IntN(120))
	deck := append([]int(nil), c.Deck...)
	for range 1 + r.IntN(3) {
		text := "0x" + hex.EncodeToString(random.Bytes(r, 32))
		if r.IntN(12) == 0 {
			text = strings.ToValidUTF8(string(random.Altered(r, []byte(text))), "x")
		}
		c.Prevrandao = append(c.Prevrandao, text)
		prevrandao, err := onchain.ParsePrevrandao(text)
		if err != nil {
			c.Result = "malformed"
			break
		}
		onchain.Shuffle(prevrandao, deck)
	}
	if c.Result == "" {
		c.Result = random.Spaced(deck)
	}
	c.N = 1 + r.IntN(12)
	bias := must.Get(onchain.ComputeBias(c.N))
	least, greatest := bias.Extremes()
	for _, cell := range []onchain.Cell{least, greatest} {
		c.Bias = append(c.Bias, fmt.Sprint(cell.Card, " ", cell.Position, " ", cell.Ratio.RatString()))
	}
	for position := range c.N {
		c.Bias = append(c.Bias, bias.TotalVariation(position).RatString())
	}
	return c
}
