package crash

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// Network is the beacon whose rounds are the public values of chains.
func Network() *drand.Network { return drand.Quicknet() }

// LoggedBeacon is the network's name in the public log, where spaces separate words.
func LoggedBeacon() string { return strings.ReplaceAll(Network().Beacon(), " ", "/") }

const (
	notice    = 30 * time.Second // between the announcement of a chain and its beacon's round
	mostBytes = 1024             // of a round's JSON, which the page takes as well
)

// A Beacon names a round of drand for a chain, and gets it once it is published.
type Beacon interface {
	Name(now time.Time) uint64
	Fetch(ctx context.Context, round uint64) ([]byte, error) // in the JSON of drand's API
}

// Verify checks a round of the beacon against its number, and returns its value.
func Verify(round uint64, text []byte) ([32]byte, error) {
	v, err := parse(text)
	if err == nil && v.Round != round {
		err = fmt.Errorf("it is round %d of the beacon, and %d was named", v.Round, round)
	}
	return v.Randomness, err
}

func parse(text []byte) (draw.Value, error) {
	if len(text) > mostBytes {
		return draw.Value{}, fmt.Errorf("the beacon's round has more than %d bytes", mostBytes)
	}
	return Network().ParseRound(text)
}

// Live is drand's HTTP API at an address such as https://api.drand.sh. It names a round that
// nobody knows yet.
type Live string

// Name returns the first round some time after now.
func (Live) Name(now time.Time) uint64 { return Network().RoundAt(now.Add(notice)) }

// Fetch asks for a round. What it gets isn't verified yet.
func (api Live) Fetch(ctx context.Context, round uint64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	address := fmt.Sprintf("%s/%s/public/%d", string(api), Network().Hash(), round)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", address, response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, mostBytes+1))
}

// Stored is a round that was published before: for a casino without a network. Whoever knew it
// could choose the chain, and the page says so.
type Stored struct {
	round uint64
	text  []byte
}

// Known is a round of 2026.
func Known() Stored {
	s, _ := NewStored([]byte(`{"round":27798220,"signature":"` +
		"ae43822131afbf87cf8ea7e02a607c220bc169d7b801288b67f8a97f6ffa97c56a3ad48d0dca48d0fe0760f6b54641ff" + `"}`))
	return s
}

// ReadStored reads a round from a file.
func ReadStored(file string) (Stored, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Stored{}, err
	}
	return NewStored(text)
}

// NewStored returns a round in the JSON of drand's API, once it is verified.
func NewStored(text []byte) (Stored, error) {
	v, err := parse(text)
	return Stored{v.Round, text}, err
}

// Name returns the number of the round.
func (s Stored) Name(time.Time) uint64 { return s.round }

// Fetch returns the round.
func (s Stored) Fetch(_ context.Context, round uint64) ([]byte, error) {
	if round != s.round {
		return nil, fmt.Errorf("round %d of the beacon isn't stored", round)
	}
	return s.text, nil
}
