// Command draw writes the test vectors of package shuffle/draw, and of draw/drand below it,
// to the file that is its argument. It implements shuffle/draw/SPEC.md a second time, as
// plainly as possible and without those packages, so that the vectors check one reading of
// it by another. Signatures it doesn't verify: the rounds are drand's, as published, and what
// is wrong with altered ones is known from how they are altered.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"sort"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/draw v1", lists(), announcements(), draws(), proofs(), places(), times(), rounds(), hidden(), accumulated())
}

// An entry is a line of a list.
type entry struct {
	data   string
	weight uint64 // 1 in lists without weights
}

// many is the list that the vectors make by rule.
func many(n int, weighted bool) []entry {
	list := make([]entry, n)
	for i := range list {
		list[i] = entry{fmt.Sprintf("entrant-%07d@example.org", i), 1}
		if weighted {
			list[i].weight = uint64(1 + i%7)
		}
	}
	return list
}

func inOrder(list []entry) []entry {
	sorted := append([]entry{}, list...)
	sort.SliceStable(sorted, func(i, j int) bool {
		if sorted[i].data != sorted[j].data {
			return sorted[i].data < sorted[j].data
		}
		return sorted[i].weight < sorted[j].weight
	})
	return sorted
}

func u64(x uint64) string   { return string(binary.BigEndian.AppendUint64(nil, x)) }
func u32(x uint64) string   { return u64(x)[4:] }
func lp(s string) string    { return u64(uint64(len(s))) + s }
func dec(x uint64) string   { return strconv.FormatUint(x, 10) }
func toHex(s string) string { return hex.EncodeToString([]byte(s)) }

func sha(s string) string {
	sum := sha256.Sum256([]byte(s))
	return string(sum[:])
}

func mac(key, message string) string {
	m := hmac.New(sha256.New, []byte(key))
	m.Write([]byte(message))
	return string(m.Sum(nil))
}

// A node is one of section 3.1.
type node struct {
	hash string
	sum  uint64
}

func (n node) bytes() string { return n.hash + u64(n.sum) }

// over returns the node over a list, and for the entry at a position, if it is in the list,
// the nodes beside its path.
func over(list []entry, position int) (node, []node) {
	if len(list) == 1 {
		e := list[0]
		return node{sha(lp("squaredeal/draw v1 leaf") + u64(e.weight) + lp(e.data)), e.weight}, nil
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
	return node{sha(lp("squaredeal/draw v1 node") + l.bytes() + r.bytes()), l.sum + r.sum}, path
}

func proofOf(list []entry, position int) string {
	e := list[position]
	_, path := over(list, position)
	proof := lp("squaredeal/draw v1 proof") + u32(uint64(position)) + u64(e.weight) + lp(e.data)
	for _, n := range path {
		proof += n.bytes()
	}
	return proof
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

func (t terms) text(list []entry, weighted bool) string {
	top, _ := over(list, 0)
	weights := "none"
	if weighted {
		weights = dec(top.sum)
	}
	return "squaredeal/draw v1\n" +
		"label " + t.label + "\nplace " + t.place + "\nnumber " + t.number + "\nprevious " + t.previous +
		"\nentries " + dec(uint64(len(list))) + "\nrepeats " + t.repeats + "\nweights " + weights + "\nroot " + toHex(top.hash) +
		"\nwinners " + strconv.Itoa(t.winners) + "\nsubstitutes " + strconv.Itoa(t.substitutes) +
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

// A stream is that of section 6.
type stream struct {
	key, prefix string
	block       uint64
	rest        string
}

func newStream(text, value string) *stream {
	return &stream{key: value, prefix: lp("squaredeal/draw v1 stream") + sha(text)}
}

func (s *stream) take(n int) *big.Int {
	for len(s.rest) < n {
		s.rest += mac(s.key, s.prefix+dec(s.block))
		s.block++
	}
	word := new(big.Int).SetBytes([]byte(s.rest[:n]))
	s.rest = s.rest[n:]
	return word
}

var one = big.NewInt(1)

func power(bits uint) *big.Int { return new(big.Int).Lsh(one, bits) }

// uniform deals positions as squaredeal/shuffle v1, Deal, does.
func uniform(s *stream, n, places int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i
	}
	var dealt []int
	var rest *big.Int
	left := 0 // bounds of the group
	for b := n; len(dealt) < places; b-- {
		if b > 1 && left == 0 {
			product := big.NewInt(int64(b))
			left = 1
			for next := b - 1; next > 1; next-- {
				more := new(big.Int).Mul(product, big.NewInt(int64(next)))
				if more.Cmp(power(60)) > 0 {
					break
				}
				product, left = more, left+1
			}
			for {
				rest = s.take(8)
				low := new(big.Int).Mod(new(big.Int).Mul(rest, product), power(64))
				if low.Cmp(new(big.Int).Mod(power(64), product)) >= 0 {
					break
				}
			}
		}
		if b > 1 {
			j, r := new(big.Int).DivMod(new(big.Int).Mul(rest, big.NewInt(int64(b))), power(64), new(big.Int))
			rest = r
			deck[b-1], deck[j.Int64()] = deck[j.Int64()], deck[b-1]
			left--
		}
		dealt = append(dealt, deck[b-1])
	}
	return dealt
}

// byWeight draws places one after another, going through the list for each.
func byWeight(s *stream, list []entry, places int) (positions []int) {
	placed := make(map[int]bool)
	for range places {
		total := new(big.Int)
		for i, e := range list {
			if !placed[i] {
				total.Add(total, new(big.Int).SetUint64(e.weight))
			}
		}
		size := uint(4)
		if total.Cmp(power(32)) > 0 {
			size = 8
		}
		limit := new(big.Int).Sub(power(8*size), new(big.Int).Mod(power(8*size), total))
		word := s.take(int(size))
		for word.Cmp(limit) >= 0 {
			word = s.take(int(size))
		}
		ticket := new(big.Int).Mod(word, total)
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

func drawn(text, value string, list []entry, weighted bool, places int) []int {
	if weighted {
		return byWeight(newStream(text, value), list, places)
	}
	return uniform(newStream(text, value), len(list), places)
}
