package sra_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/big"
	"os"
	"runtime/debug"
	"strings"
	"testing"

	"golang.org/x/sys/cpu"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/internal/consttime"
)

func TestMain(m *testing.M) {
	consttime.Main(prepareTraced)
	os.Exit(m.Run())
}

// tracedGroup returns a group by its name. For modp384, p is the largest safe prime of 384 bits,
// which are enough for proofs to be those of longer primes.
func tracedGroup(name string) sra.Group {
	switch name {
	case "ristretto255":
		return sra.Ristretto255()
	case "modp2048":
		return sra.Group14()
	default:
		p := new(big.Int).Lsh(one, 384)
		return sra.SmallGroup(p.Sub(p, big.NewInt(59057)))
	}
}

var sink any

// secrets are the names of what is traced with them.
var secrets = []string{"least", "greatest", "a", "b", "c", "d"}

// secretsOf returns the exponent and the seed of a name: the least, the greatest, or random ones.
func secretsOf(g sra.Group, name string) (exponentBytes, seed []byte) {
	switch name {
	case "least":
		return scalar(g, big.NewInt(2)), make([]byte, sra.SeedSize)
	case "greatest":
		return scalar(g, new(big.Int).Sub(sra.Order(g), one)), bytes.Repeat([]byte{0xff}, sra.SeedSize)
	}
	return exponent(g, name), seedOf(name)
}

// prepareTraced returns what is traced: an operation on a deck, or all of them, with the secrets
// of a name.
func prepareTraced(input string) func() {
	var group, operation, name string
	var cards int
	if _, err := fmt.Sscan(input, &group, &operation, &cards, &name); err != nil {
		panic(err)
	}
	g := tracedGroup(group)
	e, seed := secretsOf(g, name)
	e, seed = bytes.Clone(e), bytes.Clone(seed) // so that one place has allocated those of each name
	k, other, seeded := must(sra.ParseKey(g, e)), must(sra.ParseKey(g, exponent(g, name+", too"))), must(sra.NewKey(g, seed))
	context, deck := []byte("context"), must(sra.PublicDeck(g, "traced", cards))
	precomputed, encrypted := deck.Precompute(), must(k.Encrypt(deck))
	own := must(encrypted.Select(int(seed[0]) % cards))
	_, order, err := seeded.Shuffle(deck)
	if err != nil {
		panic(err)
	}
	shuffled := must(encrypted.Select(order.Reveal().Ints()...))
	numbers := make([]int, cards)
	for i := range numbers {
		numbers[i] = int(seed[i])
	}
	operations := []struct {
		name string
		run  func()
	}{
		{"NewKey", func() { sink = must(sra.NewKey(g, seed)) }},
		{"Times", func() { sink = []sra.Key{must(k.Times(other)), must(other.Times(k)), must(seeded.Times(seeded))} }},
		{"EncryptPrecomputed", func() { sink = must(k.Encrypt(precomputed)) }},
		{"DecryptOwn", func() { sink = deck.Index(must(k.Decrypt(own)).At(0)) }},
		{"Shuffle", func() { sink, _, _ = seeded.Shuffle(deck) }}, // which encrypts
		{"Apply", func() { sink = must(order.Apply(numbers)) }},
		{"ProveKey", func() { sink = must(k.ProveKey(context)) }},
		{"ProveDecryption", func() { sink = must(k.ProveDecryption(context, encrypted, deck)) }},
		{"ProveShuffle", func() { sink = must(k.ProveShuffle(context, deck, shuffled, order)) }},
	}
	return func() {
		for _, o := range operations {
			if operation == o.name || operation == everything {
				o.run()
			}
		}
	}
}

var everyCall = flag.Bool("everycall", false, "trace all that TestConstantTime can, as TESTING.md says")

// everything is all operations, one after another.
const everything = "everything"

// traces are the operations that are traced, by the build or GODEBUG, and by the group. By
// default, the first of those is that there are on the machine.
var traces = []struct {
	build, group string
	operations   []string
}{
	{"lanes", "ristretto255", []string{
		everything, "DecryptOwn", "NewKey", "Times", "EncryptPrecomputed", "Shuffle", "ProveKey", "ProveDecryption", "ProveShuffle",
	}},
	{"lanes", "modp384", []string{"Times", "EncryptPrecomputed", "ProveDecryption", "ProveShuffle"}},
	{"lanes", "modp2048", []string{"DecryptOwn"}},
	{"assembly", "ristretto255", []string{
		everything, "DecryptOwn", "NewKey", "Times", "EncryptPrecomputed", "Shuffle", "Apply", "ProveKey", "ProveDecryption", "ProveShuffle",
	}},
	{"assembly without AVX2", "ristretto255", []string{"Shuffle"}},
	{"portable", "ristretto255", []string{"Times", "Apply", "ProveShuffle"}},
	{"portable", "modp384", []string{"Times", "ProveKey"}},
}

// What is done with a secret takes the same steps for all secrets, and accesses the same memory.
func TestConstantTime(t *testing.T) {
	debugs := map[string]string{
		"lanes": "", "assembly": "cpu.avx512ifma=off", "assembly without AVX2": "cpu.avx512ifma=off,cpu.avx2=off",
	}
	if info, ok := debug.ReadBuildInfo(); ok && strings.Contains(info.String(), "-tags=purego") {
		debugs = map[string]string{"portable": ""}
	} else if !cpu.X86.HasAVX512IFMA {
		t.Log("this processor has no AVX-512 IFMA")
		delete(debugs, "lanes")
	}
	all := long.Tests() || *everyCall
	for _, traced := range traces {
		debug, ok := debugs[traced.build]
		if !ok {
			continue
		}
		for _, operation := range traced.operations {
			if all && operation == everything { // which follows, one by one
				continue
			}
			t.Run(strings.Join([]string{traced.build, traced.group, operation}, "/"), func(t *testing.T) {
				testConstantTime(t, traced.group, operation, debug)
			})
			if !all {
				return
			}
		}
	}
}

func testConstantTime(t *testing.T, group, operation, debug string) {
	const path = "github.com/squaredeal/squaredeal/sra."
	o := consttime.Options{Debug: debug, Sampled: 2, Excluded: []string{
		"crypto/rand.Read",                // its numbers are drawn by the kernel
		path + "(*group).weightedProduct", // computes with public numbers, as SPEC.md, section 11.6, has it
	}}
	cards := 2
	if group == "ristretto255" {
		cards = 3 // which are worked on together in lanes
		// Half of the candidates are dropped, and tell nothing of the others. The same code is
		// traced in groups of integers, where q is next to a power of two and none is dropped.
		o.Excluded = append(o.Excluded, path+"nonces.scalars")
	}
	switch {
	case *everyCall:
		o.Sampled = 0
	case operation == everything:
		o.Sampled = 1
		o.Excluded = append(o.Excluded, "filippo.io/bigmod.(*Nat).Exp") // of NewKey, which a long run traces
	case operation == "Apply":
		cards = 20
	}
	var inputs []string
	for _, name := range secrets {
		inputs = append(inputs, fmt.Sprint(group, " ", operation, " ", cards, " ", name))
	}
	traces := consttime.Record(t, inputs, o)
	for i, trace := range traces {
		if d := consttime.Differences(traces[0], trace); d != nil {
			t.Errorf("%s and %s: %q", secrets[0], secrets[i], d)
		}
	}
	t.Logf("%d steps", traces[0].Len())
	if calls := traces[0].Excluded[path+"(*group).weightedProduct"]; operation == "ProveDecryption" && calls != 1 {
		t.Errorf("the excluded function is called %d times", calls)
	}
}
