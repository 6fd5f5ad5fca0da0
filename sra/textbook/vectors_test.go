package textbook_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

type vector struct {
	Inputs struct {
		P, E string
		X    []string
	}
	Outputs struct {
		Inverse              string
		Encrypted, Decrypted []string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/sra/textbook", class, map[string]func(*testing.T, vector) error{"textbook": check})
}

// class is the word for an error in the vectors.
func class(err error) string {
	if errors.Is(err, textbook.ErrMalformed) {
		return "malformed"
	}
	return err.Error()
}

func check(t *testing.T, v vector) error {
	k, err := textbook.NewKey(digits(t, v.Inputs.P), digits(t, v.Inputs.E))
	if err != nil {
		return err
	}
	got := v.Outputs
	got.Encrypted, got.Decrypted = []string{}, []string{}
	for _, x := range v.Inputs.X {
		y, err := k.Encrypt(digits(t, x))
		if err != nil {
			return err
		}
		z, err := k.Decrypt(digits(t, x))
		if err != nil {
			return err
		}
		got.Encrypted, got.Decrypted = append(got.Encrypted, y.String()), append(got.Decrypted, z.String())
	}
	got.Inverse = k.Inverse().String()
	if diff := cmp.Diff(v.Outputs, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	return nil
}
