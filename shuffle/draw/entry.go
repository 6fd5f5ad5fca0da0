package draw

import (
	"bytes"
	"cmp"
)

// An Entry is a participant or a ticket: 1 to [MaxEntryLen] bytes that are one person's alone,
// such as an address or a ticket's number, and not a name that two may share. Different bytes
// may look the same to people; the caller has to notice that.
type Entry struct {
	Data   []byte
	Weight uint64 // the chance to come next is Weight over the sum of those not drawn yet
}

func compare(a, b Entry) int {
	if c := bytes.Compare(a.Data, b.Data); c != 0 {
		return c
	}
	return cmp.Compare(a.Weight, b.Weight)
}
