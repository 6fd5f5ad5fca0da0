package main

import (
	"encoding/hex"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
)

// stream is what the streams of several packages draw.
type stream interface {
	io.Reader
	Uint32() uint32
	Uint64() uint64
	Uint64N(uint64) uint64
	Distinct(n, k int) []int
	Weighted([]uint64) int
}

// drawn is some draws from a stream, as in the vectors of seedrng, and their results.
type drawn struct {
	Draws   []string `json:"draws"`
	Results []string `json:"results"`
}

func drawSome(r *rand.Rand, s stream) drawn {
	var d drawn
	for range 1 + r.IntN(8) {
		draw, result := drawOne(r, s)
		d.Draws, d.Results = append(d.Draws, draw), append(d.Results, result)
	}
	return d
}

func drawOne(r *rand.Rand, s stream) (draw, result string) {
	switch r.IntN(6) {
	case 0:
		n := r.IntN(100)
		return fmt.Sprint("read ", n), hex.EncodeToString(read(s, n))
	case 1:
		return "uint32", fmt.Sprint(s.Uint32())
	case 2:
		return "uint64", fmt.Sprint(s.Uint64())
	case 3:
		n := number(r)
		return fmt.Sprint("intn ", n), fmt.Sprint(s.Uint64N(n))
	case 4:
		n := 1 + r.IntN(100)
		k := r.IntN(n + 1)
		return fmt.Sprint("distinct ", n, " ", k), spaced(s.Distinct(n, k))
	default:
		weights := make([]uint64, 1+r.IntN(8))
		for i := range weights {
			weights[i] = number(r) >> 3
		}
		weights[0]++ // so that the sum isn't zero
		return "weighted " + spaced(weights), fmt.Sprint(s.Weighted(weights))
	}
}

func read(s io.Reader, n int) []byte { // n may be zero
	bytes := make([]byte, n)
	must(io.ReadFull(s, bytes))
	return bytes
}

// number is at least 1, and of any length up to 64 bits.
func number(r *rand.Rand) uint64 { return max(1, r.Uint64()>>r.UintN(64)) }

func spaced[T any](values []T) string { return strings.Trim(fmt.Sprint(values), "[]") }

// text is UTF-8 of 1 to limit bytes, of any code points.
func text(r *rand.Rand, limit int) string {
	var b strings.Builder
	for size := 1 + r.IntN(limit); b.Len() < size; {
		point := rune(r.Int32N(0x110000 >> r.IntN(15)))
		if b.Len()+len(string(point)) > limit {
			point = 'x'
		}
		b.WriteRune(point) // half a surrogate pair becomes U+FFFD, of three bytes as well
	}
	return b.String()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
