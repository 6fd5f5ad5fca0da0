package pads

import (
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// An auditCase is evidence, and what an audit finds.
type auditCase struct {
	Entries  []string `json:"entries"`
	Records  []string `json:"records"`
	Findings []string `json:"findings"`
	Missing  []string `json:"missing"`
	Suspects string   `json:"suspects"`
	Hands    []string `json:"hands"`
}

// audit judges the evidence of a finished deal, some of it altered.
func (d *deal) audit(r *rand.Rand, payloads, others [11][]byte) (c auditCase) {
	entries := d.roles[0].(*otpdeal.Host).Entries()
	if r.IntN(8) == 0 {
		i := r.IntN(52)
		entries[i] = random.Altered(r, entries[i])
	}
	var records [4][]byte
	for seat := range records {
		recorded := payloads
		for range r.IntN(2) {
			link := r.IntN(11)
			recorded[link] = alteredPayload(r, link, payloads, others)
			if r.IntN(3) == 0 {
				recorded[link] = nil
			}
		}
		records[seat] = recordBytes(d.id, seat, recorded)
		switch r.IntN(20) {
		case 0:
			records[seat] = nil
		case 1:
			records[seat] = random.Altered(r, records[seat])
		}
	}
	for _, e := range entries {
		c.Entries = append(c.Entries, hex.EncodeToString(e))
	}
	for _, b := range records {
		c.Records = append(c.Records, hex.EncodeToString(b))
	}
	hands, err := otpdeal.Audit(d.id, entries, records)
	if found, ok := errors.AsType[*otpdeal.AuditError](err); ok {
		for _, f := range found.Findings {
			c.Findings = append(c.Findings, refusal(f))
		}
		for _, m := range found.Missing {
			c.Missing = append(c.Missing, fmt.Sprint("missing ", m.Seat))
		}
		slices.Sort(c.Findings)
		slices.Sort(c.Missing)
		c.Suspects = random.Spaced(found.Suspects())
	} else if err != nil {
		panic(err)
	} else {
		for _, hand := range hands {
			c.Hands = append(c.Hands, handText(hand))
		}
	}
	return c
}

func recordBytes(id []byte, seat int, payloads [11][]byte) []byte {
	field := func(b, part []byte) []byte {
		return append(append(b, 0, 0, 0, 0, 0, 0, byte(len(part)>>8), byte(len(part))), part...)
	}
	b := append(field(field(nil, []byte("squaredeal/otpdeal/v1/record")), id), byte(seat))
	for link, ends := range links {
		if ends[1] == seat || ends[2] == seat {
			b = field(b, payloads[link])
		}
	}
	return b
}
