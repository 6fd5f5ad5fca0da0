// Package oldhand is a hand of cards whose messages may reach the seats in any order:
// [GenerateHand] for a seat, [NewObserver] for a spectator or a referee, on the cipher and
// the proofs of package sra. It keeps messages that come early, and lets seats leave and
// the rest deal again.
//
// It stays only until the games that use it, networked poker first, play on one order of
// messages. A new game uses package sra/hand.
package oldhand
