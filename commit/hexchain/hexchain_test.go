package hexchain_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/hexchain"
)

const (
	anchor = "86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277"
	value  = "216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6" // 1,000 steps from it
)

func link(t *testing.T, text string) commit.Link {
	t.Helper()
	x, err := commit.ParseLink(text)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestVerify(t *testing.T) {
	a, x := link(t, anchor), link(t, value)
	for steps, want := range map[uint64]error{
		0: commit.ErrMalformed, 999: commit.ErrMismatch, 1000: nil, 1001: commit.ErrMismatch, commit.MaxSteps + 1: commit.ErrMalformed,
	} {
		if err := hexchain.Verify(a, x, steps); !errors.Is(err, want) {
			t.Errorf("%d steps: %v, want %v", steps, err, want)
		}
	}
	// The bytes in place of the text, and the direction.
	if _, err := commit.VerifyChain(a, 1000, x); !errors.Is(err, commit.ErrMismatch) {
		t.Error(err)
	}
	if err := hexchain.Verify(x, a, 1000); !errors.Is(err, commit.ErrMismatch) {
		t.Error(err)
	}
	if err := hexchain.Verify(sha256.Sum256([]byte(value)), x, 1); err != nil {
		t.Error(err)
	}
}

// The published end of a site's chain.
func ExampleVerify() {
	a, err := commit.ParseLink(anchor)
	if err != nil {
		log.Fatal(err)
	}
	x, err := commit.ParseLink(value)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(hexchain.Verify(a, x, 1000))
	// Output: <nil>
}
