package random

import (
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
)

// A Stream is what the streams of several packages draw.
type Stream interface {
	io.Reader
	Uint32() uint32
	Uint64() uint64
	Uint64N(uint64) uint64
	Distinct(n, k int) []int
	Weighted([]uint64) int
}

// Drawn is some draws from a Stream, as in the vectors of seedrng, and their results.
type Drawn struct {
	Draws   []string `json:"draws"`
	Results []string `json:"results"`
}

// Draw draws a few times from a stream.
func Draw(r *rand.Rand, s Stream) Drawn {
	var d Drawn
	for range 1 + r.IntN(8) {
		draw, result := drawOne(r, s)
		d.Draws, d.Results = append(d.Draws, draw), append(d.Results, result)
	}
	return d
}

func drawOne(r *rand.Rand, s Stream) (draw, result string) {
	switch r.IntN(6) {
	case 0:
		n := r.IntN(100)
		return fmt.Sprint("read ", n), hex.EncodeToString(read(s, n))
	case 1:
		return "uint32", fmt.Sprint(s.Uint32())
	case 2:
		return "uint64", fmt.Sprint(s.Uint64())
	case 3:
		n := Number(r)
		return fmt.Sprint("intn ", n), fmt.Sprint(s.Uint64N(n))
	case 4:
		n := 1 + r.IntN(100)
		k := r.IntN(n + 1)
		return fmt.Sprint("distinct ", n, " ", k), Spaced(s.Distinct(n, k))
	default:
		weights := make([]uint64, 1+r.IntN(8))
		for i := range weights {
			weights[i] = Number(r) >> 3
		}
		weights[0]++ // so that the sum isn't zero
		return "weighted " + Spaced(weights), fmt.Sprint(s.Weighted(weights))
	}
}

func read(s io.Reader, n int) []byte { // n may be zero
	bytes := make([]byte, n)
	must.Get(io.ReadFull(s, bytes))
	return bytes
}
