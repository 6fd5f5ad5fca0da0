package sra_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"flag"
	"fmt"
	"math/big"
	"os"
	"runtime/debug"
	"slices"
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

// prepareTraced returns what is traced: an operation on a deck, with a secret exponent, or two
// of them, or a seed. Before, it has been done with another secret, so that tables are ready.
func prepareTraced(input string) func() {
	var group, operation, secret string
	var cards int
	if _, err := fmt.Sscan(input, &group, &operation, &cards, &secret); err != nil {
		panic(err)
	}
	g := tracedGroup(group)
	deck := must(sra.PublicDeck(g, "traced", cards))
	prepare := func(secret []byte) func() {
		switch operation {
		case "NewKey":
			return func() { sink = must(sra.NewKey(g, secret)) }
		case "Times":
			half := len(secret) / 2
			k, l := must(sra.ParseKey(g, secret[:half])), must(sra.ParseKey(g, secret[half:]))
			seed, another := sha256.Sum256(secret[:half]), sha256.Sum256(secret)
			seeded, seededToo := must(sra.NewKey(g, seed[:])), must(sra.NewKey(g, another[:]))
			return func() { sink = []sra.Key{must(k.Times(l)), must(seeded.Times(seededToo))} }
		case "Apply":
			_, order, err := must(sra.NewKey(g, secret)).Shuffle(deck)
			if err != nil {
				panic(err)
			}
			x := make([]int, cards)
			for i := range x {
				x[i] = int(binary.NativeEndian.Uint64(secret[i:]))
			}
			return func() { sink = must(order.Apply(x)) }
		}
		k := must(sra.ParseKey(g, secret))
		context, precomputed := []byte("context"), deck.Precompute()
		shuffled, order, err := k.Shuffle(deck)
		if err != nil {
			panic(err)
		}
		encrypted, own := must(k.Encrypt(deck)), must(shuffled.Select(0))
		return map[string]func(){
			"EncryptPrecomputed": func() { sink = must(k.Encrypt(precomputed)) },
			"DecryptOwn":         func() { sink = deck.Index(must(k.Decrypt(own)).At(0)) },
			"Shuffle":            func() { sink, _, _ = k.Shuffle(deck) }, // which encrypts
			"ProveKey":           func() { sink = must(k.ProveKey(context)) },
			"ProveDecryption":    func() { sink = must(k.ProveDecryption(context, encrypted, deck)) },
			"ProveShuffle":       func() { sink = must(k.ProveShuffle(context, deck, shuffled, order)) },
		}[operation]
	}
	other := scalar(g, big.NewInt(3))
	switch operation {
	case "NewKey", "Apply":
		other = make([]byte, sra.SeedSize)
	case "Times":
		other = slices.Concat(other, other)
	}
	prepare(other)()
	return prepare(must(hex.DecodeString(secret)))
}

var everyCall = flag.Bool("everycall", false, "trace all that TestConstantTime can, as TESTING.md says")

// traces are the operations that are traced, by the build or GODEBUG, and by the group. By
// default, the first of those is that there are on the machine.
var traces = []struct {
	build, group string
	operations   []string
}{
	{"lanes", "ristretto255", []string{
		"DecryptOwn", "NewKey", "Times", "EncryptPrecomputed", "Shuffle", "ProveKey", "ProveDecryption", "ProveShuffle",
	}},
	{"lanes", "modp384", []string{"Times", "EncryptPrecomputed", "ProveDecryption", "ProveShuffle"}},
	{"lanes", "modp2048", []string{"DecryptOwn"}},
	{"assembly", "ristretto255", []string{"DecryptOwn", "NewKey", "Times", "Shuffle", "Apply", "ProveDecryption", "ProveShuffle"}},
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
	excluded := []string{
		"crypto/rand.Read",                // its numbers are drawn by the kernel
		path + "(*group).weightedProduct", // computes with public numbers, as SPEC.md, section 11.6, has it
	}
	g, cards := tracedGroup(group), 2
	if group == "ristretto255" {
		cards = 3 // which are worked on together in lanes
		// Half of the candidates are dropped, and tell nothing of the others. The same code is
		// traced in groups of integers, where q is next to a power of two and none is dropped.
		excluded = append(excluded, path+"nonces.scalars")
	}
	secrets := [][]byte{scalar(g, big.NewInt(2)), scalar(g, new(big.Int).Sub(sra.Order(g), one))}
	if *everyCall {
		secrets = append(secrets, secrets[0], exponent(g, "a"), exponent(g, "b"))
	}
	switch operation {
	case "NewKey":
		secrets = [][]byte{bytes.Repeat([]byte{1}, 32), bytes.Repeat([]byte{0xfe}, 32)}
	case "Times":
		secrets = append(secrets, exponent(g, "a"), exponent(g, "b"), exponent(g, "c"))
		for i, next := range slices.Concat(secrets[1:], secrets[:1]) {
			secrets[i] = slices.Concat(secrets[i], next)
		}
	case "Apply":
		cards = 20
		secrets = [][]byte{bytes.Repeat([]byte{0}, 32), bytes.Repeat([]byte{0xff}, 32), seedOf("a"), seedOf("b"), seedOf("c")}
	}
	var first *consttime.Trace
	for _, secret := range secrets {
		input := fmt.Sprintf("%s %s %d %x", group, operation, cards, secret)
		trace := consttime.Record(t, input, consttime.Options{Debug: debug, Excluded: excluded, Sampled: !*everyCall})
		if first == nil {
			first = trace
		} else if d := consttime.Differences(first, trace); d != nil {
			t.Errorf("with %x and %x: %q", secrets[0], secret, d)
		}
	}
	t.Logf("%d steps", first.Len())
	if calls := first.Excluded[path+"(*group).weightedProduct"]; operation == "ProveDecryption" && calls != 1 {
		t.Errorf("the excluded function is called %d times", calls)
	}
}
