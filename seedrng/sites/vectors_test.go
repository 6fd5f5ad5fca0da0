package sites_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

//go:generate go run ./internal/genschemes schemes.json

type vector struct {
	Inputs struct {
		ServerSeed, ClientSeed, Digest string

		Runs int
	}
	Intermediates struct {
		Digest string
		Steps  []string
	}
	Outputs struct {
		Cards  []int
		SHA256 string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/seedrng/sites v1", class, map[string]func(*testing.T, vector) error{
		"cryptogames":             checkCryptoGames,
		"cryptogames-accumulated": checkAccumulated,
	})
}

// class is the word for an error in the vectors.
func class(err error) string {
	switch {
	case errors.Is(err, sites.ErrMalformed):
		return "malformed"
	case errors.Is(err, sites.ErrExhausted):
		return "exhausted"
	}
	return err.Error()
}

func checkCryptoGames(t *testing.T, v vector) error {
	var d sites.CryptoGamesDigest
	if v.Inputs.Digest != "" {
		hex.Decode(d[:], []byte(v.Inputs.Digest))
	} else {
		var err error
		if d, err = sites.CryptoGames(v.Inputs.ServerSeed, v.Inputs.ClientSeed); err != nil {
			return err
		}
	}
	if got := hex.EncodeToString(d[:]); got != v.Intermediates.Digest {
		t.Errorf("digest %s, want %s", got, v.Intermediates.Digest)
	}
	var steps []string
	for s := range d.Steps() {
		steps = append(steps, fmt.Sprintf("%02x %d %v", s.Byte, s.Value, s.Outcome))
	}
	if diff := cmp.Diff(v.Intermediates.Steps, steps); diff != "" {
		t.Errorf("steps (-want +got):\n%s", diff)
	}
	cards, err := d.AppendCards([]int{})
	if diff := cmp.Diff(v.Outputs.Cards, cards); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
	return err
}

func checkAccumulated(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(i int) (out []byte) {
		server := sha256.Sum256(fmt.Append(nil, "server ", i))
		digest, err := sites.CryptoGames(hex.EncodeToString(server[:]), fmt.Sprint("client ", i))
		if err != nil {
			t.Fatal(err)
		}
		cards, err := digest.AppendCards(nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cards {
			out = append(out, byte(c))
		}
		return out
	})
	return nil
}
