package draw

import (
	"bytes"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Receipt is what an entrant keeps: the announcement's digest, the proof of their entry
// and, if the list hides it, the entry itself and its salt. It shows that the entry takes part
// in the draw of that announcement, and in no other. The zero value is invalid. With a
// salt, it prints as redacted.
type Receipt struct {
	digest  Digest
	proof   Proof
	opening secret.Value[opening] // zero if the list shows the entry
}

// An opening shows whose a hidden entry is.
type opening struct {
	salt  Salt
	entry []byte
}

// Receipt returns a receipt for the entry of a proof. It returns the errors of
// [Announcement.CheckProof].
func (a *Announcement) Receipt(p Proof) (Receipt, error) {
	return a.receipt(p, nil)
}

// HiddenReceipt returns a receipt for an entry of 1 to [MaxEntryLen] bytes for which
// [Salt.Hide] of it stands in the list. It returns the errors of [Announcement.CheckReceipt].
func (a *Announcement) HiddenReceipt(p Proof, salt Salt, entry []byte) (Receipt, error) {
	if len(entry) < 1 || len(entry) > MaxEntryLen {
		return Receipt{}, wrap.Errorf(ErrMalformed, "a hidden entry of %d bytes, not 1 to %d", len(entry), MaxEntryLen)
	}
	return a.receipt(p, secret.Hide(opening{salt, bytes.Clone(entry)}))
}

func (a *Announcement) receipt(p Proof, o secret.Value[opening]) (Receipt, error) {
	if err := a.check(p); err != nil {
		return Receipt{}, err
	}
	r := Receipt{a.Digest(), p, o}
	if err := a.CheckReceipt(r); err != nil {
		return Receipt{}, err
	}
	return r, nil
}

// CheckReceipt returns an [ErrMismatch] if a receipt is of another announcement, which the error
// then says is another draw, if its proof is wrong, or if its salt and entry aren't what
// the list hides. The entrant looks whether [Receipt.Entry] is theirs.
func (a *Announcement) CheckReceipt(r Receipt) error {
	if err := a.check(r.proof); err != nil {
		return err
	}
	if digest := a.Digest(); r.digest != digest {
		return wrap.Errorf(ErrMismatch, "a receipt of another draw, whose announcement has the digest %v, not %v", r.digest, digest)
	}
	if err := a.CheckProof(r.proof); err != nil {
		return err
	}
	if o := secret.Reveal(r.opening); r.Hidden() && !bytes.Equal(o.salt.Hide(o.entry), r.proof.entry.Data) {
		return wrap.Errorf(ErrMismatch, "the salt and the entry don't hide as %q", r.proof.entry.Data)
	}
	return nil
}

// Digest returns the digest of the announcement that the receipt is of.
func (r Receipt) Digest() Digest { return r.digest }

// Proof returns the proof of the entry as it stands in the list.
func (r Receipt) Proof() Proof { return r.proof }

// Hidden reports whether the list hides the entry.
func (r Receipt) Hidden() bool { return !secret.IsZero(r.opening) }

// Entry returns a copy of the entrant's entry: the one that the list hides, or the one in it.
func (r Receipt) Entry() []byte {
	if r.Hidden() {
		return bytes.Clone(secret.Reveal(r.opening).entry)
	}
	return bytes.Clone(r.proof.entry.Data)
}

// Salt returns the salt of a hidden entry, a zero one if it isn't hidden.
func (r Receipt) Salt() Salt { return secret.Reveal(r.opening).salt }

// Format prints "redacted", whatever the verb, or without a salt what the receipt is for.
func (r Receipt) Format(f fmt.State, _ rune) {
	if r.Hidden() {
		fmt.Fprint(f, "redacted")
		return
	}
	fmt.Fprintf(f, "entry %q at position %d of announcement %v", r.proof.entry.Data, r.proof.position, r.digest)
}

// Bytes returns the encoding, which holds the salt.
func (r Receipt) Bytes() []byte {
	b := append(field.Append(nil, receiptLabel), r.digest[:]...)
	o := secret.Reveal(r.opening)
	if r.Hidden() {
		b = field.Append(b, o.salt.Bytes())
	} else {
		b = field.Append(b, "")
	}
	b = field.Append(b, o.entry)
	return field.Append(b, r.proof.Bytes())
}

// ParseReceipt reads an encoding and nothing else. [Announcement.CheckReceipt] then says
// whether it is good.
func ParseReceipt(b []byte) (Receipt, error) {
	reader := field.NewReader(b)
	reader.Label(receiptLabel)
	r := Receipt{digest: Digest(reader.Fixed("digest", len(Digest{})))}
	salt, entry, proof := reader.Field("salt"), reader.Field("entry"), reader.Field("proof")
	switch len(salt) {
	case 0:
		reader.Check("entry", len(entry) == 0)
	case saltSize:
		reader.Check("entry", len(entry) >= 1 && len(entry) <= MaxEntryLen)
		r.opening = secret.Hide(opening{newSalt(saltBytes(salt)), bytes.Clone(entry)})
	default:
		reader.Check("salt", false)
	}
	if fault := reader.End(); fault != "" {
		return Receipt{}, wrap.Errorf(ErrMalformed, "receipt: %s", fault)
	}
	var err error
	if r.proof, err = ParseProof(proof); err != nil {
		return Receipt{}, err
	}
	return r, nil
}
