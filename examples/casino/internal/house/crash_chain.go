package house

import (
	"context"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// A Chain is what is announced of one, before its first round, and what became of it.
type Chain struct {
	Chain       int64       `json:"chain"` // from 1
	Anchor      commit.Link `json:"anchor"`
	Length      int64       `json:"length"`
	Beacon      string      `json:"beacon"`      // the network of drand, as draw.Terms name it
	BeaconRound int64       `json:"beaconRound"` // of which the value is part of every round
	Announced   int64       `json:"announced"`   // in milliseconds since 1970
	// Published is the round of the beacon in drand's JSON, empty until it is there.
	Published string `json:"published,omitempty"`
	Ended     int64  `json:"ended,omitempty"` // when it had no more rounds, or was given up
}

// A sealedChain is the secret of a chain: its commit.ChainState, sealed with the key of that
// fingerprint.
type sealedChain struct {
	chain int64
	key   string
	state []byte
}

// owner is what the state of a chain is sealed for.
func owner(chain int64) string { return fmt.Sprint("chain ", chain) }

// open returns the state.
func (s sealedChain) open(keys vault.Keys) ([]byte, error) {
	return keys.Open(owner(s.chain), s.key, s.state)
}

const chainColumns = "chain, anchor, length, beacon, beacon_round, announced, coalesce(published, ''), coalesce(ended, 0)"

func scanChain(scan scanner, more ...any) (*Chain, error) {
	var c Chain
	var anchor string
	err := scan(append([]any{&c.Chain, &anchor, &c.Length, &c.Beacon, &c.BeaconRound, &c.Announced, &c.Published, &c.Ended}, more...)...)
	if err == nil {
		if c.Anchor, err = commit.ParseLink(anchor); err != nil {
			err = fmt.Errorf("%w: chain %d: %v", ErrDamaged, c.Chain, err)
		}
	}
	return &c, err
}

// Chains returns the latest chains of crash, the newest first.
func (h *House) Chains(ctx context.Context, limit int) (all []Chain, err error) {
	all = []Chain{}
	err = eachRow(ctx, h.read, "SELECT "+chainColumns+" FROM chains ORDER BY chain DESC LIMIT $1", []any{limit}, func(scan scanner) error {
		c, err := scanChain(scan)
		if err == nil {
			all = append(all, *c)
		}
		return err
	})
	return all, err
}
