package sra_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// matrixOf returns the matrix of a permutation: row j has its 1 at order[j].
func matrixOf(order ...int) [][]int64 {
	m := make([][]int64, len(order))
	for j, i := range order {
		m[j] = make([]int64, len(order))
		m[j][i] = 1
	}
	return m
}

func exponentOf(k sra.Key) *big.Int { return new(big.Int).SetBytes(k.Bytes()) }

// The tests' prover and verifier are those of the package.
func TestReference(t *testing.T) {
	g := smallGroup()
	p := prove(t, g, 3)
	order := p.order.Reveal().Ints()
	r := newReference(g, p.public, p.from, p.to, 1)
	c, randomness := r.commit(matrixOf(order...))
	proof := r.prove(matrixOf(order...), c, randomness, exponentOf(p.key), 336)
	if holds := r.verify(proof); holds != [6]bool{true, true, true, true, true, true} {
		t.Errorf("equations that hold: %v", holds)
	}
	if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); err != nil {
		t.Error(err)
	}
}

// The prover does as well as it can for what isn't true. In each case it can satisfy all of the
// equations but some: so these are needed, and the package checks them.
func TestFalseShuffles(t *testing.T) {
	g := smallGroup()
	key := fixedKey(t, g, "false")
	e := exponentOf(key)
	q := new(big.Int).Rsh(g.P(), 1)
	half := new(big.Int).Mul(e, new(big.Int).ModInverse(big.NewInt(2), q)) // of e
	from := mustPublic(t, g, "false", 2)
	x := numbers(from)
	r := newReference(g, key.Public(), from, from, 1)
	power := func(x, e *big.Int) *big.Int { return r.power(x, e) }
	product := func(a, b *big.Int) *big.Int {
		return r.product([]*big.Int{a, b}, []*big.Int{big.NewInt(1), big.NewInt(1)})
	}
	other := exponentOf(fixedKey(t, g, "another"))
	foreign := numbers(mustPublic(t, g, "foreign", 1))[0]
	two := big.NewInt(2)

	for _, c := range []struct {
		name   string
		y      [2]*big.Int
		matrix [][]int64
		fails  [6]bool
	}{
		// u′ = (2u_0 − u_1, u_1): the rows' sums are 1, but Πu′ isn't Πu.
		{"a mixture", [2]*big.Int{power(x[0], half), product(power(x[0], half), power(x[1], e))}, [][]int64{{2, -1}, {0, 1}}, [6]bool{1: true}},
		// u′ = (u_0, u_0): both are card 0, and the second is wrong.
		{"a card twice", [2]*big.Int{power(x[0], e), power(x[0], two)}, [][]int64{{1, 0}, {1, 0}}, [6]bool{1: true, 3: true}},
		{"a foreign card", [2]*big.Int{power(x[0], e), power(foreign, e)}, matrixOf(0, 1), [6]bool{3: true}},
		{"another exponent on a card", [2]*big.Int{power(x[0], e), power(x[1], other)}, matrixOf(0, 1), [6]bool{3: true}},
		{"another exponent on all", [2]*big.Int{power(x[0], other), power(x[1], other)}, matrixOf(0, 1), [6]bool{3: true}},
		// With the proof made for that exponent.
		{"another exponent in all of it", [2]*big.Int{power(x[0], other), power(x[1], other)}, matrixOf(0, 1), [6]bool{4: true}},
		{"another order", [2]*big.Int{power(x[0], e), power(x[1], e)}, matrixOf(1, 0), [6]bool{3: true}},
		// u′ = (2u_0, u_1): Πu′ isn't Πu, and the sum of row 0 isn't 1.
		{"a card to half the exponent", [2]*big.Int{power(x[0], half), power(x[1], e)}, [][]int64{{2, 0}, {0, 1}}, [6]bool{0: true, 1: true}},
	} {
		to, err := sra.NewDeck(mustElement(t, g, c.y[0].FillBytes(make([]byte, g.ElementSize()))), mustElement(t, g, c.y[1].FillBytes(make([]byte, g.ElementSize()))))
		if err != nil {
			t.Fatal(err)
		}
		r := newReference(g, key.Public(), from, to, 2)
		commitments, randomness := r.commit(c.matrix)
		exponent := e
		if c.fails == [6]bool{4: true} {
			exponent = other
		}
		proof := r.prove(c.matrix, commitments, randomness, exponent, 336)
		holds := r.verify(proof)
		for i := range holds {
			if holds[i] == c.fails[i] {
				t.Errorf("%s: equation %d holds: %v", c.name, i, holds[i])
			}
		}
		if err := key.Public().VerifyShuffle(r.context, from, to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// A layer taken off with another key than that of K, and the proof made for it: of the two
// equations, that of the cards holds. And a proof of the other one alone.
func TestFalseDecryptions(t *testing.T) {
	g := smallGroup()
	key, another := fixedKey(t, g, "false"), fixedKey(t, g, "another")
	to := mustPublic(t, g, "false", 2)
	for _, c := range []struct {
		name       string
		from       sra.Deck
		proved     *big.Int
		rightCards bool
	}{
		{"the key's", mustEncrypt(t, key, to), exponentOf(key), true},
		{"another key's", mustEncrypt(t, another, to), exponentOf(another), false},
		{"another key's, proved of K", mustEncrypt(t, another, to), exponentOf(key), false},
	} {
		r := newReference(g, key.Public(), c.from, to, 7)
		statement := refHash("decryption/statement", []byte(g.Name()), r.context, r.public.Bytes(), c.from.Bytes(), to.Bytes())
		w := r.scalars(1)[0]
		product := r.product(numbers(to), r.weights(statement))
		commitments := r.bytes([]*big.Int{r.power(r.generator(0), w), r.power(product, w)})
		ch := new(big.Int).SetBytes(refHash("decryption/challenge", statement, commitments)[:16])
		s := new(big.Int).Add(w, ch.Mul(ch, c.proved))
		proof := append(commitments, s.Mod(s, r.q).FillBytes(make([]byte, len(r.q.Bytes())))...)
		err := key.Public().VerifyDecryption(r.context, c.from, to, proof)
		if c.rightCards && err != nil || !c.rightCards && !errors.Is(err, sra.ErrProof) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Each equation is checked: a proof in which one response, or one of what it answers, is
// changed, with the challenge that follows, fails in just those equations where it is.
func TestEveryEquationCounts(t *testing.T) {
	g := smallGroup()
	p := prove(t, g, 2)
	order := p.order.Reveal().Ints()
	r := newReference(g, p.public, p.from, p.to, 3)
	for i := range 6 {
		c, randomness := r.commit(matrixOf(order...))
		proof := r.prove(matrixOf(order...), c, randomness, exponentOf(p.key), 336)
		one := big.NewInt(1)
		want := [6]bool{true, true, true, true, true, true}
		switch i {
		case 0, 1, 2:
			proof.s[i].Add(proof.s[i], one).Mod(proof.s[i], r.q)
		case 3: // s4 is in equation 4 as well
			proof.s[3].Add(proof.s[3], one).Mod(proof.s[3], r.q)
			want[4] = false
		case 4: // s′ is in equations 2, 3 and 5
			proof.sPrime[1].Add(proof.sPrime[1], one)
			want[2], want[3], want[5], want[4] = false, false, false, true
		case 5:
			proof.sHat[1].Add(proof.sHat[1], one).Mod(proof.sHat[1], r.q)
		}
		if i != 4 {
			want[i] = false
		}
		if holds := r.verify(proof); holds != want {
			t.Errorf("change %d: equations that hold: %v, want %v", i, holds, want)
		}
		if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
			t.Errorf("change %d: %v", i, err)
		}
	}
}

// Grinding: the prover puts Y_0·z^a and Y_1·z^−b in place of Y_0 and Y_1, which no equation
// shows if a·u′_0 = b·u′_1, and tries commitments until the weights are such. With weights
// of 3 bits that takes some dozens of tries; with 128 bits none of as many will do.
func TestGrindingWeights(t *testing.T) {
	g := smallGroup()
	key := fixedKey(t, g, "grinding")
	from := mustPublic(t, g, "grinding", 2)
	e := exponentOf(key)
	honest := numbers(mustEncrypt(t, key, from))
	const tries = 400
	for _, bits := range []uint{3, 128} {
		r := newReference(g, key.Public(), from, from, 4)
		r.weightBits = bits
		// For the guess u_0 = 2·u_1, a = 1 and b = 2.
		z := r.generator(7)
		y := []*big.Int{
			r.product([]*big.Int{honest[0], z}, []*big.Int{big.NewInt(1), big.NewInt(1)}),
			r.product([]*big.Int{honest[1], z}, []*big.Int{big.NewInt(1), big.NewInt(-2)}),
		}
		size := g.ElementSize()
		to, err := sra.NewDeck(mustElement(t, g, y[0].FillBytes(make([]byte, size))), mustElement(t, g, y[1].FillBytes(make([]byte, size))))
		if err != nil {
			t.Fatal(err)
		}
		r.to = to
		var c, randomness []*big.Int
		found := false
		for try := 0; try < tries && !found; try++ {
			c, randomness = r.commit(matrixOf(0, 1))
			u := r.weights(r.sigma(c))
			found = u[1].Sign() > 0 && u[0].Cmp(new(big.Int).Lsh(u[1], 1)) == 0
		}
		proof := r.prove(matrixOf(0, 1), c, randomness, e, 336)
		if found != (bits == 3) || r.verify(proof) != [6]bool{true, true, true, bits == 3, true, true} {
			t.Errorf("weights of %d bits: the right ones were found: %v; equations that hold: %v", bits, found, r.verify(proof))
		}
		if err := key.Public().VerifyShuffle(r.context, from, to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
			t.Errorf("weights of %d bits: %v", bits, err)
		}
	}
}

// Whoever chooses the challenge makes proofs that hold without a key or an order, of
// whatever statement: so a proof tells nothing that can't be computed without these. Here
// of a deck that is no shuffle at all.
func TestSimulatedProofsHold(t *testing.T) {
	g := smallGroup()
	from, to := mustPublic(t, g, "simulated", 3), mustPublic(t, g, "unrelated", 3)
	r := newReference(g, fixedKey(t, g, "nobody's").Public(), from, to, 5)
	ch := randoms(r.rng, 1, pow2(128))[0]
	proof := r.simulate(func(c []*big.Int) []*big.Int { return r.weights(r.sigma(c)) }, ch)
	if holds := r.equations(proof, r.weights(r.sigma(proof.c)), ch); holds != [6]bool{true, true, true, true, true, true} {
		t.Errorf("equations that hold: %v", holds)
	}
	// The hash chooses another challenge, and then it doesn't hold.
	if err := r.public.VerifyShuffle(r.context, from, to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
		t.Error(err)
	}
}

// The responses of real proofs have the distribution of simulated ones, which are uniform: in
// their highest bits, where a secret that isn't hidden well shows. The control: masks
// of 256 bits, as long as what they are to hide, are told apart.
func TestResponsesTellNothing(t *testing.T) {
	g := smallGroup()
	key := fixedKey(t, g, "responses")
	from := mustPublic(t, g, "responses", 2)
	to := mustSelect(t, mustEncrypt(t, key, from), 1, 0)
	q := new(big.Int).Rsh(g.P(), 1)
	size, qSize := g.ElementSize(), len(q.Bytes())
	const proofs = 600
	runs := proofs
	if testing.Short() {
		runs = 200
	}
	const buckets = 16
	// bucket returns in which of the equal parts of 0 … limit−1 x is.
	bucket := func(x, limit *big.Int) int {
		x = new(big.Int).Mul(x, big.NewInt(buckets))
		return int(x.Div(x, limit).Int64())
	}
	chiSquare := func(counts []int) (sum float64) {
		total := 0
		for _, n := range counts {
			total += n
		}
		expected := float64(total) / buckets
		for _, n := range counts {
			sum += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		return sum
	}
	// For 15 degrees of freedom, above 44.3 with a probability of 10^-4.
	const most = 44.3

	names := []string{"s1", "s2", "s3", "s4", "ŝ", "ŝ", "s′", "s′"}
	counts := make([][buckets + 1]int, len(names)) // the last: out of range
	for i := range runs {
		proof := sra.ProveShuffle(key, testContext, from, to, []int{1, 0}, [32]byte{byte(i), byte(i >> 8)})
		rest := proof[(3*2+5)*size:]
		for j := range names {
			n, limit := qSize, q
			if names[j] == "s′" {
				n, limit = 43, pow2(336)
			}
			counts[j][min(bucket(new(big.Int).SetBytes(rest[:n]), limit), buckets)]++
			rest = rest[n:]
		}
	}
	for j, c := range counts {
		if x := chiSquare(c[:buckets]); x > most || c[buckets] > 0 {
			t.Errorf("%s: chi-square %.1f, %d of %d out of range", names[j], x, c[buckets], runs)
		}
	}

	r := newReference(g, key.Public(), from, to, 6)
	var short [buckets]int
	for range runs {
		// As in prove: a mask, and the product of a challenge and a weight.
		x := randoms(r.rng, 3, pow2(256))
		masked := new(big.Int).Mul(x[1].Rsh(x[1], 128), x[2].Rsh(x[2], 128))
		masked.Add(masked, x[0])
		short[bucket(masked, pow2(257))]++
	}
	if x := chiSquare(short[:]); x <= most {
		t.Errorf("masks of 256 bits aren't told apart: chi-square %.1f", x)
	}
}
