// Package raffles makes random draws of winners, and rounds of a beacon.
package raffles

import (
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

type ticket struct {
	Entry  string `json:"entry"`
	Weight string `json:"weight,omitempty"`
}

// A listCase is a list, and what the library draws from it.
type listCase struct {
	Tickets   []ticket `json:"tickets"`
	Repeats   string   `json:"repeats"`
	Result    string   `json:"result"` // of the list
	Text      string   `json:"text"`
	Digest    string   `json:"digest"`
	Words     string   `json:"words"`
	Value     string   `json:"value"`
	Positions string   `json:"positions"`
	Proofs    []string `json:"proofs"`
	Receipts  []string `json:"receipts"`
	Judged    []judged `json:"judged"`
}

// List returns a list, the draw of its winners, and what is judged of it.
func List(r *rand.Rand) any {
	repeats := []string{"no", "yes", "joined"}[r.IntN(3)]
	entries := randomEntries(r, repeats)
	c := listCase{Repeats: repeats}
	for _, e := range entries {
		t := ticket{Entry: hex.EncodeToString(e.Data)}
		if e.Weight > 0 {
			t.Weight = strconv.FormatUint(e.Weight, 10)
		}
		c.Tickets = append(c.Tickets, t)
	}
	list, err := map[string]func([]draw.Entry) (*draw.List,
		error){"no": draw.NewList, "yes": draw.NewTicketList, "joined": draw.NewJoinedList}[repeats](entries)
	if c.Result = classOf(err); err != nil {
		return c
	}
	terms := draw.Terms{
		Label: line(r), Place: "https://example.org/" + strconv.Itoa(r.IntN(9)), Number: random.Number(r), Void: line(r),
		Winners: 1 + r.IntN(min(list.Len(), 12)), Beacon: line(r), Round: 1 + r.Uint64N(1<<53-1),
		Time: time.Unix(r.Int64N(253402300800), 0).UTC(),
	}
	terms.Substitutes = r.IntN(min(list.Len()-terms.Winners, 5) + 1)
	if terms.Number > 1 {
		terms.Previous[r.IntN(32)] = 1 + byte(r.IntN(255))
	}
	a := must.Get(draw.Announce(terms, list))
	value := draw.Value{Beacon: terms.Beacon, Round: terms.Round, Time: terms.Time}
	copy(value.Randomness[:], random.Bytes(r, len(value.Randomness)))
	positions := must.Get(a.Draw(list, value))
	proofs := list.Prove(positions...)
	c.Text, c.Digest, c.Words, c.Value, c.Positions = a.Text(), a.Digest().String(), a.Digest().Words(),
		hex.EncodeToString(value.Randomness[:]), random.Spaced(positions)
	for _, p := range proofs {
		c.Proofs = append(c.Proofs, hex.EncodeToString(p.Bytes()))
		c.Receipts = append(c.Receipts, hex.EncodeToString(must.Get(a.Receipt(p)).Bytes()))
	}
	for range 8 {
		c.Judged = append(c.Judged, judge(r, a, value, list, proofs))
	}
	return c
}

// Some entries are lines that hide one of a few tickets.
const hiddenTickets = 20

var salt = draw.GenerateSalt()

func hidden(ticket int) []byte { return []byte("ticket " + strconv.Itoa(ticket)) }

// randomEntries returns few different ones, so that some are repeated; some lists break a rule.
func randomEntries(r *rand.Rand, repeats string) []draw.Entry {
	entries := make([]draw.Entry, r.IntN(40))
	weighted := r.IntN(2) == 0
	seen := make(map[string]bool)
	for i := range entries {
		for {
			entries[i].Data = []byte(random.Text(r, 1+r.IntN(6)))
			switch r.IntN(8) {
			case 0:
				entries[i].Data = []byte{byte(r.Uint32()), byte(r.Uint32())}
			case 1, 2:
				entries[i].Data = salt.Hide(hidden(r.IntN(hiddenTickets)))
			}
			if repeats != "no" || !seen[string(entries[i].Data)] || r.IntN(1000) == 0 {
				break
			}
		}
		seen[string(entries[i].Data)] = true
		if weighted != (r.IntN(2000) == 0) {
			entries[i].Weight = max(1, random.Number(r)>>r.IntN(8))
			if r.IntN(2) == 0 {
				entries[i].Weight = 1 + r.Uint64N(4)
			}
		}
	}
	return entries
}

// line returns a text of an announcement.
func line(r *rand.Rand) string {
	for {
		t := random.Text(r, 60)
		if strings.Trim(t, " ") == t &&
			!strings.ContainsFunc(t, func(c rune) bool { return c < ' ' || c >= 0x7f && c <= 0x9f || c == 0x2028 || c == 0x2029 }) {
			return t
		}
	}
}
