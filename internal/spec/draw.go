package spec

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"
)

// shuffle/draw/SPEC.md. Signatures aren't verified here: the rounds are drand's, as published, and
// what is wrong with altered ones is known from how they are altered.

// An entrant is a line of a list.
type entrant struct {
	data   string
	weight uint64 // 1 in lists without weights
}

// many is the list that the vectors make by rule.
func many(n int, weighted bool) []entrant {
	list := make([]entrant, n)
	for i := range list {
		list[i] = entrant{fmt.Sprintf("entrant-%07d@example.org", i), 1}
		if weighted {
			list[i].weight = uint64(1 + i%7)
		}
	}
	return list
}

func inOrder(list []entrant) []entrant {
	return slices.SortedFunc(slices.Values(list), func(a, b entrant) int {
		return cmp.Or(cmp.Compare(a.data, b.data), cmp.Compare(a.weight, b.weight))
	})
}

// joinTickets makes one entry of equal ones, and puts them in order.
func joinTickets(tickets []entrant) (list []entrant) {
	for _, e := range inOrder(tickets) {
		if n := len(list); n > 0 && list[n-1].data == e.data {
			list[n-1].weight += e.weight
		} else {
			list = append(list, e)
		}
	}
	return list
}

// A node is one of section 3.1.
type node struct {
	hash string
	sum  uint64
}

func (n node) bytes() string { return n.hash + u64(n.sum) }

// over returns the node over a list, and for the entry at a position, if it is in the list,
// the nodes beside its path.
func over(list []entrant, position int) (node, []node) {
	if len(list) == 1 {
		e := list[0]
		return node{sha(lp("squaredeal/draw/v1/leaf") + u64(e.weight) + lp(e.data)), e.weight}, nil
	}
	k := 1
	for 2*k < len(list) {
		k *= 2
	}
	l, path := over(list[:k], position)
	r, rightPath := over(list[k:], position-k)
	if position < k {
		path = append(path, r)
	} else {
		path = append(rightPath, l)
	}
	return node{sha(lp("squaredeal/draw/v1/node") + l.bytes() + r.bytes()), l.sum + r.sum}, path
}

func proofOf(list []entrant, position int) string {
	e := list[position]
	_, path := over(list, position)
	proof := lp("squaredeal/draw/v1/proof") + u32(position) + u64(e.weight) + lp(e.data)
	for _, n := range path {
		proof += n.bytes()
	}
	return proof
}

// hide returns the line of section 3.2.
func hide(salt, entry string) string {
	return hexOf(mac(salt, lp("squaredeal/draw/v1/hidden")+lp(entry)))
}

// receiptOf is the receipt of section 5.1 for an announcement's text.
func receiptOf(text, salt, entry, proof string) string {
	return lp("squaredeal/draw/v1/receipt") + sha(text) + lp(salt) + lp(entry) + lp(proof)
}

// terms are the lines of an announcement.
type terms struct {
	label, place, number, previous, repeats string
	winners, substitutes                    int
	beacon, round, time, void               string
}

func plain() terms {
	return terms{
		label: "Summer raffle", place: "https://example.org/raffles", number: "1", previous: strings.Repeat("0", 64), repeats: "no",
		winners: 1, beacon: "drand quicknet " + quicknet.hash, round: "1000", time: "2023-08-23T15:59:24Z",
		void: "if drand gives no round 1000 by 2023-09-01; announcement 2 then names another",
	}
}

func (t terms) text(list []entrant, weighted bool) string {
	top, _ := over(list, 0)
	weights := "none"
	if weighted {
		weights = decimal(top.sum)
	}
	return "squaredeal/draw v1\n" +
		"label " + t.label + "\nplace " + t.place + "\nnumber " + t.number + "\nprevious " + t.previous +
		"\nentries " + decimal(len(list)) + "\nrepeats " + t.repeats + "\nweights " + weights + "\nroot " + hexOf(top.hash) +
		"\nwinners " + decimal(t.winners) + "\nsubstitutes " + decimal(t.substitutes) +
		"\nbeacon " + t.beacon + "\nround " + t.round + "\ntime " + t.time + "\nvoid " + t.void + "\n"
}

func words(digest string) string {
	var all []string
	for i := 0; i < len(digest); i += 2 {
		bits := uint(digest[i])<<8 | uint(digest[i+1])
		word := ""
		for _, part := range []struct{ shift, size uint }{{12, 4}, {10, 2}, {6, 4}, {4, 2}, {0, 4}} {
			letters := "bdfghjklmnprstvz"
			if part.size == 2 {
				letters = "aiou"
			}
			word += string(letters[bits>>part.shift&(1<<part.size-1)])
		}
		all = append(all, word)
	}
	return strings.Join(all, " ")
}

// drawStream is that of section 6.
func drawStream(text, value string) *source {
	return &source{key: value, prefix: lp("squaredeal/draw/v1/stream") + sha(text)}
}

// uniform deals positions as squaredeal/shuffle v1, Deal, does.
func uniform(s *source, n, places int) []int {
	_, cards, _ := dealt(n, places, func() uint64 { return integer(s.take(8)).Uint64() })
	return cards[:places]
}

// byWeight draws places one after another, going through the list for each.
func byWeight(s *source, list []entrant, places int) (positions []int) {
	placed := make(map[int]bool)
	for range places {
		total := new(big.Int)
		for i, e := range list {
			if !placed[i] {
				total.Add(total, new(big.Int).SetUint64(e.weight))
			}
		}
		ticket := s.below(total)
		sum := new(big.Int)
		for i, e := range list {
			if placed[i] {
				continue
			}
			if sum.Add(sum, new(big.Int).SetUint64(e.weight)); sum.Cmp(ticket) > 0 {
				positions = append(positions, i)
				placed[i] = true
				break
			}
		}
	}
	return positions
}

func drawn(text, value string, list []entrant, weighted bool, places int) []int {
	if weighted {
		return byWeight(drawStream(text, value), list, places)
	}
	return uniform(drawStream(text, value), len(list), places)
}
