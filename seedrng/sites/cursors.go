package sites

import (
	"encoding/binary"
	"fmt"
	"strings"
)

// A cursorUse says which cursors numbers are made of.
type cursorUse struct {
	Start uint64 `json:"start,omitempty"` // the first
	Fresh bool   `json:"fresh,omitempty"` // each number takes one of its own, and the first word of its digest
}

func (s *cursorUse) cursors() (start uint64, fresh bool) { return s.Start, s.Fresh }

// parameters are those of all numbers.
func (s *cursorUse) parameters(d *definition, add func(string, bool)) {
	add("numbers.kind", d.Map.asks().below)
	s.cursorParameters(d, add)
}

func (s *cursorUse) cursorParameters(d *definition, add func(string, bool)) {
	add("numbers.start", d.Bytes.cursor() && !d.Map.asks().placed)
}

// cursor reports whether the message has a cursor.
func (h *hashing) cursor() bool { return strings.Contains(h.Message, "{k}") }

// word returns the next 32 bits, big-endian, of the digests of the cursors in turn.
func (r *run) word() uint32 {
	if r.pos+4 > len(r.digest) || r.plan.fresh {
		r.sum(&r.plan.bytes, r.cursor)
		r.cursor++
		r.pos = 0
	}
	w := binary.BigEndian.Uint32(r.digest[r.pos:])
	r.pos += 4
	return w
}

// numbered takes a step to a number.
func (r *run) numbered(v uint64, format string, args ...any) {
	r.step("number", fmt.Sprintf(format, args...), fmt.Sprint(v))
}

// scaledParameters are those of words that are scaled.
func (s *cursorUse) scaledParameters(d *definition, add func(string, bool)) {
	asked := d.Map.asks()
	add("numbers.kind", asked.below)
	add("numbers.ties", asked.below && asked.even)
	s.cursorParameters(d, add)
	add("numbers.fresh", d.Bytes.cursor() && asked.several)
}
