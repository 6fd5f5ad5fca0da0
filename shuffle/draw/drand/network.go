package drand

import (
	"time"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A Network is a chain of rounds under one key.
type Network struct {
	name, hash string
	genesis    int64 // the time of round 1
	period     int64 // seconds
	key        string
	seed       string // what round 1 of a chained network names as the signature before; "" if unchained
}

// The networks of the League of Entropy, by the constants of drand's own clients. A chain's
// hash covers all of them but the scheme: that is why nothing here is read from a server.
var (
	quicknet = &Network{
		name: "quicknet", hash: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
		genesis: 1692803367, period: 3,
		key: "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
			"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
	}
	chained = &Network{
		name: "default", hash: "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
		genesis: 1595431050, period: 30,
		key:  "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31",
		seed: "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
	}
)

// Quicknet is the network to choose: a round every 3 seconds, each of which is verified by
// itself.
func Quicknet() *Network { return quicknet }

// Default is the oldest network: a round every 30 seconds, which signs the signature before.
func Default() *Network { return chained }

// NetworkOf returns the network that terms name by its [Network.Beacon]. It returns an
// [ErrNetwork] for any other, and an [ErrMalformed] if their time isn't that of their round:
// such a draw would come to nothing, so entrants check this before the round.
func NetworkOf(terms draw.Terms) (*Network, error) {
	for _, n := range []*Network{quicknet, chained} {
		if terms.Beacon != n.Beacon() {
			continue
		}
		at, err := n.TimeOf(terms.Round)
		switch {
		case err != nil:
			return nil, err
		case !at.Equal(terms.Time):
			return nil, wrap.Errorf(ErrMalformed, "round %d comes at %v, not at %v", terms.Round, at, terms.Time)
		}
		return n, nil
	}
	return nil, wrap.Errorf(ErrNetwork, "%q, neither %q nor %q", terms.Beacon, quicknet.Beacon(), chained.Beacon())
}

func (n *Network) isZero() bool { return n == nil || n.period == 0 }

// Name returns "quicknet" or "default", of a nil or zero Network nothing.
func (n *Network) Name() string {
	if n.isZero() {
		return ""
	}
	return n.name
}

// Hash returns the hash of the chain, which the addresses of drand's HTTP API hold, of a nil or zero
// Network nothing.
func (n *Network) Hash() string {
	if n.isZero() {
		return ""
	}
	return n.hash
}

// Beacon returns the network's name for the terms of a draw, of a nil or zero Network nothing.
func (n *Network) Beacon() string {
	if n.isZero() {
		return ""
	}
	return "drand " + n.name + " " + n.hash
}

// RoundAt returns the first round at or after a time; round 1 if that is before all. Nothing can be
// drawn by rounds above 2³². A nil or zero Network has no rounds: it returns 0.
func (n *Network) RoundAt(t time.Time) uint64 {
	if n.isZero() {
		return 0
	}
	seconds := t.Unix() - n.genesis
	if t.Nanosecond() > 0 {
		seconds++
	}
	if seconds <= 0 {
		return 1
	}
	return uint64((seconds+n.period-1)/n.period) + 1
}

// maxRound keeps times below the year 10000.
const maxRound = 1 << 32

// TimeOf returns the time of a round. It returns an [ErrMalformed] for a round that isn't in
// 1 to 2³², and for a nil or zero Network.
func (n *Network) TimeOf(round uint64) (time.Time, error) {
	if n.isZero() {
		return time.Time{}, wrap.Errorf(ErrMalformed, "no Network")
	}
	if round < 1 || round > maxRound {
		return time.Time{}, wrap.Errorf(ErrMalformed, "round %d, not 1 to 2^32", round)
	}
	return time.Unix(n.genesis+int64(round-1)*n.period, 0).UTC(), nil
}
