package main

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func states() (out []vectors.Case) {
	g := seeded(3)
	refused := func(id, comment string, seat int, state []byte) {
		out = append(out, vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"seat": seat, "state": hex.EncodeToString(state)}, Result: "malformed"})
	}
	dummy := func() *role {
		r := &role{seat: 3, game: g, have: transcript{}}
		for _, k := range []link{{sendCards, 2, 3}, {sendKeys, 1, 3}} {
			r.receive(k, g.log[k])
		}
		return r
	}
	good := dummy().state()
	body := good[:len(good)-32]
	// change replaces bytes of a state, and seals it.
	change := func(old, new string) []byte {
		if strings.Count(string(body), old) != 1 {
			log.Fatalf("%q is in the state %d times", old, strings.Count(string(body), old))
		}
		return sealed([]byte(strings.Replace(string(body), old, new, 1)))
	}
	label := "otpdeal/v1/state\x03"
	refused("empty", "nothing", 3, nil)
	refused("cut", "the last byte is missing", 3, good[:len(good)-1])
	refused("trailing", "a byte too many", 3, append(bytes.Clone(good), 0))
	refused("trailing-sealed", "a byte too many, under a checksum of all", 3, sealed(append(bytes.Clone(body), 0)))
	broken := bytes.Clone(good)
	broken[80] ^= 1
	refused("checksum", "a bit has changed", 3, broken)
	refused("label", "another label", 3, change("otpdeal/v1/state", "otpdeal/v2/state"))
	refused("other-seat", "the Dummy's state for the Host", 0, good)
	refused("seat-0", "it says that it is the Host's", 0, change(label, "otpdeal/v1/state\x00"))
	refused("no-deal", "an empty deal id", 3, change(string(lp([]byte(deal))), string(lp(nil))))
	refused("long-deal", "a deal id of 1,025 bytes", 3, change(string(lp([]byte(deal))), string(lp(make([]byte, 1025)))))
	after := string(lp([]byte(deal)))
	refused("secrets", "a Dummy has none", 3, change(after+string(lp(nil)), after+string(lp([]byte{0}))))
	refused("started", "a Dummy doesn't start", 3, change(after+string(lp(nil))+"\x00", after+string(lp(nil))+"\x01"))
	cards, keys := g.log[link{sendCards, 2, 3}], g.log[link{sendKeys, 1, 3}]
	refused("early", "keys without cards", 3, change(string(lp(cards)), string(lp(nil))))
	refused("short-message", "a malformed message", 3, change(string(lp(keys)), string(lp(keys[1:]))))
	wrong := bytes.Clone(keys)
	wrong[0] ^= 0x30
	refused("wrong-hand", "a message that is refused", 3, change(string(lp(keys)), string(lp(wrong))))

	host := &role{seat: 0, game: g, have: transcript{}}
	waiting := host.state()
	twice := bytes.Clone(waiting[:len(waiting)-32])
	at := bytes.Index(twice, g.encrypted)
	twice[at] ^= g.cards[0] ^ g.cards[1]
	refused("card-twice", "a Host's deck that isn't a full one", 0, sealed(twice))
	start := bytes.Clone(waiting[:len(waiting)-32])
	start[at+104] = 2
	refused("start-2", "a start that is neither 0 nor 1", 0, sealed(start))
	short := slices.Delete(bytes.Clone(waiting[:len(waiting)-32]), at+103, at+104)
	short[at-1] = 103
	refused("short-deck", "103 bytes of cards and keys", 0, sealed(short))
	long := slices.Insert(bytes.Clone(waiting[:len(waiting)-32]), at+104, 0)
	long[at-1] = 105
	refused("long-deck", "105 bytes of cards and keys", 0, sealed(long))

	dealer := &role{seat: 2, game: g, have: transcript{}}
	assigned := dealer.state()
	assigned = assigned[:len(assigned)-32]
	at = bytes.Index(assigned, g.order)
	assigned[at] = assigned[at+1]
	refused("order-twice", "an assignment that holds a number twice", 2, sealed(assigned))

	ended := &role{seat: 3, game: g, have: transcript{}}
	ended.receive(link{sendCards, 2, 3}, cards)
	ended.receive(link{sendKeys, 1, 3}, wrong)
	over := ended.state()
	over = over[:len(over)-32]
	index := len(over) - 22 // the index of the refused message
	with := func(at int, value byte) []byte {
		b := bytes.Clone(over)
		b[at] = value
		return sealed(b)
	}
	refused("refused-no-route", "a refused message that doesn't exist", 3, with(index, 11))
	refused("refused-other-seat", "a refused message to another seat", 3, with(index, 9))
	refused("refused-short", "a refused message that is malformed", 3, sealed(slices.Concat(over[:index+1], lp(wrong[1:]))))
	again := slices.Concat(over[:index], []byte{4}, lp(cards))
	refused("refused-accepted", "a refused message that had been accepted", 3, sealed(again))
	complete := dummy().state()
	complete = append(complete[:len(complete)-32-9], 10)
	refused("refused-when-done", "a refused message in a state that has all messages", 3, sealed(append(complete, lp(wrong)...)))
	refused("refused-none", "no refused message, but a payload of one", 3, with(index, 0xff))
	early := &role{seat: 3, game: g, have: transcript{}}
	early.receive(link{sendCards, 2, 3}, cards)
	accepted := early.state()
	accepted = append(accepted[:len(accepted)-32-9], 10)
	refused("refused-acceptable", "a refused message that isn't refused", 3, sealed(append(accepted, lp(keys)...)))
	return out
}

func records() (out []vectors.Case) {
	g := seeded(5)
	name := hex.EncodeToString([]byte(deal))
	for seat := range 4 {
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("record/seat-%d", seat), Comment: "a whole one", Inputs: vectors.Fields{"record": g.log.record(seat)},
			Outputs: vectors.Fields{"deal": name, "seat": seat, "messages": g.log.texts(seat)}, Result: "ok",
		})
	}
	partial := transcript{links[0]: g.log[links[0]]}
	out = append(out, vectors.Case{
		ID: "record/partial", Comment: "what a Key Master has that got its keys and nothing else", Inputs: vectors.Fields{"record": partial.record(1)},
		Outputs: vectors.Fields{"deal": name, "seat": 1, "messages": partial.texts(1)}, Result: "ok",
	})
	whole := g.log.record(3)
	refused := func(id, comment, record string) {
		out = append(out, vectors.Case{ID: "record/" + id, Comment: comment, Inputs: vectors.Fields{"record": record}, Result: "malformed"})
	}
	refused("empty", "nothing", "")
	refused("label", "another label", strings.Replace(whole, hex.EncodeToString([]byte("record")), hex.EncodeToString([]byte("Record")), 1))
	refused("seat-4", "no seat", strings.Replace(whole, name+"03", name+"04", 1))
	refused("seat-4-alone", "no seat, and no messages", hex.EncodeToString(slices.Concat(lp([]byte("squaredeal/otpdeal/v1/record")), lp([]byte(deal)), []byte{4})))
	refused("other-seat", "the Dummy's messages as the Host's", strings.Replace(whole, name+"03", name+"00", 1))
	refused("no-deal", "an empty deal id", g.log.recordOf("", 3))
	refused("long-deal", "a deal id of 1,025 bytes", g.log.recordOf(strings.Repeat("d", 1025), 3))
	refused("cut", "the last byte is missing", whole[:len(whole)-2])
	refused("trailing", "a byte too many", whole+"00")
	refused("overlong", "a length that is larger than the rest", strings.Replace(whole, "000000000000001a", "ff0000000000001a", 1))
	bad := g.log.clone()
	bad[link{request, 3, 1}][0] = 52
	refused("number-52", "a malformed message", bad.record(3))
	bad = g.log.clone()
	bad[link{sendCards, 2, 3}] = bad[link{sendCards, 2, 3}][1:]
	refused("short-message", "a malformed message", bad.record(3))
	return out
}

func (l transcript) texts(seat int) []string {
	list := []string{}
	for _, k := range links {
		if (k.from == seat || k.to == seat) && l[k] != nil {
			list = append(list, k.text(l[k]))
		}
	}
	return list
}
