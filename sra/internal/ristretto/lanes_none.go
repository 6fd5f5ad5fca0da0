//go:build !amd64 || purego

package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

// Without lanes, tables do everything.
const (
	haveLanes    = false
	minLanes     = 0
	minLaneTerms = 0
)

func noLanes() { panic("ristretto: no lanes") }

func newLaneTable([]point, uint, int) (m multiplier) { noLanes(); return }

func decodeLanes([]point, []byte) (n int) { noLanes(); return }

func appendDoublesLanes([]byte, []point) (b []byte) { noLanes(); return }

func sumByLanes([]term, int) (p point) { noLanes(); return }

func newOddTable([]point) (t *oddTable) { noLanes(); return }

func newLaneComb([]point) (c arith.Comb) { noLanes(); return }
