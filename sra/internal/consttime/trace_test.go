package consttime_test

import (
	"os"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/consttime"
)

func TestMain(m *testing.M) {
	consttime.Main(prepare)
	os.Exit(m.Run())
}

var (
	table [64]byte
	sum   byte
	sink  any
)

// cases are what is traced, with a secret byte.
var cases = map[string]struct {
	leaks bool
	run   func(secret byte)
}{
	"reads all": {false, func(secret byte) {
		for i := range table {
			sum += table[i] & byte((int(secret)^i)-1>>8)
		}
	}},
	"looks up": {false, func(secret byte) {
		m := map[byte]byte{1: 0, 2: 0}
		m[3] = secret
		sum += m[2]
	}},
	"allocates": {false, func(secret byte) {
		b := make([]byte, 100)
		for i := range b {
			b[i] = secret
		}
		sink = append(b, secret)
	}},
	"calls what is excluded": {false, func(secret byte) {
		varies(secret)
		b := make([]byte, 100)
		b[7] = secret
		sink = b
	}},
	"branches": {true, func(secret byte) {
		if secret&1 == 0 {
			sum++
		}
	}},
	"counts": {true, func(secret byte) {
		for range secret {
			sum *= 3
		}
	}},
	"reads one":               {true, func(secret byte) { sum += table[secret&63] }},
	"writes into what is new": {true, func(secret byte) { b := make([]byte, 64); b[secret&63]++; sink = b }},
	"allocates a size":        {true, func(secret byte) { sink = make([]byte, secret) }},
	"branches in some calls": {true, func(secret byte) {
		for i := range 200 {
			branchesAtTimes(byte(i) * secret)
		}
	}},
}

//go:noinline
func varies(n byte) { sink = make([]byte, 1000*int(n)) }

//go:noinline
func branchesAtTimes(n byte) {
	if n&4 == 0 {
		sum++
	}
}

func prepare(input string) func() {
	secret, run := input[0], cases[input[1:]].run
	return func() { run(secret) }
}

// Traces show what leaks, and are the same if nothing does, or if the secret is the same.
func TestRecord(t *testing.T) {
	const excluded = "github.com/squaredeal/squaredeal/sra/internal/consttime_test.varies"
	for name, c := range cases {
		o := consttime.Options{Excluded: []string{excluded}}
		if name == "branches in some calls" {
			o.Sampled = 5
		}
		traces := consttime.Record(t, []string{"\x1e" + name, "\x1e" + name, "\x07" + name}, o)
		a, again, b := traces[0], traces[1], traces[2]
		if d := consttime.Differences(a, again); d != nil {
			t.Errorf("%s, with the same secret: %q", name, d)
		}
		if d := consttime.Differences(a, b); c.leaks != (d != nil) {
			t.Errorf("%s: %q", name, d)
		}
		if calls := a.Excluded[excluded]; calls > 0 != (name == "calls what is excluded") {
			t.Errorf("%s: %d calls that are excluded", name, calls)
		}
	}
}
