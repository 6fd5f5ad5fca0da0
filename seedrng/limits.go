package seedrng

import (
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

const (
	// MaxSeedLen is the length of the longest client seed, in bytes, and of the longest
	// server seed that is accepted in an audit.
	MaxSeedLen = 1024
	// MaxServerSeedLen is the length of the longest server seed that keeps outcomes
	// secret, in bytes (see [ParseAuditSeed]).
	MaxServerSeedLen = 64
)

func checkText(name, s string, limit int) error {
	if err := field.CheckText(name, s, limit); err != nil {
		return wrap.Errorf(ErrMalformed, "%v", err)
	}
	return nil
}

func checkBetName(bet string) error { return checkText("name of the bet", bet, MaxBetLen) }
