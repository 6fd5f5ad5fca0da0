package spec

import (
	"crypto/sha1"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Questions about shuffles, dice and cards.

// A shuffleQuestion is one about shuffle/SPEC.md.
type shuffleQuestion struct {
	N              uint64
	SplitMix64     *uint64
	Source         []string
	K              int
	P, Q, Elements string
}

// next is the source of words, or nil.
func (q shuffleQuestion) next() func() uint64 {
	if q.SplitMix64 != nil {
		return (&splitMix{*q.SplitMix64}).next
	} else if q.Source == nil {
		return nil
	}
	words := q.Source
	for _, w := range words {
		unasked(!isHex(w, 8))
	}
	return func() uint64 {
		unasked(len(words) == 0)
		w := words[0]
		words = words[1:]
		return integer(unhex(w)).Uint64()
	}
}

func (q shuffleQuestion) groups() (fields, string) {
	unasked(q.N > 1<<32)
	return fields{"groups": groupTexts(q.N)}, "ok"
}

func (q shuffleQuestion) slice() (fields, string) {
	if q.next() == nil || q.N > 1<<32 {
		return nil, "malformed"
	}
	unasked(q.N > 1000)
	deck, words := shuffled(int(q.N), q.next())
	return fields{"deck": line(deck), "words": words}, "ok"
}

func (q shuffleQuestion) deal() (fields, string) {
	unasked(q.next() == nil || q.N > 1000)
	n := int(q.N)
	if q.K < 0 || q.K > n {
		_, _ = shuffled(n, q.next()) // as the source must have words for all
		return nil, "malformed"
	}
	_, cards, words := dealt(n, q.K, q.next())
	return fields{"dealt": line(cards[:q.K]), "words": words}, "ok"
}

func (q shuffleQuestion) permutation() (fields, string) {
	p, r, elements := integersOf(q.P), integersOf(q.Q), strings.Fields(q.Elements)
	isPermutation := func(p []int) bool {
		return slices.Equal(slices.Sorted(slices.Values(p)), ascending(len(p)))
	}
	if !isPermutation(p) || !isPermutation(r) || len(p) != len(r) || len(p) != len(elements) {
		return nil, "malformed"
	}
	inverse, composed, applied := permutedBy(p, r, elements)
	return fields{"inverse": line(inverse), "composed": line(composed), "applied": line(applied)}, "ok"
}

// An onchainQuestion is one about shuffle/onchain/SPEC.md.
type onchainQuestion struct {
	N          int
	Prevrandao []string
}

func (q onchainQuestion) replay() (fields, string) {
	unasked(q.N < 0 || q.N > 300)
	deck, decks := ascending(q.N), []string{} // not null
	for _, text := range q.Prevrandao {
		if digits, ok := strings.CutPrefix(text, "0x"); !ok || !isHex(digits, 32) {
			return fields{"decks": decks}, "malformed"
		}
		onchainShuffle(text, deck)
		decks = append(decks, line(deck))
	}
	return fields{"decks": decks}, "ok"
}

func (q onchainQuestion) bias() (fields, string) {
	if q.N < 1 || q.N > 128 {
		return nil, "malformed"
	}
	unasked(q.N > 24)
	return biasOf(q.N, byMatrices(q.N)), "ok"
}

// A hexchainQuestion is one about commit/hexchain/SPEC.md.
type hexchainQuestion struct {
	Anchor, Value string
	Steps         int
}

func (q hexchainQuestion) answer() (fields, string) {
	if !isHex(q.Anchor, 32) || !isHex(q.Value, 32) || q.Steps < 1 || q.Steps > 16777216 {
		return nil, "malformed"
	}
	unasked(q.Steps > 1<<16) // slow
	if hexchainBefore(q.Value, q.Steps) != q.Anchor {
		return nil, "mismatch"
	}
	return nil, "ok"
}

// A throwQuestion is one about commit/jgammon/SPEC.md.
type throwQuestion struct{ Hashes, Secrets [2]string }

func (q throwQuestion) answer() (fields, string) {
	var wrong string
	hashes, secrets := unhexes(q.Hashes[:]), unhexes(q.Secrets[:])
	for seat, secret := range secrets {
		if len(hashes[seat]) != 20 || len(secret) != 8 {
			return nil, "malformed"
		}
		if h := sha1.Sum([]byte(secret)); string(h[:]) != hashes[seat] {
			wrong += " " + decimal(seat)
		}
	}
	if wrong != "" {
		return nil, "mismatch" + wrong
	}
	n := (int(secrets[0][0]) + int(secrets[1][0])) % 36
	return fields{"n": n, "one": n/6 + 1, "two": n%6 + 1}, "ok"
}

// A textbookQuestion is one about sra/textbook/SPEC.md.
type textbookQuestion struct {
	P, E string
	X    []string
}

func (q textbookQuestion) answer() (fields, string) {
	p, e := whole(q.P), whole(q.E)
	unasked(p.BitLen() > 256 && p.BitLen() <= 4096 || e.BitLen() > 256 && e.BitLen() <= 4096) // slow
	for _, x := range q.X {
		whole(x)
	}
	if p.BitLen() > 4096 || e.BitLen() > 4096 || p.Bit(0) == 0 || !p.ProbablyPrime(32) || e.Sign() == 0 {
		return nil, "malformed"
	}
	order := plus(p, -1)
	if new(big.Int).GCD(nil, nil, e, order).Cmp(one) != 0 {
		return nil, "malformed"
	}
	d := new(big.Int).ModInverse(e, order)
	encrypted, decrypted := []string{}, []string{}
	for _, text := range q.X {
		x := whole(text)
		if x.Cmp(p) >= 0 {
			return nil, "malformed"
		}
		encrypted = append(encrypted, new(big.Int).Exp(x, e, p).String())
		decrypted = append(decrypted, new(big.Int).Exp(x, d, p).String())
	}
	return fields{"inverse": d.String(), "encrypted": encrypted, "decrypted": decrypted}, "ok"
}

// A handQuestion is one about sra/hand/SPEC.md.
type handQuestion struct {
	Group, Label, ID string
	N, Seats         int
	Select           []int
	Items            []string
}

// handItem is what an item may be, but for seats and items that aren't there.
var handItem = regexp.MustCompile(strings.ReplaceAll(`^(deal( N:-?N)+|show N( N)*|return( N)+|shuffle( N)* /( N)*|leave N|drop( N)*`+
	`|(say|farewell) N|(as|again|cut) N N|alter N -?N [0-9a-f]{2}|read N ([0-9a-f]{2})+)$`, "N", `\d{1,4}`))

func (q handQuestion) answer() (fields, string) {
	unasked(q.Group != ristretto255.name || q.Label == "" || len(q.Label) > 100 || q.Seats < 0)
	unasked(q.N > 4 && q.N <= 1023 || q.Seats > 3 && q.Seats <= 16 || len(q.Items) > 24) // slow
	order := q.Select
	if order == nil {
		order = ascending(max(q.N, 0))
	}
	if q.ID == "" || len(q.ID) > 1024 || q.Seats < 2 || q.Seats > 16 || q.N > 1023 || !proper(order, ascending(max(q.N, 0))) {
		return nil, "malformed"
	}
	s := script{hand: newHand(ristretto255, q.ID, permute(ristretto255.deck(q.Label, q.N), order), handSecrets(q.Seats))}
	for _, item := range q.Items {
		unasked(!handItem.MatchString(item))
		words := strings.Fields(item)
		s.possible(words[0], words[1:])
		s.item(item, words[0], words[1:])
	}
	return s.outputs(), "ok"
}

// possible gives up items by or of no seat, about no item, or about bytes that aren't there.
func (s *script) possible(kind string, words []string) {
	number := func(i int) int { return must(strconv.Atoi(words[i])) }
	switch kind {
	case "deal", "show", "return", "shuffle", "leave", "drop":
		return
	}
	seat := number(0)
	unasked(seat >= s.seats)
	switch kind {
	case "as":
		unasked(number(1) >= s.seats)
	case "again":
		unasked(number(1) >= len(s.was))
	case "alter":
		n := len(s.say(seat))
		unasked(number(1) >= n || number(1) < -n)
	case "cut":
		unasked(number(1) > len(s.say(seat)))
	}
}

func handSecrets(seats int) (secrets []string) {
	for i := range seats {
		secrets = append(secrets, sha(fmt.Sprint("secret of seat ", i)))
	}
	return secrets
}
