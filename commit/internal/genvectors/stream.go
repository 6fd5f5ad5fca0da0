package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// A source is a stream from its start.
type source struct {
	key, prefix string
	bytes       string // computed so far
	taken       int
	blocks      int
}

func (s *source) take(n int) string {
	for len(s.bytes) < s.taken+n {
		mac := hmac.New(sha256.New, []byte(s.key))
		mac.Write([]byte(s.prefix + strconv.Itoa(s.blocks)))
		s.bytes += string(mac.Sum(nil))
		s.blocks++
	}
	s.taken += n
	return s.bytes[s.taken-n : s.taken]
}

func (s *source) word(size int) *big.Int { return new(big.Int).SetBytes([]byte(s.take(size))) }

// below draws a number below n: words of four bytes, or of eight if n is above 2^32,
// until one is below the greatest multiple of n.
func (s *source) below(n *big.Int) *big.Int {
	size := 4
	words := new(big.Int).Lsh(big.NewInt(1), 32)
	if n.Cmp(words) > 0 {
		size = 8
		words.Lsh(words, 32)
	}
	limit := new(big.Int).Sub(words, new(big.Int).Mod(words, n))
	for {
		if w := s.word(size); w.Cmp(limit) < 0 {
			return w.Mod(w, n)
		}
	}
}

// draw makes a draw: its name and its numbers.
func (s *source) draw(what string) string {
	name, rest, _ := strings.Cut(what, " ")
	var args []*big.Int
	for _, a := range strings.Fields(rest) {
		n, ok := new(big.Int).SetString(a, 10)
		if !ok {
			panic(what)
		}
		args = append(args, n)
	}
	switch name {
	case "uint32":
		return s.word(4).String()
	case "uint64":
		return s.word(8).String()
	case "read":
		return hexOf(s.take(int(args[0].Int64())))
	case "intn", "uint64n":
		return s.below(args[0]).String()
	case "distinct":
		var out []string
		seen := map[string]bool{}
		for len(out) < int(args[1].Int64()) {
			if v := s.below(args[0]).String(); !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
		return strings.Join(out, " ")
	case "weighted":
		sum := new(big.Int)
		for _, w := range args {
			sum.Add(sum, w)
		}
		v := s.below(sum)
		for i, w := range args {
			if v.Cmp(w) < 0 {
				return strconv.Itoa(i)
			}
			v.Sub(v, w)
		}
	}
	panic(what)
}

func streams() []vectors.Case {
	draws := []string{"intn 36", "intn 6", "intn 6", "uint32", "read 3", "uint64", "intn 1", "intn 4294967295", "intn 2147483647",
		"uint64n 4294967296", "uint64n 4294967297", "uint64n 18446744073709551615", "uint64n 9223372036854775809",
		"distinct 52 5", "distinct 52 52", "distinct 1 1", "distinct 7 0", "weighted 1 2 3", "weighted 0 0 5 0", "weighted 9223372036854775808 9223372036854775807", "read 100", "intn 52"}
	stream := func(id, comment string, inputs vectors.Fields, key, prefix, context string) vectors.Case {
		s := &source{key: key, prefix: prefix}
		var results []string
		for _, d := range draws {
			results = append(results, s.draw(d))
		}
		inputs["context"], inputs["draws"] = hexOf(context), draws
		return vectors.Case{ID: "stream/" + id, Comment: comment, Inputs: inputs, Outputs: vectors.Fields{
			"bytes": hexOf((&source{key: key, prefix: prefix}).take(80)), "results": results}, Result: "ok"}
	}
	ofSeed := func(id, comment, seed, context string) vectors.Case {
		return stream(id, comment, vectors.Fields{"seed": hexOf(seed)}, seed, lp("squaredeal/toss/v1/stream")+lp(context), context)
	}
	ofRound := func(id, comment string, round uint64, x, context string) vectors.Case {
		return stream(id, comment, vectors.Fields{"round": round, "value": hexOf(x)}, x, lp("squaredeal/chain/v1/stream")+u64(round)+lp(context), context)
	}
	t := table{"throw 1", 2}
	var out []vectors.Case
	out = append(out,
		ofSeed("worked", "the seed of the worked vector", t.seed(), "dice"),
		ofSeed("other-context", "another context", t.seed(), "dice 2"),
		ofSeed("no-context", "no context", t.seed(), ""),
		ofSeed("long-context", "a long context, of any bytes", t.seed(), counting(0, 3000)),
		ofSeed("digit-context", "a context that ends in a digit", t.seed(), "dice 10"),
		ofRound("round", "a round of a chain", 3, counting(0, 32), "dice"),
		ofRound("other-round", "another number with the same value", 4, counting(0, 32), "dice"),
		ofRound("high-round", "the last possible round, and no context", 1<<32, counting(7, 32), ""),
		vectors.Case{ID: "stream/zero-seed", Comment: "32 zero bytes are what a failed toss returns", Inputs: vectors.Fields{
			"seed": hexOf(string(make([]byte, 32))), "context": "", "draws": []string{}}, Result: "malformed"},
	)
	// 10,000 dice and decks from many seeds.
	var dice strings.Builder
	for i := range 10_000 {
		s := &source{key: hash(fmt.Sprint("seed ", i)), prefix: lp("squaredeal/toss/v1/stream") + lp(fmt.Sprint("context ", i))}
		dice.WriteString(s.draw("intn 36") + "," + s.draw("uint64n 1000000007000000007") + ";")
	}
	return append(out, vectors.Case{ID: "manystreams/10000", Comment: `run i draws IntN(36) and Uint64N(1000000007000000007) from the seed SHA-256("seed i") in context "context i"; SHA-256 of all as text "a,b;"`,
		Inputs: vectors.Fields{"runs": 10_000}, Outputs: vectors.Fields{"sha256": hexOf(hash(dice.String()))}, Result: "ok"})
}
