// Package boardtest tests boards: [TestBoard] is one table of tests for every kind of them, in
// memory, in a file, by HTTP or on a stream, of what commit/table/board asks of a board. A test calls it
// with a function that opens one:
//
//	func TestLocal(t *testing.T) {
//		boardtest.TestBoard(t, func(t *testing.T, offer board.Offer, game board.NewGame) *boardtest.Rig {
//			b, err := board.Open(offer, record.GenerateKey(), game, nil) // or yours
//			if err != nil {
//				t.Fatal(err)
//			}
//			return &boardtest.Rig{Dial: func() board.Board { return b }}
//		})
//	}
package boardtest
