package main

import (
	"crypto/sha1"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func init() {
	generators["jgammon"] = throwCase
	generators["onchain"] = contractCase
}

// throwCase is a throw whose hashes and secrets may be altered.
func throwCase(r *rand.Rand) any {
	c := struct {
		Hashes  [2]string `json:"hashes"`
		Secrets [2]string `json:"secrets"`
		Result  string    `json:"result"` // n and the dice, or the class of the error and the seats
	}{}
	var hashes [2]jgammon.Hash
	var secrets [2]jgammon.Secret
	for seat := range 2 {
		secret := random(r, jgammon.SecretSize)
		hash := sha1.Sum(secret)
		switch r.IntN(8) {
		case 0:
			hash[r.IntN(len(hash))] ^= 1 << r.IntN(8)
		case 1:
			secret[r.IntN(len(secret))] ^= 1 << r.IntN(8)
		}
		hashes[seat], secrets[seat] = jgammon.Hash(hash), must(jgammon.ParseSecret(secret))
		c.Hashes[seat], c.Secrets[seat] = hex.EncodeToString(hash[:]), hex.EncodeToString(secret)
	}
	throw, err := jgammon.Replay(hashes, secrets)
	var blame *commit.BlameError
	if errors.As(err, &blame) {
		c.Result = "mismatch " + spaced(blame.Seats)
	} else {
		c.Result = fmt.Sprint(throw.N, " ", throw.One, " ", throw.Two)
	}
	return c
}

// contractCase is a few calls of the contract, and the bias of a naive shuffle.
func contractCase(r *rand.Rand) any {
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
		text := "0x" + hex.EncodeToString(random(r, 32))
		if r.IntN(12) == 0 {
			text = strings.ToValidUTF8(string(alterBytes(r, []byte(text))), "x")
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
		c.Result = spaced(deck)
	}
	c.N = 1 + r.IntN(12)
	bias := must(onchain.ComputeBias(c.N))
	least, greatest := bias.Extremes()
	for _, cell := range []onchain.Cell{least, greatest} {
		c.Bias = append(c.Bias, fmt.Sprint(cell.Card, " ", cell.Position, " ", cell.Ratio.RatString()))
	}
	for position := range c.N {
		c.Bias = append(c.Bias, bias.TotalVariation(position).RatString())
	}
	return c
}
