//go:build !amd64 || purego

package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

// Without lanes, tables do everything.
const (
	haveLanes = false
	minLanes  = 0
)

func noLanes() { panic("ristretto: no lanes") }

func newLaneTable([]point, uint, int) (m multiplier) { noLanes(); return }

func newLaneComb([]point) (c arith.Comb) { noLanes(); return }
