package board_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
)

// A stubborn game is one that refuses every move, the one that it makes for its player too.
type stubborn struct{ table.Game }

var errStubborn = errors.New("it never bids")

func (stubborn) Check(int, []byte) error { return errStubborn }
func (stubborn) Default() []byte         { return []byte{7} }

// playStubborn plays seat 0 of a game of bids, whose player makes no move.
func playStubborn(t *testing.T) error {
	l, err := board.Open(offerOf(2), record.GenerateKey(), bids, nil)
	if err != nil {
		t.Fatal(err)
	}
	go (&board.Seat{Board: l, Number: 1, Game: bids}).Play(t.Context())
	s := board.Seat{Board: l, Game: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		game, err := bids(terms, seat, secret)
		return stubborn{game}, err
	}}
	return s.Play(t.Context())
}

// playAt plays seat 0 at some board.
func playAt(b func(*testing.T) board.Board) func(*testing.T) error {
	return func(t *testing.T) error { return seatOf(b(t), 0, 1).Play(t.Context()) }
}

// playTaken plays a seat of a board at which others are taken.
func playTaken(number int, taken ...int) func(*testing.T) error {
	return func(t *testing.T) error {
		l := open(t, 2, 1, nil)
		for _, seat := range taken {
			join(t, l, seat)
		}
		return seatOf(l, number, 1).Play(t.Context())
	}
}

// auditSwapped audits a match of which two posts have changed places.
func auditSwapped(t *testing.T) error {
	l := open(t, 2, 1, nil)
	play(t.Context(), seatOf(l, 0, 1), seatOf(l, 1, 1))
	posts := all(t, l)
	head := slices.IndexFunc(posts, func(p record.Post) bool { return record.IsHead(p.Bytes) })
	posts[head-1].Bytes, posts[head].Bytes = posts[head].Bytes, posts[head-1].Bytes
	_, err := board.Audit(posts, boardtest.Sums(1))
	return err
}

// Each error begins with the package, says what is wrong, and has a class.
func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		fails func(*testing.T) error
		class error
		text  string
	}{
		"a board without posts":   {playAt(func(*testing.T) board.Board { return liar{} }), board.ErrNoOffer, "board: there is no offer"},
		"a number that is none":   {playTaken(2), board.ErrNoSeat, "board: no seat: seat 2 of 2"},
		"a seat that is taken":    {playTaken(1, 1), board.ErrNoSeat, "board: no seat: seat 1 is taken"},
		"any seat, all are taken": {playTaken(board.AnySeat, 0, 1), board.ErrNoSeat, "board: no seat: all 2 are taken"},
		"a key without a seat": {playAt(func(t *testing.T) board.Board { return doorkeeper{open(t, 2, 1, nil)} }), board.ErrNoSeat,
			"board: no seat: board: refused: no place: not on the list"},
		"a default move": {playStubborn, errStubborn, "board: the default move: it never bids"},
		"another order":  {auditSwapped, record.ErrUnread, "board: post 7: record: "},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if err := c.fails(t); !errors.Is(err, c.class) || !strings.HasPrefix(err.Error(), c.text) {
					t.Error(err)
				}
			})
		})
	}
}
