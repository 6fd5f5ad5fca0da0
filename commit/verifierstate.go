package commit

import (
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A ChainVerifierState is all that a [ChainVerifier] remembers. Nothing in it is a
// secret, but a database that loses it has lost what the player knew.
type ChainVerifierState struct{ encoding }

// Bytes returns a copy of the encoding that SPEC.md, section 6.4, defines, nil for the
// zero value.
func (s ChainVerifierState) Bytes() []byte { return stored.Bytes(s.encoding) }

type verifierState struct {
	round uint64
	link  Link
}

const verifierStateLabel = "squaredeal/chain/v1/verifier"

func encodeVerifier(st verifierState) []byte {
	b := field.Append(nil, verifierStateLabel)
	b = binary.BigEndian.AppendUint64(b, st.round)
	return field.Seal(append(b, st.link[:]...))
}

func parseVerifierState(b []byte) (verifierState, error) {
	r := field.NewSealedReader(b)
	r.Label(verifierStateLabel)
	st := verifierState{round: r.Uint64("round"), link: Link(r.Fixed("link", len(Link{})))}
	r.Check("round", st.round <= MaxRounds)
	if fault := r.End(); fault != "" {
		return verifierState{}, wrap.Errorf(ErrMalformed, "verifier state: %s", fault)
	}
	return st, nil
}
