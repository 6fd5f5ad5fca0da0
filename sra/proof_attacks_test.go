package sra_test

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// integer returns what the group's encoding of a scalar stands for.
func integer(g sra.Group, b []byte) *big.Int {
	if g.P() == nil {
		b = slices.Clone(b)
		slices.Reverse(b)
	}
	return new(big.Int).SetBytes(b)
}

func exponentOf(g sra.Group, k sra.Key) *big.Int { return integer(g, k.Bytes()) }

// deckOf returns a deck of these elements.
func deckOf(t testing.TB, g sra.Group, elements ...*big.Int) sra.Deck {
	t.Helper()
	var cards []sra.Element
	for _, x := range elements {
		cards = append(cards, mustElement(t, g, x.FillBytes(make([]byte, g.ElementSize()))))
	}
	d, err := sra.NewDeck(cards...)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The tests' prover and verifier are those of the package.
func TestReference(t *testing.T) { onBothKinds(t, testReference) }

func testReference(t *testing.T, g sra.Group) {
	p := prove(t, g, 3)
	order := p.order.Reveal().Ints()
	r := newReference(g, p.public, p.from, p.to, 1)
	c, randomness := r.commit(matrixOf(order...))
	proof := r.prove(matrixOf(order...), c, randomness, exponentOf(g, p.key))
	if holds := r.verify(proof); holds != [6]bool{true, true, true, true, true, true} {
		t.Errorf("equations that hold: %v", holds)
	}
	if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); err != nil {
		t.Error(err)
	}
}

// A falseShuffle is what a prover who does as well as it can says of two cards that it didn't encrypt to
// its exponent and shuffle. It can satisfy all of the equations but some.
type falseShuffle struct {
	name      string
	y         [2]*big.Int
	matrix    matrix
	committed matrix   // if it is another
	exponent  *big.Int // if it isn't the key's
	falseLink int
	fails     [6]bool // equation 1 has number 0
}

func falseShuffles(t *testing.T, g sra.Group, key sra.Key, from sra.Deck) []falseShuffle {
	e := exponentOf(g, key)
	half := new(big.Int).Mul(e, new(big.Int).ModInverse(big.NewInt(2), sra.Order(g))) // of e
	twice := new(big.Int).Lsh(e, 1)
	x := numbers(from)
	r := newReference(g, key.Public(), from, from, 1)
	power := func(x, e *big.Int) *big.Int { return r.power(x, e) }
	product := func(a, b *big.Int) *big.Int {
		return r.product([]*big.Int{a, b}, []*big.Int{big.NewInt(1), big.NewInt(1)})
	}
	other := exponentOf(g, fixedKey(t, g, "another"))
	foreign := numbers(mustPublic(t, g, "foreign", 1))[0]
	mixture := [2]*big.Int{power(x[0], half), product(power(x[0], half), power(x[1], e))}
	ownExponents := [2]*big.Int{power(x[0], half), power(x[1], twice)}

	return []falseShuffle{
		// u′ = (2u_0 − u_1, u_1): the rows' sums are 1, but Πu′ isn't Πu.
		{name: "a mixture", y: mixture, matrix: matrix{{2, -1}, {0, 1}}, fails: [6]bool{1: true}},
		// ĉ_n has Πu, as one of the chain doesn't follow from the one before.
		{name: "a mixture, with a false first link", y: mixture, matrix: matrix{{2, -1}, {0, 1}}, falseLink: 1, fails: [6]bool{5: true}},
		{name: "a mixture, with a false last link", y: mixture, matrix: matrix{{2, -1}, {0, 1}}, falseLink: 2, fails: [6]bool{5: true}},
		// u′ = (u_0, u_0): both are card 0, and the second is wrong.
		{name: "a card twice", y: [2]*big.Int{power(x[0], e), power(x[0], big.NewInt(2))}, matrix: matrix{{1, 0}, {1, 0}},
			fails: [6]bool{1: true, 3: true}},
		{name: "a foreign card", y: [2]*big.Int{power(x[0], e), power(foreign, e)}, matrix: matrixOf(0, 1), fails: [6]bool{3: true}},
		{name: "another exponent on a card", y: [2]*big.Int{power(x[0], e), power(x[1], other)}, matrix: matrixOf(0, 1), fails: [6]bool{3: true}},
		{name: "another exponent on all", y: [2]*big.Int{power(x[0], other), power(x[1], other)}, matrix: matrixOf(0, 1),
			fails: [6]bool{3: true}},
		// With the proof made for that exponent.
		{name: "another exponent in all of it", y: [2]*big.Int{power(x[0], other), power(x[1], other)}, matrix: matrixOf(0, 1),
			exponent: other, fails: [6]bool{4: true}},
		{name: "another order", y: [2]*big.Int{power(x[0], e), power(x[1], e)}, matrix: matrixOf(1, 0), fails: [6]bool{3: true}},
		// u′ = (2u_0, u_1): Πu′ isn't Πu, and the sum of row 0 isn't 1.
		{name: "a card to half the exponent", y: [2]*big.Int{power(x[0], half), power(x[1], e)}, matrix: matrix{{2, 0}, {0, 1}},
			fails: [6]bool{0: true, 1: true}},
		// u′ = (2u_0, u_1/2): Πu′ is Πu.
		{name: "each card to an exponent of its own", y: ownExponents, matrix: matrix{{2, 0}, {0, 0.5}}, fails: [6]bool{0: true}},
		{name: "the same, committed to an order", y: ownExponents, matrix: matrix{{2, 0}, {0, 0.5}}, committed: matrixOf(0, 1),
			fails: [6]bool{2: true}},
	}
}

// test returns which equations hold. They must be those that don't fail, and the package must refuse the proof.
func (c falseShuffle) test(t *testing.T, g sra.Group, key sra.Key, from sra.Deck) (holds [6]bool) {
	to := deckOf(t, g, c.y[:]...)
	r := newReference(g, key.Public(), from, to, 2)
	r.falseLink = c.falseLink
	if c.committed == nil {
		c.committed = c.matrix
	}
	if c.exponent == nil {
		c.exponent = exponentOf(g, key)
	}
	commitments, randomness := r.commit(c.committed)
	for r.weights(r.sigma(commitments))[1].Bit(0) == 1 { // so that u_1/2 is an integer
		commitments, randomness = r.commit(c.committed)
	}
	proof := r.prove(c.matrix, commitments, randomness, c.exponent)
	holds = r.verify(proof)
	for i := range holds {
		if holds[i] == c.fails[i] {
			t.Errorf("%s: equation %d holds: %v", c.name, i, holds[i])
		}
	}
	if err := key.Public().VerifyShuffle(r.context, from, to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
		t.Errorf("%s: %v", c.name, err)
	}
	return holds
}

// For each of the six equations, there is a false shuffle that fails in this one alone: so these are
// needed, and the package checks them.
func TestFalseShuffles(t *testing.T) { onBothKinds(t, testFalseShuffles) }

func testFalseShuffles(t *testing.T, g sra.Group) {
	key, from := fixedKey(t, g, "false"), mustPublic(t, g, "false", 2)
	var failsAlone [6]bool
	for _, c := range falseShuffles(t, g, key, from) {
		holds := c.test(t, g, key, from)
		for i := range holds {
			alone := [6]bool{true, true, true, true, true, true}
			alone[i] = false
			failsAlone[i] = failsAlone[i] || holds == alone
		}
	}
	if failsAlone != [6]bool{true, true, true, true, true, true} {
		t.Errorf("equations that alone refuse something false: %v", failsAlone)
	}
}

// A layer taken off with another key than that of K, and the proof made for it: of the two
// equations, that of the cards holds. A proof of the other one alone. And cards that aren't
// those that were encrypted, of which a prover may know a relation to these.
func TestFalseDecryptions(t *testing.T) { onBothKinds(t, testFalseDecryptions) }

func testFalseDecryptions(t *testing.T, g sra.Group) {
	key, another := fixedKey(t, g, "false"), fixedKey(t, g, "another")
	to := mustPublic(t, g, "false", 2)
	x := numbers(to)
	arith := newReference(g, key.Public(), to, to, 8)
	z := arith.generator(7)
	times := func(x *big.Int, n int64) *big.Int { // x·zⁿ
		return arith.product([]*big.Int{x, z}, []*big.Int{big.NewInt(1), big.NewInt(n)})
	}
	own := exponentOf(g, key)
	for _, c := range []struct {
		name   string
		from   sra.Deck
		to     sra.Deck
		proved *big.Int
		holds  [2]bool
		spoil  int64 // t_1 is greater by G, and t_2 smaller by this power of it; 0 for neither
	}{
		{"the key's", mustEncrypt(t, key, to), to, own, [2]bool{true, true}, 0},
		{"two that cancel each other", mustEncrypt(t, key, to), to, own, [2]bool{false, false}, 1},
		{"two that cancel each other if one counts twice", mustEncrypt(t, key, to), to, own, [2]bool{false, false}, 2},
		{"another key's", mustEncrypt(t, another, to), to, exponentOf(g, another), [2]bool{false, true}, 0},
		{"another key's, proved of K", mustEncrypt(t, another, to), to, own, [2]bool{true, false}, 0},
		{"cards exchanged", mustEncrypt(t, key, to), mustSelect(t, to, 1, 0), own, [2]bool{true, false}, 0},
		{"a factor moved from one card to the other", mustEncrypt(t, key, to), deckOf(t, g, times(x[0], 1), times(x[1], -1)), own,
			[2]bool{true, false}, 0},
		{"a card squared", mustEncrypt(t, key, to), deckOf(t, g, x[0], arith.power(x[1], big.NewInt(2))), own, [2]bool{true, false}, 0},
		{"squares, proved of twice the exponent",
			mustEncrypt(t, key, deckOf(t, g, arith.power(x[0], big.NewInt(2)), arith.power(x[1], big.NewInt(2)))), to,
			new(big.Int).Lsh(own, 1), [2]bool{false, true}, 0},
	} {
		r := newReference(g, key.Public(), c.from, c.to, 7)
		statement := refHash("decryption/statement", []byte(g.Name()), r.context, r.public.Bytes(), c.from.Bytes(), c.to.Bytes())
		w, u := r.scalars(1)[0], r.weights(statement)
		after, before := r.product(numbers(c.to), u), r.product(numbers(c.from), u)
		commitments := []*big.Int{r.power(r.generator(0), w), r.power(after, w)}
		if c.spoil > 0 {
			for i, e := range []*big.Int{one, big.NewInt(-c.spoil)} {
				commitments[i] = r.product([]*big.Int{commitments[i], r.generator(0)}, []*big.Int{one, e})
			}
		}
		ch := new(big.Int).SetBytes(refHash("decryption/challenge", statement, r.bytes(commitments))[:16])
		s := new(big.Int).Mul(ch, c.proved)
		s.Mod(s.Add(s, w), r.q)
		holds := [2]bool{
			r.product([]*big.Int{r.generator(0), new(big.Int).SetBytes(r.public.Bytes())},
				[]*big.Int{s, new(big.Int).Neg(ch)}).Cmp(commitments[0]) == 0,
			r.product([]*big.Int{after, before}, []*big.Int{s, new(big.Int).Neg(ch)}).Cmp(commitments[1]) == 0,
		}
		if holds != c.holds {
			t.Errorf("%s: equations that hold: %v", c.name, holds)
		}
		err := key.Public().VerifyDecryption(r.context, c.from, c.to, append(r.bytes(commitments), scalar(g, s)...))
		if want := holds == [2]bool{true, true}; want && err != nil || !want && !errors.Is(err, sra.ErrProof) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// Public keys of which the prover doesn't know the exponent: one that would cancel the layer
// of another seat, and a multiple of it. The prover chooses the challenge or the exponent; or
// it has the other seat's proof.
func TestFalseKeys(t *testing.T) { onBothKinds(t, testFalseKeys) }

func testFalseKeys(t *testing.T, g sra.Group) {
	victim := fixedKey(t, g, "victim")
	r := newReference(g, victim.Public(), mustPublic(t, g, "false", 1), mustPublic(t, g, "false", 1), 9)
	theirs, generator := new(big.Int).SetBytes(victim.Public().Bytes()), r.generator(0)
	proofOf := func(public, commitment *big.Int, s func(ch *big.Int) *big.Int) []byte {
		statement := refHash("key/statement", []byte(g.Name()), r.context, r.bytes([]*big.Int{public}))
		ch := new(big.Int).SetBytes(refHash("key/challenge", statement, r.bytes([]*big.Int{commitment}))[:16])
		response := s(ch)
		return append(r.bytes([]*big.Int{commitment}), scalar(g, response.Mod(response, r.q))...)
	}
	w := r.scalars(1)[0]
	known := func(e *big.Int) func(ch *big.Int) *big.Int {
		return func(ch *big.Int) *big.Int { return new(big.Int).Add(w, new(big.Int).Mul(ch, e)) }
	}
	check := func(name string, public *big.Int, proof []byte, want error) {
		t.Helper()
		k, err := sra.ParsePublicKey(g, r.bytes([]*big.Int{public}))
		if err != nil {
			t.Fatal(err)
		}
		if err := k.VerifyKey(r.context, proof); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	e := exponentOf(g, victim)
	honest := proofOf(theirs, r.power(generator, w), known(e))
	check("the key's own", theirs, honest, nil)
	for name, factor := range map[string]*big.Int{"the inverse": big.NewInt(-1), "the square": big.NewInt(2)} {
		public := r.power(theirs, factor)
		check(name+", a guessed exponent", public, proofOf(public, r.power(generator, w), known(big.NewInt(5))), sra.ErrProof)
		check(name+", the victim's proof", public, honest, sra.ErrProof)
		check(name+", the victim's commitment", public,
			proofOf(public, r.power(generator, w), func(*big.Int) *big.Int { return integer(g, honest[g.ElementSize():]) }), sra.ErrProof)
		guess := r.scalars(1)[0]
		simulated := r.product([]*big.Int{generator, public}, []*big.Int{w, new(big.Int).Neg(guess)}) // holds for the challenge guess
		check(name+", a chosen challenge", public,
			proofOf(public, simulated, func(*big.Int) *big.Int { return new(big.Int).Set(w) }), sra.ErrProof)
		check(name+", with its exponent", public, proofOf(public, r.power(generator, w), known(new(big.Int).Mul(e, factor))), nil)
	}
}

// Each response is checked: a proof in which one is greater by 1 fails in just those equations
// where it is.
func TestEveryResponseCounts(t *testing.T) { onBothKinds(t, testEveryResponseCounts) }

func testEveryResponseCounts(t *testing.T, g sra.Group) {
	p := prove(t, g, 3)
	order := matrixOf(p.order.Reveal().Ints()...)
	r := newReference(g, p.public, p.from, p.to, 3)
	c, randomness := r.commit(order)
	proof := r.prove(order, c, randomness, exponentOf(g, p.key))
	check := func(name string, response **big.Int, fails ...int) {
		t.Helper()
		before := *response
		defer func() { *response = before }()
		*response = r.masked(new(big.Int).Add(before, one))
		want := [6]bool{true, true, true, true, true, true}
		for _, number := range fails {
			want[number-1] = false
		}
		if holds := r.verify(proof); holds != want {
			t.Errorf("%s: equations that hold: %v, want %v", name, holds, want)
		}
		if err := p.public.VerifyShuffle(r.context, p.from, p.to, r.encode(proof)); !errors.Is(err, sra.ErrProof) {
			t.Errorf("%s: %v", name, err)
		}
	}
	check("s1", &proof.s[0], 1)
	check("s2", &proof.s[1], 2)
	check("s3", &proof.s[2], 3)
	check("s4", &proof.s[3], 4, 5)
	for i := range r.n {
		check(fmt.Sprint("ŝ ", i), &proof.sHat[i], 6)
		check(fmt.Sprint("s′ ", i), &proof.sPrime[i], 3, 4, 6)
	}
}

// Grinding: the prover puts Y_0·z^a and Y_1·z^−b in place of Y_0 and Y_1, which no equation
// shows if a·u′_0 = b·u′_1, and tries commitments until the weights are such. With weights
// of 3 bits that takes some dozens of tries; with 128 bits none of as many will do.
func TestGrindingWeights(t *testing.T) { onBothKinds(t, testGrindingWeights) }

func testGrindingWeights(t *testing.T, g sra.Group) {
	key := fixedKey(t, g, "grinding")
	from := mustPublic(t, g, "grinding", 2)
	e := exponentOf(g, key)
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
		to := deckOf(t, g, y...)
		r.to = to
		var c, randomness []*big.Int
		found := false
		for try := 0; try < tries && !found; try++ {
			c, randomness = r.commit(matrixOf(0, 1))
			u := r.weights(r.sigma(c))
			found = u[1].Sign() > 0 && u[0].Cmp(new(big.Int).Lsh(u[1], 1)) == 0
		}
		proof := r.prove(matrixOf(0, 1), c, randomness, e)
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
func TestSimulatedProofsHold(t *testing.T) { onBothKinds(t, testSimulatedProofsHold) }

func testSimulatedProofsHold(t *testing.T, g sra.Group) {
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
