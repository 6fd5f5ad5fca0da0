package sites

import (
	"bytes"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A part of a template: literal text, or a field in one of three forms, or the cursor.
type part struct {
	literal string
	field   int
	mode    partMode
}

type partMode uint8

const (
	literalPart partMode = iota
	textPart
	hexPart
	utf8Part
	cursorPart
)

// parseTemplate panics for a template that breaks its form: all are this package's.
func parseTemplate(template string, index func(string) int) []part {
	var parts []part
	for template != "" {
		literal, rest, found := strings.Cut(template, "{")
		if literal != "" {
			parts = append(parts, part{literal: literal})
		}
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		template = after
		if name == "k" {
			parts = append(parts, part{mode: cursorPart})
			continue
		}
		name, form, _ := strings.Cut(name, ":")
		mode, ok := map[string]partMode{"": textPart, "hex": hexPart, "utf8": utf8Part}[form]
		if !ok {
			panic("sites: form " + form + " in a template")
		}
		parts = append(parts, part{field: index(name), mode: mode})
	}
	return parts
}

// A digestPlan is a hashing with its templates parsed.
type digestPlan struct {
	alg          alg
	key, message []part
	cursor       bool // whether the message has one
}

func planDigest(d hashing, index func(string) int) digestPlan {
	p := digestPlan{alg: d.Alg, key: parseTemplate(d.Key, index), message: parseTemplate(d.Message, index)}
	p.cursor = slices.ContainsFunc(p.message, func(p part) bool { return p.mode == cursorPart })
	return p
}

// appendParts appends what a template stands for.
func (r *run) appendParts(b []byte, parts []part, k uint64) []byte {
	for i := range parts {
		switch p := &parts[i]; p.mode {
		case literalPart:
			b = append(b, p.literal...)
		case textPart:
			b = append(b, r.values[p.field]...)
		case hexPart:
			b = appendUnhex(b, r.values[p.field])
		case utf8Part:
			b = appendReplaced(b, appendUnhex(nil, r.values[p.field]))
		case cursorPart:
			b = strconv.AppendUint(b, k, 10)
		}
	}
	return b
}

// appendUnhex appends the bytes of text, which has an even number of lowercase hex
// digits.
func appendUnhex(b []byte, text string) []byte {
	nibble := func(c byte) byte {
		if c >= 'a' {
			return c - 'a' + 10
		}
		return c - '0'
	}
	for i := 0; i+1 < len(text); i += 2 {
		b = append(b, nibble(text[i])<<4|nibble(text[i+1]))
	}
	return b
}

// The pads of HMAC.
var (
	innerPad = bytes.Repeat([]byte{0x36}, sha512.BlockSize)
	outerPad = bytes.Repeat([]byte{0x5c}, sha512.BlockSize)
)

// wide reports whether a digest is of SHA-512, not of SHA-256.
func (p *digestPlan) wide() bool { return p.alg == algSHA512 || p.alg == algHMAC512 }

// appendSum appends the SHA-512 of message, or its SHA-256 unless wide.
func appendSum(b, message []byte, wide bool) []byte {
	if wide {
		d := sha512.Sum512(message)
		return append(b, d[:]...)
	}
	d := sha256.Sum256(message)
	return append(b, d[:]...)
}

// sum computes a digest for the cursor k into r.digest.
func (r *run) sum(p *digestPlan, k uint64) {
	wide := p.wide()
	if p.alg == algNone {
		r.digest = r.appendParts(r.digest[:0], p.message, k)
		r.traceSum(p, k)
		return
	}
	if p.alg == algSHA256 || p.alg == algSHA512 {
		r.message = r.appendParts(r.message[:0], p.message, k)
		r.digest = appendSum(r.digest[:0], r.message, wide)
		r.traceSum(p, k)
		return
	}

	// HMAC (RFC 2104): for one short message, two plain hashes of the padded key and the
	// rest are the same blocks as any other way.
	block := sha256.BlockSize
	if wide {
		block = sha512.BlockSize
	}
	m := r.appendParts(r.message[:0], p.key, k)
	if len(m) > block {
		m = appendSum(m[:0], m, wide)
	}
	var none [sha512.BlockSize]byte
	m = append(m, none[len(m):block]...)
	r.outer = append(r.outer[:0], none[:block]...)
	subtle.XORBytes(r.outer, m, outerPad)
	subtle.XORBytes(m, m, innerPad)
	r.message = r.appendParts(m, p.message, k)
	r.outer = appendSum(r.outer, r.message, wide)
	r.digest = appendSum(r.digest[:0], r.outer, wide)
	r.traceSum(p, k)
}

// digestHex computes a digest, and returns it in hex.
func (r *run) digestHex(p *digestPlan) string {
	r.sum(p, 0)
	return hex.EncodeToString(r.digest)
}

func (r *run) traceSum(p *digestPlan, k uint64) {
	if !r.tracing {
		return
	}
	show := func(parts []part) string {
		b := r.appendParts(nil, parts, k)
		if printable(b) {
			return strconv.Quote(string(b))
		}
		return "bytes " + hex.EncodeToString(b)
	}
	text := fmt.Sprintf("%s(%s)", algNames[p.alg], show(p.message))
	if len(p.key) > 0 {
		text = fmt.Sprintf("%s(key %s, message %s)", algNames[p.alg], show(p.key), show(p.message))
	}
	r.step(r.stage, text, hex.EncodeToString(r.digest))
}

var algNames = map[alg]string{algNone: "no hash", algSHA256: "SHA-256", algSHA512: "SHA-512", algHMAC256: "HMAC-SHA256",
	algHMAC512: "HMAC-SHA512"}

func printable(b []byte) bool {
	return utf8.Valid(b) && !slices.ContainsFunc([]rune(string(b)), func(c rune) bool { return !strconv.IsPrint(c) || c == utf8.RuneError })
}

// appendReplaced appends raw, read as UTF-8 as the WHATWG Encoding Standard does: each
// longest run of bytes that begins a character, and can't go on, becomes one U+FFFD. A
// conversion to runes in Go replaces each byte of such a run.
func appendReplaced(b, raw []byte) []byte {
	for len(raw) > 0 {
		c, n := utf8.DecodeRune(raw)
		if c != utf8.RuneError || n > 1 {
			b = append(b, raw[:n]...)
			raw = raw[n:]
			continue
		}
		b = append(b, "\uFFFD"...)
		raw = raw[maximalSubpart(raw):]
	}
	return b
}

// maximalSubpart returns the length of the longest run at the start of raw that begins
// a character, at least 1. raw doesn't begin with a whole one.
func maximalSubpart(raw []byte) int {
	more, low, high := 0, byte(0x80), byte(0xBF) // how many bytes follow, and what the next can be
	switch c := raw[0]; {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		if c == 0xE0 {
			low = 0xA0 // shorter forms exist
		} else if c == 0xED {
			high = 0x9F // surrogates
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		if c == 0xF0 {
			low = 0x90
		} else if c == 0xF4 {
			high = 0x8F // beyond U+10FFFF
		}
	}
	n := 1
	for ; n < more && n < len(raw) && low <= raw[n] && raw[n] <= high; n++ {
		low, high = 0x80, 0xBF
	}
	return n
}

// size is the length of a digest in bytes.
func (p *digestPlan) size() int {
	if p.wide() {
		return sha512.Size
	}
	return sha256.Size
}
