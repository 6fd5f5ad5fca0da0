package pads

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A roleCase is a seat that gets messages, in the form of the vectors of otpdeal.
type roleCase struct {
	Seat     int      `json:"seat"`
	Messages []string `json:"messages"`
	Answers  []string `json:"answers"`
	Record   string   `json:"record"`
	State    string   `json:"state"`
	Hand     string   `json:"hand"`
}

func (d *deal) role(r *rand.Rand, payloads, others [11][]byte) roleCase {
	c := roleCase{Seat: r.IntN(4)}
	role := d.roles[c.Seat]
	for range 1 + r.IntN(16) {
		if host, ok := role.(*otpdeal.Host); ok && r.IntN(4) == 0 {
			c.Messages = append(c.Messages, "start")
			sent, err := host.Start()
			c.Answers = append(c.Answers, answer(sent, err))
			continue
		}
		link := r.IntN(11)
		for links[link][2] != c.Seat && r.IntN(50) > 0 {
			link = r.IntN(11)
		}
		to := links[link]
		if r.IntN(60) == 0 {
			to[r.IntN(3)] = r.IntN(7)
		}
		payload := alteredPayload(r, link, payloads, others)
		c.Messages = append(c.Messages, messageText(to, payload))
		m, err := otpdeal.ParseMessage(d.id, otpdeal.Kind(to[0]), to[1], to[2], payload)
		var sent []otpdeal.Message
		if err == nil {
			sent, err = role.Receive(m)
		}
		c.Answers = append(c.Answers, answer(sent, err))
	}
	c.Record, c.State = hex.EncodeToString(role.Record().Bytes()), hex.EncodeToString(d.states[c.Seat].Bytes())
	if hand, err := role.Hand(); err == nil {
		c.Hand = handText(hand)
	}
	return c
}

func answer(sent []otpdeal.Message, err error) string {
	if err != nil {
		return refusal(err)
	}
	var all []string
	for _, m := range sent {
		all = append(all, messageText([3]int{int(m.Kind()), m.From(), m.To()}, m.Payload()))
	}
	return strings.Join(all, "; ")
}

func handText(hand []otpdeal.Card) string {
	var b []byte
	for _, card := range hand {
		b = append(b, byte(card))
	}
	return hex.EncodeToString(b)
}

func messageText(link [3]int, payload []byte) string {
	return fmt.Sprintf("%d %d %d %x", link[0], link[1], link[2], payload)
}

var classes = map[error]string{
	otpdeal.ErrMalformed: "malformed", otpdeal.ErrSender: "sender", otpdeal.ErrState: "state", otpdeal.ErrTaken: "taken",
	otpdeal.ErrCards: "cards", otpdeal.ErrMismatch: "mismatch", otpdeal.ErrDisputed: "disputed", otpdeal.ErrMissing: "missing",
}

// refusal returns a refusal's class and the seats that it blames.
func refusal(err error) string {
	for sentinel, class := range classes {
		if !errors.Is(err, sentinel) {
			continue
		}
		if blame, ok := errors.AsType[*otpdeal.BlameError](err); ok {
			return class + " " + random.Spaced(blame.Seats)
		}
		return class
	}
	panic(err)
}
