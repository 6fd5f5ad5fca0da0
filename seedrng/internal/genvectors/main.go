// Command genvectors writes the test vectors of package seedrng to the file that
// is its argument. It implements SPEC.md a second time, as plainly as possible and
// without package seedrng, so that the vectors check one reading of it by another.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
