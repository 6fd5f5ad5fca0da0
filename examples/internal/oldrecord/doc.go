// Package oldrecord keeps what the seats of a game said to each other, signed and chained,
// where each seat has heard the others in an order of its own: [GenerateLog] for a seat,
// [Log.Say] and [Log.Hear] while it plays, and [Merge] for whoever judges the game by the
// logs of several seats.
//
// It stays only until the games that use it, networked poker first, play on one order of
// messages. A new game uses package commit/record.
package oldrecord
