package main

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

func init() { generators["draw"] = drawCase }

// A drawJudged is something that was said of a draw, perhaps altered, and what becomes of it: ok, or a class of errors.
type drawJudged struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"text"`     // an announcement, or a time of publication in seconds
	Encoding string   `json:"encoding"` // of a proof or a receipt
	Proofs   []string `json:"proofs"`
	Margin   int64    `json:"margin"`
	Result   string   `json:"result"`
}

type drawTicket struct {
	Entry  string `json:"entry"`
	Weight string `json:"weight,omitempty"`
}

type drawnList struct {
	Tickets   []drawTicket `json:"tickets"`
	Repeats   string       `json:"repeats"`
	Result    string       `json:"result"` // of the list
	Text      string       `json:"text"`
	Digest    string       `json:"digest"`
	Words     string       `json:"words"`
	Value     string       `json:"value"`
	Positions string       `json:"positions"`
	Proofs    []string     `json:"proofs"`
	Receipts  []string     `json:"receipts"`
	Judged    []drawJudged `json:"judged"`
}

func drawResult(err error) string {
	for class, sentinel := range map[string]error{"malformed": draw.ErrMalformed, "mismatch": draw.ErrMismatch, "round": draw.ErrRound,
		"late": draw.ErrLate} {
		if errors.Is(err, sentinel) {
			return class
		}
	}
	if err != nil {
		panic(err)
	}
	return "ok"
}

func drawCase(r *rand.Rand) any {
	repeats := []string{"no", "yes", "joined"}[r.IntN(3)]
	entries := drawEntries(r, repeats)
	c := drawnList{Repeats: repeats}
	for _, e := range entries {
		t := drawTicket{Entry: hex.EncodeToString(e.Data)}
		if e.Weight > 0 {
			t.Weight = strconv.FormatUint(e.Weight, 10)
		}
		c.Tickets = append(c.Tickets, t)
	}
	list, err := map[string]func([]draw.Entry) (*draw.List,
		error){"no": draw.NewList, "yes": draw.NewTicketList, "joined": draw.NewJoinedList}[repeats](entries)
	if c.Result = drawResult(err); err != nil {
		return c
	}
	terms := draw.Terms{
		Label: drawText(r), Place: "https://example.org/" + strconv.Itoa(r.IntN(9)), Number: number(r), Void: drawText(r),
		Winners: 1 + r.IntN(min(list.Len(), 12)), Beacon: drawText(r), Round: 1 + r.Uint64N(1<<53-1),
		Time: time.Unix(r.Int64N(253402300800), 0).UTC(),
	}
	terms.Substitutes = r.IntN(min(list.Len()-terms.Winners, 5) + 1)
	if terms.Number > 1 {
		terms.Previous[r.IntN(32)] = 1 + byte(r.IntN(255))
	}
	a := must(draw.Announce(terms, list))
	value := draw.Value{Beacon: terms.Beacon, Round: terms.Round, Time: terms.Time}
	for i := range value.Randomness {
		value.Randomness[i] = byte(r.Uint32())
	}
	positions := must(a.Draw(list, value))
	proofs := list.Prove(positions...)
	c.Text, c.Digest, c.Words, c.Value, c.Positions = a.Text(), a.Digest().String(), a.Digest().Words(),
		hex.EncodeToString(value.Randomness[:]), spaced(positions)
	for _, p := range proofs {
		c.Proofs = append(c.Proofs, hex.EncodeToString(p.Bytes()))
		c.Receipts = append(c.Receipts, hex.EncodeToString(must(a.Receipt(p)).Bytes()))
	}
	for range 8 {
		c.Judged = append(c.Judged, drawJudge(r, a, value, list, proofs))
	}
	return c
}

// Some entries are lines that hide one of a few tickets.
const drawTickets = 20

var drawSalt = draw.Salt{1, 2, 3}

func drawHidden(ticket int) []byte { return []byte("ticket " + strconv.Itoa(ticket)) }

// drawEntries are few different ones, so that some are repeated; some lists break a rule.
func drawEntries(r *rand.Rand, repeats string) []draw.Entry {
	entries := make([]draw.Entry, r.IntN(40))
	weighted := r.IntN(2) == 0
	seen := make(map[string]bool)
	for i := range entries {
		for {
			entries[i].Data = []byte(text(r, 1+r.IntN(6)))
			switch r.IntN(8) {
			case 0:
				entries[i].Data = []byte{byte(r.Uint32()), byte(r.Uint32())}
			case 1, 2:
				entries[i].Data = drawSalt.Hide(drawHidden(r.IntN(drawTickets)))
			}
			if repeats != "no" || !seen[string(entries[i].Data)] || r.IntN(1000) == 0 {
				break
			}
		}
		seen[string(entries[i].Data)] = true
		if weighted != (r.IntN(2000) == 0) {
			entries[i].Weight = max(1, number(r)>>r.IntN(8))
			if r.IntN(2) == 0 {
				entries[i].Weight = 1 + r.Uint64N(4)
			}
		}
	}
	return entries
}

// drawText is a text of an announcement.
func drawText(r *rand.Rand) string {
	for {
		t := text(r, 60)
		if strings.Trim(t, " ") == t &&
			!strings.ContainsFunc(t, func(c rune) bool { return c < ' ' || c >= 0x7f && c <= 0x9f || c == 0x2028 || c == 0x2029 }) {
			return t
		}
	}
}

// alterBytes changes a little of bytes, or nothing.
func alterBytes(r *rand.Rand, b []byte) []byte {
	b = append([]byte(nil), b...)
	i := r.IntN(len(b))
	switch r.IntN(6) {
	case 0:
		b[i] ^= 1 << r.IntN(8)
	case 1:
		b[i] = byte(r.Uint32())
	case 2:
		b = append(b[:i], b[i+1:]...)
	case 3:
		b = append(b[:i], append([]byte{byte(r.Uint32())}, b[i:]...)...)
	case 4:
		b = b[:i]
	}
	return b
}

// alterLine changes a line of an announcement to another that might be right.
func alterLine(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	i := r.IntN(len(lines))
	name, said, _ := strings.Cut(lines[i], " ")
	said = []string{
		"", "0", "1", "none", "joined", "yes", "no", said + " ", " " + said, said + "\r", "0" + said, "+" + said, said + "0",
		strings.ToUpper(said), said + "/", "A://b", "a://B/c", "a://b/C",
		"1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2023-02-29T00:00:00Z", "2024-02-29T23:59:60Z",
		"18446744073709551615", "18446744073709551616", "9007199254740992",
		said + "\u202e", said + "\u2028", said + "\u0085", strings.Repeat("é", 256), strings.Repeat("é", 257),
		strings.Repeat("0", 64), "٣", "1e3", "10000000", "10000001",
	}[r.IntN(35)]
	lines[i] = name + " " + said
	return strings.Join(lines, "\n")
}

func drawJudge(r *rand.Rand, a *draw.Announcement, value draw.Value, list *draw.List, proofs []draw.Proof) drawJudged {
	p := list.Prove(r.IntN(list.Len()))[0]
	switch r.IntN(6) {
	case 0:
		text := alterLine(r, a.Text())
		_, err := draw.ParseAnnouncement([]byte(text))
		return drawJudged{Kind: "announcement", Text: text, Result: drawResult(err)}
	case 1:
		b := alterBytes(r, p.Bytes())
		p, err := draw.ParseProof(b)
		if err == nil {
			err = a.CheckProof(p)
		}
		return drawJudged{Kind: "proof", Encoding: hex.EncodeToString(b), Result: drawResult(err)}
	case 2, 3:
		receipt := must(a.Receipt(p))
		for ticket := range drawTickets {
			if opened, err := a.HiddenReceipt(p, drawSalt, drawHidden(ticket)); err == nil {
				receipt = opened
			}
		}
		b := alterBytes(r, receipt.Bytes())
		receipt, err := draw.ParseReceipt(b)
		if err == nil {
			err = a.CheckReceipt(receipt)
		}
		return drawJudged{Kind: "receipt", Encoding: hex.EncodeToString(b), Result: drawResult(err)}
	case 4:
		margin, before := r.Int64N(700), r.Int64N(1500)
		published := max(-5, a.Terms().Time.Unix()-before)
		err := a.CheckTime(time.Unix(published, 0), time.Duration(margin)*time.Second)
		return drawJudged{Kind: "time", Text: strconv.FormatInt(published, 10), Margin: margin, Result: drawResult(err)}
	}
	proofs = append([]draw.Proof(nil), proofs[:1+r.IntN(len(proofs))]...)
	switch i := r.IntN(len(proofs)); r.IntN(4) {
	case 0:
		j := r.IntN(len(proofs))
		proofs[i], proofs[j] = proofs[j], proofs[i]
	case 1:
		proofs[i] = p
	case 2:
		proofs = append(proofs, p)
	}
	j := drawJudged{Kind: "places", Result: drawResult(a.CheckPlaces(value, proofs))}
	for _, p := range proofs {
		j.Proofs = append(j.Proofs, hex.EncodeToString(p.Bytes()))
	}
	return j
}
