package sites

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// rotations sort the list of a shuffle: the key of each of its members is the digest's hex
// digits, rotated left by the member's place.
type rotations struct {
	cursorUse
	Order []int64 `json:"order,omitempty"` // the places that members come from; in ascending order if there are none
	Times int     `json:"times,omitempty"` // how many sorts, 1 if not given: the next by the digest of the digits
}

func (*rotations) kind() string { return "rotations" }

func (s *rotations) deals(n, _ *num) bool {
	return s.Order == nil || n.Field == "" && n.Value == int64(len(s.Order))
}

// deal sorts the whole list.
func (s *rotations) deal(r *run, n uint64, first int64) error {
	r.list = r.list[:0]
	for i := range int64(n) {
		if s.Order != nil {
			i = s.Order[i]
		}
		r.list = append(r.list, first+i)
	}
	r.sum(&r.plan.bytes, r.cursor)
	for time := range max(s.Times, 1) {
		digits := hex.EncodeToString(r.digest)
		if time > 0 {
			r.digest = appendSum(r.digest[:0], []byte(digits), r.plan.bytes.wide())
			digits = hex.EncodeToString(r.digest)
			if r.tracing {
				r.step("bytes", "the hash of these digits", digits)
			}
		}
		places := make([]int, n)
		for i := range places {
			places[i] = i
		}
		key := func(i int) string { return digits[i%len(digits):] + digits[:i%len(digits)] }
		slices.SortStableFunc(places, func(a, b int) int { return strings.Compare(key(a), key(b)) })
		before := slices.Clone(r.list)
		for i, place := range places {
			r.list[i] = before[place]
		}
		if r.tracing {
			r.step("number", fmt.Sprintf("sorted by these digits, rotated by each place: place %d is first", places[0]), r.value(r.list[0]))
		}
	}
	return nil
}

// even: where a member stands before it is sorted matters a little.
func (*rotations) even() bool { return false }

func (*rotations) explain() string {
	return "The members of a list are sorted by the digits of the hash, which are rotated by one digit more for each; the first " +
		"ones are the result."
}

func (s *rotations) parameters(d *definition, add func(string, bool)) {
	add("numbers.kind", d.Map.asks().below)
	add("numbers.order", s.Order != nil)
	add("numbers.times", true)
}
