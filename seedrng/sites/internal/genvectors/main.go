// Command genvectors writes the test vectors of package sites to the file that is its
// argument. It implements SPEC.md a second time, as plainly as possible and without
// package sites, so that the vectors check one reading of it by another.
package main

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

const (
	pageServer = "2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"
	pageClient = "bc7v9bn70d7n07sn"
)

func main() {
	vectors.Write("squaredeal/seedrng/sites v1", cryptoGames(), accumulated())
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

// accumulated hashes the outcomes of many seeds into one digest a case.
func accumulated() []vectors.Case {
	var out []vectors.Case
	h := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 1_000_000} {
		for ; done < runs; done++ {
			server := sha256.Sum256(fmt.Append(nil, "server ", done))
			sum := sha512.Sum512(fmt.Appendf(nil, "%xclient %d", server, done))
			cards, _ := walk(sum[:])
			for _, card := range cards {
				h.Write([]byte{byte(card)})
			}
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("cryptogames-accumulated/%d", runs),
			Comment: `run i has server seed hex(SHA-256("server i")), client seed "client i"; SHA-256 of all runs' cards, a byte each`,
			Inputs:  vectors.Fields{"runs": runs},
			Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))},
			Result:  "ok",
		})
	}
	return out
}
