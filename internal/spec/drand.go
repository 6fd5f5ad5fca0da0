package spec

import (
	"math/big"
	"strings"
	"time"
)

// shuffle/draw/SPEC.md, section 7, without the signatures.

// A network is a column of its table.
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

// chainedSeed is the previous signature of default's round 1.
const chainedSeed = "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a"

// roundFormat reports whether a text is a round's, with the randomness that it should have.
func roundFormat(network, text string) bool {
	r := &roundReader{rest: text, members: map[string]string{}}
	r.object()
	if r.fault || len(text) > 4096 {
		return false
	}
	number, ok := new(big.Int).SetString(r.members["round"], 10)
	if !ok || number.Sign() == 0 || number.Cmp(pow2(32)) > 0 {
		return false
	}
	signature, isHex := r.hexMember("signature")
	previous, previousIsHex := r.hexMember("previous_signature")
	if !isHex || !previousIsHex {
		return false
	}
	if randomness, given := r.members["randomness"]; given && randomness != quoted(hexOf(sha(fromHex(signature)))) {
		return false
	}
	switch {
	case network != "default":
		return len(signature) == 2*quicknet.signature && previous == ""
	case number.Cmp(one) == 0:
		return len(signature) == 2*chained.signature && previous == chainedSeed
	}
	return len(signature) == 2*chained.signature && len(previous) == 2*chained.signature
}

// A roundReader reads the JSON of a round, by the section's grammar.
type roundReader struct {
	rest    string
	fault   bool              // what was read isn't of the grammar
	members map[string]string // values by names, as they stand in the text
}

func (r *roundReader) object() {
	r.space()
	r.need("{")
	r.space()
	if !strings.HasPrefix(r.rest, "}") {
		r.member()
		for r.take(",") {
			r.space()
			r.member()
		}
	}
	r.need("}")
	r.space()
	r.fault = r.fault || r.rest != ""
}

func (r *roundReader) member() {
	name := r.text()
	_, repeated := r.members[name]
	r.fault = r.fault || repeated
	r.space()
	r.need(":")
	r.space()
	r.members[name] = r.value()
	r.space()
}

func (r *roundReader) value() string {
	for _, word := range []string{"true", "false", "null"} {
		if r.take(word) {
			return word
		}
	}
	if strings.HasPrefix(r.rest, `"`) {
		return quoted(r.text())
	}
	return r.number()
}

func quoted(text string) string { return `"` + text + `"` }

func (r *roundReader) text() string {
	r.need(`"`)
	text := r.run(func(c rune) bool { return c >= 0x20 && c <= 0x7e && c != '"' && c != '\\' })
	r.need(`"`)
	return text
}

func (r *roundReader) number() string {
	digits := r.run(func(c rune) bool { return c >= '0' && c <= '9' })
	r.fault = r.fault || digits == "" || digits[0] == '0' && digits != "0"
	return digits
}

func (r *roundReader) space() { r.rest = strings.TrimLeft(r.rest, " \n\r\t") }

// take reads this if it comes next.
func (r *roundReader) take(what string) (taken bool) {
	r.rest, taken = strings.CutPrefix(r.rest, what)
	return taken
}

func (r *roundReader) need(what string) { r.fault = !r.take(what) || r.fault }

// run reads the characters that come next and are such.
func (r *roundReader) run(such func(c rune) bool) string {
	after := strings.TrimLeftFunc(r.rest, such)
	run := strings.TrimSuffix(r.rest, after)
	r.rest = after
	return run
}

// hexMember is a text of hex, empty if it isn't there.
func (r *roundReader) hexMember(name string) (text string, isHex bool) {
	value, given := r.members[name]
	if !given {
		return "", true
	}
	text = strings.Trim(value, `"`)
	return text, value == quoted(text) && len(text)%2 == 0 && strings.Trim(text, "0123456789abcdef") == ""
}
