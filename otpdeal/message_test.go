package otpdeal_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

var lengths = map[otpdeal.Kind]int{
	otpdeal.SendAllKeys: 52, otpdeal.SendAllCards: 52, otpdeal.SendCards: 26, otpdeal.RequestKeys: 13, otpdeal.SendKeys: 13,
}

// payloadOf returns a payload of a kind, with valid numbers wherever numbers are.
func payloadOf(kind otpdeal.Kind) []byte {
	payload := make([]byte, lengths[kind])
	for i := range payload {
		payload[i] = byte(len(payload) - 1 - i) // in a SEND CARDS, the numbers are 12 to 0
	}
	return payload
}

func TestKind(t *testing.T) {
	for kind, want := range map[otpdeal.Kind]string{
		0: "Kind(0)", 1: "SEND ALL KEYS", 2: "SEND ALL CARDS", 3: "SEND CARDS", 4: "REQUEST KEYS", 5: "SEND KEYS", 6: "Kind(6)", 255: "Kind(255)",
	} {
		if kind.String() != want {
			t.Errorf("%d is %v", uint8(kind), kind)
		}
	}
}

// Every kind between every two seats: the eleven that exist, and no other.
func TestRoutes(t *testing.T) {
	allowed := map[string]bool{}
	for _, to := range []int{0, 2, 3} {
		allowed[fmt.Sprint(otpdeal.RequestKeys, to, 1)] = true
		allowed[fmt.Sprint(otpdeal.SendKeys, 1, to)] = true
	}
	for _, to := range []int{0, 1, 3} {
		allowed[fmt.Sprint(otpdeal.SendCards, 2, to)] = true
	}
	allowed[fmt.Sprint(otpdeal.SendAllKeys, 0, 1)] = true
	allowed[fmt.Sprint(otpdeal.SendAllCards, 0, 2)] = true

	routes := 0
	for kind := range otpdeal.Kind(8) {
		for from := -1; from <= 4; from++ {
			for to := -1; to <= 4; to++ {
				payload := payloadOf(kind)
				m, err := otpdeal.ParseMessage(id, kind, from, to, payload)
				what := fmt.Sprint(kind, from, to)
				switch {
				case allowed[what]:
					routes++
					if err != nil || m.Kind() != kind || m.From() != from || m.To() != to || !bytes.Equal(m.Payload(), payload) {
						t.Errorf("%s: %v, %v", what, m, err)
					}
				case from < 0 || from > 3 || to < 0 || to > 3:
					if _, blames := errors.AsType[*otpdeal.BlameError](err); !errors.Is(err, otpdeal.ErrMalformed) || blames {
						t.Errorf("%s: %v", what, err)
					}
				case lengths[kind] == 0:
					blamed(t, what, err, otpdeal.ErrMalformed, from)
				default:
					blamed(t, what, err, otpdeal.ErrSender, from)
				}
			}
		}
	}
	if routes != 11 || len(otpdeal.Routes()) != 11 {
		t.Errorf("%d messages are possible, of %d", routes, len(otpdeal.Routes()))
	}
}

func TestParseMessageLength(t *testing.T) {
	for _, route := range otpdeal.Routes() {
		payload := payloadOf(route.Kind())
		for n := range 3 * 52 {
			m, err := otpdeal.ParseMessage(id, route.Kind(), route.From(), route.To(), append(payload, make([]byte, 200)...)[:n])
			if n == len(payload) {
				if err != nil {
					t.Error(err)
				}
				continue
			}
			blamed(t, fmt.Sprintf("%v of %d bytes", route.Kind(), n), err, otpdeal.ErrMalformed, route.From())
			if m.Payload() != nil {
				t.Error("a message with an error")
			}
		}
	}
}

func TestParseMessageNumbers(t *testing.T) {
	for _, route := range otpdeal.Routes() {
		payload := payloadOf(route.Kind())
		first := map[otpdeal.Kind]int{otpdeal.SendCards: 13, otpdeal.RequestKeys: 0}
		numbers, ok := first[route.Kind()]
		if !ok {
			numbers = len(payload)
		}
		for i := range payload {
			for value := range 256 {
				_, err := otpdeal.ParseMessage(id, route.Kind(), route.From(), route.To(), replaced(payload, i, byte(value)))
				others := slices.Delete(slices.Clone(payload), i, i+1)
				if i >= numbers {
					others = others[numbers:]
				}
				if i < numbers || value <= 51 && !slices.Contains(others, byte(value)) {
					if err != nil {
						t.Error(err)
					}
					continue
				}
				blamed(t, fmt.Sprintf("%v with byte %d as %d", route.Kind(), i, value), err, otpdeal.ErrMalformed, route.From())
			}
		}
	}
}

// No two messages have the same value, nor has a message in two deals.
func TestMessageValue(t *testing.T) {
	seen := make(map[string]bool)
	for _, route := range otpdeal.Routes() {
		for _, payload := range [][]byte{payloadOf(route.Kind()), slices.Concat(payloadOf(route.Kind())[1:], []byte{51})} {
			m := parse(t, route.Kind(), route.From(), route.To(), payload)
			value := m.Value()
			if seen[string(value)] {
				t.Errorf("%v twice", route.Kind())
			}
			seen[string(value)] = true
			want := append(append(lp("squaredeal/otpdeal/v1/message"), lp(string(id))...), byte(m.Kind()), byte(m.From()), byte(m.To()))
			if want = append(want, lp(string(payload))...); !bytes.Equal(value, want) {
				t.Errorf("the value is %x, want %x", value, want)
			}
			other, err := otpdeal.ParseMessage([]byte("deal 2"), m.Kind(), m.From(), m.To(), payload)
			if err != nil || seen[string(other.Value())] {
				t.Errorf("%v: the value in another deal is %x, %v", route.Kind(), other.Value(), err)
			}
			seen[string(other.Value())] = true
		}
	}
}

func TestParseMessageDeal(t *testing.T) {
	for _, n := range []int{0, 1, otpdeal.MaxDealLen, otpdeal.MaxDealLen + 1} {
		m, err := otpdeal.ParseMessage(make([]byte, n), otpdeal.RequestKeys, 3, 1, payloadOf(otpdeal.RequestKeys))
		_, blames := errors.AsType[*otpdeal.BlameError](err)
		if ok := 1 <= n && n <= 1024; ok != (err == nil) || ok != (m.Payload() != nil) || !ok && !errors.Is(err, otpdeal.ErrMalformed) ||
			blames {
			t.Errorf("a deal id of %d bytes: %v", n, err)
		}
	}
}

func TestBlame(t *testing.T) {
	_, err := otpdeal.ParseMessage(id, otpdeal.RequestKeys, 3, 1, make([]byte, 14))
	if want := "otpdeal: malformed: REQUEST KEYS from seat 3 to seat 1 has 14 bytes, not 13: seat 3"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
	err = &otpdeal.BlameError{Seats: []int{0, 2, 3}, Err: otpdeal.ErrTaken}
	if want := "otpdeal: key number taken: seats 0, 2 and 3"; err.Error() != want || !errors.Is(err, otpdeal.ErrTaken) {
		t.Errorf("%q, want %q", err, want)
	}
}
