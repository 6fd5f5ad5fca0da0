// Package ristretto is the arithmetic of the group ristretto255 (RFC 9496), with
// hashing to it (RFC 9380, appendix B): an implementation of arith.Group, in these
// layers.
//
//   - field.go, with field51.go or field25.go: numbers mod 2²⁵⁵ − 19.
//   - point.go: the curve edwards25519. encoding.go, hash.go: the elements, which are
//     cosets of points.
//   - scalar.go: exponents. table.go, comb.go: powers to secret exponents. product.go:
//     products of public powers, in variable time.
//   - lanes_amd64.go, and the other files of lanes: all of these for eight cards or scalars
//     at once.
//   - group.go, elements.go: what package sra calls.
//
// Three things make it fast. The results of secret powers are kept as their halves, of
// which many are doubled and encoded with one inversion; elements are decoded, and
// tables for them are made, once; and sums of field elements aren't carried, for which
// the field is the package's own. On amd64 its products are in assembly, and with AVX2 and
// BMI2 the choice of tables' entries and their addition. With AVX-512 IFMA, eight cards at once
// take less time than two without. The build tag purego leaves all of this out.
//
// # Constant time
//
// Secret are the exponents of Exp, MultiExp and Comb.Exp, and any of the elements: a
// card that only its player knows is one. No instruction branches on a secret, or
// addresses memory by one, or takes a time that depends on its operands:
//
//   - Conditions are numbers 0 and 1, made into masks (choose, isZero, mask).
//   - An entry of a table is chosen by reading all of them (multiples.choose, lanePick,
//     laneLookup); VPERMD and VPERMI2Q, which do so in registers, take the same time for all
//     indexes.
//   - Loops run to lengths that are public: of slices, digits and exponents.
//   - What follows a secret is an element or an encoding; none is compared.
//
// In variable time are decoding what isn't canonical or isn't an element, the checks
// of Decode, hashing, ProductVarTime and IsOneVarTime.
//
// It was checked in two ways. In the machine code of amd64, 386, arm and arm64, every
// conditional jump of the functions that secrets pass through ends a loop or checks the
// stack, a length or an index, all of them public. And the times of Exp, Comb.Exp and
// MultiExp were measured for random exponents and for 0, 1, q − 1, q − 2 and others of
// equal digits, in random order, 20,000 times each: Welch's t stayed below 4, with lanes and
// without, and was above 10 for IsOneVarTime.
package ristretto
