package raffles

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A judged is something that was said of a draw, perhaps altered, and what becomes of it: ok, or a class of errors.
type judged struct {
	Kind     string   `json:"kind"`
	Text     string   `json:"text"`     // an announcement, or a time of publication in seconds
	Encoding string   `json:"encoding"` // of a proof or a receipt
	Proofs   []string `json:"proofs"`
	Margin   int64    `json:"margin"`
	Result   string   `json:"result"`
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

func judge(r *rand.Rand, a *draw.Announcement, value draw.Value, list *draw.List, proofs []draw.Proof) judged {
	p := list.Prove(r.IntN(list.Len()))[0]
	switch r.IntN(6) {
	case 0:
		text := alterLine(r, a.Text())
		_, err := draw.ParseAnnouncement([]byte(text))
		return judged{Kind: "announcement", Text: text, Result: classOf(err)}
	case 1:
		b := random.Altered(r, p.Bytes())
		p, err := draw.ParseProof(b)
		if err == nil {
			err = a.CheckProof(p)
		}
		return judged{Kind: "proof", Encoding: hex.EncodeToString(b), Result: classOf(err)}
	case 2, 3:
		receipt := must.Get(a.Receipt(p))
		for ticket := range hiddenTickets {
			if opened, err := a.HiddenReceipt(p, salt, hidden(ticket)); err == nil {
				receipt = opened
			}
		}
		b := random.Altered(r, receipt.Bytes())
		receipt, err := draw.ParseReceipt(b)
		if err == nil {
			err = a.CheckReceipt(receipt)
		}
		return judged{Kind: "receipt", Encoding: hex.EncodeToString(b), Result: classOf(err)}
	case 4:
		margin, before := r.Int64N(700), r.Int64N(1500)
		published := max(-5, a.Terms().Time.Unix()-before)
		err := a.CheckTime(time.Unix(published, 0), time.Duration(margin)*time.Second)
		return judged{Kind: "time", Text: strconv.FormatInt(published, 10), Margin: margin, Result: classOf(err)}
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
	j := judged{Kind: "places", Result: classOf(a.CheckPlaces(value, proofs))}
	for _, p := range proofs {
		j.Proofs = append(j.Proofs, hex.EncodeToString(p.Bytes()))
	}
	return j
}

func classOf(err error) string {
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
