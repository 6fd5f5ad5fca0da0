package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A network is a column of section 7.
type network struct {
	hash            string
	genesis, period int64
	signature       int // bytes
}

var (
	quicknet = network{"52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971", 1692803367, 3, 48}
	chained  = network{"8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce", 1595431050, 30, 96}
)

// A round is one that drand published.
type round struct {
	Chain     string `json:"chain"`
	Round     int64  `json:"round"`
	Signature string `json:"signature"`
	Previous  string `json:"previous_signature"`
	Source    string `json:"source"`
}

func (r round) network() network {
	if r.Chain == "quicknet" {
		return quicknet
	}
	return chained
}

func (r round) value() string { return sha(fromHex(r.Signature)) }

func (r round) time() string {
	n := r.network()
	return time.Unix(n.genesis+(r.Round-1)*n.period, 0).UTC().Format("2006-01-02T15:04:05Z")
}

// json is the round as version 1 of the HTTP API gives it.
func (r round) json() string {
	previous := ""
	if r.Previous != "" {
		previous = fmt.Sprintf(`,"previous_signature":"%s"`, r.Previous)
	}
	return fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"%s"%s}`, r.Round, hexOf(r.value()), r.Signature, previous)
}

// facts reads the published rounds.
func facts() []round {
	text := must(os.ReadFile(filepath.Join(os.Args[1], "shuffle/draw/drand/testdata/rounds.json")))
	var file struct{ Rounds []round }
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	return file.Rounds
}

func find(chain string, number int64) round {
	all := facts()
	return all[slices.IndexFunc(all, func(r round) bool { return r.Chain == chain && r.Round == number })]
}

// prime is that of the field of BLS12-381.
var prime, _ = new(big.Int).SetString("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)

// uncompressed returns the other encoding of a point of G1: y² = x³ + 4, of which the larger
// y is marked in the compressed one.
func uncompressed(compressed string) string {
	larger := compressed[0]&0x20 != 0
	x := integer(string(compressed[0]&0x1f) + compressed[1:])
	y := new(big.Int).ModSqrt(plus(new(big.Int).Exp(x, big.NewInt(3), prime), 4), prime)
	if negative := new(big.Int).Sub(prime, y); (y.Cmp(negative) > 0) != larger {
		y = negative
	}
	return string(append(x.FillBytes(make([]byte, 48)), y.FillBytes(make([]byte, 48))...))
}

// unreduced adds the prime to the coordinate of a compressed point of G1, where there is
// room for the sum.
func unreduced(compressed string) (string, bool) {
	x := integer(string(compressed[0]&0x1f) + compressed[1:])
	if x.Add(x, prime); x.BitLen() > 381 {
		return "", false
	}
	b := x.FillBytes(make([]byte, 48))
	b[0] |= compressed[0] & 0xe0
	return string(b), true
}

func drawRounds(s *suite) {
	add := func(result, name, comment, network, json string) {
		s.refuse("round/"+name, comment, result, fields{"network": network, "json": json})
	}
	for _, r := range facts() {
		s.ok(fmt.Sprintf("round/%s%d", r.Chain, r.Round), r.Source, fields{"network": r.Chain, "json": r.json()},
			fields{"value": hexOf(r.value()), "time": r.time()})
	}
	for _, r := range []round{find("quicknet", 1000), find("default", 162810)} {
		name := r.Chain
		refuse := func(result, kind, comment string, change func(r *round)) {
			changed := r
			change(&changed)
			add(result, kind+name, comment, name, changed.json())
		}
		flip := func(at int, bits byte) func(r *round) {
			return func(r *round) { r.Signature = hexOf(xor(fromHex(r.Signature), at, bits)) }
		}
		add("ok", "v2"+name, "version 2, without randomness", name, strings.Replace(r.json(), `"randomness":"`+hexOf(r.value())+`",`, "", 1))
		add("ok", "more"+name, "a member that doesn't matter", name, strings.Replace(r.json(), "{", `{"Round":7,"time":1,`, 1))
		add("malformed", "randomness"+name, "a randomness that isn't the signature's hash", name, strings.Replace(r.json(), hexOf(r.value()), hexOf(sha("chosen")), 1))
		refuse("signature", "next", "the next round's number", func(r *round) { r.Round++ })
		refuse("signature", "bit", "the last bit of the signature", flip(-1, 1))
		refuse("signature", "negated", "the negated point", flip(0, 0x20))
		refuse("signature", "flag", "without the flag of compression", flip(0, 0x80))
		refuse("signature", "identity", "the point at infinity", func(r *round) { r.Signature = "c0" + strings.Repeat("00", len(r.Signature)/2-1) })
		refuse("malformed", "trailing", "a byte too many", func(r *round) { r.Signature += "00" })
		refuse("malformed", "cut", "a byte is missing", func(r *round) { r.Signature = r.Signature[2:] })
		refuse("malformed", "missing", "no signature", func(r *round) { r.Signature = "" })
		refuse("malformed", "zero", "round 0", func(r *round) { r.Round = 0 })
		refuse("malformed", "far", "round 2^32 + 1", func(r *round) { r.Round = 1<<32 + 1 })
		refuse("malformed", "negative", "round -1", func(r *round) { r.Round = -1 })
		add("malformed", "uppercase"+name, "digits in uppercase", name, strings.Replace(r.json(), r.Signature, strings.ToUpper(r.Signature), 1))
		add("malformed", "text"+name, "a number as text", name, strings.Replace(r.json(), fmt.Sprint(r.Round), fmt.Sprintf(`"%d"`, r.Round), 1))
		add("malformed", "rest"+name, "something follows", name, r.json()+"{}")
		add("malformed", "array"+name, "an array", name, "["+r.json()+"]")
		add("malformed", "size"+name, "4097 bytes", name, r.json()+strings.Repeat(" ", 4097-len(r.json())))
	}
	quick, slow := find("quicknet", 1000), find("default", 162810)
	sig := fromHex(quick.Signature)
	quick.Signature = hexOf(uncompressed(sig))
	add("malformed", "uncompressed", "the uncompressed encoding, whose hash would be a second value", "quicknet", quick.json())
	quick.Signature = hexOf(sig)
	quick.Previous = hexOf(sig)
	add("malformed", "previousquicknet", "a previous signature on quicknet", "quicknet", quick.json())
	for _, r := range facts() {
		if other, ok := unreduced(fromHex(r.Signature)[:48]); ok && r.Chain == "quicknet" {
			r.Signature = hexOf(other)
			add("signature", "unreduced", "the coordinate plus the prime, which is another encoding of the same point", "quicknet", r.json())
			break
		}
	}
	previous := slow.Previous
	slow.Previous = ""
	add("malformed", "noprevious", "no previous signature on default", "default", slow.json())
	slow.Previous = previous[:64]
	add("malformed", "shortprevious", "a previous signature of 32 bytes after round 1", "default", slow.json())
	slow.Previous = find("default", 72785).Previous
	add("signature", "otherprevious", "another previous signature", "default", slow.json())
	first := find("default", 1)
	first.Previous = strings.Replace(first.Previous, "1", "2", 1)
	add("malformed", "seed", "round 1 with another seed", "default", first.json())
	add("signature", "swapped", "a round of quicknet with default's lengths", "default",
		fmt.Sprintf(`{"round":1000,"signature":"%s","previous_signature":"%s"}`, hexOf(sig+sig), slow.Signature))
}
