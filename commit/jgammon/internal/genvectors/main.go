// Command genvectors writes the test vectors of package jgammon to the file that is
// its argument. It implements SPEC.md a second time, without package jgammon.
package main

import (
	"crypto/sha1"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/commit/jgammon v1", throws())
}

func sum(secret string) string {
	h := sha1.Sum([]byte(secret))
	return string(h[:])
}

func counting(from, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + i)
	}
	return string(b)
}

func hexes(one, two string) []string {
	return []string{hex.EncodeToString([]byte(one)), hex.EncodeToString([]byte(two))}
}

func throws() []vectors.Case {
	replay := func(id, comment, hashOne, hashTwo, one, two, result string) vectors.Case {
		c := vectors.Case{ID: "throw/" + id, Comment: comment, Inputs: vectors.Fields{
			"hashes": hexes(hashOne, hashTwo), "secrets": hexes(one, two)}, Result: result}
		if result == "ok" {
			n := (int(one[0]) + int(two[0])) % 36
			c.Outputs = vectors.Fields{"n": n, "one": n/6 + 1, "two": n%6 + 1}
		}
		return c
	}
	play := func(id, comment, one, two string) vectors.Case {
		return replay(id, comment, sum(one), sum(two), one, two, "ok")
	}
	a, b := counting(0x11, 8), counting(0xf0, 8)
	return []vectors.Case{
		play("worked", "the one of SPEC.md", a, b),
		play("unsigned", "bytes are unsigned: 255 + 255", "\xff\xff\xff\xff\xff\xff\xff\xff", "\xff1234567"),
		play("zero", "number 0", string(make([]byte, 8)), "\x00abcdefg"),
		play("thirty-five", "number 35", "\x23abcdefg", "\x00abcdefg"),
		play("wraps", "number 36 is 0", "\x23abcdefg", "\x01abcdefg"),
		play("echo", "party two repeats party one, and is accepted", a, a),
		replay("changed-one", "party one reveals another secret", sum(b), sum(b), a, b, "mismatch 0"),
		replay("changed-two", "party two does", sum(a), sum(a), a, b, "mismatch 1"),
		replay("changed-both", "both do", sum(b), sum(a), a, b, "mismatch 0 1"),
		replay("changed-late-byte", "a byte that doesn't count for the dice", sum(a), sum(b), a, b[:7]+"\x00", "mismatch 1"),
		replay("changed-hash", "the last bit of a hash", sum(a)[:19]+string([]byte{sum(a)[19] ^ 1}), sum(b), a, b, "mismatch 0"),
		replay("short-hash", "19 bytes", sum(a)[:19], sum(b), a, b, "malformed"),
		replay("long-hash", "21 bytes", sum(a), sum(b)+"\x00", a, b, "malformed"),
		replay("short-secret", "7 bytes, whose hash is right", sum(a[:7]), sum(b), a[:7], b, "malformed"),
		replay("long-secret", "9 bytes, whose hash is right", sum(a), sum(b+"\x00"), a, b+"\x00", "malformed"),
		replay("no-secret", "none", sum(a), sum(""), a, "", "malformed"),
	}
}
