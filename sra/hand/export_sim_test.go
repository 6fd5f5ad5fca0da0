package hand

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// Made is what this seat drew for the message that it said last: of a shuffle or raise, the new
// exponent; of a shuffle, the order too.
func (h *Hand) Made() (e sra.Key, order []int) {
	m := secret.Reveal(h.mine).made
	return m.e, m.order.Reveal().Ints()
}
