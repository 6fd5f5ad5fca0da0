package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

const (
	serverSeed = "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	clientSeed = "bb62964774"
	nextSeed   = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	pastSeed   = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"

	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
)

func seedrngCases(s *suite) {
	s.cases = slices.Concat(seedHashes(), seedStreams(), seedSessions(), seedPlayers())
	for _, class := range []string{"session", "player"} {
		s.sealless(class, fields{"calls": []string{}})
	}
	s.accumulate("accumulated/runs",
		`run i has server seed hex(SHA-256("server i")), client seed "client i" and nonce i; its output is Distinct(52, 10), a byte a value`,
		[]int{100, 10_000, 100_000}, func(i int) (out string) {
			stream := seedStream(shaHex(fmt.Sprint("server ", i)), fmt.Sprint("client ", i), uint64(i))
			for _, card := range stream.distinct(big.NewInt(52), 10) {
				out += octet(must(strconv.Atoi(card)))
			}
			return out
		})
}

func seedHashes() []vector {
	verify := func(id, comment, hash, seed, result string) vector {
		return vector{ID: "verify/" + id, Comment: comment, Inputs: fields{"hash": hash, "serverSeed": seed}, Result: result}
	}
	return []vector{
		verify("page", "the Crypto.Games round of the Wizard of Odds page", pageHash, pageServer, "ok"),
		verify("generated-form", "a seed of 64 hex characters is hashed as text, not as 32 bytes", shaHex(serverSeed), serverSeed, "ok"),
		verify("utf8", "seeds are bytes; no normalisation", shaHex("é"), "é", "ok"),
		verify("other-normal-form", "the same letter decomposed is another seed", shaHex("é"), "e\u0301", "mismatch"),
		verify("longest", "1,024 bytes", shaHex(strings.Repeat("s", 1024)), strings.Repeat("s", 1024), "ok"),
		verify("wrong-last-digit", "the page's hash with its last digit changed", pageHash[:63]+"c", pageServer, "mismatch"),
		verify("overlong", "1,025 bytes", shaHex(strings.Repeat("s", 1025)), strings.Repeat("s", 1025), "malformed"),
		hexSeed("verify/not-utf8", "a byte that is no UTF-8", fields{"hash": shaHex("\xff"), "serverSeedHex": "ff"}),
		verify("empty-seed", "no server seed", shaHex(""), "", "malformed"),
		verify("upper-case", "the hash in upper case", strings.ToUpper(pageHash), pageServer, "malformed"),
		verify("long", "33 bytes", pageHash+"00", pageServer, "malformed"),
		verify("prefixed", "0x and 62 digits", "0x"+pageHash[2:], pageServer, "malformed"),
	}
}

// hexSeed is a case with a seed that JSON can't hold as a text.
func hexSeed(id, comment string, inputs fields) vector {
	return vector{ID: id, Comment: comment, Inputs: inputs, Result: "malformed"}
}

// A streamCase is draws from a stream, in their order.
type streamCase struct {
	id, comment, server, client string
	nonce                       uint64
	draws                       []string
}

func (c streamCase) inputs() fields {
	return fields{
		"serverSeed": c.server, "clientSeed": c.client, "nonce": fmt.Sprint(c.nonce), "draws": append([]string{}, c.draws...),
	}
}

// accepted has the results of the draws.
func (c streamCase) accepted() vector {
	r := seedStream(c.server, c.client, c.nonce)
	results := make([]string, len(c.draws))
	for i, d := range c.draws {
		results[i] = r.draw(d)
	}
	return vector{
		ID: "stream/" + c.id, Comment: c.comment, Inputs: c.inputs(),
		Intermediates: fields{"blocks": []string{hexOf(r.block(0)), hexOf(r.block(1))}},
		Outputs:       fields{"results": results, "bytesTaken": r.taken},
		Result:        "ok",
	}
}

func (c streamCase) refused() vector {
	return vector{ID: "stream/" + c.id, Comment: c.comment, Inputs: c.inputs(), Result: "malformed"}
}

func seedStreams() (all []vector) {
	for _, c := range drawnStreams() {
		all = append(all, c.accepted())
	}
	return slices.Concat(all, exhaustedStreams(), refusedStreams())
}

const lastBlock = 1<<64 - 1

func drawnStreams() []streamCase {
	first := integer(seedStream(serverSeed, clientSeed, 1).block(0)[:8])
	return []streamCase{
		{"published", "block 0 of a published bet", serverSeed, clientSeed, 1, []string{"read 32"}},
		{"worked", "the draws of SPEC.md, section 10.1", serverSeed, clientSeed, 1,
			slices.Repeat([]string{"intn 36"}, 8)},
		{"crossing-blocks", "a read over three blocks", serverSeed, clientSeed, 0, []string{"read 1", "read 70"}},
		{"one-cursor", "reads and draws share a cursor, also where a word straddles blocks",
			serverSeed, clientSeed, 2, []string{"read 3", "uint32", "uint64", "read 0", "fraction", "intn 6",
				"read 6", "uint64", "uint32", "distinct 52 10", "read 1"}},
		{"rejection", "n = 2^31+1 rejects nearly half of all words", serverSeed, clientSeed, 4,
			[]string{"intn 2147483649", "intn 2147483649", "intn 2147483649", "intn 2147483649", "uint32"}},
		{"limit-rejected", "the first word is 2^32 - (2^32 mod n)", serverSeed, clientSeed, 1,
			[]string{"intn 3314602353", "uint32"}},
		{"limit-accepted", "the first word is 2^32 - (2^32 mod n) - 1", serverSeed, clientSeed, 1,
			[]string{"intn 3314602354", "uint32"}},
		{"limit-rejected-31", "the same for an n below 2^31: the second word is 2n, and 2^32 mod n is 2^32 - 2n",
			serverSeed, clientSeed, 1, []string{"uint32", "intn 1909307424", "uint32"}},
		{"bounds", "the smallest bound, and the largest that takes words of four bytes, take one word each",
			serverSeed, clientSeed, 5, []string{"intn 1", "intn 4294967296", "uint32"}},
		{"large-bounds", "bounds above 2^32 take words of eight bytes", serverSeed, clientSeed, 5,
			[]string{"intn 4294967297", "intn 10000000000", "intn 9223372036854775808",
				"intn 18446744073709551615", "uint32"}},
		{"large-rejection", "n = 2^63+1 rejects nearly half of all words", serverSeed, clientSeed, 4,
			[]string{"intn 9223372036854775809", "intn 9223372036854775809", "intn 9223372036854775809",
				"intn 9223372036854775809", "uint32"}},
		{"large-limit-rejected", "the first word is 2^64 - (2^64 mod n)", serverSeed, clientSeed, 1,
			[]string{fmt.Sprint("intn ", first), "uint32"}},
		{"large-limit-accepted", "the first word is 2^64 - (2^64 mod n) - 1", serverSeed, clientSeed, 1,
			[]string{fmt.Sprint("intn ", plus(first, 1)), "uint32"}},
		{"weighted", "three symbols of a reel, with weights 1, 2 and 3", serverSeed, clientSeed, 9,
			slices.Repeat([]string{"weighted 1 2 3"}, 30)},
		{"weighted-zero", "weights of 0 are never drawn", serverSeed, clientSeed, 9,
			slices.Repeat([]string{"weighted 0 1 0 0 1 0"}, 12)},
		{"weighted-large", "weights that add up to 2^32 take words of four bytes, to more of eight, up to 2^64-1",
			serverSeed, clientSeed, 9, []string{"weighted 4294967295 1", "weighted 4294967296 1",
				"weighted 9223372036854775808 9223372036854775807", "uint32"}},
		{"one-value", "draws of which there is one result take a word each, unless it is a list of none",
			serverSeed, clientSeed, 9, []string{"intn 1", "weighted 1", "weighted 0 1 0", "distinct 1 1",
				"distinct 1 0", "distinct 52 0", "uint32"}},
		{"deck", "a whole deck in order", serverSeed, clientSeed, 6, []string{"distinct 52 52", "uint32"}},
		{"largest-nonce", "2^64-1", serverSeed, clientSeed, 1<<64 - 1, []string{"read 32"}},
		{"colons", "a client seed may look like the fields after it", serverSeed, "a:1:0", 2, []string{"read 32"}},
		{"utf8", "client seeds are bytes", serverSeed, "\u043a\u043b\u0438\u0435\u043d\u0442", 0,
			[]string{"read 32"}},
		{"longest", "1,024 bytes each", strings.Repeat("s", 1024), strings.Repeat("\u00e9", 512), 0,
			[]string{"read 32"}},
		{"key-64", "the longest key that HMAC takes as it is", strings.Repeat("s", 64), clientSeed, 0,
			[]string{"read 32"}},
		{"key-65", "HMAC hashes a longer one: this stream follows from the published hash alone",
			strings.Repeat("s", 65), clientSeed, 0, []string{"read 32"}},
		{"short-key", "HMAC pads a shorter key with zeros", "s", clientSeed, 0, []string{"read 32"}},
	}
}

// exhaustedStreams read up to a few bytes of the last block. All draws after that fail.
func exhaustedStreams() (all []vector) {
	end := seedStream(serverSeed, clientSeed, 1).block(lastBlock)
	word := number(end[28:]) // more than half of all words are below it
	for _, c := range []struct {
		id, comment string
		left        int // bytes of the last block
		draws       []string
	}{
		{"", "block 2^64-1 is the last", 2, []string{"uint32", "uint32"}},
		{"-read", "a read across the end", 2, []string{"read 3"}},
		{"-large-bound", "a bound above 2^32 takes eight bytes", 4, []string{"intn 4294967297"}},
		{"-rejected", "the last word is rejected", 4, []string{fmt.Sprint("intn ", uint32(word))}},
		{"-distinct", "seven words are left, ten values wanted", 28, []string{"distinct 52 10"}},
	} {
		read := streamCase{"exhausted" + c.id, c.comment, serverSeed, clientSeed, 1,
			append([]string{fmt.Sprint("read ", 32-c.left)}, c.draws...)}.refused()
		read.Inputs["firstBlock"] = fmt.Sprint(uint64(lastBlock))
		read.Outputs, read.Result = fields{"results": []string{hexOf(end[:32-c.left])}}, "exhausted"
		all = append(all, read)
	}
	return all
}

func refusedStreams() []vector {
	refused := func(id, comment, server, client string, draws ...string) vector {
		return streamCase{id, comment, server, client, 0, draws}.refused()
	}
	return []vector{
		refused("no-server-seed", "empty server seed", "", clientSeed),
		refused("long-server-seed", "1,025 bytes", strings.Repeat("s", 1025), clientSeed),
		refused("no-client-seed", "empty client seed", serverSeed, ""),
		refused("long-client-seed", "1,026 bytes, 513 characters", serverSeed, strings.Repeat("\u00e9", 513)),
		refused("bound-zero", "n = 0", serverSeed, clientSeed, "intn 0"),
		refused("weight-negative", "a weight below 0, in a sum that is in range", serverSeed, clientSeed, "weighted 3 -1"),
		refused("no-weights", "an empty list", serverSeed, clientSeed, "weighted"),
		refused("weights-zero", "weights that add up to 0", serverSeed, clientSeed, "weighted 0 0"),
		refused("weights-large", "weights that add up to 2^64", serverSeed, clientSeed, "weighted 18446744073709551615 1"),
		hexSeed("stream/server-seed-not-utf8", "a byte that is no UTF-8", fields{"serverSeedHex": "73ff", "clientSeed": clientSeed,
			"nonce": "0", "draws": []string{}}),
		hexSeed("stream/nonce-large", "2^64", fields{"serverSeed": serverSeed, "clientSeed": clientSeed, "nonce": "18446744073709551616",
			"draws": []string{}}),
		hexSeed("stream/nonce-form", "a leading zero", fields{"serverSeed": serverSeed, "clientSeed": clientSeed, "nonce": "01",
			"draws": []string{}}),
		refused("more-than-all", "k > n", serverSeed, clientSeed, "distinct 52 53"),
		refused("less-than-none", "k < 0", serverSeed, clientSeed, "distinct 52 -1"),
		refused("none-of-none", "n = 0, k = 0", serverSeed, clientSeed, "distinct 0 0"),
		refused("read-negative", "-1 bytes", serverSeed, clientSeed, "read -1"),
	}
}
