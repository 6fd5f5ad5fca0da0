package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// reader is the stream by definition: blocks computed in full, one HMAC each.
type reader struct {
	server, client string
	nonce, first   uint64
	bytes          []byte
}

func (r *reader) block(i uint64) []byte {
	mac := hmac.New(sha256.New, []byte(r.server))
	fmt.Fprintf(mac, "%s:%d:%d", r.client, r.nonce, i)
	return mac.Sum(nil)
}

func (r *reader) take(at *int, n int) []byte {
	for len(r.bytes) < *at+n {
		r.bytes = append(r.bytes, r.block(r.first+uint64(len(r.bytes)/32))...)
	}
	*at += n
	return r.bytes[*at-n : *at]
}

// below is an integer below n, which is drawn from words of four bytes if n is at most
// 2^32, and of eight if it is more.
func (r *reader) below(at *int, n uint64) uint64 {
	if n <= 1<<32 {
		for {
			w := uint64(binary.BigEndian.Uint32(r.take(at, 4)))
			if w < 1<<32-(1<<32)%n {
				return w % n
			}
		}
	}
	bound := new(big.Int).SetUint64(n)
	limit := new(big.Int).Lsh(big.NewInt(1), 64)
	limit.Sub(limit, new(big.Int).Mod(limit, bound))
	for {
		w := new(big.Int).SetBytes(r.take(at, 8))
		if w.Cmp(limit) < 0 {
			return w.Mod(w, bound).Uint64()
		}
	}
}

func (r *reader) weighted(at *int, weights []uint64) int {
	var sum uint64
	for _, w := range weights {
		sum += w
	}
	v := r.below(at, sum)
	sum = 0
	for i, w := range weights {
		if sum += w; v < sum {
			return i
		}
	}
	panic("a draw beyond the weights")
}

func (r *reader) distinct(at *int, n uint64, k int) []uint64 {
	out := []uint64{}
draw:
	for len(out) < k {
		v := r.below(at, n)
		for _, before := range out {
			if v == before {
				continue draw
			}
		}
		out = append(out, v)
	}
	return out
}

// draw runs one instruction and returns its result as text.
func (r *reader) draw(at *int, instruction string) string {
	var n uint64
	var k int
	switch op, args, _ := strings.Cut(instruction, " "); op {
	case "read":
		fmt.Sscan(args, &k)
		return hex.EncodeToString(r.take(at, k))
	case "uint32":
		return fmt.Sprint(binary.BigEndian.Uint32(r.take(at, 4)))
	case "uint64":
		return fmt.Sprint(binary.BigEndian.Uint64(r.take(at, 8)))
	case "fraction":
		return fmt.Sprintf("%d/4294967296", binary.BigEndian.Uint32(r.take(at, 4)))
	case "intn":
		fmt.Sscan(args, &n)
		return fmt.Sprint(r.below(at, n))
	case "weighted":
		var weights []uint64
		for _, w := range strings.Fields(args) {
			fmt.Sscan(w, &n)
			weights = append(weights, n)
		}
		return fmt.Sprint(r.weighted(at, weights))
	case "distinct":
		fmt.Sscan(args, &n, &k)
		return strings.Trim(fmt.Sprint(r.distinct(at, n, k)), "[]")
	}
	panic(instruction)
}

func streams() []vectors.Case {
	stream := func(id, comment, server, client string, nonce uint64, draws ...string) vectors.Case {
		r := &reader{server: server, client: client, nonce: nonce}
		at, results := 0, make([]string, len(draws))
		for i, d := range draws {
			results[i] = r.draw(&at, d)
		}
		return vectors.Case{
			ID: "stream/" + id, Comment: comment,
			Inputs:        vectors.Fields{"serverSeed": server, "clientSeed": client, "nonce": fmt.Sprint(nonce), "draws": append([]string{}, draws...)},
			Intermediates: vectors.Fields{"blocks": []string{hex.EncodeToString(r.block(0)), hex.EncodeToString(r.block(1))}},
			Outputs:       vectors.Fields{"results": results, "bytesTaken": at},
			Result:        "ok",
		}
	}
	refused := func(id, comment, server, client string, draws ...string) vectors.Case {
		return vectors.Case{
			ID: "stream/" + id, Comment: comment,
			Inputs: vectors.Fields{"serverSeed": server, "clientSeed": client, "nonce": "0", "draws": append([]string{}, draws...)},
			Result: "malformed",
		}
	}

	const last = 1<<64 - 1
	end := &reader{server: server, client: client, nonce: 1, first: last}
	first := binary.BigEndian.Uint64((&reader{server: server, client: client, nonce: 1}).block(0))
	// exhausted reads up to a few bytes of the last block. All draws after that fail.
	exhausted := func(id, comment string, left int, draws ...string) vectors.Case {
		read := fmt.Sprintf("read %d", 32-left)
		return vectors.Case{
			ID: "stream/exhausted" + id, Comment: comment,
			Inputs: vectors.Fields{
				"serverSeed": server, "clientSeed": client, "nonce": "1", "firstBlock": fmt.Sprint(uint64(last)),
				"draws": append([]string{read}, draws...),
			},
			Outputs: vectors.Fields{"results": []string{hex.EncodeToString(end.block(last)[:32-left])}},
			Result:  "exhausted",
		}
	}
	word := binary.BigEndian.Uint32(end.block(last)[28:]) // more than half of all words are below it

	return []vectors.Case{
		stream("published", "block 0 of a published bet", server, client, 1, "read 32"),
		stream("worked", "the draws of SPEC.md, section 10.1", server, client, 1, slices.Repeat([]string{"intn 36"}, 8)...),
		stream("crossing-blocks", "a read over three blocks", server, client, 0, "read 1", "read 70"),
		stream("one-cursor", "reads and draws share a cursor, also where a word straddles blocks", server, client, 2,
			"read 3", "uint32", "uint64", "read 0", "fraction", "intn 6", "read 6", "uint64", "uint32", "distinct 52 10", "read 1"),
		stream("dice", "a hundred throws of two dice, one draw for both", server, client, 3, slices.Repeat([]string{"intn 36"}, 100)...),
		stream("rejection", "n = 2^31+1 rejects nearly half of all words", server, client, 4,
			"intn 2147483649", "intn 2147483649", "intn 2147483649", "intn 2147483649", "uint32"),
		stream("limit-rejected", "the first word is 2^32 - (2^32 mod n)", server, client, 1, "intn 3314602353", "uint32"),
		stream("limit-accepted", "the first word is 2^32 - (2^32 mod n) - 1", server, client, 1, "intn 3314602354", "uint32"),
		stream("limit-rejected-31", "the same for an n below 2^31: the second word is 2n, and 2^32 mod n is 2^32 - 2n", server, client, 1,
			"uint32", "intn 1909307424", "uint32"),
		stream("bounds", "the smallest bound, and the largest that takes words of four bytes, take one word each", server, client, 5,
			"intn 1", "intn 4294967296", "uint32"),
		stream("large-bounds", "bounds above 2^32 take words of eight bytes", server, client, 5,
			"intn 4294967297", "intn 10000000000", "intn 9223372036854775808", "intn 18446744073709551615", "uint32"),
		stream("large-rejection", "n = 2^63+1 rejects nearly half of all words", server, client, 4,
			"intn 9223372036854775809", "intn 9223372036854775809", "intn 9223372036854775809", "intn 9223372036854775809", "uint32"),
		stream("large-limit-rejected", "the first word is 2^64 - (2^64 mod n)", server, client, 1, fmt.Sprintf("intn %d", first), "uint32"),
		stream("large-limit-accepted", "the first word is 2^64 - (2^64 mod n) - 1", server, client, 1, fmt.Sprintf("intn %d", first+1), "uint32"),
		stream("weighted", "three symbols of a reel, with weights 1, 2 and 3", server, client, 9, slices.Repeat([]string{"weighted 1 2 3"}, 30)...),
		stream("weighted-zero", "weights of 0 are never drawn", server, client, 9, slices.Repeat([]string{"weighted 0 1 0 0 1 0"}, 12)...),
		stream("weighted-one", "a weight alone takes a word all the same", server, client, 9, "weighted 7", "uint32"),
		stream("weighted-sum-one", "the only result takes a word all the same", server, client, 9, "weighted 1", "weighted 0 1", "weighted 0 0 1 0", "uint32"),
		stream("intn-one", "and so does an integer below 1", server, client, 9, "intn 1", "uint32"),
		stream("distinct-one", "none of one value, and one", server, client, 9, "distinct 1 0", "distinct 1 1", "uint32"),
		stream("read-none", "no bytes", server, client, 9, "read 0", "uint32"),
		stream("weighted-large", "weights that add up to 2^32 take words of four bytes, to more of eight, up to 2^64-1", server, client, 9,
			"weighted 4294967295 1", "weighted 4294967296 1", "weighted 9223372036854775808 9223372036854775807", "uint32"),
		stream("deck", "a whole deck in order", server, client, 6, "distinct 52 52", "uint32"),
		stream("none", "no values take no bytes", server, client, 6, "distinct 52 0", "uint32"),
		stream("sparse", "few values below a large bound", server, client, 7, "distinct 4294967296 5"),
		stream("sparse-large", "and below one that takes words of eight bytes", server, client, 7, "distinct 4294967297 5"),
		stream("many", "more values than fit in one block of bits", server, client, 8, "distinct 100000 100", "distinct 1000 300"),
		stream("largest-nonce", "2^64-1", server, client, last, "read 32"),
		stream("colons", "a client seed may look like the fields after it", server, "a:1:0", 2, "read 32"),
		stream("utf8", "client seeds are bytes", server, "\u043a\u043b\u0438\u0435\u043d\u0442", 0, "read 32"),
		stream("nul", "U+0000 is a character like others", server, "a\x00b", 0, "read 32"),
		stream("longest", "1,024 bytes each", strings.Repeat("s", 1024), strings.Repeat("\u00e9", 512), 0, "read 32"),
		stream("key-64", "the longest key that HMAC takes as it is", strings.Repeat("s", 64), client, 0, "read 32"),
		stream("key-65", "HMAC hashes a longer one: this stream follows from the published hash alone", strings.Repeat("s", 65), client, 0, "read 32"),
		stream("short-key", "HMAC pads a shorter key with zeros", "s", client, 0, "read 32"),
		stream("short-key-zero", "so this is the same stream as the one before", "s\x00", client, 0, "read 32"),
		exhausted("", "block 2^64-1 is the last", 2, "uint32", "uint32"),
		exhausted("-whole", "a draw after the last byte", 0, "uint32"),
		exhausted("-read", "a read across the end", 2, "read 3"),
		exhausted("-uint64", "four bytes are left of eight", 4, "uint64"),
		exhausted("-large-bound", "a bound above 2^32 takes eight bytes", 4, "intn 4294967297"),
		exhausted("-rejected", "the last word is rejected", 4, fmt.Sprintf("intn %d", word)),
		exhausted("-distinct", "seven words are left, ten values wanted", 28, "distinct 52 10"),
		exhausted("-weighted", "no word is left", 3, "weighted 1 2 3"),
		exhausted("-fraction", "three bytes are left", 3, "fraction"),
		refused("no-server-seed", "empty server seed", "", client),
		refused("long-server-seed", "1,025 bytes", strings.Repeat("s", 1025), client),
		refused("no-client-seed", "empty client seed", server, ""),
		refused("long-client-seed", "1,026 bytes, 513 characters", server, strings.Repeat("\u00e9", 513)),
		refused("bound-zero", "n = 0", server, client, "intn 0"),
		refused("read-negative", "n < 0", server, client, "read -1"),
		refused("weight-negative", "a weight below 0, in a sum that is in range", server, client, "weighted 3 -1"),
		refused("distinct-one-two", "two values of one", server, client, "distinct 1 2"),
		refused("no-weights", "an empty list", server, client, "weighted"),
		refused("weights-zero", "weights that add up to 0", server, client, "weighted 0 0"),
		refused("weights-large", "weights that add up to 2^64", server, client, "weighted 18446744073709551615 1"),
		hexSeed("stream/server-seed-not-utf8", "a byte that is no UTF-8", vectors.Fields{"serverSeedHex": "73ff", "clientSeed": client, "nonce": "0", "draws": []string{}}),
		hexSeed("stream/client-seed-not-utf8", "a byte that is no UTF-8", vectors.Fields{"serverSeed": server, "clientSeedHex": "63ff", "nonce": "0", "draws": []string{}}),
		hexSeed("stream/nonce-large", "2^64", vectors.Fields{"serverSeed": server, "clientSeed": client, "nonce": "18446744073709551616", "draws": []string{}}),
		hexSeed("stream/nonce-negative", "-1", vectors.Fields{"serverSeed": server, "clientSeed": client, "nonce": "-1", "draws": []string{}}),
		hexSeed("stream/nonce-form", "a leading zero", vectors.Fields{"serverSeed": server, "clientSeed": client, "nonce": "01", "draws": []string{}}),
		refused("more-than-all", "k > n", server, client, "distinct 52 53"),
		refused("negative-count", "k < 0", server, client, "distinct 52 -1"),
		refused("distinct-of-none", "n = 0", server, client, "distinct 0 0"),
	}
}
