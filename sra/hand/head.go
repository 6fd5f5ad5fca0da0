package hand

import "github.com/squaredeal/squaredeal/internal/secret"

// What is read, in the head (SPEC.md, section 4).
const (
	readMessage = 1 + iota
	readDeal
	readShow
	readReturn
	readShuffle
	readLeave
	readDrop
)

// read takes something that has an effect into the head.
func (h *Hand) read(what byte, content []byte) {
	h.head = headAfter(h.head, what, content)
	if h.mine != nil {
		m := secret.Reveal(h.mine)
		m.behind = m.behind && h.head != m.state.head
	}
}

func headAfter(head Digest, what byte, content []byte) Digest {
	return hash("read", head[:], []byte{what}, content)
}
