package hexchain_test

import (
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/hexchain"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

type vector struct {
	Inputs struct {
		Anchor, Value string
		Steps         int64
	}
}

var checks = map[string]func(*testing.T, vector) error{"chain": checkChain}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/commit/hexchain v1", class, checks)
}

// Whatever texts and steps there are, the second reading of SPEC.md says the same of them.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, checks)
}

func class(err error) string {
	switch {
	case errors.Is(err, commit.ErrMalformed):
		return "malformed"
	case errors.Is(err, commit.ErrMismatch):
		return "mismatch"
	}
	return err.Error()
}

func checkChain(_ *testing.T, v vector) error {
	anchor, err := commit.ParseLink(v.Inputs.Anchor)
	if err != nil {
		return err
	}
	x, err := commit.ParseLink(v.Inputs.Value)
	if err != nil {
		return err
	}
	return hexchain.Verify(anchor, x, uint64(v.Inputs.Steps))
}
