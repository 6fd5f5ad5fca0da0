package spec

import (
	"errors"
	"math/big"
	"slices"
	"strings"
)

// A source is a stream of numbers, as seedrng and commit have it: blocks of HMAC-SHA-256 of a
// prefix and the block's number in decimal.
type source struct {
	key, prefix string
	first       uint64 // block
	bytes       string // computed so far
	taken       int
}

// seedStream is section 4 of seedrng/SPEC.md.
func seedStream(server, client string, nonce uint64) *source {
	return &source{key: server, prefix: client + ":" + decimal(nonce) + ":"}
}

func (s *source) block(i uint64) string { return mac(s.key, s.prefix+decimal(i)) }

// errExhausted is that a source has no block any more, which only questions come to.
var errExhausted = errors.New("exhausted")

func (s *source) take(n int) string {
	for len(s.bytes) < s.taken+n {
		i := s.first + uint64(len(s.bytes)/32)
		if i < s.first {
			panic(errExhausted)
		}
		s.bytes += s.block(i)
	}
	s.taken += n
	return s.bytes[s.taken-n : s.taken]
}

// below draws a number below n: words of four bytes, or of eight if n is above 2³², until one
// is below the greatest multiple of n.
func (s *source) below(n *big.Int) *big.Int {
	size := 4
	if n.Cmp(pow2(32)) > 0 {
		size = 8
	}
	limit := pow2(8 * size)
	limit.Sub(limit, new(big.Int).Mod(limit, n))
	for {
		if w := integer(s.take(size)); w.Cmp(limit) < 0 {
			return w.Mod(w, n)
		}
	}
}

func (s *source) distinct(n *big.Int, k int) (out []string) {
	for len(out) < k {
		if v := s.below(n).String(); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// draw makes a draw: its name and its numbers.
func (s *source) draw(what string) string {
	words := strings.Fields(what)
	var args []*big.Int
	for _, a := range words[1:] {
		args = append(args, bigInt(a))
	}
	switch words[0] {
	case "uint32":
		return integer(s.take(4)).String()
	case "uint64":
		return integer(s.take(8)).String()
	case "fraction":
		return integer(s.take(4)).String() + "/4294967296"
	case "read":
		return hexOf(s.take(int(args[0].Int64())))
	case "intn", "uint64n":
		return s.below(args[0]).String()
	case "distinct":
		return line(s.distinct(args[0], int(args[1].Int64())))
	}
	sum := new(big.Int) // weighted
	for _, w := range args {
		sum.Add(sum, w)
	}
	v := s.below(sum)
	for i, w := range args {
		if v.Cmp(w) < 0 {
			return decimal(i)
		}
		v.Sub(v, w)
	}
	panic(what)
}
