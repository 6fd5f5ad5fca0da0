package sra_test

import (
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/sra"
)

// A claim is a proof, and what it is to show. A case is one, or several to be checked together.
type claim struct {
	Kind            string
	Group, P        string
	Context, Public string
	From, To        string
	Proof           string
}

type attack struct {
	ID     string
	Inputs struct {
		claim
		Proofs []claim
	}
	Outputs struct{ Valid int }
}

// SPEC.md, section 12.4: proofs that must be refused, one broken rule each, and some that are valid.
func TestAttacks(t *testing.T) {
	checks := attackChecks()
	checks["batch"] = checkAttackTogether
	vectors.RunFile(t, "testdata/attacks.json", "squaredeal/sra v1", class, checks)
}

// attackChecks are those of proofs that are checked one by one.
func attackChecks() map[string]func(*testing.T, attack) error {
	checks := map[string]func(*testing.T, attack) error{}
	for _, kind := range []string{"key", "decryption", "shuffle"} {
		checks[kind] = func(t *testing.T, a attack) error {
			a.Inputs.Kind = kind
			return checkAttack(t, a.Inputs.claim)
		}
	}
	return checks
}

// Whatever a proof's bytes are, the second reading of SPEC.md says the same of it.
func FuzzSecondReading(f *testing.F) {
	vectors.FuzzFile(f, "testdata/attacks.json", class, attackChecks())
}

// checkAttack checks a proof alone, and after one that is valid in a Batch.
func checkAttack(t *testing.T, c claim) error {
	err := c.verify(t, nil)
	var b sra.Batch
	valid := sra.Ristretto255()
	if c.Group == "modp2048" {
		valid = sra.Group14()
	}
	key := fixedKey(t, valid, "companion")
	if err := b.AddKey(key.Public(), nil, sra.ProveKey(key, nil, [32]byte{})); err != nil {
		t.Fatal(err)
	}
	inBatch := c.verify(t, &b)
	if n := b.Len(); inBatch == nil {
		var at int
		if at, inBatch = b.Verify(); n != 2 || inBatch == nil && at != 2 || inBatch != nil && at != 1 {
			t.Errorf("%d proofs in a batch, of which %d are valid", n, at)
		}
	} else if n != 1 || errors.Is(inBatch, sra.ErrProof) && !errors.Is(err, sra.ErrProof) {
		t.Errorf("%d proofs in a batch: %v", n, inBatch)
	}
	if (err == nil) != (inBatch == nil) || err != nil && err.Error() != inBatch.Error() {
		t.Errorf("alone: %v; in a batch: %v", err, inBatch)
	}
	return err
}

func checkAttackTogether(t *testing.T, a attack) error {
	var b sra.Batch
	for _, c := range a.Inputs.Proofs {
		if err := c.verify(t, &b); err != nil {
			return err
		}
	}
	valid, err := b.Verify()
	vectors.Same(t, "valid", valid, a.Outputs.Valid)
	return err
}

// verify checks a proof, or adds it to a Batch if that isn't nil.
func (c claim) verify(t *testing.T, b *sra.Batch) error {
	v := vector{}
	v.Inputs.Group, v.Inputs.P, v.Inputs.Public, v.Inputs.From, v.Inputs.To = c.Group, c.P, c.Public, c.From, c.To
	if c.P != "" {
		if _, err := unnamedGroup(t, c.P); err != nil {
			return err
		}
	}
	context, proof := []byte(c.Context), vectors.Hex(t, c.Proof)
	if c.Kind == "key" {
		public, err := sra.ParsePublicKey(v.group(t), vectors.Hex(t, c.Public))
		switch {
		case err != nil:
			return err
		case b != nil:
			return b.AddKey(public, context, proof)
		}
		return public.VerifyKey(context, proof)
	}
	public, from, to, err := v.decks(t)
	switch {
	case err != nil:
		return err
	case c.Kind == "decryption" && b != nil:
		return b.AddDecryption(public, context, from, to, proof)
	case c.Kind == "decryption":
		return public.VerifyDecryption(context, from, to, proof)
	case b != nil:
		return b.AddShuffle(public, context, from, to, proof)
	}
	return public.VerifyShuffle(context, from, to, proof)
}
