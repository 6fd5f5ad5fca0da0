// Package tabletest plays a [table.Game] at random, and finds where it breaks what a Game
// promises. Call [TestGame] in a test of your game: it needs the terms, a constructor, and
// random moves.
//
// In an order that only a seed decides, seats speak, cross each other's messages, cheat, fall
// silent, leave, and start again; a spectator reads along. TestGame checks that
//
//   - all readers agree on Due, on every verdict of Apply and its words, and on checkpoints;
//   - a game that goes on from a checkpoint, new or used, behaves as one that was there all
//     the time;
//   - Pending returns the same until that is read, isn't nil unless there is a move to choose,
//     and follows from the head of the round wherever it follows from the secret;
//   - what an honest seat says is taken, whatever others, all of them cheats or not, say before
//     it in the same phase, and whoever goes; and no honest seat is blamed;
//   - a message that is taken changes the phase or who is due, a seat that has spoken is
//     named fewer times, and phases and seats that are done don't come back;
//   - nothing else changes who is due: no message that is refused, no Pending, Check or Default;
//     and no method panics or alters what it is given;
//   - Check refuses the moves that Apply refuses, and not what Default returns, if there is that method:
//     see board.Seat;
//   - the game ends.
//
// What a table does itself needs no game, and isn't tested here: signatures, clocks, floods of
// what is void, stored states.
//
// It finds what random play finds: nil is no proof. Cheats say what is near to honest
// messages, but don't know the game. That secrets stay secret, and that moves are fair, is for
// tests of the game itself.
package tabletest
