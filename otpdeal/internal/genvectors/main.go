// Command genvectors writes the test vectors of package otpdeal to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package otpdeal, so that the vectors check one reading of it by another.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/otpdeal v1", cards(), messages(), deals(), roles(), states(), records(), audits(), accumulated())
}

func cards() (out []vectors.Case) {
	out = append(out, vectors.Case{
		ID: "card/deck", Comment: "the 52 cards, suit by suit", Inputs: vectors.Fields{}, Outputs: vectors.Fields{"deck": hex.EncodeToString(deck())}, Result: "ok",
	})
	for _, c := range []struct {
		id, comment string
		suit, rank  int
	}{
		{"ace-of-clubs", "the least", 0, 1}, {"ten-of-diamonds", "", 1, 10}, {"queen-of-spades", "", 2, 12}, {"king-of-hearts", "the greatest", 3, 13},
	} {
		out = append(out, vectors.Case{
			ID: "card/" + c.id, Comment: c.comment, Inputs: vectors.Fields{"suit": c.suit, "rank": c.rank},
			Outputs: vectors.Fields{"byte": fmt.Sprintf("%02x", c.suit*64+c.rank)}, Result: "ok",
		})
	}
	for _, c := range []struct {
		id, comment string
		suit, rank  int
	}{{"rank-0", "no rank", 0, 0}, {"rank-14", "above the king", 0, 14}, {"suit-4", "a fifth suit", 4, 1}} {
		out = append(out, vectors.Case{ID: "card/" + c.id, Comment: c.comment, Inputs: vectors.Fields{"suit": c.suit, "rank": c.rank}, Result: "malformed"})
	}
	return out
}

func messages() (out []vectors.Case) {
	g := seeded(1)
	ofDeal := func(id, comment, deal string, k link, payload []byte, result string) {
		c := vectors.Case{
			ID: "message/" + id, Comment: comment, Result: result,
			Inputs: vectors.Fields{"deal": hex.EncodeToString([]byte(deal)), "kind": k.kind, "from": k.from, "to": k.to, "payload": hex.EncodeToString(payload)},
		}
		if result == "ok" {
			b := append(lp([]byte("squaredeal/otpdeal/v1/message")), lp([]byte(deal))...)
			b = append(b, k.kind, byte(k.from), byte(k.to))
			c.Outputs = vectors.Fields{"value": hex.EncodeToString(append(b, lp(payload)...))}
		} else {
			c.Outputs = vectors.Fields{"blame": fmt.Sprint(k.from)}
		}
		if deal == "" || len(deal) > 1024 || k.from > 3 || k.to > 3 {
			c.Outputs["blame"] = ""
		}
		out = append(out, c)
	}
	one := func(id, comment string, k link, payload []byte, result string) {
		ofDeal(id, comment, deal, k, payload, result)
	}
	short := link{request, 3, 1}
	ofDeal("deal-2", "the same message in another deal has another value", "deal 2", short, g.log[short], "ok")
	ofDeal("deal-zero-byte", "a deal id may hold any bytes", "\x00\xff", short, g.log[short], "ok")
	ofDeal("deal-shortest", "a deal id of one byte", "d", short, g.log[short], "ok")
	ofDeal("deal-longest", "a deal id of 1,024 bytes", strings.Repeat("d", 1024), short, g.log[short], "ok")
	ofDeal("deal-empty", "no deal id", "", short, g.log[short], "malformed")
	ofDeal("deal-too-long", "a deal id of 1,025 bytes", strings.Repeat("d", 1025), short, g.log[short], "malformed")
	one("seat-4", "from no seat", link{request, 4, 1}, g.log[short], "malformed")
	one("to-seat-4", "to no seat", link{request, 3, 4}, g.log[short], "malformed")
	for _, k := range links {
		one(fmt.Sprintf("%d-%d-%d", k.kind, k.from, k.to), "of the deal with seed 1", k, g.log[k], "ok")
	}
	for _, k := range []link{links[0], links[1], links[2], links[5], links[8]} {
		payload := g.log[k]
		one(fmt.Sprintf("%d-short", k.kind), "a byte is missing", k, payload[:len(payload)-1], "malformed")
		one(fmt.Sprintf("%d-long", k.kind), "a fourteenth key, or the like", k, append(bytes.Clone(payload), 51), "malformed")
		one(fmt.Sprintf("%d-empty", k.kind), "nothing", k, nil, "malformed")
	}
	numbers := func(id, comment string, k link, at int, value byte) {
		payload := bytes.Clone(g.log[k])
		payload[at] = value
		one(id, comment, k, payload, "malformed")
	}
	cards, keys := link{sendCards, 2, 3}, link{request, 3, 1}
	numbers("cards-number-52", "a key number over 51", cards, 25, 52)
	numbers("cards-number-255", "a key number over 51", cards, 13, 255)
	numbers("cards-number-twice", "the first and the last number are the same", cards, 25, g.log[cards][13])
	numbers("request-number-52", "a key number over 51", keys, 0, 52)
	numbers("request-number-128", "a key number that is negative as a signed byte", keys, 12, 128)
	numbers("request-number-twice", "the first and the last number are the same", keys, 12, g.log[keys][0])
	one("kind-0", "no kind", link{0, 0, 1}, g.pads, "malformed")
	one("kind-6", "no kind", link{6, 0, 1}, g.pads, "malformed")
	for _, k := range []link{{allKeys, 2, 1}, {allKeys, 0, 2}, {allCards, 1, 2}, {sendCards, 0, 3}, {sendCards, 2, 2}, {request, 1, 1}, {request, 3, 2}, {sendKeys, 0, 3}, {sendKeys, 1, 1}} {
		var payload []byte
		for l, p := range g.log {
			if l.kind == k.kind && (payload == nil || bytes.Compare(p, payload) < 0) {
				payload = p
			}
		}
		one(fmt.Sprintf("sender-%d-%d-%d", k.kind, k.from, k.to), "a kind that doesn't go that way", k, payload, "sender")
	}
	// Which refusal comes first.
	one("sender-and-length", "a kind that doesn't go that way, of another length", link{sendKeys, 3, 1}, g.pads, "sender")
	one("sender-and-number", "a kind that doesn't go that way, with a number over 51", link{request, 1, 3}, bytes.Repeat([]byte{52}, 13), "sender")
	one("kind-and-route", "no kind, between seats between which no message goes", link{9, 3, 3}, g.pads, "malformed")
	return out
}

func deals() (out []vectors.Case) {
	plain := play(deck(), make([]byte, 52), numbersInOrder())
	for _, c := range []struct {
		id, comment string
		game        game
	}{
		{"plain", "cards in ascending order, pads of zero, numbers in ascending order", plain},
		{"worked", "from SplitMix64 of seed 1, as section 10.2 says", seeded(1)},
		{"seed-2", "from SplitMix64 of seed 2", seeded(2)},
	} {
		g := c.game
		var hands, records, entries []string
		for seat := range 4 {
			hands = append(hands, hex.EncodeToString(g.hand(seat)))
			records = append(records, g.log.record(seat))
		}
		for i := range 52 {
			entries = append(entries, entry(i, g.encrypted[i], g.pads[i]))
		}
		out = append(out, vectors.Case{
			ID: "deal/" + c.id, Comment: c.comment, Inputs: g.inputs(),
			Outputs: vectors.Fields{"messages": g.texts(), "hands": hands, "records": records, "entries": entries}, Result: "ok",
		})
	}
	refused := func(id, comment, result string, change func(*game)) {
		g := seeded(1)
		change(&g)
		out = append(out, vectors.Case{ID: "deal/" + id, Comment: comment, Inputs: g.inputs(), Result: result})
	}
	refused("51-cards", "a card is missing", "malformed", func(g *game) { g.cards = g.cards[1:] })
	refused("53-pads", "a pad too many", "malformed", func(g *game) { g.pads = append(g.pads, 0) })
	refused("card-twice", "not a full deck", "cards", func(g *game) { g.cards[0] = g.cards[51] })
	refused("no-card", "rank 14", "cards", func(g *game) { g.cards[9] = 0x0e })
	refused("unused-bit", "a bit between suit and rank", "cards", func(g *game) { g.cards[9] |= 0x20 })
	refused("order-twice", "a number is assigned twice", "malformed", func(g *game) { g.order[0] = g.order[51] })
	refused("order-52", "a number over 51", "malformed", func(g *game) { g.order[0] = 52 })
	refused("order-short", "51 numbers", "malformed", func(g *game) { g.order = g.order[1:] })
	return out
}

func numbersInOrder() (list []byte) {
	for i := range byte(52) {
		list = append(list, i)
	}
	return list
}

func accumulated() (out []vectors.Case) {
	h := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000} {
		for ; done < runs; done++ {
			g := seeded(uint64(done))
			for _, k := range links {
				h.Write(g.log[k])
			}
			for seat := range 4 {
				h.Write(g.hand(seat))
			}
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("accumulated/%d", runs), Comment: "SHA-256 of all payloads and hands of the deals with seeds 0, 1, …",
			Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))}, Result: "ok",
		})
	}
	return out
}
