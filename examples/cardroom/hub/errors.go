package hub

import (
	"errors"

	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Errors of a hub: of making a table, and of finding it.
var (
	ErrNoTable = errors.New("there is no such table, or not any more")
	ErrFull    = errors.New("the card room is full")
	ErrTerms   = errors.New("these terms can't be played here")
	ErrNotOver = errors.New("the game isn't over")
)

// Errors of a board. Those of one post are in a [board.Refusal].
var (
	ErrRestarted = board.ErrRestarted // it has lost posts
	ErrStranger  = errors.New("only seats may post that aren't out, and each asks for itself")
	ErrSaidAll   = errors.New("the seat has said as much as it may")
	ErrNotBegun  = errors.New("the game hasn't begun")
	ErrClosing   = errors.New("the game is over, and its board closes soon")
	errKey       = errors.New("the table is of rooms with another key")
	errUnread    = errors.New("the table can't be read now")
	errUnused    = errors.New("the table isn't used any more")
)
