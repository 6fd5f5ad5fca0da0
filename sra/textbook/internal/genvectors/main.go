// Command genvectors writes the test vectors of package textbook to the file that is
// its argument. It implements SPEC.md a second time, without that package.
package main

import (
	"log"
	"math/big"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() { vectors.Write("squaredeal/sra/textbook", textbooks()) }

var one = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

func number(text string) *big.Int {
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		log.Fatalf("%q is no number", text)
	}
	return n
}

func textbooks() (out []vectors.Case) {
	p := "290485332089682301714110312272926253351"
	dealer, player := "176571867822716636338490137726779129241", "277143322521614513293683805691059305799"
	valid := func(id, comment, p, e string, xs ...string) {
		modulus := number(p)
		exponent := number(e)
		d := new(big.Int).ModInverse(exponent, new(big.Int).Sub(modulus, one))
		encrypted, decrypted := []string{}, []string{}
		for _, x := range xs {
			encrypted = append(encrypted, new(big.Int).Exp(number(x), exponent, modulus).String())
			decrypted = append(decrypted, new(big.Int).Exp(number(x), d, modulus).String())
		}
		out = append(out, vectors.Case{
			ID: "textbook/" + id, Comment: comment,
			Inputs:  vectors.Fields{"p": p, "e": e, "x": xs},
			Outputs: vectors.Fields{"inverse": d.String(), "encrypted": encrypted, "decrypted": decrypted},
			Result:  "ok",
		})
	}
	refused := func(id, comment, p, e string, xs ...string) {
		out = append(out, vectors.Case{ID: "textbook/" + id, Comment: comment, Inputs: vectors.Fields{"p": p, "e": e, "x": xs}, Result: "malformed"})
	}
	valid("article-dealer", "the log of 2010: the dealer's key; its cards after the player's layer is off open to 49484031 and 25687293", p, dealer,
		"138815687569834880995285013235085961685", "198881448678562787197364062905930606134", "49484031", "25687293")
	valid("article-player", "the log of 2010: the player's key; the dealer's cards under both keys, the player's cards, and the first of the deck sent", p, player,
		"80186339648626151745475658741642476166", "238729702001192223656089792929723584992",
		"119358689845573230946702688632291531364", "177714533562499925132211270673131870985",
		"59093244672239728140469484469130050481", "32560234", "56325761", "59328741")
	minusOne := new(big.Int).Sub(number(p), one).String()
	valid("fixed-points", "0, 1 and p-1", p, player, "0", "1", minusOne)
	valid("large-exponent", "an exponent above p", "101", "1000003", "2", "50", "99")
	valid("least-prime", "p = 3", "3", "1", "0", "1", "2")
	refused("even-exponent", "e is even", p, "2")
	refused("common-factor", "e divides p-1", p, "2777")
	refused("zero-exponent", "e = 0", p, "0")
	refused("negative-exponent", "e = -1", p, "-1")
	refused("p-2", "p = 2", "2", "1")
	refused("p-composite", "p = 561, which passes Fermat's test", "561", "3")
	refused("p-long", "p of 4,097 bits", pow2(4096).String(), "3")
	refused("e-long", "e of 4,097 bits", p, new(big.Int).Add(pow2(4096), one).String())
	refused("x-p", "x = p", p, player, p)
	refused("x-negative", "x = -1", p, player, "-1")
	return out
}
