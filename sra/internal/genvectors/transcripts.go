package main

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

const everyone = -1

// transcripts are section 8 of SPEC.md: what two seats say.
func transcripts() []vectors.Case {
	g, id, n := modp2048, []byte("squaredeal test hand"), 3
	to := []int{1, everyone} // of positions 0 and 1
	var e [2]*big.Int
	var k []*big.Int
	var order [2][]int
	for seat := range 2 {
		e[seat], order[seat] = g.exponentFor(fmt.Sprint("seat ", seat)), orderOf(fmt.Sprint("seat ", seat), n)
		k = append(k, g.power(g.generator(), e[seat]))
	}
	var texts []string
	say := func(kind byte, parts ...[]byte) {
		texts = append(texts, hex.EncodeToString(append([]byte{kind}, slices.Concat(parts...)...)))
	}
	// Each proof has random bytes of its own.
	fresh := func() []byte { return random(fmt.Sprint("transcript ", len(texts))) }

	public := g.deck(proofLabel, n)
	table := hashOf("hand/table", []byte(g.name), id, u32(2), g.bytes(public))
	for seat := range 2 {
		proof, _, _ := g.keyProof(hashOf("hand/key", table, u32(seat)), fresh(), e[seat])
		say(1, g.bytes(k[seat:seat+1]), proof)
	}
	keys := hashOf("hand/keys", table, g.bytes(k))
	deck := public
	var views []string
	for seat := range 2 {
		view := hashOf("hand/shuffle", keys, u32(seat), g.bytes(deck))
		shuffled := permute(g.powers(deck, e[seat]), order[seat])
		say(2, view, g.bytes(shuffled), g.shuffleProof(view, fresh(), e[seat], deck, shuffled, order[seat]).bytes)
		deck = shuffled
		views = append(views, hex.EncodeToString(view))
	}
	final := hashOf("hand/deck", keys, g.bytes(deck))

	values := slices.Clone(deck)
	decrypt := func(kind byte, seat int, positions ...int) {
		var from []*big.Int
		var list, places []byte
		for _, p := range positions {
			from = append(from, values[p])
			list = append(list, append(u32(p), u32(to[p])...)...)
			places = binary.BigEndian.AppendUint16(places, uint16(p))
		}
		after := g.powers(from, g.inverse(e[seat]))
		view := hashOf("hand/decryption", final, u32(seat), list, g.bytes(from))
		proof, _, _, _ := g.decryptionProof(view, fresh(), e[seat], from, after)
		say(kind, view, []byte{0, byte(len(positions))}, places, g.bytes(after), proof)
		for i, p := range positions {
			values[p] = after[i]
		}
		views = append(views, hex.EncodeToString(view))
	}
	decrypt(3, 0, 0, 1) // both positions have to lose seat 0's layer
	decrypt(3, 1, 1)
	decrypt(4, 1, 0)
	var opened []int
	for _, p := range []int{0, 1} {
		opened = append(opened, slices.IndexFunc(public, func(x *big.Int) bool { return x.Cmp(values[p]) == 0 }))
	}
	return []vectors.Case{{
		ID:      "transcript/2",
		Comment: "all messages of two seats: keys, shuffles, a deal of position 0 to seat 1 and position 1 to everyone, and seat 1 shows position 0",
		Inputs: inGroup(g, vectors.Fields{
			"id": string(id), "label": proofLabel, "n": n,
			"e": []string{g.exponent(e[0]), g.exponent(e[1])}, "order": []string{line(order[0]), line(order[1])},
		}),
		Intermediates: vectors.Fields{
			"table": hex.EncodeToString(table), "keys": hex.EncodeToString(keys), "final": hex.EncodeToString(final), "views": views,
		},
		Outputs: vectors.Fields{"messages": texts, "opened": line(opened)},
		Result:  "ok",
	}}
}
