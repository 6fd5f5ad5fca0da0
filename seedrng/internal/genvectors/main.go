// Command genvectors writes the test vectors of package seedrng to the file that
// is its argument. It implements SPEC.md a second time, as plainly as possible and
// without package seedrng, so that the vectors check one reading of it by another.
package main

import (
	"bytes"
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

const (
	server = "18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159"
	client = "bb62964774"

	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
	pageHash   = "64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"
)

func main() {
	vectors.Write("squaredeal/seedrng v1", hashes(), streams(), sessions(), players(), accumulated())
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
		verify("predictable", "65 bytes: a seed that only audits accept", sha256hex(strings.Repeat("s", 65)), strings.Repeat("s", 65), "ok"),
		hexSeed("verify/not-utf8", "a byte that is no UTF-8", vectors.Fields{"hash": sha256hex("\xff"), "serverSeedHex": "ff"}),
		hexSeed("verify/surrogate", "half of a surrogate pair, encoded", vectors.Fields{"hash": sha256hex("\xed\xa0\x80"), "serverSeedHex": "eda080"}),
		verify("empty-seed", "no server seed", sha256hex(""), "", "malformed"),
		verify("upper-case", "the hash in upper case", strings.ToUpper(pageHash), pageServer, "malformed"),
		verify("odd-length", "the hash without its last character", pageHash[:63], pageServer, "malformed"),
		verify("short", "31 bytes", pageHash[:62], pageServer, "malformed"),
		verify("long", "33 bytes", pageHash+"00", pageServer, "malformed"),
		verify("prefixed", "0x and 62 digits", "0x"+pageHash[2:], pageServer, "malformed"),
	}
}

// hexSeed is a case with a seed that JSON can't hold as a text.
func hexSeed(id, comment string, inputs vectors.Fields) vectors.Case {
	return vectors.Case{ID: id, Comment: comment, Inputs: inputs, Result: "malformed"}
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
	bet := func(nonce uint64) string { return fmt.Sprint("bet ", nonce) }
	open := func(nonces ...uint64) []byte {
		b := u64(uint64(len(nonces)))
		for _, n := range nonces {
			b = slices.Concat(b, u64(n), lp(bet(n)))
		}
		return b
	}
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

	serverHash, nextHash := sha256hex(server), sha256hex(next)
	freshView := vectors.Fields{"nextNonce": "0", "nextServerHash": nextHash}
	firstView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := vectors.Fields{"serverHash": serverHash, "clientSeed": client, "nextNonce": fmt.Sprint(nonce), "nextServerHash": nextHash}
		var rounds []vectors.Fields
		for _, n := range open {
			rounds = append(rounds, vectors.Fields{"nonce": fmt.Sprint(n), "bet": bet(n)})
		}
		if rounds != nil {
			v["openRounds"] = rounds
		}
		return v
	}
	revealed := func(seed, client string, rounds int) vectors.Fields {
		return vectors.Fields{"serverHash": sha256hex(seed), "serverSeed": seed, "clientSeed": client, "rounds": fmt.Sprint(rounds)}
	}
	rotatedView := func(client string) vectors.Fields {
		return vectors.Fields{"serverHash": nextHash, "clientSeed": client, "nextNonce": "0"}
	}
	begunView := func(nonce uint64, open ...uint64) vectors.Fields {
		v := firstView(nonce, open...)
		v["revealed"] = revealed(past, "old", 12)
		return v
	}
	withRevealed := func(v, revealed vectors.Fields) vectors.Fields {
		v["revealed"] = revealed
		return v
	}
	reserve := func(nonce uint64) string { return fmt.Sprintf("reserve %s %d %s", serverHash, nonce, bet(nonce)) }

	// accepted gives calls and their results in turn.
	accepted := func(id, comment string, s, after state, view vectors.Fields, callsAndResults ...string) vectors.Case {
		calls, results := []string{}, []string{}
		for i := 0; i < len(callsAndResults); i += 2 {
			calls = append(calls, callsAndResults[i])
			results = append(results, callsAndResults[i+1])
		}
		outputs := vectors.Fields{"results": results}
		if view != nil {
			outputs["view"] = view
		}
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
		return fmt.Sprintf("ok %x", r.block(0)[:8])
	}
	upTo := func(n uint64) (nonces []uint64) {
		for i := range n {
			nonces = append(nonces, i)
		}
		return nonces
	}
	const most = 1<<64 - 1
	full := with(with(first, 3, u64(1024)), 4, open(upTo(1024)...))
	longBet := strings.Repeat("b", 128)
	longOpen := slices.Concat(u64(1), u64(0), lp(longBet))
	longView := firstView(1)
	longView["openRounds"] = []vectors.Fields{{"nonce": "0", "bet": longBet}}

	return []vectors.Case{
		accepted("fresh", "before the first rotation", fresh, fresh, freshView,
			reserve(0), "state", "reserve "+serverHash+" 0 ", "malformed", "rotate "+strings.Repeat("0", 64)+" c", "mismatch"),
		accepted("first-rotation", "nothing is revealed by it; the same call again changes nothing", fresh, nil, rotatedView("c"),
			"rotate "+nextHash+" c", "ok", "rotate "+nextHash+" c", "ok", "rotate "+nextHash+" d", "mismatch"),
		accepted("rotated-before", "the rotation that made the active pair, also while rounds are open", begun, begun, begunView(7, 3, 6),
			"rotate "+serverHash+" "+client, "ok", "rotate "+serverHash+" c", "mismatch"),
		accepted("rounds", "nonces count up from 0; an open round is had again by the same call", first, with(with(first, 3, u64(3)), 4, open(0, 2)), firstView(3, 0, 2),
			reserve(0), drawn(0), reserve(0), drawn(0), reserve(1), drawn(1), reserve(2), drawn(2), "finish 1", "ok", "finish 1", "ok", reserve(0), drawn(0), reserve(1), "state"),
		accepted("reserve-refused", "requests that name the wrong thing, in the order of the checks", with(with(first, 3, u64(3)), 4, open(0, 2)),
			with(with(first, 3, u64(3)), 4, open(0, 2)), firstView(3, 0, 2),
			"reserve "+nextHash+" 9 ", "malformed", "reserve "+serverHash+" 3 "+strings.Repeat("b", 129), "malformed",
			"reserve "+nextHash+" 3 bet 3", "mismatch", "reserve "+serverHash+" 4 bet 4", "mismatch", "reserve "+serverHash+" 3 bet 0", "mismatch",
			"reserve "+serverHash+" 0 bet 2", "mismatch", "reserve "+serverHash+" 0 bet 3", "mismatch", "reserve "+serverHash+" 1 bet 2", "mismatch",
			"reserve "+serverHash+" 1 bet 1", "state"),
		accepted("bet-longest", "a name of 128 bytes", first, with(with(first, 3, u64(1)), 4, longOpen), longView,
			"reserve "+serverHash+" 0 "+longBet, drawn(0)),
		accepted("unused-seeds", "a pair of seeds is revealed even if no round was played with it", first, nil,
			withRevealed(rotatedView("c"), revealed(server, client, 0)), "rotate "+nextHash+" c", "ok"),
		accepted("second-rotation", "the active pair is revealed", with(first, 3, u64(5)), nil,
			withRevealed(rotatedView("c"), revealed(server, client, 5)), "rotate "+nextHash+" c", "ok"),
		accepted("begun", "rounds 3 and 6 of seven are open; a pair of seeds has been revealed", begun, begun, begunView(7, 3, 6)),
		accepted("mid-hand", "no rotation while a round is open; a wrong hash counts first", begun, with(begun, 4, open(6)), begunView(7, 6),
			"rotate "+nextHash+" c", "state", "rotate "+sha256hex(past)+" c", "mismatch", reserve(3), drawn(3), "finish 3", "ok", "rotate "+nextHash+" c", "state"),
		accepted("bad-rotation", "hashes of the wrong form, client seeds of the wrong length, which count before a wrong hash", first, first, firstView(0),
			"rotate "+strings.ToUpper(nextHash)+" c", "malformed", "rotate "+nextHash[:63]+" c", "malformed", "rotate "+nextHash+" ", "malformed",
			"rotate "+nextHash+" "+strings.Repeat("c", 1025), "malformed", "rotate "+serverHash+" ", "malformed"),
		accepted("open-most", "1,024 rounds are open", full,
			with(with(first, 3, u64(1025)), 4, open(upTo(1025)[1:]...)), nil,
			reserve(1024), "state", reserve(0), drawn(0), "finish 0", "ok", reserve(1024), drawn(1024)),
		accepted("nonce-most", "the last nonce of a session is 2^64-2", with(first, 3, u64(most-1)), with(with(first, 3, u64(most)), 4, open(most-1)),
			firstView(most, most-1), reserve(most-1), drawn(most-1), reserve(most), "exhausted"),
		accepted("full-and-exhausted", "1,024 open rounds count before the last nonce", with(full, 3, u64(most)), nil,
			nil, reserve(most), "state"),
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
		refused("bet-missing", "an open round without a bet", begun, 4, slices.Concat(u64(1), u64(3), lp(""))),
		refused("bet-overlong", "a bet with a name of 129 bytes", begun, 4, slices.Concat(u64(1), u64(3), lp(strings.Repeat("b", 129)))),
		refused("bet-not-utf8", "a bet with a name that isn't UTF-8", begun, 4, slices.Concat(u64(1), u64(3), lp("\xff"))),
		refused("bet-twice", "two open rounds of one bet", begun, 4, slices.Concat(u64(2), u64(3), lp("b"), u64(6), lp("b"))),
		refused("open-twice", "a round open twice, for two bets", begun, 4, slices.Concat(u64(2), u64(3), lp("a"), u64(3), lp("b"))),
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

// players are the player's records. In their game, a step sends a bound n, and its outcome
// is IntN(n), in decimal.
func players() []vectors.Case {
	const (
		label = "squaredeal/seedrng/v1/player"
		next  = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	)
	hash := func(seed string) []byte {
		sum := sha256.Sum256([]byte(seed))
		return sum[:]
	}
	type step struct{ sent, received string }
	rounds := func(rounds ...[]step) []byte {
		b := u64(uint64(len(rounds)))
		for _, steps := range rounds {
			b = append(b, u64(uint64(len(steps)))...)
			for _, st := range steps {
				b = slices.Concat(b, lp(st.sent), lp(st.received))
			}
		}
		return b
	}
	type state [][]byte // label, hash, client, rounds, hash and client asked for
	with := func(s state, at int, field []byte) state {
		s = slices.Clone(s)
		s[at] = field
		return s
	}
	text := func(s state) string {
		b := bytes.Join(s, nil)
		return hex.EncodeToString(append(b, hash(string(b))...))
	}
	play := func(nonce uint64, sent ...string) (steps []step) {
		r := &reader{server: server, client: client, nonce: nonce}
		at := 0
		for _, t := range sent {
			steps = append(steps, step{t, r.draw(&at, "intn "+t)})
		}
		return steps
	}
	h, x := sha256hex(server), sha256hex(next)
	fresh := state{lp(label), lp(""), lp(""), rounds(), lp(""), lp("")}
	asked := state{lp(label), lp(""), lp(""), rounds(), lp(string(hash(server))), lp(client)}
	begun := state{lp(label), lp(string(hash(server))), lp(client), rounds(), lp(""), lp("")}
	first, second := play(0, "6", "52"), play(1, "1000000")
	played := with(begun, 3, rounds(first, second))
	waiting := with(begun, 3, rounds(first, []step{{"1000000", ""}}))
	ending := with(with(played, 4, lp(string(hash(next)))), 5, lp("c"))
	ended := state{lp(label), lp(string(hash(next))), lp("c"), rounds(), lp(""), lp("")}

	accepted := func(id, comment string, s, after state, callsAndResults ...string) vectors.Case {
		calls, results := []string{}, []string{}
		for i := 0; i < len(callsAndResults); i += 2 {
			calls = append(calls, callsAndResults[i])
			results = append(results, callsAndResults[i+1])
		}
		outputs := vectors.Fields{"results": results}
		if after != nil {
			outputs["state"] = text(after)
		}
		return vectors.Case{ID: "player/" + id, Comment: comment,
			Inputs: vectors.Fields{"state": text(s), "calls": calls}, Outputs: outputs, Result: "ok"}
	}
	refused := func(id, comment string, s state, at int, field []byte) vectors.Case {
		return vectors.Case{ID: "player/" + id, Comment: comment,
			Inputs: vectors.Fields{"state": text(with(s, at, field)), "calls": []string{}}, Result: "malformed"}
	}
	rotated := func(h, c string, nonce int) string { return fmt.Sprintf("rotated %s %d %s", h, nonce, c) }
	revealing := func(hash, seed string) string { return "revealed " + hash + " " + seed }
	end := rotated(x, "c", 0)
	steps := func(n int) []step { return slices.Repeat([]step{{"6", "1"}}, n) }
	mostRounds := slices.Repeat([][]step{steps(1)}, 1024)
	// promised is the end of a pair of seeds, without bets, whose server seed is any text.
	promised := func(seed string) state { return with(with(ending, 1, lp(string(hash(seed)))), 3, rounds()) }
	cheated := slices.Clone(second)
	cheated[0].received += "0"

	return []vectors.Case{
		accepted("fresh", "nothing has been shown", fresh, fresh, "rotate "+strings.Repeat("0", 64), "malformed",
			rotated(h, client, 0), "state", "send 0 0 6", "state", "receive 0 0 1", "state"),
		accepted("first-hash", "the client seed is random", fresh, nil, "rotate "+h, "ok", "rotate "+x, "mismatch"),
		accepted("asked", "one client seed for one shown hash, and no other hash before it is confirmed", asked, asked,
			"rotate "+h, "ok "+client, "rotate "+h, "ok "+client, "rotate "+x, "mismatch", "send 0 0 6", "state"),
		accepted("not-confirmed", "the view must confirm what was asked for", asked, asked,
			rotated(x, client, 0), "mismatch", rotated(h, "c", 0), "mismatch", rotated(h, client, 1), "mismatch"),
		accepted("confirmed", "and may come twice, also late", asked, with(begun, 3, rounds(first)),
			rotated(h, client, 0), "ok", rotated(h, client, 0), "ok", "send 0 0 6", "ok", "receive 0 0 "+first[0].received, "ok",
			"send 0 1 52", "ok", "receive 0 1 "+first[1].received, "ok", rotated(h, client, 5), "ok", rotated(x, client, 0), "state"),
		accepted("rounds", "what is recorded may be repeated, and nothing else", played, played,
			"send 0 0 6", "ok", "send 0 1 52", "ok", "send 1 0 1000000", "ok", "receive 0 1 "+first[1].received, "ok",
			"send 0 0 7", "mismatch", "send 3 0 6", "mismatch", "send 2 1 6", "mismatch", "send 0 3 6", "mismatch", "send 0 0 ", "malformed",
			"send 2 0 "+strings.Repeat("6", 1025), "malformed", "receive 0 0 ", "malformed", "receive 0 0 "+strings.Repeat("1", 1025), "malformed", "receive 2 0 1", "state", "receive 0 2 1", "state",
			"receive 1 0 "+second[0].received+"0", "cheat", "rotate "+h, "mismatch"),
		accepted("waiting", "an unanswered step is repeated before anything else is sent", waiting, waiting,
			"send 1 0 1000000", "ok", "lately "+x+" 1 0 5", "mismatch", "lately "+x+" 0 0 5", "mismatch", "send 1 0 7", "mismatch", "send 1 1 6", "state", "send 2 0 6", "state", "send 0 2 6", "state", "rotate "+x, "state"),
		accepted("earlier-round", "a later step of an earlier round", played, with(begun, 3, rounds(play(0, "6", "52", "13"), second)),
			"send 0 2 13", "ok", "receive 0 2 "+play(0, "6", "52", "13")[2].received, "ok"),
		accepted("ending", "no new bet after Rotate; a later step may follow", ending, with(ending, 3, rounds(first, play(1, "1000000", "6"))),
			"send 2 0 6", "state", "send 1 1 6", "ok", end+" "+revealing(h, server), "state", "receive 1 1 "+play(1, "1000000", "6")[1].received, "ok"),
		accepted("not-revealed", "the pair that ends must be revealed", ending, ending,
			end, "mismatch", end+" "+revealing(x, server), "mismatch", rotated(x, client, 0)+" "+revealing(h, server), "mismatch"),
		accepted("revealed", "every outcome is that of the seeds", ending, ended, end+" "+revealing(h, server), "ok", end, "ok"),
		accepted("wrong-seed", "a server seed that does not have the hash; the right one is taken", ending, ended,
			end+" "+revealing(h, next), "cheat", end+" "+revealing(h, ""), "cheat", end+" "+revealing(h, strings.Repeat("s", 1025)), "cheat", end+" "+revealing(h, server), "ok"),
		accepted("wrong-seed-unused", "the same without bets", with(ending, 3, rounds()), with(ending, 3, rounds()), end+" "+revealing(h, next), "cheat"),
		accepted("wrong-outcome", "an outcome that is not that of the seeds", with(ending, 3, rounds(first, cheated)), with(ending, 3, rounds(first, cheated)),
			end+" "+revealing(h, server), "cheat"),
		accepted("predictable", "a server seed of 65 bytes, with the hash", promised(strings.Repeat("s", 65)), promised(strings.Repeat("s", 65)),
			end+" "+revealing(sha256hex(strings.Repeat("s", 65)), strings.Repeat("s", 65)), "cheat"),
		accepted("seed-overlong", "a server seed of 1,025 bytes, with the hash", promised(strings.Repeat("s", 1025)), promised(strings.Repeat("s", 1025)),
			end+" "+revealing(sha256hex(strings.Repeat("s", 1025)), strings.Repeat("s", 1025)), "cheat"),
		accepted("seed-empty", "a server seed that is empty, with the hash", promised(""), promised(""), end+" "+revealing(sha256hex(""), ""), "cheat"),
		accepted("most-rounds", "1,024 rounds: no new bet, and each can be played to its end", with(begun, 3, rounds(mostRounds...)), nil, "send 1024 0 6", "exhausted",
			"send 1023 1 6", "ok", "send 1024 0 6", "state", "receive 1023 1 1", "ok", "send 0 1 6", "ok", "receive 0 1 1", "ok", "send 1024 0 6", "exhausted", "rotate "+x, "ok", "send 1024 0 6", "state"),
		accepted("most-steps", "1,024 steps of a round, whatever others have", with(begun, 3, rounds(steps(1023), steps(1024))), nil, "send 1 1024 6", "exhausted",
			"send 0 1023 6", "ok", "receive 0 1023 1", "ok", "send 0 1024 6", "exhausted", "send 2 0 6", "ok", "receive 2 0 1", "ok", "send 2 1 6", "ok"),
		refused("label", "another label", played, 0, lp("squaredeal/seedrng/v2/player")),
		refused("hash-length", "a hash of 31 bytes", played, 1, lp(string(hash(server)[:31]))),
		refused("hash-zero", "a hash of zeros", played, 1, lp(string(make([]byte, 32)))),
		refused("hash-missing", "a client seed without a hash", begun, 1, lp("")),
		refused("client-missing", "a hash without a client seed", played, 2, lp("")),
		refused("client-overlong", "a client seed of 1,025 bytes", played, 2, lp(strings.Repeat("c", 1025))),
		refused("client-not-utf8", "a client seed that isn't UTF-8", played, 2, lp("\xff")),
		refused("rounds-too-early", "a round without a pair of seeds", fresh, 3, rounds(first)),
		refused("round-empty", "a round without steps", begun, 3, rounds(nil)),
		refused("rounds-cut", "a count without its rounds", begun, 3, u64(1<<63)),
		refused("steps-cut", "a count without its steps", begun, 3, slices.Concat(u64(1), u64(1<<63))),
		refused("too-many-rounds", "1,025 rounds", begun, 3, rounds(slices.Concat(mostRounds, mostRounds[:1])...)),
		refused("too-many-steps", "1,025 steps in a round", begun, 3, rounds(steps(1025))),
		refused("sent-missing", "a step that sent nothing", begun, 3, rounds([]step{{"", "1"}})),
		refused("sent-overlong", "a step that sent 1,025 bytes", begun, 3, rounds([]step{{strings.Repeat("6", 1025), "1"}})),
		refused("sent-not-utf8", "a step that sent what isn't UTF-8", begun, 3, rounds([]step{{"\xff", "1"}})),
		refused("received-overlong", "an outcome of 1,025 bytes", begun, 3, rounds([]step{{"6", strings.Repeat("1", 1025)}})),
		refused("received-not-utf8", "an outcome that isn't UTF-8", begun, 3, rounds([]step{{"6", "\xff"}})),
		refused("unanswered-before", "an unanswered step before another", begun, 3, rounds([]step{{"6", ""}, {"6", "1"}})),
		refused("unanswered-twice", "two unanswered steps", begun, 3, rounds([]step{{"6", ""}}, []step{{"6", ""}})),
		refused("asked-active", "the active hash is asked for", ending, 4, lp(string(hash(server)))),
		refused("asked-length", "a hash asked for of 33 bytes", ending, 4, lp(string(hash(next))+"0")),
		refused("asked-zero", "a hash of zeros asked for", ending, 4, lp(string(make([]byte, 32)))),
		refused("asked-missing", "a client seed asked for without a hash", ending, 4, lp("")),
		refused("asked-client-missing", "a hash asked for without a client seed", ending, 5, lp("")),
		refused("cut", "one byte short", ending, 5, lp("c")[:8]),
		refused("trailing", "one byte more", ending, 5, append(lp("c"), 0)),
		{ID: "player/checksum", Comment: "the checksum of another state", Inputs: vectors.Fields{
			"state": text(begun)[:len(text(begun))-64] + text(played)[len(text(played))-64:], "calls": []string{}}, Result: "malformed"},
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
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("accumulated/%d", runs),
			Comment: `run i has server seed hex(SHA-256("server i")), client seed "client i" and nonce i; SHA-256 of all runs' Distinct(52, 10), a byte a value`,
			Inputs:  vectors.Fields{"runs": runs},
			Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))},
			Result:  "ok",
		})
	}
	return out
}
