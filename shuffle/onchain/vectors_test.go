package onchain_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

type cell struct {
	Card, Position int
	Ratio          string
}

type vector struct {
	Inputs struct {
		N          int
		Prevrandao []string
	}
	Outputs struct {
		Decks           []string
		Ways            []string
		Least, Greatest cell
		Variation       []string
		SHA256          string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/shuffle/onchain v1", class, map[string]func(*testing.T, vector) error{
		"replay": checkReplay,
		"bias":   checkBias,
	})
}

// class is the word for an error in the vectors.
func class(err error) string {
	if errors.Is(err, onchain.ErrMalformed) {
		return "malformed"
	}
	return err.Error()
}

func ordered(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i
	}
	return deck
}

func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

func checkReplay(t *testing.T, v vector) error {
	deck := ordered(v.Inputs.N)
	for i, text := range v.Inputs.Prevrandao {
		prevrandao, err := onchain.ParsePrevrandao(text)
		if err != nil {
			return err
		}
		onchain.Shuffle(prevrandao, deck)
		vectors.Same(t, text, line(deck), v.Outputs.Decks[i])
	}
	return nil
}

func checkBias(t *testing.T, v vector) error {
	n := v.Inputs.N
	b, err := onchain.ComputeBias(n)
	if err != nil {
		return err
	}
	paths := new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(n)), nil)
	rows := make([]string, n)
	for card := range rows {
		ways := make([]*big.Int, n)
		for position := range ways {
			r := new(big.Rat).SetInt(paths)
			r.Mul(r, b.Probability(card, position))
			if !r.IsInt() {
				t.Fatalf("card %d comes to position %d in %v ways", card, position, r)
			}
			ways[position] = r.Num()
		}
		rows[card] = line(ways)
	}
	if n <= 6 {
		vectors.Same(t, "ways", rows, v.Outputs.Ways)
	}
	vectors.Same(t, "sha256", fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows, " ")))), v.Outputs.SHA256)
	least, greatest := b.Extremes()
	vectors.Same(t, "least", cell{least.Card, least.Position, least.Ratio.RatString()}, v.Outputs.Least)
	vectors.Same(t, "greatest", cell{greatest.Card, greatest.Position, greatest.Ratio.RatString()}, v.Outputs.Greatest)
	vectors.Same(t, "variation of the first position", b.TotalVariation(0).RatString(), v.Outputs.Variation[0])
	vectors.Same(t, "variation of the last position", b.TotalVariation(n-1).RatString(), v.Outputs.Variation[1])
	return nil
}
