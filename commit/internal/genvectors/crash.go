package main

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// crashPoint follows SPEC.md, section 7.3.
func crashPoint(u *big.Int) string {
	m := new(big.Int).Exp(big.NewInt(10), big.NewInt(16), nil)
	m.Mul(m, big.NewInt(99))
	m.Div(m, u)
	switch {
	case m.Cmp(big.NewInt(100)) < 0:
		return "100"
	case m.Cmp(big.NewInt(100_000_000)) > 0:
		return "100000000"
	}
	return m.String()
}

// crashOf draws u for a round.
func crashOf(round uint64, x, beacon string) *big.Int {
	s := &source{key: x, prefix: lp("squaredeal/chain/v1/stream") + u64(round) + lp("crash "+beacon)}
	u := s.below(new(big.Int).Exp(big.NewInt(10), big.NewInt(16), nil))
	return u.Add(u, big.NewInt(1))
}

func crashes() []vectors.Case {
	of := func(id, comment, u string) vectors.Case {
		n, _ := new(big.Int).SetString(u, 10)
		return vectors.Case{ID: "crash/" + id, Comment: comment, Inputs: vectors.Fields{"u": u}, Outputs: vectors.Fields{"point": crashPoint(n)}, Result: "ok"}
	}
	round := func(id, comment string, number uint64, x, beacon string) vectors.Case {
		u := crashOf(number, x, beacon)
		return vectors.Case{ID: "crash/" + id, Comment: comment, Inputs: vectors.Fields{"round": number, "value": hexOf(x), "beacon": hexOf(beacon)},
			Intermediates: vectors.Fields{"u": u.String()}, Outputs: vectors.Fields{"point": crashPoint(u)}, Result: "ok"}
	}
	xs := chainOf(counting(0, 32), 5)
	out := []vectors.Case{
		round("worked", "the worked vector of SPEC.md", 3, xs[3], hash("beacon")),
		round("other-beacon", "another value of the beacon", 3, xs[3], hash("another beacon")),
		round("other-round", "another round", 4, xs[4], hash("beacon")),
		of("least-outcome", "99 * 10^16, cut to the most", "1"),
		of("most", "the last outcome that reaches the most", "9900000000"),
		of("below-most", "the one after it", "9900000001"),
		of("twice", "the last outcome that reaches 2.00", "4950000000000000"),
		of("below-twice", "the one after it", "4950000000000001"),
		of("just-out", "the last outcome that reaches 1.01", "9801980198019801"),
		of("instant", "the one after it", "9801980198019802"),
		of("hundred", "the last outcome whose quotient is 100", "9900000000000000"),
		of("ninety-nine", "the one after it, whose quotient is 99", "9900000000000001"),
		of("greatest-outcome", "10^16", "10000000000000000"),
	}
	var points strings.Builder
	for i := range 10_000 {
		points.WriteString(crashPoint(crashOf(uint64(i+1), hash(fmt.Sprint("value ", i)), hash(fmt.Sprint("beacon ", i)))) + ";")
	}
	return append(out, vectors.Case{ID: "manycrashes/10000", Comment: `run i: round i + 1 with the value SHA-256("value i") and the beacon's value SHA-256("beacon i"); SHA-256 of all points as text "a;"`,
		Inputs: vectors.Fields{"runs": 10_000}, Outputs: vectors.Fields{"sha256": hexOf(hash(points.String()))}, Result: "ok"})
}
