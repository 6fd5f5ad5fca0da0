package receipt

import (
	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/seedrng"
)

// The kinds of statements about crash.
const (
	kindCrashBet  = "crash bet"
	kindCrashOut  = "crash out"
	kindCrashPaid = "crash paid"
	kindCrashEnd  = "crash end"
)

// A CrashID names a bet on crash, and the round that it is on. Bets are counted from 1 with
// each pair of seeds of the player's, though their outcomes don't follow from these: so the
// receipt of the next bet, or [Revealed], shows that one was dropped.
type CrashID struct {
	Hash         seedrng.Hash
	Serial       int64
	Chain, Round int64
}

// A CrashBet says that a bet on a round of crash was taken, in time.
type CrashBet struct {
	CrashID
	Place int64 // among all bets of the round, from 1
	Sent  string
	Time  int64
	Early int64 // milliseconds before the start, by the clock that starts it
}

// NotCashed is the time of a cash-out that there wasn't.
const NotCashed = -1

// A CrashOut says that a bet was cashed out by hand. What it is worth is known when the round ends.
type CrashOut struct {
	CrashID
	Cashed     int64 // milliseconds after the start
	Multiplier int64 // at which the bet is out, in hundredths
}

// A CrashPaid says what a bet was paid. Cashed is encoded as one more, so that
// [NotCashed] is 0.
type CrashPaid struct {
	CrashID
	Sent   string
	Cashed int64
	Paid   int64
}

// A CrashEnd says how a round ended, to everybody. The link of one that was given up is all zeros.
type CrashEnd struct {
	Chain, Round int64
	Starts       int64
	Bets         int64
	Link         commit.Link
	Point        int64
	Ended        int64
	Lapsed, Void bool
}

func (id CrashID) begin(kind string) []byte {
	return appendInts(append(begin(kind), id.Hash[:]...), id.Serial, id.Chain, id.Round)
}

func appendInts(b []byte, all ...int64) []byte {
	for _, n := range all {
		b = appendInt(b, n)
	}
	return b
}

// Bytes returns the statement's encoding.
func (s CrashBet) Bytes() []byte {
	return appendInts(field.Append(appendInt(s.begin(kindCrashBet), s.Place), s.Sent), s.Time, s.Early)
}

// Bytes returns the statement's encoding.
func (s CrashOut) Bytes() []byte {
	return appendInts(s.begin(kindCrashOut), s.Cashed, s.Multiplier)
}

// Bytes returns the statement's encoding.
func (s CrashPaid) Bytes() []byte {
	return appendInts(field.Append(s.begin(kindCrashPaid), s.Sent), s.Cashed+1, s.Paid)
}

// Bytes returns the statement's encoding.
func (s CrashEnd) Bytes() []byte {
	b := append(appendInts(begin(kindCrashEnd), s.Chain, s.Round, s.Starts, s.Bets), s.Link[:]...)
	return appendInts(b, s.Point, s.Ended, flag(s.Lapsed), flag(s.Void))
}

func flag(is bool) int64 {
	if is {
		return 1
	}
	return 0
}

func parseFlag(r *field.Reader, name string) bool {
	n := r.Uint64(name)
	r.Check(name, n <= 1)
	return n == 1
}

func parseCrashID(r *field.Reader) CrashID {
	return CrashID{seedrng.Hash(r.Fixed("hash", len(seedrng.Hash{}))), parseInt(r, "serial number"), parseInt(r, "chain"),
		parseInt(r, "round")}
}

func parseCrashBet(r *field.Reader) Statement {
	return CrashBet{parseCrashID(r), parseInt(r, "place"), string(r.Field("sent")), parseInt(r, "time"),
		parseInt(r, "milliseconds before the start")}
}

func parseCrashOut(r *field.Reader) Statement {
	return CrashOut{parseCrashID(r), parseInt(r, "cash-out"), parseInt(r, "multiplier")}
}

func parseCrashPaid(r *field.Reader) Statement {
	return CrashPaid{parseCrashID(r), string(r.Field("sent")), parseInt(r, "cash-out") - 1, parseInt(r, "payment")}
}

func parseCrashEnd(r *field.Reader) Statement {
	return CrashEnd{
		Chain: parseInt(r, "chain"), Round: parseInt(r, "round"), Starts: parseInt(r, "start"), Bets: parseInt(r, "bets"),
		Link: commit.Link(r.Fixed("link", len(commit.Link{}))), Point: parseInt(r, "point"), Ended: parseInt(r, "end"),
		Lapsed: parseFlag(r, "lapse"), Void: parseFlag(r, "void"),
	}
}
