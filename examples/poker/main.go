// Command poker plays no-limit Texas hold'em between players none of whom is trusted to
// deal, without a server that sees the cards.
//
// Without flags, a few seats live in this process, with a board between them, and bet by a
// simple strategy; -h lists the flags. What is played stands in game.go of package
// examples/internal/holdem, in its order:
//
//	each seat             commitment, then what it contains   the first button, a round of its own
//	for each hand:
//	each seat             whether it plays the hand
//	each seat in turn     its key, the deck shuffled, proofs
//	each seat in turn     the others' hole cards without its layer, proof
//	the seat whose turn   an action; with a fold, all cards but its own without its layer, proof
//	each seat in turn     the street's cards without its layer, proof
//	those who are in      their cards without the last layer, proof
//
// All messages are signed, and each names all that its sender had read (packages
// commit/record and commit/table). The board puts them in one order, and stamps them with its
// time: it can hold some back, which makes a seat look silent, and it sees who says how much
// when, but no card. Nothing can stop players from telling one another their cards in secret.
//
// A seat that cheats is out at once, and one that is silent when its time is up: what it has
// put into the pot stays there, and its deposit is lost. The others keep their own cards and
// the board, and shuffle the rest again: who goes having seen the river alone has no part in
// the other one. Anybody can judge a match by its record: see -audit.
//
// A check fails if a seat cheated, a record is damaged, or the others went on without this
// seat. None fails because somebody left or was silent.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
