package spec

import (
	"cmp"
	"encoding/json"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// shuffle/draw/SPEC.md, as a receiver reads it.

// An announcement is the lines of one.
type announcement struct {
	text                     string
	lines                    map[string]string
	number, round            *big.Int
	entries, places, winners *big.Int
	total                    *big.Int // of the weights, or of entries without them
	weighted                 bool
	time                     time.Time
}

var announced = strings.Fields("label place number previous entries repeats weights root winners substitutes beacon round time void")

// Section 4

func parseAnnouncement(text string) (a announcement, ok bool) {
	rest, ok := strings.CutPrefix(text, "squaredeal/draw v1\n")
	a = announcement{text: text, lines: map[string]string{}}
	for _, name := range announced {
		var line string
		if ok {
			line, rest, ok = strings.Cut(rest, "\n")
		}
		value, named := strings.CutPrefix(line, name+" ")
		a.lines[name], ok = value, ok && named
	}
	if !ok || rest != "" {
		return a, false
	}
	number := func(name string, least int64, most *big.Int) *big.Int {
		x, isNumber := decOf(a.lines[name])
		ok = ok && isNumber && x.Cmp(big.NewInt(least)) >= 0 && x.Cmp(most) <= 0
		return x
	}
	millions, words := big.NewInt(10_000_000), plus(pow2(64), -1)
	a.number, a.round = number("number", 1, words), number("round", 1, plus(pow2(53), -1))
	a.entries, a.winners = number("entries", 1, millions), number("winners", 1, millions)
	a.places = new(big.Int).Add(a.winners, number("substitutes", 0, millions))
	a.total, a.weighted = a.entries, a.lines["weights"] != "none"
	if a.weighted {
		a.total = number("weights", 1, words)
	}
	for _, name := range []string{"label", "place", "beacon", "void"} {
		ok = ok && isLine(a.lines[name])
	}
	var err error
	a.time, err = time.Parse("2006-01-02T15:04:05Z", a.lines["time"])
	return a, ok && err == nil && drawTime.MatchString(a.lines["time"]) && a.lines["time"] >= "1970" && a.places.Cmp(a.entries) <= 0 &&
		a.total.Cmp(a.entries) >= 0 && slices.Contains([]string{"yes", "no", "joined"}, a.lines["repeats"]) &&
		(a.weighted || a.lines["repeats"] != "joined") && isHex(a.lines["previous"], 32) && isHex(a.lines["root"], 32) &&
		(a.lines["number"] == "1") == (a.lines["previous"] == strings.Repeat("0", 64)) && isPlace(a.lines["place"])
}

var drawTime = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$`)

// decOf reads dec(x); if it isn't one, x is 0.
func decOf(text string) (x *big.Int, ok bool) {
	if text == "" || len(text) > 30 || strings.Trim(text, "0123456789") != "" || text[0] == '0' && text != "0" {
		return new(big.Int), false
	}
	return bigInt(text), true
}

// isLine is of a TEXT.
func isLine(text string) bool {
	return text != "" && len(text) <= 512 && utf8.ValidString(text) && strings.Trim(text, " ") == text &&
		!strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == 0x2028 || r == 0x2029 })
}

func isPlace(place string) bool {
	if strings.HasSuffix(place, "/") {
		return false
	}
	scheme, rest, ok := strings.Cut(place, "://")
	host, _, _ := strings.Cut(rest, "/")
	return !ok || !strings.ContainsAny(scheme+host, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
}

// follows is the end of section 6.
func (a announcement) follows(previous announcement) bool {
	return a.lines["place"] == previous.lines["place"] && a.number.Cmp(plus(previous.number, 1)) == 0 &&
		a.lines["previous"] == hexOf(sha(previous.text))
}

// Section 5

type entryProof struct {
	position int
	entrant
	nodes []node
}

func parseProof(b string) (p entryProof, ok bool) {
	c := &cut{b: b}
	label := c.lp()
	position := c.next(4)
	p.weight, p.data = c.u64(), c.lp()
	if c.bad || label != "squaredeal/draw/v1/proof" {
		return p, false
	}
	p.position = number(position)
	for c.b != "" && !c.bad {
		p.nodes = append(p.nodes, node{c.next(32), c.u64()})
	}
	return p, !c.bad && p.position < 10_000_000 && p.weight > 0 && p.data != "" && len(p.data) <= 1024 && len(p.nodes) <= 24
}

// top returns the node over n entries, and the sum on the left of the path.
func (p entryProof) top(n, position int, nodes []node) (top node, left *big.Int, ok bool) {
	if n == 1 {
		top, _ = over([]entrant{p.entrant}, 0)
		return top, new(big.Int), len(nodes) == 0
	} else if len(nodes) == 0 {
		return top, nil, false
	}
	k := 1
	for 2*k < n {
		k *= 2
	}
	beside, nodes := nodes[len(nodes)-1], nodes[:len(nodes)-1]
	l, r := beside, beside
	if position < k {
		l, left, ok = p.top(k, position, nodes)
	} else if r, left, ok = p.top(n-k, position-k, nodes); ok {
		left.Add(left, new(big.Int).SetUint64(beside.sum))
	}
	return node{sha(lp("squaredeal/draw/v1/node") + l.bytes() + r.bytes()), l.sum + r.sum}, left, ok && l.sum+r.sum >= l.sum
}

// share returns where the numbers of an entry begin, if its proof holds.
func (a announcement) share(p entryProof) (from *big.Int, ok bool) {
	n := int(a.entries.Int64())
	if p.position >= n {
		return nil, false
	}
	top, from, ok := p.top(n, p.position, p.nodes)
	if !ok || hexOf(top.hash) != a.lines["root"] || new(big.Int).SetUint64(top.sum).Cmp(a.total) != 0 {
		return nil, false
	}
	return from, a.weighted || p.weight == 1 && from.Cmp(big.NewInt(int64(p.position))) == 0
}

// Section 5.1

type entrantReceipt struct {
	digest, salt, entry string
	proof               entryProof
}

func parseReceipt(b string) (r entrantReceipt, ok bool) {
	c := &cut{b: b}
	label := c.lp()
	r.digest, r.salt, r.entry = c.next(32), c.lp(), c.lp()
	proof := c.lp()
	if c.bad || c.b != "" || label != "squaredeal/draw/v1/receipt" {
		return r, false
	}
	r.proof, ok = parseProof(proof)
	return r, ok && (r.salt == "" && r.entry == "" || len(r.salt) == 32 && r.entry != "" && len(r.entry) <= 1024)
}

func (a announcement) takes(r entrantReceipt) bool {
	_, ok := a.share(r.proof)
	return ok && r.digest == sha(a.text) && (r.salt == "" || hide(r.salt, r.entry) == r.proof.data)
}

// Section 6

// A beaconValue is of a round that was published.
type beaconValue struct {
	beacon, round, time string
	value               string
}

// parseRound reads a round that is the network's if it has its format: signatures aren't verified here.
func parseRound(network, text string) (v beaconValue, ok bool) {
	if !roundFormat(network, text) {
		return v, false
	}
	var members map[string]json.RawMessage
	r := round{Chain: network}
	err := json.Unmarshal([]byte(text), &members)
	err = cmp.Or(err, json.Unmarshal(members["round"], &r.Round), json.Unmarshal(members["signature"], &r.Signature))
	if err != nil {
		panic(err)
	}
	return beaconValue{"drand " + network + " " + r.network().hash, decimal(r.Round), r.time(), r.value()}, true
}

func (a announcement) names(v beaconValue) bool {
	return a.lines["beacon"] == v.beacon && a.lines["round"] == v.round && a.lines["time"] == v.time
}

// hasPlaces checks the first places without the list.
func (a announcement) hasPlaces(value string, proofs []entryProof) bool {
	type share struct{ from, weight *big.Int }
	var shares []share
	stream, left := drawStream(a.text, value), new(big.Int).Set(a.total)
	var dealt []int
	if !a.weighted {
		dealt = uniform(drawStream(a.text, value), int(a.entries.Int64()), len(proofs))
	}
	for i, p := range proofs {
		from, ok := a.share(p)
		if !ok || !a.inOrder(p, proofs[:i]) {
			return false
		}
		if !a.weighted {
			if dealt[i] != p.position {
				return false
			}
			continue
		}
		if left.Sign() == 0 {
			return false
		}
		ticket := stream.below(left)
		for _, s := range shares {
			if s.from.Cmp(ticket) <= 0 {
				ticket.Add(ticket, s.weight)
			}
		}
		weight := new(big.Int).SetUint64(p.weight)
		if ticket.Cmp(from) < 0 || ticket.Cmp(new(big.Int).Add(from, weight)) >= 0 {
			return false
		}
		left.Sub(left, weight)
		shares = append(shares, share{from, weight})
		slices.SortFunc(shares, func(a, b share) int { return a.from.Cmp(b.from) })
	}
	return true
}

// inOrder reports whether an entry may be where it is, with others where they are.
func (a announcement) inOrder(p entryProof, others []entryProof) bool {
	for _, o := range others {
		first, second := o, p
		if p.position < o.position {
			first, second = p, o
		}
		equal := first.data == second.data
		if first.position == second.position || first.data > second.data || equal && first.weight > second.weight ||
			equal && a.lines["repeats"] != "yes" {
			return false
		}
	}
	return true
}
