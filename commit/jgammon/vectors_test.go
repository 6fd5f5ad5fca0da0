package jgammon_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/jgammon"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

type vector struct {
	Inputs  struct{ Hashes, Secrets [2]string }
	Outputs struct{ N, One, Two int }
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/commit/jgammon v1", class, map[string]func(*testing.T, vector) error{"throw": checkThrow})
}

// class is the word for an error in the vectors, with the seats that it blames.
func class(err error) string {
	blame, ok := errors.AsType[*commit.BlameError](err)
	switch {
	case errors.Is(err, commit.ErrMalformed):
		return "malformed"
	case errors.Is(err, commit.ErrMismatch) && ok:
		return "mismatch " + strings.Trim(fmt.Sprint(blame.Seats), "[]")
	}
	return err.Error()
}

func checkThrow(t *testing.T, v vector) (err error) {
	var hashes [2]jgammon.Hash
	var secrets [2]jgammon.Secret
	for i := range hashes {
		if hashes[i], err = jgammon.ParseHash(vectors.Hex(t, v.Inputs.Hashes[i])); err != nil {
			return err
		}
		if secrets[i], err = jgammon.ParseSecret(vectors.Hex(t, v.Inputs.Secrets[i])); err != nil {
			return err
		}
	}
	got, err := jgammon.Replay(hashes, secrets)
	if want := (jgammon.Throw{N: v.Outputs.N, One: v.Outputs.One, Two: v.Outputs.Two}); got != want {
		t.Errorf("throw %+v, want %+v", got, want)
	}
	return err
}
