// Package models has models of the protocols for the model checker Spin, which tries every
// order of events: of a toss, of two servers that share a session, of a board that forks, of a
// table's time, of a hand's cards as they move, and of a hand on a board that forks. What each
// checks, and what it leaves out, stands at its head, with the faults that it finds when they
// are planted. Spin is the package spin of Debian; a C compiler is needed besides.
package models
