// Command genvectors writes the test vectors of package commit to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package commit, so that the vectors check one reading of it by another.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/commit v1", commitments(), seeds(), tosses(), records(), tossStates(),
		chains(), calls(), links(), altered(), chainStates(), verifiers(), verifierStates(), streams(), crashes(), accumulated())
}

func lp(x string) string {
	return string(binary.BigEndian.AppendUint64(nil, uint64(len(x)))) + x
}

func u32(x int) string    { return string(binary.BigEndian.AppendUint32(nil, uint32(x))) }
func u64(x uint64) string { return string(binary.BigEndian.AppendUint64(nil, x)) }

func hash(x string) string {
	sum := sha256.Sum256([]byte(x))
	return string(sum[:])
}

func hexOf(x string) string { return hex.EncodeToString([]byte(x)) }

func commitment(nonce, context, value string) string {
	mac := hmac.New(sha256.New, []byte(nonce))
	mac.Write([]byte(lp("squaredeal/commit/v1") + lp(context) + lp(value)))
	return string(mac.Sum(nil))
}

func counting(from, n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + i)
	}
	return string(b)
}

func commitments() []vectors.Case {
	nonce := counting(0, 32)
	open := func(id, comment, c, nonce, context, value, result string) vectors.Case {
		return vectors.Case{ID: "commitment/" + id, Comment: comment, Inputs: vectors.Fields{
			"commitment": c, "nonce": hexOf(nonce), "context": hexOf(context), "value": hexOf(value)}, Result: result}
	}
	good := func(id, comment, nonce, context, value string) vectors.Case {
		return open(id, comment, hexOf(commitment(nonce, context, value)), nonce, context, value, "ok")
	}
	c := hexOf(commitment(nonce, "game 7", "heads"))
	return []vectors.Case{
		good("worked", "the worked vector of SPEC.md", nonce, "game 7", "heads"),
		good("empty", "no context, no value", nonce, "", ""),
		good("zero-nonce", "a nonce of 32 zero bytes is one like any other", string(make([]byte, 32)), "game 7", "heads"),
		good("long", "longer than any buffer", nonce, counting(0, 1000), counting(7, 5000)),
		good("boundary-411", "the hashed message has 511 bytes", nonce, "", counting(0, 403)),
		good("boundary-412", "512 bytes", nonce, "", counting(0, 404)),
		good("boundary-413", "513 bytes", nonce, "", counting(0, 405)),
		open("other-value", "another value", c, nonce, "game 7", "tails", "mismatch"),
		open("other-context", "another context", c, nonce, "game 8", "heads", "mismatch"),
		open("other-nonce", "another nonce", c, counting(1, 32), "game 7", "heads", "mismatch"),
		open("moved-boundary", "a byte moved from the context to the value", c, nonce, "game ", "7heads", "mismatch"),
		open("extended", "a longer value", c, nonce, "game 7", "heads!", "mismatch"),
		open("trailing-zero", "a zero byte more", c, nonce, "game 7", "heads\x00", "mismatch"),
		open("other-commitment", "the last bit of the commitment flipped", c[:63]+flip(c[63:]), nonce, "game 7", "heads", "mismatch"),
		open("short-nonce", "31 bytes", c, nonce[:31], "game 7", "heads", "malformed"),
		open("long-nonce", "33 bytes", c, nonce+"\x00", "game 7", "heads", "malformed"),
		open("no-nonce", "none", c, "", "game 7", "heads", "malformed"),
		open("upper-case", "the commitment in upper case", strings.ToUpper(c), nonce, "game 7", "heads", "malformed"),
		open("short", "62 characters", c[:62], nonce, "game 7", "heads", "malformed"),
		open("long-text", "66 characters", c+"00", nonce, "game 7", "heads", "malformed"),
	}
}

// flip flips the last bit of a hex digit.
func flip(digit string) string {
	const digits = "0123456789abcdef"
	return string(digits[strings.Index(digits, digit)^1])
}

func accumulated() []vectors.Case {
	var out []vectors.Case
	all := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 300_000} {
		for ; done < runs; done++ {
			i := fmt.Sprint(done)
			all.Write([]byte(commitment(hash("nonce "+i), "context "+i, counting(done, done%300))))
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("accumulated/%d", runs),
			Comment: `run i commits with nonce SHA-256("nonce i") in context "context i" to i mod 300 bytes i, i+1, … mod 256; SHA-256 of all commitments`,
			Inputs:  vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hexOf(string(all.Sum(nil)))}, Result: "ok",
		})
	}
	return out
}

func fromHex(x string) string {
	b, err := hex.DecodeString(x)
	if err != nil {
		panic(err)
	}
	return string(b)
}
