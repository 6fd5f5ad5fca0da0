// Package boardtest tests boards: [TestBoard] is one table of tests for every kind of them, in
// memory, in a file, by HTTP or on a stream, of what commit/table/board asks of a board.
package boardtest
