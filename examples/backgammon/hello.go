package main

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// A hello is the first message of each party: the game that it wants, its seat, and
// random bytes.
//
// Both hellos and the number of a throw are the session of its toss, which every
// commitment is bound to, along with the seat. So what was said on an older
// connection, for another throw or by the other seat, opens nothing in this one,
// even if a party sends an old hello again: the other's is fresh.
type hello struct {
	protocol byte
	seat     byte
	throws   uint32
	fresh    [32]byte
}

const (
	helloLabel = "squaredeal/examples/backgammon/v1"
	helloSize  = len(helloLabel) + 1 + 1 + 4 + 32
)

func newHello(g game, seat int) hello {
	h := hello{protocol: g.protocol.id, seat: byte(seat), throws: uint32(g.throws)}
	rand.Read(h.fresh[:]) // never fails
	return h
}

// bytes returns helloSize bytes.
func (h hello) bytes() []byte {
	b := append([]byte(helloLabel), h.protocol, h.seat)
	b = binary.BigEndian.AppendUint32(b, h.throws)
	return append(b, h.fresh[:]...)
}

var errNoHello = errors.New("it isn't this program, or not this version")

func parseHello(b []byte) (hello, error) {
	if len(b) != helloSize || string(b[:len(helloLabel)]) != helloLabel {
		return hello{}, errNoHello
	}
	b = b[len(helloLabel):]
	return hello{b[0], b[1], binary.BigEndian.Uint32(b[2:]), [32]byte(b[6:])}, nil
}

// fits says what keeps two parties from playing, in the eyes of h.
func (h hello) fits(other hello) error {
	switch {
	case other.seat != 1-h.seat:
		return fmt.Errorf("it says that it is seat %d", other.seat)
	case other.protocol != h.protocol:
		return fmt.Errorf("it wants the protocol %s, not %s", protocolName(other.protocol), protocolName(h.protocol))
	case other.throws != h.throws:
		return fmt.Errorf("it wants to throw %d times, not %d", other.throws, h.throws)
	}
	return nil
}

func protocolName(id byte) string {
	i := slices.IndexFunc(protocols, func(p *protocol) bool { return p.id == id })
	if i < 0 {
		return fmt.Sprintf("number %d", id)
	}
	return protocols[i].name
}

// session returns what names the toss of one throw: fields of fixed lengths, the
// label among them.
func session(hellos [2]hello, number int) []byte {
	b := slices.Concat(hellos[0].bytes(), hellos[1].bytes())
	return binary.BigEndian.AppendUint32(b, uint32(number))
}
