package spec

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"math/big"
	"slices"
	"strings"
)

// Bytes are strings here, which can't be changed by accident and are put together with +.

// past and highest are 2³¹ and 2³² − 1, as ints that u32 makes them of on all machines.
const past, highest = -1 << 31, -1

func u32(x int) string    { return string(binary.BigEndian.AppendUint32(nil, uint32(x))) }
func u64(x uint64) string { return string(binary.BigEndian.AppendUint64(nil, x)) }
func octet(x int) string  { return string([]byte{byte(x)}) }

func u32s(list ...int) (b string) {
	for _, i := range list {
		b += u32(i) // of −1, 2³² − 1
	}
	return b
}

// number is what u32 made.
func number(s string) int { return int(binary.BigEndian.Uint32([]byte(s))) }

// number64 is what u64 made of an int64.
func number64(s string) int64 { return int64(binary.BigEndian.Uint64([]byte(s))) }

// lp is a field with its length before it.
func lp(x string) string { return u64(uint64(len(x))) + x }

func newHash() hash.Hash { return sha256.New() }

func sha(x string) string {
	sum := sha256.Sum256([]byte(x))
	return string(sum[:])
}

func mac(key, message string) string {
	m := hmac.New(newHash, []byte(key))
	m.Write([]byte(message))
	return string(m.Sum(nil))
}

// seal appends the checksum of stored states.
func seal(x string) string { return x + sha(x) }

// unseal takes it off.
func unseal(x string) string { return x[:len(x)-32] }

func bit(x bool) string {
	if x {
		return "1"
	}
	return "0"
}

func hexOf(x string) string { return hex.EncodeToString([]byte(x)) }

func fromHex(x string) string { return string(must(hex.DecodeString(x))) }

func shaHex(text string) string { return hexOf(sha(text)) }

func hexes(list ...string) []string {
	texts := []string{} // not null
	for _, x := range list {
		texts = append(texts, hexOf(x))
	}
	return texts
}

// brief is what outputs show of bytes: hex, or of more than 256 bytes their hash.
func brief(x string) string {
	if len(x) > 256 {
		return "sha256:" + hexOf(sha(x))
	}
	return hexOf(x)
}

// times is what inputs show of bytes that are repeated.
func times(n int, x string) string { return fmt.Sprintf("(%s*%d)", hexOf(x), n) }

// counting returns n bytes that count up.
func counting(from, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + i)
	}
	return string(b)
}

func zeros(n int) string { return strings.Repeat("\x00", n) }

// xor changes bits of a byte; −1 is the last one.
func xor(s string, at int, bits byte) string {
	b := []byte(s)
	b[(at+len(b))%len(b)] ^= bits
	return string(b)
}

// flip changes the lowest bit of a byte.
func flip(s string, at int) string { return xor(s, at, 1) }

// replaced has x in place of as many bytes of s.
func replaced(s string, at int, x string) string { return s[:at] + x + s[at+len(x):] }

func reversed(s string) string {
	b := []byte(s)
	slices.Reverse(b)
	return string(b)
}

func decimal[T int | int64 | uint64](i T) string { return fmt.Sprint(i) }

// line writes a list with spaces between.
func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

// ascending returns 0, 1, …, n−1.
func ascending(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func integer(x string) *big.Int { return new(big.Int).SetBytes([]byte(x)) }

func bigInt(text string) *big.Int {
	x, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic(fmt.Sprintf("%q is no number", text))
	}
	return x
}

var one = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

func plus(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }

// must returns v, which is known to be possible, by the author of a case or by checks before.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// expect panics if a case isn't what its author says.
func expect(id string, got, want any) {
	if fmt.Sprint(got) != fmt.Sprint(want) {
		panic(fmt.Sprintf("%s: %v, not %v", id, got, want))
	}
}
