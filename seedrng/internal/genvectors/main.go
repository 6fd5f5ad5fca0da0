// Command genvectors writes the test vectors of package seedrng to the file that
// is its argument. It implements SPEC.md a second time, as plainly as possible and
// without package seedrng, so that the vectors check one reading of it by another.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

const (
	server = "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	client = "bb62964774"

	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
)

func main() {
	vectors.Write("squaredeal/seedrng v1", hashes(), streams(), cryptoGames(), sessions(), accumulated())
}

func sha256hex(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func hashes() []vectors.Case {
	verify := func(id, comment, hash, seed, result string) vectors.Case {
		return vectors.Case{ID: "verify/" + id, Comment: comment, Inputs: vectors.Fields{"hash": hash, "serverSeed": seed}, Result: result}
	}
	return []vectors.Case{
		verify("page", "the Crypto.Games round of the Wizard of Odds page", pageHash, pageServer, "ok"),
		verify("generated-form", "a seed of 64 hex characters is hashed as text, not as 32 bytes", sha256hex(server), server, "ok"),
		verify("one-byte", "the shortest seed", sha256hex("x"), "x", "ok"),
		verify("utf8", "seeds are bytes; no normalisation", sha256hex("é"), "é", "ok"),
		verify("other-normal-form", "the same letter decomposed is another seed", sha256hex("é"), "e\u0301", "mismatch"),
		verify("longest", "1,024 bytes", sha256hex(strings.Repeat("s", 1024)), strings.Repeat("s", 1024), "ok"),
		verify("trailing-newline", "nothing is trimmed", pageHash, pageServer+"\n", "mismatch"),
		verify("wrong-last-digit", "the page's hash with its last digit changed", pageHash[:63]+"c", pageServer, "mismatch"),
		verify("overlong", "1,025 bytes", sha256hex(strings.Repeat("s", 1025)), strings.Repeat("s", 1025), "malformed"),
		verify("empty-seed", "no server seed", sha256hex(""), "", "malformed"),
		verify("upper-case", "the hash in upper case", strings.ToUpper(pageHash), pageServer, "malformed"),
		verify("odd-length", "the hash without its last character", pageHash[:63], pageServer, "malformed"),
		verify("short", "31 bytes", pageHash[:62], pageServer, "malformed"),
		verify("long", "33 bytes", pageHash+"00", pageServer, "malformed"),
		verify("prefixed", "0x and 62 digits", "0x"+pageHash[2:], pageServer, "malformed"),
	}
}

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

func (r *reader) intN(at *int, n uint64) uint64 {
	for {
		w := uint64(binary.BigEndian.Uint32(r.take(at, 4)))
		if w < 1<<32-(1<<32)%n {
			return w % n
		}
	}
}

func (r *reader) distinct(at *int, n uint64, k int) []uint64 {
	out := []uint64{}
draw:
	for len(out) < k {
		v := r.intN(at, n)
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
		return fmt.Sprint(r.intN(at, n))
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
	exhausted := vectors.Case{
		ID: "stream/exhausted", Comment: "block 2^64-1 is the last",
		Inputs: vectors.Fields{
			"serverSeed": server, "clientSeed": client, "nonce": "1", "firstBlock": fmt.Sprint(uint64(last)),
			"draws": []string{"read 30", "uint32"},
		},
		Outputs: vectors.Fields{"results": []string{hex.EncodeToString(end.block(last)[:30])}},
		Result:  "exhausted",
	}

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
		stream("bounds", "the smallest and the largest bound take one word each", server, client, 5, "intn 1", "intn 4294967296", "uint32"),
		stream("deck", "a whole deck in order", server, client, 6, "distinct 52 52", "uint32"),
		stream("none", "no values take no bytes", server, client, 6, "distinct 52 0", "uint32"),
		stream("sparse", "few values below a large bound", server, client, 7, "distinct 4294967296 5"),
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
		exhausted,
		refused("no-server-seed", "empty server seed", "", client),
		refused("long-server-seed", "1,025 bytes", strings.Repeat("s", 1025), client),
		refused("no-client-seed", "empty client seed", server, ""),
		refused("long-client-seed", "1,026 bytes, 513 characters", server, strings.Repeat("\u00e9", 513)),
		refused("bound-zero", "n = 0", server, client, "intn 0"),
		refused("bound-negative", "n = -1", server, client, "intn -1"),
		refused("bound-large", "n = 2^32 + 1", server, client, "intn 4294967297"),
		refused("more-than-all", "k > n", server, client, "distinct 52 53"),
		refused("negative-count", "k < 0", server, client, "distinct 52 -1"),
		refused("distinct-of-none", "n = 0", server, client, "distinct 0 0"),
		refused("distinct-bound-large", "n = 2^32 + 1", server, client, "distinct 4294967297 1"),
	}
}

// walk returns the cards of a digest and an account of each byte read.
func walk(digest []byte) (cards []int, steps []string) {
	cards = []int{}
	for _, b := range digest {
		if len(cards) == 10 {
			break
		}
		v := int(b) % 100
		outcome := "card"
		switch {
		case v > 51:
			outcome = "out of range"
		case slices.Contains(cards, v):
			outcome = "repeat"
		default:
			cards = append(cards, v)
		}
		steps = append(steps, fmt.Sprintf("%02x %d %s", b, v, outcome))
	}
	return cards, steps
}

func cryptoGames() []vectors.Case {
	digest := func(id, comment string, inputs vectors.Fields, d []byte) vectors.Case {
		cards, steps := walk(d)
		result := "ok"
		if len(cards) < 10 {
			result = "exhausted"
		}
		return vectors.Case{
			ID: "cryptogames/" + id, Comment: comment, Inputs: inputs,
			Intermediates: vectors.Fields{"digest": hex.EncodeToString(d), "steps": steps},
			Outputs:       vectors.Fields{"cards": cards}, Result: result,
		}
	}
	seeds := func(id, comment, server, client string) vectors.Case {
		sum := sha512.Sum512([]byte(server + client))
		return digest(id, comment, vectors.Fields{"serverSeed": server, "clientSeed": client}, sum[:])
	}
	refused := func(id, comment, server, client string) vectors.Case {
		return vectors.Case{ID: "cryptogames/" + id, Comment: comment, Inputs: vectors.Fields{"serverSeed": server, "clientSeed": client}, Result: "malformed"}
	}
	bare := func(id, comment string, d []byte) vectors.Case {
		return digest(id, comment, vectors.Fields{"digest": hex.EncodeToString(d)}, d)
	}
	nine := []byte{0, 1, 2, 3, 4, 5, 6, 7, 8}
	padded := func(fill byte, last byte) []byte {
		d := append(slices.Clone(nine), bytes.Repeat([]byte{fill}, 55)...)
		d[63] = last
		return d
	}
	return []vectors.Case{
		seeds("page", "the round of the Wizard of Odds page: J♣ 5♥ 8♣ A♣ 2♣, then 3♦ 5♦ J♦ 9♥ 6♣", pageServer, pageClient),
		seeds("no-separator-1", "nothing separates the seeds", "ab", "c"),
		seeds("no-separator-2", "so this is the same hand as the one before", "a", "bc"),
		seeds("longest", "1,024 bytes each", strings.Repeat("s", 1024), strings.Repeat("c", 1024)),
		bare("last-byte", "the tenth card lands on the last byte: the published listing reports an error here, wrongly", padded(99, 9)),
		bare("nine-cards", "the digest runs dry after nine cards", padded(99, 99)),
		bare("repeats", "bytes 0, 100 and 200 are the same card", padded(100, 200)),
		bare("no-cards", "no byte is in range", bytes.Repeat([]byte{52}, 64)),
		refused("no-server-seed", "empty server seed", "", pageClient),
		refused("no-client-seed", "empty client seed", pageServer, ""),
		refused("long-server-seed", "1,025 bytes", strings.Repeat("s", 1025), pageClient),
		refused("long-client-seed", "1,025 bytes", pageServer, strings.Repeat("c", 1025)),
	}
}

func lp(text string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text...)
}

func u64(values ...uint64) (b []byte) {
	for _, v := range values {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	return b
}

func sessions() []vectors.Case {
	const (
		label = "squaredeal/seedrng/v1/session"
		next  = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
		past  = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100"
	)
	type state [][]byte // label, active, client, nonce, open, next, revealed, its client, its rounds
	open := func(nonces ...uint64) []byte { return append(u64(uint64(len(nonces))), u64(nonces...)...) }
	fresh := state{lp(label), lp(""), lp(""), u64(0), open(), lp(next), lp(""), lp(""), u64(0)}
	first := state{lp(label), lp(server), lp(client), u64(0), open(), lp(next), lp(""), lp(""), u64(0)}
	begun := state{lp(label), lp(server), lp(client), u64(7), open(3, 6), lp(next), lp(past), lp("old"), u64(12)}
	with := func(s state, at int, field []byte) state {
		s = slices.Clone(s)
		s[at] = field
		return s
	}
	text := func(s state) string { // with the checksum
		b := bytes.Join(s, nil)
		sum := sha256.Sum256(b)
		return hex.EncodeToString(append(b, sum[:]...))
	}

	nextHash := sha256hex(next)
	freshView := vectors.Fields{"nextNonce": 0, "nextServerHash": nextHash}
	firstView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := vectors.Fields{"serverHash": sha256hex(server), "clientSeed": client, "nextNonce": nonce, "nextServerHash": nextHash}
		if len(open) > 0 {
			v["openRounds"] = open
		}
		return v
	}
	begunView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := firstView(nonce, open...)
		v["revealed"] = vectors.Fields{"serverSeed": past, "clientSeed": "old", "rounds": 12}
		return v
	}

	// accepted gives calls and their results in turn.
	accepted := func(id, comment string, s, after state, view vectors.Fields, callsAndResults ...string) vectors.Case {
		calls, results := []string{}, []string{}
		for i := 0; i < len(callsAndResults); i += 2 {
			calls = append(calls, callsAndResults[i])
			results = append(results, callsAndResults[i+1])
		}
		outputs := vectors.Fields{"results": results, "view": view}
		if after != nil {
			outputs["state"] = text(after)
		}
		return vectors.Case{
			ID: "session/" + id, Comment: comment,
			Inputs: vectors.Fields{"state": text(s), "calls": calls}, Outputs: outputs, Result: "ok",
		}
	}
	refused := func(id, comment string, s state, at int, field []byte) vectors.Case {
		return vectors.Case{
			ID: "session/" + id, Comment: comment,
			Inputs: vectors.Fields{"state": text(with(s, at, field)), "calls": []string{}}, Result: "malformed",
		}
	}
	drawn := func(nonce uint64) string {
		r := &reader{server: server, client: client, nonce: nonce}
		return fmt.Sprintf("ok %d %x", nonce, r.block(0)[:8])
	}
	upTo := func(n uint64) (nonces []uint64) {
		for i := range n {
			nonces = append(nonces, i)
		}
		return nonces
	}
	const most = 1<<64 - 1

	return []vectors.Case{
		accepted("fresh", "before the first rotation", fresh, fresh, freshView,
			"reserve", "state", "resume 0", "state", "finish 0", "state"),
		accepted("first-rotation", "nothing is revealed by it", fresh, nil,
			vectors.Fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": 0},
			"rotate "+nextHash+" c", "ok", "rotate "+nextHash+" c", "mismatch"),
		accepted("rounds", "nonces count up from 0", first, with(with(first, 3, u64(3)), 4, open(0, 2)), firstView(3, 0, 2),
			"reserve", drawn(0), "reserve", drawn(1), "reserve", drawn(2), "finish 1", "ok", "finish 1", "state", "resume 0", drawn(0), "resume 1", "state"),
		accepted("unused-seeds", "a pair of seeds is revealed even if no round was played with it", first, nil,
			vectors.Fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": 0,
				"revealed": vectors.Fields{"serverSeed": server, "clientSeed": client, "rounds": 0}},
			"rotate "+nextHash+" c", "ok"),
		accepted("second-rotation", "the active pair is revealed", with(first, 3, u64(5)), nil,
			vectors.Fields{"serverHash": nextHash, "clientSeed": "c", "nextNonce": 0,
				"revealed": vectors.Fields{"serverSeed": server, "clientSeed": client, "rounds": 5}},
			"rotate "+nextHash+" c", "ok"),
		accepted("begun", "rounds 3 and 6 of seven are open; a pair of seeds has been revealed", begun, begun, begunView(7, 3, 6)),
		accepted("mid-hand", "no rotation while a round is open; a wrong hash counts first", begun, with(begun, 4, open(6)), begunView(7, 6),
			"rotate "+nextHash+" c", "state", "rotate "+sha256hex(server)+" c", "mismatch", "finish 3", "ok", "rotate "+nextHash+" c", "state", "finish 7", "state"),
		accepted("bad-rotation", "hashes of the wrong form, client seeds of the wrong length", first, first, firstView(0),
			"rotate "+strings.ToUpper(nextHash)+" c", "malformed", "rotate "+nextHash[:63]+" c", "malformed", "rotate "+nextHash+" ", "malformed",
			"rotate "+nextHash+" "+strings.Repeat("c", 1025), "malformed"),
		accepted("open-most", "1,024 rounds are open", with(with(first, 3, u64(1024)), 4, open(upTo(1024)...)),
			with(with(first, 3, u64(1025)), 4, open(upTo(1025)[1:]...)), firstView(1025, upTo(1025)[1:]...),
			"reserve", "state", "finish 0", "ok", "reserve", drawn(1024)),
		accepted("nonce-most", "the last nonce of a session is 2^64-2", with(first, 3, u64(most-1)), with(with(first, 3, u64(most)), 4, open(most-1)),
			firstView(most, most-1), "reserve", drawn(most-1), "reserve", "exhausted"),
		refused("label", "another label", begun, 0, lp("squaredeal/seedrng/v2/session")),
		refused("active-form", "an active seed that is no 64 hex characters", begun, 1, lp("x")),
		refused("active-upper-case", "an active seed in upper case", begun, 1, lp(strings.ToUpper(next))),
		refused("active-newline", "an active seed and a line feed", begun, 1, lp(server+"\n")),
		refused("active-missing", "a client seed without a server seed", begun, 1, lp("")),
		refused("client-missing", "a server seed without a client seed", begun, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", begun, 2, lp(strings.Repeat("c", 1025))),
		refused("client-not-utf8", "a client seed that isn't UTF-8", begun, 2, lp("\xff")),
		refused("client-too-early", "a client seed before the first rotation", fresh, 2, lp(client)),
		refused("nonce-too-early", "a nonce before the first rotation", fresh, 3, u64(1)),
		refused("open-unreserved", "an open round that was never reserved", begun, 4, open(3, 7)),
		refused("open-unsorted", "open rounds out of order", begun, 4, open(6, 3)),
		refused("open-twice", "a round open twice", begun, 4, open(3, 3)),
		refused("open-too-many", "1,025 open rounds", with(first, 3, u64(1025)), 4, open(upTo(1025)...)),
		refused("open-cut", "a count without its rounds", begun, 4, u64(1<<63)),
		refused("next-missing", "no next server seed", begun, 5, lp("")),
		refused("next-form", "a next server seed that is no 64 hex characters", begun, 5, lp("x")),
		refused("next-upper-case", "a next server seed in upper case", begun, 5, lp(strings.ToUpper(next))),
		refused("next-active", "the next server seed is the active one", begun, 5, lp(server)),
		refused("next-revealed", "the next server seed is the revealed one", begun, 5, lp(past)),
		refused("revealed-form", "a revealed server seed that is no 64 hex characters", begun, 6, lp("x")),
		refused("revealed-active", "the revealed server seed is the active one", begun, 6, lp(server)),
		refused("revealed-too-early", "a revealed pair before the first rotation", with(with(fresh, 7, lp("old")), 8, u64(1)), 6, lp(past)),
		refused("revealed-missing", "a revealed client seed without a server seed", begun, 6, lp("")),
		refused("revealed-client-missing", "a revealed server seed without a client seed", begun, 7, lp("")),
		refused("revealed-client-overlong", "a revealed client seed of 1,025 bytes", begun, 7, lp(strings.Repeat("c", 1025))),
		refused("revealed-client-not-utf8", "a revealed client seed that isn't UTF-8", begun, 7, lp("\xff")),
		refused("rounds-without-seed", "rounds of no pair of seeds", fresh, 8, u64(1)),
		refused("cut", "one byte short", begun, 8, u64(12)[:7]),
		refused("trailing", "one byte more", begun, 8, append(u64(12), 0)),
		refused("no-fields", "a checksum of nothing", state{nil}, 0, nil),
		{ID: "session/empty", Comment: "nothing at all", Inputs: vectors.Fields{"state": "", "calls": []string{}}, Result: "malformed"},
		{ID: "session/checksum", Comment: "the checksum of another state", Inputs: vectors.Fields{
			"state": text(begun)[:len(text(begun))-64] + text(first)[len(text(first))-64:], "calls": []string{}}, Result: "malformed"},
	}
}

// accumulated hashes the outcomes of many seeds into one digest a case.
func accumulated() []vectors.Case {
	var out []vectors.Case
	h := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 1_000_000} {
		for ; done < runs; done++ {
			r := &reader{server: sha256hex(fmt.Sprint("server ", done)), client: fmt.Sprint("client ", done), nonce: uint64(done)}
			at := 0
			for _, card := range r.distinct(&at, 52, 10) {
				h.Write([]byte{byte(card)})
			}
			sum := sha512.Sum512([]byte(r.server + r.client))
			cards, _ := walk(sum[:])
			for _, card := range cards {
				h.Write([]byte{byte(card)})
			}
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("accumulated/%d", runs),
			Comment: `run i has server seed hex(SHA-256("server i")), client seed "client i" and nonce i; SHA-256 of all runs' Distinct(52, 10) and Crypto.Games cards, a byte each`,
			Inputs:  vectors.Fields{"runs": runs},
			Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))},
			Result:  "ok",
		})
	}
	return out
}
