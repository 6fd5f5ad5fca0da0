//go:build !purego

package ristretto

import "testing"

// What is in assembly for AVX2 is computed without it, too.
func TestWithoutAVX2(t *testing.T) {
	defer func(has bool, width uint) { hasAVX2, combWidth = has, width }(hasAVX2, combWidth)
	hasAVX2, combWidth = false, 5
	t.Run("Comb", TestComb)
	t.Run("Multiples", TestMultiples)
	t.Run("Exp", TestExp)
	t.Run("MultiExp", TestMultiExp)
	t.Run("Points", TestPointsAgree)
}
