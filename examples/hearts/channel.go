package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/crypto/nacl/box"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A channel is a seat's connection to the three others, through the hub: messages are
// sealed to their recipient and opened with the sender's key, and come in order, each
// once.
type channel struct {
	seat   int
	conn   *wire.Conn
	shared [otpdeal.NumSeats]*[32]byte // with each other seat
	sent   [otpdeal.NumSeats]uint64    // messages to each
	got    [otpdeal.NumSeats]uint64    // messages from each
	gone   [otpdeal.NumSeats]bool
	queue  [otpdeal.NumSeats][][]byte // opened, and not taken yet
}

// maxQueue is how many messages a seat may be ahead of the one who reads them.
const maxQueue = 64

var (
	errGone   = errors.New("it has left the table")
	errSealed = errors.New("its message can't be opened: it was changed on its way, or is out of order")
)

// join joins the hub's table, and returns when it is full.
func join(conn *wire.Conn, seat int, arrival time.Duration) (*channel, error) {
	if err := conn.Send(append([]byte(joinLabel), byte(seat))); err != nil {
		return nil, fmt.Errorf("joining the table: %w", err)
	}
	deadline := time.Now().Add(arrival)
	welcome, err := conn.Receive(len(joinLabel))
	for errors.Is(err, wire.ErrSilent) && time.Now().Before(deadline) {
		welcome, err = conn.Receive(len(joinLabel))
	}
	if err == nil && string(welcome) != joinLabel {
		err = errors.New("it isn't this program, or not this version")
	}
	if err != nil {
		return nil, fmt.Errorf("waiting for the table to be full: the hub: %w", err)
	}
	return &channel{seat: seat, conn: conn}, nil
}

// exchangeKeys makes a key pair for this game, and returns the fingerprint of all four
// public keys. Players who compare it by voice know that the hub has exchanged none.
func (c *channel) exchangeKeys() (fingerprint [32]byte, err error) {
	public, private, err := box.GenerateKey(rand.Reader)
	if err != nil {
		return fingerprint, err
	}
	for to := range otpdeal.NumSeats {
		if to == c.seat {
			continue
		}
		if err := c.conn.Send(append([]byte{byte(to)}, public[:]...)); err != nil {
			return fingerprint, err
		}
	}
	var publics [otpdeal.NumSeats][32]byte
	publics[c.seat] = *public
	for known := 1; known < len(publics); {
		from, body, err := c.frame()
		switch {
		case err != nil:
			return fingerprint, err
		case c.shared[from] != nil: // a message of a seat that has all keys already
			if err := c.open(from, body); err != nil {
				return fingerprint, err
			}
			continue
		case len(body) != len(publics[from]) || slices.Contains(publics[:], [32]byte(body)):
			return fingerprint, blame(from, errors.New("its public key is no new one of 32 bytes"))
		}
		publics[from] = [32]byte(body)
		c.shared[from] = new([32]byte)
		box.Precompute(c.shared[from], &publics[from], private)
		known++
	}
	h := sha256.New()
	h.Write([]byte(joinLabel))
	for _, key := range publics {
		h.Write(key[:])
	}
	return [32]byte(h.Sum(nil)), nil
}

// nonce is that of the i-th message from one seat to another. Both directions use one
// key, so it names them.
func nonce(from, to int, i uint64) *[24]byte {
	n := [24]byte{byte(from), byte(to)}
	binary.BigEndian.PutUint64(n[16:], i)
	return &n
}

// send seals a message.
func (c *channel) send(to int, message []byte) error {
	frame := box.SealAfterPrecomputation([]byte{byte(to)}, message, nonce(c.seat, to, c.sent[to]), c.shared[to])
	c.sent[to]++
	return c.conn.Send(frame)
}

// broadcast sends a message to all others.
func (c *channel) broadcast(message []byte) error {
	for to := range otpdeal.NumSeats {
		if to == c.seat {
			continue
		}
		if err := c.send(to, message); err != nil {
			return err
		}
	}
	return nil
}

// receive returns the next message of one of the seats, and whose it is.
func (c *channel) receive(seats ...int) (from int, message []byte, err error) {
	for {
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
		from, body, err := c.frame()
		if errors.Is(err, wire.ErrSilent) {
			return 0, nil, cli.CheckFailed(&blamed{seats, err})
		}
		if err != nil {
			return 0, nil, err
		}
		if err := c.open(from, body); err != nil {
			return 0, nil, err
		}
	}
}

// leave says that this seat will send nothing more, and waits until the others leave as
// well, or time is up.
func (c *channel) leave() {
	err := c.conn.Send([]byte{byte(c.seat)})
	for c.gone[c.seat] = true; err == nil && slices.Contains(c.gone[:], false); {
		_, _, err = c.frame()
	}
}

// putBack makes a message the next one of its seat.
func (c *channel) putBack(from int, message []byte) {
	c.queue[from] = slices.Insert(c.queue[from], 0, message)
}

// frame returns the next frame of the hub, without a body if the seat is gone.
func (c *channel) frame() (from int, body []byte, err error) {
	frame, err := c.conn.Receive(maxFrame)
	if err != nil {
		return 0, nil, fmt.Errorf("the hub: %w", err)
	}
	if len(frame) == 0 || int(frame[0]) >= otpdeal.NumSeats || int(frame[0]) == c.seat {
		return 0, nil, errors.New("the hub: a frame of no seat")
	}
	from, body = int(frame[0]), frame[1:]
	if len(body) == 0 {
		c.gone[from] = true
		if c.shared[from] == nil {
			return 0, nil, blame(from, errGone)
		}
	}
	return from, body, nil
}

// open opens a sealed message and queues it. An empty body says that the seat is gone.
func (c *channel) open(from int, body []byte) error {
	if len(body) == 0 {
		return nil
	}
	message, ok := box.OpenAfterPrecomputation(nil, body, nonce(from, c.seat, c.got[from]), c.shared[from])
	switch {
	case !ok:
		return blame(from, errSealed)
	case len(c.queue[from]) == maxQueue:
		return blame(from, errors.New("it sends too much"))
	}
	c.got[from]++
	c.queue[from] = append(c.queue[from], message)
	return nil
}
