package relay

import (
	"cmp"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A closing is the last message of a seat: why it stops, and all that it was told.
type closing struct {
	why     byte
	seats   []int  // that it blames, or has waited for
	text    string // the reason, for people
	said    []chain
	heard   []chain
	account []byte // what the game adds
}

// closingKind is the kind of a message with a closing.
const closingKind = 0

// Why a seat stops.
const (
	done    = iota // the hand is over, and all is well
	fault          // it has found something wrong
	silence        // a seat didn't send what was due
	news           // another seat has stopped
)

// An Account is what a seat shows at the end of a hand.
type Account struct {
	Own  []byte     // what the game had it add
	Told [][][]byte // what each other seat has told it alone, as that one has signed
}

// Finish ends the hand for this seat, for a reason or none. It tells the others, with
// what they have signed and the game's own account; hears why they end it; and leaves.
// It returns what each seat shows, nil for one that shows nothing, and the verdict: nil
// if all say that all is well.
func (c *Channel) Finish(reason error, own []byte) ([]*Account, error) {
	defer c.conn.Close()
	if c.private == nil {
		return nil, reason
	}
	mine := c.closing(reason, own)
	c.parting = c.sign(toAll, &c.peers[c.seat].said, append([]byte{closingKind}, mine.encode()...))
	err := c.sendAll(c.parting)
	if err == nil {
		wait := c.game.Answer
		if reason == nil {
			wait *= 2
		}
		err = c.hearClosings(within(wait))
	}
	if err == nil {
		c.leave()
	}
	if reason == nil {
		reason = err
	}
	c.peers[c.seat].closing = mine
	accounts := make([]*Account, len(c.peers))
	for seat, p := range c.peers {
		if p.closing == nil {
			continue
		}
		accounts[seat] = &Account{Own: p.closing.account, Told: make([][][]byte, len(c.peers))}
		for from, told := range p.closing.heard {
			accounts[seat].Told[from] = told.messages
		}
	}
	return accounts, c.verdict(reason, err)
}

// closing returns this seat's own.
func (c *Channel) closing(reason error, account []byte) *closing {
	mine := &closing{why: fault, account: account}
	var b *Blame
	if errors.As(reason, &b) {
		mine.seats = b.Seats
	}
	switch {
	case reason == nil:
		mine.why = done
	case errors.Is(reason, ErrStopped):
		mine.why = news
	case errors.Is(reason, ErrSilent) || errors.Is(reason, ErrGone):
		mine.why = silence
	}
	if reason != nil {
		mine.text = reason.Error()
		mine.text = mine.text[:min(len(mine.text), 500)]
	}
	mine.said = c.said()
	for _, p := range c.peers {
		mine.heard = append(mine.heard, p.heard)
	}
	return mine
}

// hearClosings waits until all others have ended the hand, or time is up.
func (c *Channel) hearClosings(late *limit) error {
	for len(c.unclosed()) > 0 {
		from, body, err := c.frame(late)
		if err == ErrSilent {
			break
		}
		if err != nil {
			return err
		}
		p := &c.peers[from]
		if p.public == nil && body != nil { // its keys: now it can be told
			err = cmp.Or(c.meet(from, body), c.sendTo(from, c.parting))
		} else {
			err = c.take(from, body)
		}
		if errors.Is(err, ErrRelay) {
			return err
		}
		p.fault = cmp.Or(p.fault, err)
		p.queue = nil // nobody takes it any more
	}
	return nil
}

// Quit ends the connection without a word.
func (c *Channel) Quit() { c.conn.Close() }

// leave tells the relay that this seat has said all, and waits until the relay has taken
// it.
func (c *Channel) leave() {
	c.left = true
	err := c.conn.Send([]byte{byte(c.seat)})
	for late := within(c.game.Answer); err == nil && !c.peers[c.seat].gone; {
		_, _, err = c.frame(late)
	}
}

// unclosed are the others who may still say why they end the hand.
func (c *Channel) unclosed() []int {
	return slices.DeleteFunc(c.Others(), func(seat int) bool {
		p := &c.peers[seat]
		return p.closing != nil || p.gone || p.fault != nil
	})
}

func (c *closing) encode() []byte {
	b := []byte{c.why}
	var mask uint16
	for _, seat := range c.seats {
		mask |= 1 << seat
	}
	b = binary.BigEndian.AppendUint16(b, mask)
	b = field.Append(b, c.text)
	b = appendSaid(b, c.said)
	for _, heard := range c.heard {
		b = binary.BigEndian.AppendUint32(b, uint32(len(heard.messages)))
		for _, message := range heard.messages {
			b = field.Append(b, message)
		}
		b = field.Append(b, heard.signature)
	}
	return field.Append(b, c.account)
}

// parseClosing reads a seat's closing. What it shows of the others must be signed by
// them.
func (c *Channel) parseClosing(from int, b []byte) (*closing, error) {
	r := field.NewReader(b)
	x := &closing{why: r.Byte("why"), heard: make([]chain, len(c.peers))}
	r.Check("why", x.why <= news)
	mask := binary.BigEndian.Uint16(r.Fixed("seats", 2))
	r.Check("seats", mask < 1<<len(c.peers))
	for seat := range c.peers {
		if mask>>seat&1 == 1 {
			x.seats = append(x.seats, seat)
		}
	}
	x.text = string(r.Field("reason"))
	x.said = c.readSaid(r)
	for seat := range x.heard {
		heard := &x.heard[seat]
		for range count(r, "messages") {
			heard.add(r.Field("message"))
		}
		heard.signature = r.Field("signature")
	}
	x.account = r.Field("account")
	if fault := r.End(); fault != "" {
		return nil, fmt.Errorf("how it ends the hand: %s", fault)
	}
	for seat, p := range c.peers {
		if !c.game.signed(p.public, seat, from, &x.heard[seat]) {
			return nil, c.unsigned(seat)
		}
	}
	if err := c.checkSaid(x.said); err != nil {
		return nil, err
	}
	return x, nil
}

// signed reports whether a chain is empty, or signed by the seat that said it.
func (g *Game) signed(public ed25519.PublicKey, from, to int, c *chain) bool {
	return len(c.hashes) == 0 || public != nil && ed25519.Verify(public, g.statement(from, to, c), c.signature)
}
