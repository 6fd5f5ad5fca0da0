package relay

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/crypto/nacl/box"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A Channel is a seat's connection to the others. What a seat says is signed, to all or
// to one; it arrives in order, each once. A Channel isn't safe for concurrent use.
type Channel struct {
	game    Game
	seat    int
	conn    *wire.Conn
	inbox   *inbox
	private ed25519.PrivateKey
	unseal  *[32]byte
	peers   []peer // by seat, this one among them
	closeBy limit  // when this seat ends the hand, if another one has
	parting []byte // the closing, signed
	left    bool
}

// A peer is what a seat knows of another one, or of itself.
type peer struct {
	public         ed25519.PublicKey // nil until it comes
	shared         *[32]byte         // key of what is sealed between the two
	sealed, opened uint64            // frames to it and from it
	said           chain             // to all
	told           chain             // by this seat to it alone
	heard          chain             // by it to this seat alone
	queue          [][]byte          // what hasn't been taken yet
	gone           bool
	closing        *closing // how it has ended the hand
	fault          error    // what is wrong with how it does
}

// A chain is a sequence of messages from one seat to another or to all. The signature is
// of the last message, and holds for all: it signs a hash of those before.
type chain struct {
	messages  [][]byte // nil where only their hashes are known
	hashes    [][32]byte
	head      [32]byte
	signature []byte
}

// add appends a message.
func (c *chain) add(message []byte) {
	c.messages = append(c.messages, message)
	c.addHash(sha256.Sum256(message))
}

func (c *chain) addHash(hash [32]byte) {
	c.hashes = append(c.hashes, hash)
	c.head = sha256.Sum256(append(c.head[:], hash[:]...))
}

// maxQueue is how many messages a seat may be ahead of one that takes them.
const maxQueue = 64

// maxFrame is the length of the longest frame: a closing shows what was said, besides a
// message's worth of its own.
func (g *Game) maxFrame() int { return g.MaxLen + 1<<17 }

func newChannel(conn *wire.Conn, game Game, seat int) *Channel {
	c := &Channel{game: game, seat: seat, conn: conn, inbox: newInbox(), peers: make([]peer, game.Seats)}
	go c.inbox.fill(conn, game.maxFrame()+1)
	return c
}

// Greet exchanges keys with the other seats, new ones for this hand, and returns the
// fingerprint of all.
func (c *Channel) Greet() (fingerprint [32]byte, err error) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		return fingerprint, err
	}
	keys := []byte(public)
	if c.game.Sealed {
		toSeal, unseal, err := box.GenerateKey(rand.Reader)
		if err != nil {
			return fingerprint, err
		}
		keys, c.unseal = append(keys, toSeal[:]...), unseal
	}
	c.private = private
	c.peers[c.seat].public = public
	if err := c.post(toAll, keys); err != nil {
		return fingerprint, err
	}
	all := make([][]byte, len(c.peers))
	all[c.seat] = keys
	known := func(seat int) bool { return all[seat] != nil }
	for late := within(c.game.Answer); ; {
		missing := slices.DeleteFunc(c.Others(), known)
		if len(missing) == 0 {
			break
		}
		if err := c.absent(missing); err != nil {
			return fingerprint, err
		}
		from, body, err := c.frame(late)
		switch {
		case err == ErrSilent:
			return fingerprint, c.game.BlameRelay(ErrSilent, missing...)
		case err != nil:
			return fingerprint, err
		case body == nil:
			continue
		case known(from):
			if err := c.take(from, body); err != nil {
				return fingerprint, err
			}
			continue
		}
		if err := c.meet(from, body); err != nil {
			return fingerprint, err
		}
		all[from] = body
	}
	h := sha256.New()
	h.Write([]byte(c.game.Label))
	for _, keys := range all {
		h.Write(keys)
	}
	return [32]byte(h.Sum(nil)), nil
}

// meet takes a seat's keys.
func (c *Channel) meet(from int, keys []byte) error {
	const size = ed25519.PublicKeySize
	want := size
	if c.game.Sealed {
		want += size
	}
	if len(keys) != want || slices.ContainsFunc(c.peers, func(p peer) bool { return bytes.Equal(p.public, keys[:size]) }) {
		return c.game.BlameRelay(fmt.Errorf("its public keys aren't new ones of %d bytes", want), from)
	}
	p := &c.peers[from]
	p.public = keys[:size]
	if c.game.Sealed {
		p.shared = new([32]byte)
		box.Precompute(p.shared, (*[32]byte)(keys[size:]), c.unseal)
	}
	return nil
}

// Others are all seats but this one.
func (c *Channel) Others() []int {
	var seats []int
	for seat := range c.peers {
		if seat != c.seat {
			seats = append(seats, seat)
		}
	}
	return seats
}

// statement is what the signature of a message signs: its place in a chain, and all of
// the chain up to it. The key is for one hand, so the signature is, too.
func (g *Game) statement(from, to int, c *chain) []byte {
	b := append([]byte(g.Label), byte(from), byte(to))
	b = binary.BigEndian.AppendUint64(b, uint64(len(c.hashes)))
	return append(b, c.head[:]...)
}

// Say sends a message to all others. A message begins with its kind, which isn't 0.
func (c *Channel) Say(message []byte) error {
	return c.sendAll(c.sign(toAll, &c.peers[c.seat].said, message))
}

// sendAll sends what is signed to all others whose keys have come.
func (c *Channel) sendAll(body []byte) error {
	if !c.game.Sealed {
		return c.post(toAll, body)
	}
	for _, to := range c.Others() {
		if err := c.sendTo(to, body); err != nil {
			return err
		}
	}
	return nil
}

// sendTo sends what is signed to one seat, of a sealed game; in others, all have it.
func (c *Channel) sendTo(to int, body []byte) error {
	p := &c.peers[to]
	if p.shared == nil {
		return nil
	}
	p.sealed++
	return c.post(to, box.SealAfterPrecomputation(nil, body, nonce(c.seat, to, p.sealed), p.shared))
}

// Said returns what a seat has said to all until now, whether or not it was heard in
// turn.
func (c *Channel) Said(seat int) [][]byte { return c.peers[seat].said.messages }

// Tell sends a message to one other seat. The game must be sealed.
func (c *Channel) Tell(to int, message []byte) error {
	return c.sendTo(to, c.sign(to, &c.peers[to].told, message))
}

func (c *Channel) sign(to int, said *chain, message []byte) []byte {
	said.add(message)
	body := append([]byte{byte(to)}, ed25519.Sign(c.private, c.game.statement(c.seat, to, said))...)
	return append(body, message...)
}

// nonce is that of the i-th sealed frame from one seat to another. Both directions use
// one key, so it names them.
func nonce(from, to int, i uint64) *[24]byte {
	n := [24]byte{byte(from), byte(to)}
	binary.BigEndian.PutUint64(n[16:], i)
	return &n
}

// post sends a frame.
func (c *Channel) post(to int, body []byte) error {
	if err := c.conn.Send(append([]byte{byte(to)}, body...)); err != nil {
		return fmt.Errorf("%w: %w", ErrRelay, err)
	}
	return nil
}

// receive returns the next message of one of the seats, and whose it is. The limit is
// one for all that comes in meanwhile, whoever sends it. When another seat has ended the
// hand, it waits no longer than messages take that are on their way.
func (c *Channel) receive(seats []int) (from int, message []byte, err error) {
	for late := within(c.game.Answer); ; {
		for _, seat := range seats {
			if p := &c.peers[seat]; len(p.queue) > 0 {
				message, p.queue = p.queue[0], p.queue[1:]
				return seat, message, nil
			}
		}
		if err := c.absent(seats); err != nil {
			return 0, nil, err
		}
		first := late
		if !c.closeBy.end.IsZero() && c.closeBy.end.Before(late.end) {
			first = &c.closeBy
		}
		from, body, err := c.frame(first)
		if err == ErrSilent {
			return 0, nil, c.game.BlameRelay(c.silence(), seats...)
		}
		if err == nil {
			err = c.take(from, body)
		}
		if err != nil {
			return 0, nil, err
		}
	}
}

// Hear returns the rest of the next message of one of the seats, which must begin with
// this byte, its kind.
func (c *Channel) Hear(kind byte, seats ...int) (from int, rest []byte, err error) {
	from, message, err := c.receive(seats)
	if err == nil && message[0] != kind {
		err = c.game.Blame(fmt.Errorf("a message of kind %d when %d was due", message[0], kind), from)
	}
	if err != nil {
		return 0, nil, err
	}
	return from, message[1:], nil
}

// absent is an error if nothing can come from some seats any more: from one that is gone
// without a word, or from all, since they have stopped.
func (c *Channel) absent(seats []int) error {
	closed := 0
	for _, seat := range seats {
		p := &c.peers[seat]
		switch {
		case p.closing != nil:
			closed++
		case p.gone:
			return c.game.BlameRelay(ErrGone, seat)
		}
	}
	if closed == len(seats) {
		return c.game.BlameRelay(c.silence(), seats...)
	}
	return nil
}

// silence is why nothing comes: another seat has stopped, or this one finds it first.
func (c *Channel) silence() error {
	if slices.ContainsFunc(c.peers, func(p peer) bool { return p.closing != nil && p.closing.why != done }) {
		return ErrStopped
	}
	return ErrSilent
}

// A limit is when a wait ends. A process that was asleep then hasn't seen what came
// meanwhile: so the wait goes on for a little while, once.
type limit struct {
	end    time.Time
	passed bool
}

func within(d time.Duration) *limit { return &limit{end: time.Now().Add(d)} }

// frame returns the next frame of the relay, without a body if the seat is gone.
func (c *Channel) frame(late *limit) (from int, body []byte, err error) {
	frame, err := c.inbox.next(late.end)
	if err == ErrSilent && !late.passed {
		*late = limit{time.Now().Add(c.game.Answer / 10), true}
		frame, err = c.inbox.next(late.end)
	}
	if err != nil {
		return 0, nil, err
	}
	echo := len(frame) == 1 && c.left // of this seat's own leaving
	if len(frame) == 0 || int(frame[0]) >= len(c.peers) || int(frame[0]) == c.seat && !echo {
		return 0, nil, errors.New("the relay: a frame of no seat")
	}
	from = int(frame[0])
	if len(frame) == 1 {
		c.peers[from].gone = true
		return from, nil, nil
	}
	return from, frame[1:], nil
}

// take checks what a seat has said, and queues it. A seat that says it stops is heard
// whoever's turn it is.
func (c *Channel) take(from int, body []byte) error {
	p := &c.peers[from]
	if body == nil || p.closing != nil || p.public == nil {
		return nil
	}
	message, err := c.open(from, body)
	switch {
	case err != nil:
		return c.game.BlameRelay(err, from)
	case message[0] != closingKind:
		if len(p.queue) == maxQueue {
			return c.game.Blame(ErrFlood, from)
		}
		p.queue = append(p.queue, message)
		return nil
	}
	if p.closing, err = c.parseClosing(from, message[1:]); err != nil {
		return c.game.Blame(err, from)
	}
	// A seat that is done has heard all that is said to all, and waits for closings twice
	// as long as this, so that nobody can make this one come too late.
	closeBy := time.Now().Add(c.game.Answer)
	if p.closing.why != done {
		closeBy = time.Now().Add(c.game.Answer / 4)
	}
	if c.closeBy.end.IsZero() || closeBy.Before(c.closeBy.end) {
		c.closeBy.end = closeBy
	}
	return nil
}

// open opens a seal and checks a signature. A message has a byte at least.
func (c *Channel) open(from int, body []byte) (message []byte, err error) {
	p := &c.peers[from]
	if c.game.Sealed {
		p.opened++
		opened, ok := box.OpenAfterPrecomputation(nil, body, nonce(from, c.seat, p.opened), p.shared)
		if !ok {
			return nil, ErrForged
		}
		body = opened
	}
	const head = 1 + ed25519.SignatureSize
	if len(body) <= head {
		return nil, ErrForged
	}
	to, signature, message := int(body[0]), body[1:head], body[head:]
	said := &p.said
	if c.game.Sealed && to == c.seat {
		said = &p.heard
	} else if to != toAll {
		return nil, ErrForged
	}
	next := chain{messages: said.messages, hashes: said.hashes, head: said.head, signature: signature}
	next.add(message)
	if !ed25519.Verify(p.public, c.game.statement(from, to, &next), signature) {
		return nil, ErrForged
	}
	*said = next
	return message, nil
}
