package spec

import (
	"crypto/sha1"
	"fmt"
	"strings"
)

func hexchainCases(s *suite) {
	chain := func(id, comment, anchor, value string, steps int, result string) {
		_, class := hexchainQuestion{anchor, value, steps}.answer()
		expect(id, class, result)
		s.add(vector{ID: "chain/" + id, Comment: comment, Inputs: fields{"anchor": anchor, "value": value, "steps": steps}, Result: result})
	}
	const (
		end   = "86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277"
		value = "216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6"
	)
	chain("published", "the published end of bustabit's second chain, and a value 1,000 steps from it", end, value, 1000, "ok")
	chain("too-few", "a step is missing", end, value, 999, "mismatch")
	chain("too-many", "a step beyond the anchor", end, value, 1001, "mismatch")
	chain("backwards", "the anchor in place of the value", value, end, 1000, "mismatch")

	zero := hexOf(zeros(32))
	before := hexchainBefore(zero, 1)
	chain("worked", "the one of SPEC.md", before, zero, 1, "ok")
	chain("two", "two steps", hexchainBefore(zero, 2), zero, 2, "ok")
	chain("inside", "the anchor is a value that was played", hexchainBefore(zero, 3), before, 2, "ok")
	chain("no-step", "the anchor itself, which is no step from the anchor", zero, zero, 1, "mismatch")
	chain("of-bytes", "bytes are hashed in place of their text", shaHex(zeros(32)), zero, 1, "mismatch")
	chain("of-capitals", "the text is hashed in capitals", shaHex(strings.ToUpper(before)), before, 1, "mismatch")
	chain("of-a-line", "the text is hashed with the end of its line", shaHex(zero+"\n"), zero, 1, "mismatch")
	chain("last-bit", "the last bit of the anchor", hexOf(flip(fromHex(before), -1)), zero, 1, "mismatch")
	chain("short", "a text of 63 characters, which is the one hashed", shaHex(zero[1:]), zero[1:], 1, "malformed")
	chain("long", "a text of 65 characters", shaHex(zero+"0"), zero+"0", 1, "malformed")
	chain("capitals", "a value in capitals", hexchainBefore(before, 1), strings.ToUpper(before), 1, "malformed")
	chain("anchor-capitals", "an anchor in capitals", strings.ToUpper(before), zero, 1, "malformed")
	chain("anchor-short", "an anchor of 62 characters", before[2:], zero, 1, "malformed")
	chain("no-value", "an empty text", shaHex(""), "", 1, "malformed")
}

func jgammonCases(s *suite) {
	hash := func(secret string) string {
		h := sha1.Sum([]byte(secret))
		return string(h[:])
	}
	replay := func(id, comment, hashOne, hashTwo, one, two, result string) {
		hashes, secrets := hexes(hashOne, hashTwo), hexes(one, two)
		outputs, class := throwQuestion{[2]string(hashes), [2]string(secrets)}.answer()
		expect(id, class, result)
		s.add(vector{ID: "throw/" + id, Comment: comment, Inputs: fields{"hashes": hashes, "secrets": secrets},
			Outputs: outputs, Result: result})
	}
	play := func(id, comment, one, two string) { replay(id, comment, hash(one), hash(two), one, two, "ok") }
	a, b := counting(0x11, 8), counting(0xf0, 8)
	play("worked", "the one of SPEC.md", a, b)
	play("unsigned", "bytes are unsigned: 255 + 255", strings.Repeat("\xff", 8), "\xff1234567")
	play("zero", "number 0", zeros(8), "\x00abcdefg")
	play("thirty-five", "number 35", "\x23abcdefg", "\x00abcdefg")
	play("wraps", "number 36 is 0", "\x23abcdefg", "\x01abcdefg")
	play("echo", "party two repeats party one, and is accepted", a, a)
	replay("changed-one", "party one reveals another secret", hash(b), hash(b), a, b, "mismatch 0")
	replay("changed-two", "party two changes a byte that doesn't count for the dice", hash(a), hash(b), a, b[:7]+"\x00", "mismatch 1")
	replay("changed-both", "both do", hash(b), hash(a), a, b, "mismatch 0 1")
	replay("changed-hash", "the last bit of a hash", flip(hash(a), -1), hash(b), a, b, "mismatch 0")
	replay("short-hash", "19 bytes", hash(a)[:19], hash(b), a, b, "malformed")
	replay("long-hash", "21 bytes", hash(a), hash(b)+"\x00", a, b, "malformed")
	replay("short-secret", "7 bytes, whose hash is right", hash(a[:7]), hash(b), a[:7], b, "malformed")
	replay("long-secret", "9 bytes, whose hash is right", hash(a), hash(b+"\x00"), a, b+"\x00", "malformed")
}

func textbookCases(s *suite) {
	p := "290485332089682301714110312272926253351"
	dealer, player := "176571867822716636338490137726779129241", "277143322521614513293683805691059305799"
	valid := func(id, comment, p, e string, xs ...string) {
		outputs, class := textbookQuestion{p, e, xs}.answer()
		expect(id, class, "ok")
		s.ok("textbook/"+id, comment, fields{"p": p, "e": e, "x": xs}, outputs)
	}
	refused := func(id, comment, p, e string, xs ...string) {
		s.refuse("textbook/"+id, comment, "malformed", fields{"p": p, "e": e, "x": xs})
	}
	valid("article-dealer", "the log of 2010: the dealer's key; its cards after the player's layer is off open to 49484031 "+
		"and 25687293", p, dealer,
		"138815687569834880995285013235085961685", "198881448678562787197364062905930606134", "49484031", "25687293")
	valid("article-player", "the log of 2010: the player's key; the dealer's cards under both keys, the player's cards, and the "+
		"first of the deck sent", p, player,
		"80186339648626151745475658741642476166", "238729702001192223656089792929723584992",
		"119358689845573230946702688632291531364", "177714533562499925132211270673131870985",
		"59093244672239728140469484469130050481", "32560234", "56325761", "59328741")
	minusOne := plus(bigInt(p), -1).String()
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
	refused("e-long", "e of 4,097 bits", p, plus(pow2(4096), 1).String())
	refused("x-p", "x = p", p, player, p)
	refused("x-negative", "x = -1", p, player, "-1")
}

func sitesCases(s *suite) {
	digest := func(id, comment, d string, inputs fields) {
		cards, steps := cryptoGames(d)
		c := vector{ID: "cryptogames/" + id, Comment: comment, Inputs: inputs, Intermediates: fields{"digest": hexOf(d), "steps": steps},
			Outputs: fields{"cards": cards}, Result: "ok"}
		if len(cards) < 10 {
			c.Result = "exhausted"
		}
		s.add(c)
	}
	seeds := func(id, comment, server, client string) {
		digest(id, comment, sha512Of(server+client), fields{"serverSeed": server, "clientSeed": client})
	}
	refuse := func(id, comment, server, client string) {
		s.refuse("cryptogames/"+id, comment, "malformed", fields{"serverSeed": server, "clientSeed": client})
	}
	bare := func(id, comment, d string) { digest(id, comment, d, fields{"digest": hexOf(d)}) }
	seeds("page", "the round of the Wizard of Odds page: J♣ 5♥ 8♣ A♣ 2♣, then 3♦ 5♦ J♦ 9♥ 6♣", pageServer, pageClient)
	seeds("no-separator-1", "nothing separates the seeds", "ab", "c")
	seeds("no-separator-2", "so this is the same hand as the one before", "a", "bc")
	seeds("longest", "1,024 bytes each", strings.Repeat("s", 1024), strings.Repeat("c", 1024))
	nine := counting(0, 9)
	bare("last-byte", "the tenth card lands on the last byte: the published listing reports an error here, wrongly",
		nine+strings.Repeat("c", 54)+"\x09")
	bare("nine-cards", "the digest runs dry after nine cards", nine+strings.Repeat("c", 55))
	bare("repeats", "bytes 0, 100 and 200 are the same card", nine+strings.Repeat("d", 54)+"\xc8")
	bare("no-cards", "no byte is in range", strings.Repeat("4", 64))
	refuse("no-server-seed", "empty server seed", "", pageClient)
	refuse("no-client-seed", "empty client seed", pageServer, "")
	refuse("long-server-seed", "1,025 bytes", strings.Repeat("s", 1025), pageClient)
	refuse("long-client-seed", "1,025 bytes", pageServer, strings.Repeat("c", 1025))
	s.accumulate("cryptogames-accumulated/runs",
		`run i has server seed hex(SHA-256("server i")), client seed "client i"; its output is the cards, a byte each`,
		[]int{100, 10_000, 100_000}, func(i int) (out string) {
			cards, _ := cryptoGames(sha512Of(shaHex(fmt.Sprint("server ", i)) + fmt.Sprint("client ", i)))
			for _, card := range cards {
				out += octet(card)
			}
			return out
		})
}
