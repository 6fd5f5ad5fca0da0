package sra

import (
	"context"
	"math/big"
)

// SmallGroup returns the group of a safe prime of any size, from 7 up, without a check.
func SmallGroup(p *big.Int) Group { return unnamedGroup(p) }

// Hooks to functions of the same name.
var (
	ExpandMessage  = expandMessage
	CheckSafePrime = checkSafePrime
	MillerRabin    = millerRabin
	Fermat         = fermat
	PrimesBelow    = primesBelow
	Sieve          = sieve
	Less           = less
	Abs            = abs
	Pick           = pick
)

const (
	SieveBound = sieveBound
	SieveSize  = sieveSize
)

func GenerateSafePrime(ctx context.Context, bits int) (*big.Int, error) {
	return generateSafePrime(ctx, bits)
}

// Generator returns the encoding of G.
func Generator(g Group) []byte { return g.g.generator }
