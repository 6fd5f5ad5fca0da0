package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A channel is a seat's connection to all others, through the relay. Whatever a seat
// says, it says to all; messages are signed, and come in order, each once.
type channel struct {
	seat    int
	conn    *wire.Conn
	answer  time.Duration // how long to wait for a message
	frames  chan []byte   // from the relay, closed when the connection ends
	left    chan struct{} // closed when this seat takes no more of them
	private ed25519.PrivateKey
	publics []ed25519.PublicKey // of each seat, nil if it isn't known yet
	sent    uint64              // messages
	got     []uint64            // from each seat
	gone    []bool
	queue   [][][]byte // from each seat: checked, and not taken yet
}

const signatureSize = ed25519.SignatureSize

// maxQueue is how many messages a seat may be ahead of the one who reads them.
const maxQueue = 16

var (
	errSilent = errors.New("no message came in time")
	errGone   = errors.New("it has left the table")
	errForged = errors.New("its message isn't signed by it: it was changed on its way, or is out of order")
	errRelay  = errors.New("the relay has ended the connection")
)

// enter joins the relay's table, and returns when it is full.
func enter(conn *wire.Conn, seats, seat int, p patience) (*channel, error) {
	if err := conn.Send(join(seats, seat)); err != nil {
		return nil, fmt.Errorf("joining the table: %w", err)
	}
	welcome, err := conn.Receive(len(joinLabel))
	if err == nil && string(welcome) != joinLabel {
		err = errors.New("it isn't this program, or not this version")
	}
	if err != nil {
		return nil, fmt.Errorf("waiting for the table to be full: the relay: %w", err)
	}
	c := &channel{
		seat:    seat,
		conn:    conn,
		answer:  p.answer,
		frames:  make(chan []byte),
		left:    make(chan struct{}),
		publics: make([]ed25519.PublicKey, seats),
		got:     make([]uint64, seats),
		gone:    make([]bool, seats),
		queue:   make([][][]byte, seats),
	}
	go c.read()
	return c, nil
}

// read takes frames from the relay until the connection ends or the seat has left. What
// comes in from one seat doesn't give another one more time: so the limit is kept in
// receive, and not by the connection, whose own is longer.
func (c *channel) read() {
	defer close(c.frames)
	for {
		frame, err := c.conn.Receive(maxFrame + 1)
		if errors.Is(err, wire.ErrSilent) {
			continue
		}
		if err != nil {
			return
		}
		select {
		case c.frames <- frame:
		case <-c.left:
			return
		}
	}
}

// exchangeKeys makes a key pair for this hand, and returns the fingerprint of all public
// keys. Players who compare it by voice know that the relay has exchanged none.
func (c *channel) exchangeKeys() (fingerprint [32]byte, err error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return fingerprint, err
	}
	c.private, c.publics[c.seat] = private, public
	if err := c.conn.Send(public); err != nil {
		return fingerprint, err
	}
	late := time.After(c.answer)
	for unknown := c.unknown(); len(unknown) > 0; unknown = c.unknown() {
		from, body, err := c.frame(late)
		switch {
		case err == errSilent:
			return fingerprint, missing(unknown)
		case err != nil:
			return fingerprint, err
		case c.publics[from] != nil: // a message of a seat that has all keys already
			if err := c.open(from, body); err != nil {
				return fingerprint, err
			}
			continue
		case len(body) == 0:
			return fingerprint, blame(from, errGone)
		case len(body) != ed25519.PublicKeySize || slices.ContainsFunc(c.publics, func(k ed25519.PublicKey) bool { return bytes.Equal(k, body) }):
			return fingerprint, blame(from, errors.New("its public key is no new one of 32 bytes"))
		}
		c.publics[from] = body
	}
	h := sha256.New()
	h.Write([]byte(joinLabel))
	for _, key := range c.publics {
		h.Write(key)
	}
	return [32]byte(h.Sum(nil)), nil
}

// unknown are the seats whose public keys haven't come.
func (c *channel) unknown() (seats []int) {
	for seat, key := range c.publics {
		if key == nil {
			seats = append(seats, seat)
		}
	}
	return seats
}

// missing blames seats for their silence.
func missing(seats []int) error {
	return cli.CheckFailed(&blamed{seats, fmt.Errorf("missing: %w", errSilent)})
}

// statement is what the signature of a seat's i-th message signs. The key is for one
// hand, so the signature is, too.
func statement(from int, i uint64, message []byte) []byte {
	b := append([]byte(joinLabel), byte(from))
	b = binary.BigEndian.AppendUint64(b, i)
	return append(b, message...)
}

// broadcast signs a message and sends it to all others.
func (c *channel) broadcast(message []byte) error {
	signature := ed25519.Sign(c.private, statement(c.seat, c.sent, message))
	c.sent++
	return c.conn.Send(append(signature, message...))
}

// receive returns the next message of one of the seats, and whose it is.
func (c *channel) receive(seats ...int) (from int, message []byte, err error) {
	for late := time.After(c.answer); ; {
		for _, seat := range seats {
			if len(c.queue[seat]) > 0 {
				message = c.queue[seat][0]
				c.queue[seat] = c.queue[seat][1:]
				return seat, message, nil
			}
			if c.gone[seat] {
				return 0, nil, blame(seat, errGone)
			}
		}
		from, body, err := c.frame(late)
		if err == errSilent {
			return 0, nil, missing(seats)
		}
		if err == nil {
			err = c.open(from, body)
		}
		if err != nil {
			return 0, nil, err
		}
	}
}

// leave says that this seat will send nothing more, and waits until the others leave as
// well, or time is up.
func (c *channel) leave() {
	if c.conn.Send(nil) == nil {
		c.watch()
	}
	close(c.left)
}

// watch waits until the others have left, or time is up.
func (c *channel) watch() {
	var err error
	late := time.After(c.answer)
	for c.gone[c.seat] = true; err == nil && slices.Contains(c.gone, false); {
		_, _, err = c.frame(late)
	}
}

// frame returns the next frame of the relay, without a body if the seat is gone.
func (c *channel) frame(late <-chan time.Time) (from int, body []byte, err error) {
	var frame []byte
	select {
	case <-late:
		return 0, nil, errSilent
	case next, ok := <-c.frames:
		if !ok {
			return 0, nil, errRelay
		}
		frame = next
	}
	if len(frame) == 0 || int(frame[0]) >= len(c.gone) || int(frame[0]) == c.seat {
		return 0, nil, errors.New("the relay: a frame of no seat")
	}
	from, body = int(frame[0]), frame[1:]
	c.gone[from] = c.gone[from] || len(body) == 0
	return from, body, nil
}

// open checks a signed message and queues it. An empty body says that the seat is gone.
func (c *channel) open(from int, body []byte) error {
	if len(body) == 0 {
		return nil
	}
	if len(body) < signatureSize {
		return blame(from, errForged)
	}
	signature, message := body[:signatureSize], body[signatureSize:]
	switch {
	case !ed25519.Verify(c.publics[from], statement(from, c.got[from], message), signature):
		return blame(from, errForged)
	case len(c.queue[from]) == maxQueue:
		return blame(from, errors.New("it sends too much"))
	}
	c.got[from]++
	c.queue[from] = append(c.queue[from], message)
	return nil
}
