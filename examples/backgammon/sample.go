package main

import (
	"encoding/binary"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
)

// A sample is a way to throw, without a connection.
type sample struct {
	what   string
	weight [outcomes]int // of each N, exactly; all zero if there is no throw
	throw  func(src *rand.ChaCha8, number int) (dice, error)
}

// bytes256 counts the remainders mod 36 of k times a byte, over all 256 of them.
func bytes256(k int) (weight [outcomes]int) {
	for b := range 256 {
		weight[k*b%outcomes]++
	}
	return weight
}

// sumOfTwo counts the sums of two independent draws mod 36.
func sumOfTwo(a, b [outcomes]int) (weight [outcomes]int) {
	for i, n := range a {
		for j, m := range b {
			weight[(i+j)%outcomes] += n * m
		}
	}
	return weight
}

func fair() (weight [outcomes]int) {
	for n := range weight {
		weight[n] = 1
	}
	return weight
}

var samples = []sample{
	{"toss, both honest", fair(), func(src *rand.ChaCha8, number int) (dice, error) {
		return tossInMemory(src, number, false)
	}},
	{"toss, seat 1 echoes", [outcomes]int{}, func(src *rand.ChaCha8, number int) (dice, error) {
		return tossInMemory(src, number, true)
	}},
	{"jgammon, both honest", sumOfTwo(bytes256(1), bytes256(1)), func(src *rand.ChaCha8, _ int) (dice, error) {
		return jgammonInMemory(randomBits(src), randomBits(src))
	}},
	{"jgammon, seat 1's first byte is 0", bytes256(1), func(src *rand.ChaCha8, _ int) (dice, error) {
		fixed := randomBits(src)
		fixed[0] = 0
		return jgammonInMemory(randomBits(src), fixed)
	}},
	{"jgammon, seat 1 echoes", bytes256(2), func(src *rand.ChaCha8, _ int) (dice, error) {
		s := randomBits(src)
		return jgammonInMemory(s, s)
	}},
}

// tossInMemory makes a throw by package commit. Real ones use GenerateToss: the
// values of src are for this measurement alone.
func tossInMemory(src *rand.ChaCha8, number int, echo bool) (dice, error) {
	var tosses [2]*commit.Toss
	session := binary.BigEndian.AppendUint64([]byte(helloLabel), uint64(number))
	for seat := range tosses {
		var key, value [32]byte
		src.Read(key[:]) // never fails
		src.Read(value[:])
		nonce, err := commit.ParseNonce(key[:])
		if err != nil {
			return 0, err
		}
		if tosses[seat], err = commit.NewToss(session, 2, seat, nonce, value[:], forfeit); err != nil {
			return 0, err
		}
	}
	own := tosses[1].Pending()
	var message []byte
	for turn := range 4 {
		from := turn % 2
		if echo && from == 1 {
			message = tossProtocol.addressed(own, message)
		} else {
			message = tosses[from].Pending()
		}
		for _, t := range tosses {
			if err := t.Receive(from, message); err != nil {
				return 0, err
			}
		}
	}
	result, err := tossOfDice{tosses[0], number}.outcome()
	return result.dice, err
}

func randomBits(src *rand.ChaCha8) (b [jgammon.SecretSize]byte) {
	src.Read(b[:])
	return b
}

func jgammonInMemory(bits ...[jgammon.SecretSize]byte) (dice, error) {
	var hashes [2]jgammon.Hash
	var secrets [2]jgammon.Secret
	for i := range secrets {
		var err error
		if secrets[i], err = jgammon.ParseSecret(bits[i][:]); err != nil {
			return 0, err
		}
		if hashes[i], err = secrets[i].Hash(); err != nil {
			return 0, err
		}
	}
	throw, err := jgammon.Replay(hashes, secrets)
	return dice(throw.N), err
}

// expected returns the mean of chiSquare for n throws of the sample's exact
// distribution: a count has the variance np(1−p) and is n(p−1/36) off.
func (s sample) expected(n int) float64 {
	all := 0
	for _, w := range s.weight {
		all += w
	}
	var sum float64
	for _, w := range s.weight {
		p := float64(w) / float64(all)
		d := p - 1./outcomes
		sum += outcomes * (p*(1-p) + float64(n)*d*d)
	}
	return sum
}

// extremes returns by how many percent the most and the least frequent N differ from
// 1 in 36.
func extremes(weight [outcomes]int) (most, least float64) {
	all, low, high := 0, weight[0], weight[0]
	for _, w := range weight {
		all += w
		low, high = min(low, w), max(high, w)
	}
	percent := func(w int) float64 { return 100 * (float64(w)*outcomes/float64(all) - 1) }
	return percent(high), percent(low)
}
