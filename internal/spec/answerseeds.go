package spec

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A seedQuestion is one about seedrng/SPEC.md, or seedrng/sites/SPEC.md.
type seedQuestion struct {
	Hash, ServerSeed, ClientSeed, Nonce, FirstBlock, State, Digest string

	ServerSeedHex, ClientSeedHex string

	Draws, Calls []string
}

// Section 3

func isText(text string, most int) bool {
	return text != "" && len(text) <= most && utf8.ValidString(text)
}

func isNonce(text string) bool {
	n, err := strconv.ParseUint(text, 10, 64)
	return err == nil && fmt.Sprint(n) == text
}

func (q seedQuestion) seeds() (server, client string) {
	server, client = q.ServerSeed, q.ClientSeed
	if q.ServerSeedHex != "" {
		server = unhex(q.ServerSeedHex)
	}
	if q.ClientSeedHex != "" {
		client = unhex(q.ClientSeedHex)
	}
	return server, client
}

func (q seedQuestion) verify() (fields, string) {
	switch server, _ := q.seeds(); {
	case !isHex(q.Hash, 32) || !isText(server, 1024):
		return nil, "malformed"
	case shaHex(server) != q.Hash:
		return nil, "mismatch"
	}
	return nil, "ok"
}

// Section 4

func (q seedQuestion) stream() (out fields, class string) {
	server, client := q.seeds()
	if !isNonce(q.Nonce) || !isText(server, 1024) || !isText(client, 1024) {
		return nil, "malformed"
	}
	s := seedStream(server, client, must(strconv.ParseUint(q.Nonce, 10, 64)))
	if q.FirstBlock != "" {
		first, err := strconv.ParseUint(q.FirstBlock, 10, 64)
		unasked(err != nil)
		s.first = first
	}
	results := []string{}
	for _, what := range q.Draws {
		result, class := "", "malformed"
		if !isRefused(what) {
			result, class = s.drawn(what)
		}
		if class != "" {
			return fields{"results": results}, class
		}
		results = append(results, result)
	}
	unasked(s.first > math.MaxUint64-4) // what is compared below may not be there
	blocks := []string{hexOf(s.block(s.first)), hexOf(s.block(s.first + 1))}
	return fields{"results": results, "bytesTaken": s.taken, "blocks": blocks}, "ok"
}

// drawn makes a draw that isn't malformed.
func (s *source) drawn(what string) (result, class string) {
	defer func() {
		if err := recover(); err == errExhausted {
			class = "exhausted"
		} else if err != nil {
			panic(err)
		}
	}()
	return s.draw(what), ""
}

// isRefused reports whether a draw is malformed for its parameters, and gives up what is none, or is slow.
func isRefused(what string) bool {
	words := strings.Split(what, " ")
	var args []*big.Int
	sum, negative := new(big.Int), false
	for _, word := range words[1:] {
		if word == "-1" {
			negative = true
			continue
		}
		n := whole(word)
		unasked(n.BitLen() > 64)
		args, sum = append(args, n), sum.Add(sum, n)
	}
	wants, ok := map[string]int{
		"read": 1, "uint32": 0, "uint64": 0, "intn": 1, "distinct": 2, "weighted": len(words) - 1, "fraction": 0,
	}[words[0]]
	unasked(!ok || len(words)-1 != wants)
	if negative {
		return true
	}
	switch words[0] {
	case "read":
		unasked(args[0].Cmp(big.NewInt(4096)) > 0)
	case "distinct":
		unasked(args[0].BitLen() > 63 || args[1].BitLen() > 6 && args[1].Cmp(args[0]) <= 0)
		return args[0].Sign() == 0 || args[1].Cmp(args[0]) > 0
	case "intn", "weighted":
		return sum.Sign() == 0 || sum.BitLen() > 64
	}
	return false
}

// seedrng/sites/SPEC.md, section 3.6

func (q seedQuestion) cryptoGames() (fields, string) {
	var digest string
	if q.Digest != "" {
		unasked(!isHex(q.Digest, 64))
		digest = unhex(q.Digest)
	} else if !isText(q.ServerSeed, 1024) || !isText(q.ClientSeed, 1024) {
		return nil, "malformed"
	} else {
		digest = sha512Of(q.ServerSeed + q.ClientSeed)
	}
	cards, steps := cryptoGames(digest)
	out := fields{"digest": hexOf(digest), "steps": steps, "cards": cards}
	if len(cards) < 10 {
		return out, "exhausted"
	}
	return out, "ok"
}
