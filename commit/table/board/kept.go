package board

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Keeper keeps a few bytes, so that a program can go on with them: a seat's key and the state of
// its table.
type Keeper interface {
	// Load returns what is kept. If that is nothing, it keeps the first value, durably.
	Load(first []byte) ([]byte, error)
	// Replace replaces what is kept, durably, if that is the old value, or fails.
	Replace(old, new []byte) error
}

// A kept seat is its key, and then the digest of its table, whether the match began, and the state.
type kept struct {
	keeper Keeper
	value  []byte
	key    record.Key
	begun  bool // at some time: a board that has lost the hellos can't undo it
}

const keptFixed = ed25519.SeedSize + sha256.Size + 1

func load(keeper Keeper) (*kept, error) {
	k := &kept{keeper: keeper, key: record.GenerateKey()}
	if keeper == nil {
		return k, nil
	}
	var err error
	if k.value, err = keeper.Load(k.key.Bytes()); err != nil {
		return nil, err
	}
	if n := len(k.value); n != ed25519.SeedSize && n <= keptFixed {
		return nil, wrap.Errorf(ErrMalformed, "a kept seat of %d bytes", n)
	}
	k.begun = len(k.value) > keptFixed && k.value[keptFixed-1] == 1
	k.key, err = record.ParseKey(k.value[:ed25519.SeedSize])
	return k, err
}

// player returns the seat's player, a new one or the one that was kept.
func (k *kept) player(terms table.Terms, at record.Digest, game table.Game) (*table.Player, error) {
	var p *table.Player
	var err error
	store := func(_, new table.State) error { // which p alone calls
		k.begun = k.begun || p.Round() > 0
		return k.keep(at, new)
	}
	switch {
	case len(k.value) > keptFixed && bytes.Equal(k.value[ed25519.SeedSize:keptFixed-1], at[:]):
		p, err = table.Parse(terms, game, k.key, k.value[keptFixed:], store)
	case k.begun:
		err = ErrReset
	default:
		p, err = table.New(terms, game, k.key, store)
	}
	return p, err
}

// keep has the keeper keep the state of a table.
func (k *kept) keep(at record.Digest, state table.State) error {
	if k.keeper == nil {
		return nil // nothing is encoded
	}
	begun := byte(0)
	if k.begun {
		begun = 1
	}
	value := slices.Concat(k.key.Bytes(), at[:], []byte{begun}, state.Bytes())
	if err := k.keeper.Replace(k.value, value); err != nil {
		return err
	}
	k.value = value
	return nil
}
