package spec

import (
	"math/big"
	"strconv"
	"strings"
	"time"
)

// A drawQuestion is one about shuffle/draw/SPEC.md.
type drawQuestion struct {
	List           []string
	Many           int
	Weighted       bool
	Repeats        string
	Text, Previous string
	Round, Network string
	Proof, Receipt string
	Proofs         []string
	Published      time.Time
	Margin         int
	JSON           string
	Salt, Entry    string
}

// list is section 3: a list in its order, whether it has weights, and whether it is one.
func (q drawQuestion) list() (list []entrant, weighted, ok bool) {
	unasked(q.Many > 100 || q.Repeats != "" && q.Repeats != "no" && q.Repeats != "yes" && q.Repeats != "joined")
	some := false
	for _, text := range q.List {
		data, number, ok := strings.Cut(text, "\n")
		var weight uint64 // 0 without one
		if ok {
			var err error
			if weight, err = strconv.ParseUint(number, 10, 64); err != nil {
				return nil, false, false
			}
		}
		some, weighted = some || weight == 0, weighted || weight > 0
		list = append(list, entrant{data, weight})
	}
	if some && weighted || len(list) == 0 && q.Many <= 0 {
		return nil, false, false
	}
	if !weighted {
		for i := range list {
			list[i].weight = 1
		}
	}
	if q.Many > 0 {
		list, weighted = many(q.Many, q.Weighted), q.Weighted
	}
	list = inOrder(list)
	sum := new(big.Int)
	for i, e := range list {
		sum.Add(sum, new(big.Int).SetUint64(e.weight))
		repeated := i > 0 && list[i-1].data == e.data
		if e.data == "" || len(e.data) > 1024 || repeated && q.repeats() == "no" || sum.BitLen() > 64 {
			return nil, false, false
		}
	}
	if q.Repeats == "joined" {
		list, weighted = joinTickets(list), true
	}
	return list, weighted, true
}

func (q drawQuestion) repeats() string {
	if q.Repeats == "" {
		return "no"
	}
	return q.Repeats
}

func (q drawQuestion) listAnswer() (fields, string) {
	list, _, ok := q.list()
	if !ok {
		return nil, "malformed"
	}
	top, _ := over(list, 0)
	return fields{"entries": len(list), "root": hexOf(top.hash), "total": decimal(top.sum)}, "ok"
}

func (q drawQuestion) announcementAnswer() (fields, string) {
	if _, ok := parseAnnouncement(q.Text); !ok {
		return nil, "malformed"
	}
	return fields{"digest": hexOf(sha(q.Text)), "words": words(sha(q.Text))}, "ok"
}

func (q drawQuestion) followingAnswer() (fields, string) {
	a, ok := parseAnnouncement(q.Text)
	previous, okPrevious := parseAnnouncement(q.Previous)
	switch {
	case !ok || !okPrevious:
		return nil, "malformed"
	case !a.follows(previous):
		return nil, "mismatch"
	}
	return nil, "ok"
}

func (q drawQuestion) drawAnswer() (fields, string) {
	list, weighted, okList := q.list()
	a, ok := parseAnnouncement(q.Text)
	v, okRound := parseRound(q.Network, q.Round)
	if !ok || !okList || !okRound {
		return nil, "malformed"
	} else if !a.names(v) {
		return nil, "round"
	}
	top, _ := over(list, 0)
	if a.entries.Cmp(big.NewInt(int64(len(list)))) != 0 || a.lines["repeats"] != q.repeats() || a.weighted != weighted ||
		a.total.Cmp(new(big.Int).SetUint64(top.sum)) != 0 || a.lines["root"] != hexOf(top.hash) {
		return nil, "mismatch"
	}
	positions := drawn(q.Text, v.value, list, weighted, int(a.places.Int64()))
	return fields{"positions": line(positions), "proofs": proofsOf(list, positions)}, "ok"
}

func (q drawQuestion) proofAnswer() (fields, string) {
	a, ok := parseAnnouncement(q.Text)
	p, okProof := parseProof(unhex(q.Proof))
	if !ok || !okProof {
		return nil, "malformed"
	} else if _, ok := a.share(p); !ok {
		return nil, "mismatch"
	}
	return fields{"position": p.position, "weight": decimal(p.weight), "entry": p.data}, "ok"
}

func (q drawQuestion) receiptAnswer() (fields, string) {
	a, ok := parseAnnouncement(q.Text)
	r, okReceipt := parseReceipt(unhex(q.Receipt))
	switch {
	case !ok || !okReceipt:
		return nil, "malformed"
	case !a.takes(r):
		return nil, "mismatch"
	case r.salt == "":
		r.entry = r.proof.data
	}
	p := r.proof
	return fields{"position": p.position, "weight": decimal(p.weight), "line": p.data, "entry": r.entry, "hidden": r.salt != ""}, "ok"
}

func (q drawQuestion) placesAnswer() (fields, string) {
	a, ok := parseAnnouncement(q.Text)
	v, okRound := parseRound(q.Network, q.Round)
	var proofs []entryProof
	for _, text := range q.Proofs {
		p, okProof := parseProof(unhex(text))
		ok, proofs = ok && okProof, append(proofs, p)
	}
	switch {
	case !ok || !okRound || len(proofs) == 0 || a.places.Cmp(big.NewInt(int64(len(proofs)))) < 0:
		return nil, "malformed"
	case !a.names(v):
		return nil, "round"
	}
	unasked(!a.weighted && a.entries.BitLen() > 16) // slow
	if !a.hasPlaces(v.value, proofs) {
		return nil, "mismatch"
	}
	return nil, "ok"
}

func (q drawQuestion) timeAnswer() (fields, string) {
	a, ok := parseAnnouncement(q.Text)
	switch {
	case !ok || q.Margin < 60 || q.Published.Unix() < 0:
		return nil, "malformed"
	case q.Published.After(a.time.Add(-time.Duration(q.Margin) * time.Second)):
		return nil, "late"
	}
	return nil, "ok"
}

// roundAnswer is of the format alone, as signatures aren't verified here.
func (q drawQuestion) roundAnswer() (fields, string) {
	unasked(roundFormat(q.Network, q.JSON))
	return nil, "malformed"
}

func (q drawQuestion) hiddenAnswer() (fields, string) {
	entry := unhex(q.Entry)
	unasked(entry == "" || len(entry) > 1024)
	if !isHex(q.Salt, 32) {
		return nil, "malformed"
	}
	return fields{"hidden": hide(unhex(q.Salt), entry)}, "ok"
}
