package spec

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// json is the round as version 1 of the HTTP API gives it.
func (r round) json() string {
	previous := ""
	if r.Previous != "" {
		previous = fmt.Sprintf(`,"previous_signature":"%s"`, r.Previous)
	}
	return fmt.Sprintf(`{"round":%d,"randomness":"%s","signature":"%s"%s}`, r.Round, hexOf(r.value()), r.Signature, previous)
}

// facts reads the published rounds.
func (s *suite) facts() []round {
	text := must(os.ReadFile(filepath.Join(s.module, "shuffle/draw/drand/testdata/rounds.json")))
	var file struct{ Rounds []round }
	if err := json.Unmarshal(text, &file); err != nil {
		panic(err)
	}
	return file.Rounds
}

func (s *suite) find(chain string, number int64) round {
	all := s.facts()
	return all[slices.IndexFunc(all, func(r round) bool { return r.Chain == chain && r.Round == number })]
}

// prime is that of the field of BLS12-381.
var prime, _ = new(big.Int).SetString("1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf"+
	"6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab", 16)

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

func addRound(s *suite, result, name, comment, network, json string) {
	expect("round/"+name, roundFormat(network, json), result != "malformed")
	s.refuse("round/"+name, comment, result, fields{"network": network, "json": json})
}

func drawRounds(s *suite) {
	for _, r := range s.facts() {
		expect(r.Chain, roundFormat(r.Chain, r.json()), true)
		s.ok(fmt.Sprintf("round/%s%d", r.Chain, r.Round), r.Source, fields{"network": r.Chain, "json": r.json()},
			fields{"value": hexOf(r.value()), "time": r.time()})
	}
	for _, r := range []round{s.find("quicknet", 1000), s.find("default", 162810)} {
		drawChanged(s, r)
	}
	drawEncodings(s)
	drawPrevious(s)
}

// drawChanged are a round's JSON in other forms, and with other values.
func drawChanged(s *suite, r round) {
	name := r.Chain
	refuse := func(result, kind, comment string, change func(r *round)) {
		changed := r
		change(&changed)
		addRound(s, result, kind+name, comment, name, changed.json())
	}
	flip := func(at int, bits byte) func(r *round) {
		return func(r *round) { r.Signature = hexOf(xor(fromHex(r.Signature), at, bits)) }
	}
	good := func(kind, comment, text string) {
		expect(kind, roundFormat(name, text), true)
		s.ok("round/"+kind+name, comment, fields{"network": name, "json": text}, fields{"value": hexOf(r.value()), "time": r.time()})
	}
	digits := fmt.Sprint(r.Round)
	good("v2", "version 2, without randomness", strings.Replace(r.json(), `"randomness":"`+hexOf(r.value())+`",`, "", 1))
	good("more", "members that don't matter",
		r.with(`"Round":7,"time":1,"":"","a b":"/#[]~","no":null,"yes":true,"not":false,"zero":0,"__proto__":"x","big":1`+
			strings.Repeat("0", 400)))
	good("spaces", "spaces wherever they may be", " \t\r\n"+strings.NewReplacer(":", " :\n", ",", "\r,\t", "{", "{ ", "}",
		" }").Replace(r.json())+"\n")
	good("largest", "4096 bytes", r.json()+strings.Repeat(" ", 4096-len(r.json())))
	good("order", "members in another order", strings.Replace(strings.TrimSuffix(r.json(), "}"), `{"round":`+digits+",", "{", 1)+
		`,"round":`+digits+"}")
	for _, c := range r.malformed() {
		addRound(s, "malformed", c.kind+name, c.comment, name, c.text)
	}
	addRound(s, "malformed", "randomness"+name, "a randomness that isn't the signature's hash", name,
		strings.Replace(r.json(), hexOf(r.value()), hexOf(sha("chosen")), 1))
	refuse("signature", "next", "the next round's number", func(r *round) { r.Round++ })
	refuse("signature", "bit", "the last bit of the signature", flip(-1, 1))
	refuse("signature", "negated", "the negated point", flip(0, 0x20))
	refuse("signature", "flag", "without the flag of compression", flip(0, 0x80))
	refuse("signature", "identity", "the point at infinity",
		func(r *round) { r.Signature = "c0" + strings.Repeat("00", len(r.Signature)/2-1) })
	refuse("malformed", "trailing", "a byte too many", func(r *round) { r.Signature += "00" })
	refuse("malformed", "cut", "a byte is missing", func(r *round) { r.Signature = r.Signature[2:] })
	refuse("malformed", "missing", "no signature", func(r *round) { r.Signature = "" })
	refuse("malformed", "zero", "round 0", func(r *round) { r.Round = 0 })
	refuse("malformed", "far", "round 2^32 + 1", func(r *round) { r.Round = 1<<32 + 1 })
	refuse("malformed", "negative", "round -1", func(r *round) { r.Round = -1 })
	addRound(s, "malformed", "uppercase"+name, "digits in uppercase", name,
		strings.Replace(r.json(), r.Signature, strings.ToUpper(r.Signature), 1))
	addRound(s, "malformed", "text"+name, "a number as text", name, strings.Replace(r.json(), fmt.Sprint(r.Round),
		fmt.Sprintf(`"%d"`, r.Round), 1))
	addRound(s, "malformed", "rest"+name, "something follows", name, r.json()+"{}")
	addRound(s, "malformed", "array"+name, "an array", name, "["+r.json()+"]")
	addRound(s, "malformed", "size"+name, "4097 bytes", name, r.json()+strings.Repeat(" ", 4097-len(r.json())))
}

// with is the round's JSON with further members before its own.
func (r round) with(members string) string { return strings.Replace(r.json(), "{", "{"+members+",", 1) }

// numbered is the round's JSON with another number.
func (r round) numbered(number string) string {
	return strings.Replace(r.json(), fmt.Sprint(r.Round), number, 1)
}

// A malformedRound is a text that isn't the JSON of a round.
type malformedRound struct{ kind, comment, text string }

func (r round) malformed() []malformedRound {
	digits := fmt.Sprint(r.Round)
	return []malformedRound{
		{"fraction", "a number with a fraction", r.numbered(digits + ".0")},
		{"exponent", "a number with an exponent", r.numbered(digits + "e0")},
		{"zeros", "a number with a leading zero", r.numbered("0" + digits)},
		{"plus", "a number with a sign", r.numbered("+" + digits)},
		{"minuszero", "-0", r.numbered("-0")},
		{"hexadecimal", "a number that isn't decimal", r.numbered("0x3e8")},
		{"huge", "a number beyond 2^64", r.numbered("18446744073709552616")},
		{"truth", "true as the number", r.numbered("true")},
		{"nonumber", "null as the number", r.numbered("null")},
		{"roundless", "no number", strings.Replace(r.json(), `"round":`+digits+",", "", 1)},
		{"case", "a member's name in capitals", strings.Replace(r.json(), `"round"`, `"Round"`, 1)},
		{"twice", "the number twice, alike", r.with(`"round":` + digits)},
		{"twiceother", "another number before", r.with(`"round":1`)},
		{"twicesignature", "another signature before", r.with(`"signature":"` + strings.Repeat("0", len(r.Signature)) + `"`)},
		{"twiceunknown", "a member that doesn't matter twice", r.with(`"time":1,"time":2`)},
		{"twicekinds", "the same, as a text and as null", r.with(`"time":"1","time":null`)},
		{"escapedname", "an escape in a name", strings.Replace(r.json(), `"round"`, `"\u0072ound"`, 1)},
		{"escaped", "an escape in a text that doesn't matter", r.with(`"time":"\n"`)},
		{"quote", "an escaped quotation mark", r.with(`"time":"\""`)},
		{"script", "a character beyond ASCII", r.with(`"time":"é"`)},
		{"delete", "the character 7F", r.with("\"time\":\"\x7f\"")},
		{"control", "a control character in a text", r.with("\"time\":\"\t\"")},
		{"object", "an object in a member that doesn't matter", r.with(`"time":{}`)},
		{"list", "an array in a member that doesn't matter", r.with(`"time":[1]`)},
		{"otherfraction", "a fraction in a member that doesn't matter", r.with(`"time":1.5`)},
		{"otherexponent", "an exponent in a member that doesn't matter", r.with(`"time":1e3`)},
		{"otherminus", "a sign in a member that doesn't matter", r.with(`"time":-1`)},
		{"otherzeros", "a leading zero in a member that doesn't matter", r.with(`"time":01`)},
		{"word", "a word that isn't one of JSON", r.with(`"time":nil`)},
		{"capital", "a word in capitals", r.with(`"time":NULL`)},
		{"single", "other quotation marks", strings.ReplaceAll(r.json(), `"`, "'")},
		{"unquoted", "a name without quotation marks", strings.Replace(r.json(), `"round"`, "round", 1)},
		{"comma", "a comma at the end", strings.Replace(r.json(), "}", ",}", 1)},
		{"commas", "two commas", r.with("")},
		{"colon", "no colon", strings.Replace(r.json(), ":", " ", 1)},
		{"comment", "a comment", r.json() + "//"},
		{"mark", "a byte order mark", "\ufeff" + r.json()},
		{"wide", "a space of another kind", "\u00a0" + r.json()},
		{"feed", "a form feed", "\f" + r.json()},
		{"open", "no end", strings.TrimSuffix(r.json(), "}")},
		{"nullsignature", "null as the signature", strings.Replace(r.json(), `"`+r.Signature+`"`, "null", 1)},
		{"nullrandomness", "null as the randomness", strings.Replace(r.json(), `"`+hexOf(r.value())+`"`, "null", 1)},
		{"emptyrandomness", "an empty randomness", strings.Replace(r.json(), hexOf(r.value()), "", 1)},
		{"capitalrandomness", "the randomness in uppercase", strings.Replace(r.json(), hexOf(r.value()), strings.ToUpper(hexOf(r.value())), 1)},
		{"unsigned", "no signature", strings.Replace(r.json(), `"signature":"`+r.Signature+`"`, `"a":0`, 1)},
		{"odd", "an odd number of digits", strings.Replace(r.json(), r.Signature, r.Signature+"0", 1)},
		{"nothing", "an empty object", "{}"},
		{"empty", "nothing", ""},
		{"randomnessbit", "the last bit of the signature, with the randomness of the right one",
			strings.Replace(r.json(), r.Signature, hexOf(xor(fromHex(r.Signature), -1, 1)), 1)},
	}
}

// drawEncodings are other encodings of a signature on quicknet.
func drawEncodings(s *suite) {
	quick := s.find("quicknet", 1000)
	sig := fromHex(quick.Signature)
	quick.Signature = hexOf(uncompressed(sig))
	addRound(s, "malformed", "uncompressed", "the uncompressed encoding, whose hash would be a second value", "quicknet", quick.json())
	quick.Signature = hexOf(sig)
	quick.Previous = hexOf(sig)
	addRound(s, "malformed", "previousquicknet", "a previous signature on quicknet", "quicknet", quick.json())
	for _, r := range s.facts() {
		if other, ok := unreduced(fromHex(r.Signature)[:48]); ok && r.Chain == "quicknet" {
			r.Signature = hexOf(other)
			addRound(s, "signature", "unreduced", "the coordinate plus the prime, which is another encoding of the same point", "quicknet", r.json())
			break
		}
	}
}

// drawPrevious are the rules about the signature before.
func drawPrevious(s *suite) {
	slow := s.find("default", 162810)
	previous := slow.Previous
	slow.Previous = ""
	good := s.find("quicknet", 1000)
	empty := strings.Replace(good.json(), "}", `,"previous_signature":""}`, 1)
	expect("empty", roundFormat("quicknet", empty), true)
	s.ok("round/emptyprevious", "an empty previous signature on quicknet", fields{"network": "quicknet", "json": empty},
		fields{"value": hexOf(good.value()), "time": good.time()})
	addRound(s, "malformed", "nullprevious", "null as the previous signature", "quicknet",
		strings.Replace(good.json(), "}", `,"previous_signature":null}`, 1))
	addRound(s, "malformed", "noprevious", "no previous signature on default", "default", slow.json())
	slow.Previous = previous[:64]
	addRound(s, "malformed", "shortprevious", "a previous signature of 32 bytes after round 1", "default", slow.json())
	slow.Previous = s.find("default", 72785).Previous
	addRound(s, "signature", "otherprevious", "another previous signature", "default", slow.json())
	first := s.find("default", 1)
	first.Previous = strings.Replace(first.Previous, "1", "2", 1)
	addRound(s, "malformed", "seed", "round 1 with another seed", "default", first.json())
	addRound(s, "signature", "swapped", "a round of quicknet with default's lengths", "default",
		fmt.Sprintf(`{"round":1000,"signature":"%s","previous_signature":"%s"}`, strings.Repeat(good.Signature, 2), slow.Signature))
}
