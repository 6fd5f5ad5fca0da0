package board

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Request asks for a seat, or for [AnySeat].
type Request struct {
	Seat      int
	Key       ed25519.PublicKey
	About     []byte // what the seat says of itself, such as a name: boards and tables don't read it
	signature []byte
}

// Ask returns a request for a seat of this offer, signed by its key; nil for a zero Key, and for a
// number of more than 32 bits. What it says about itself has at most [MaxAboutLen] bytes, or a board
// refuses it as [Malformed].
func (o Offer) Ask(seat int, key record.Key, about []byte) []byte {
	r := Request{Seat: seat, Key: key.Public(), About: about}
	if r.Key == nil || int(int32(seat)) != seat {
		return nil
	}
	return append(r.append(field.Append(nil, label+"request")), key.Sign(r.digest(o))...)
}

// append appends all but the signature.
func (r Request) append(b []byte) []byte {
	return field.Append(append(binary.BigEndian.AppendUint32(b, uint32(r.Seat)), r.Key...), r.About)
}

func (r Request) digest(o Offer) []byte {
	digest := o.Digest()
	sum := sha256.Sum256(r.append(append(field.Append(nil, label+"request"), digest[:]...)))
	return sum[:]
}

// ParseRequest reads what [Offer.Ask] returns, and doesn't verify the signature.
func ParseRequest(post []byte) (Request, error) {
	f := field.NewReader(bytes.Clone(post))
	f.Label(label + "request")
	r := Request{Seat: int(int32(f.Uint32("seat"))), Key: f.Fixed("key", ed25519.PublicKeySize), About: f.Field("about")}
	r.signature = f.Fixed("signature", ed25519.SignatureSize)
	f.Check("seat", r.Seat >= AnySeat && r.Seat < record.MaxSeats)
	f.Check("about", len(r.About) <= MaxAboutLen)
	if fault := f.End(); fault != "" {
		return Request{}, wrap.Errorf(ErrMalformed, "request: %s", fault)
	}
	return r, nil
}

// signed reports whether a request is signed by its key, for this offer.
func (r Request) signed(o Offer) bool { return ed25519.Verify(r.Key, r.digest(o), r.signature) }
