package casinotest

import (
	"crypto/sha256"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A SignedLie is what a casino has signed of crash beside honest statements, with what a judge
// says of it.
type SignedLie struct {
	What, Found string
	Of          int // statements that convict it
	Lie         []receipt.Statement
}

// A crashBook is what a casino's statements about crash in a test are about.
type crashBook struct {
	server     string
	hash, next seedrng.Hash    // of two pairs of seeds
	links      []commit.Link   // of rounds 8, 7, 6 and 5
	hand       receipt.CrashID // cashed out
	target     receipt.CrashID // out by its target
	lost, open receipt.CrashID // in one round, the second one with the next pair
}

// What a casino has said.
type said = []receipt.Statement

func newCrashBook() *crashBook {
	b := &crashBook{server: strings.Repeat("5", 64), next: sha256.Sum256([]byte("next")),
		links: []commit.Link{sha256.Sum256([]byte("secret"))}}
	seed, err := seedrng.ParseServerSeed(b.server)
	if err != nil {
		panic(err)
	}
	b.hash = seed.Hash()
	for range 3 {
		b.links = append(b.links, sha256.Sum256(b.links[len(b.links)-1][:]))
	}
	b.hand, b.target, b.lost, b.open = idOf(b.hash, 1, 5), idOf(b.hash, 2, 6), idOf(b.hash, 3, 8), idOf(b.next, 1, 8)
	return b
}

func idOf(hash seedrng.Hash, serial, round int64) receipt.CrashID {
	return receipt.CrashID{Hash: hash, Serial: serial, Chain: 1, Round: round}
}

func betOn(id receipt.CrashID, place int64, sent string) receipt.CrashBet {
	return receipt.CrashBet{CrashID: id, Place: place, Sent: sent, Time: 1000 * id.Round, Early: 2500}
}

func paidFor(id receipt.CrashID, sent string, cashed, paid int64) receipt.CrashPaid {
	return receipt.CrashPaid{CrashID: id, Sent: sent, Cashed: cashed, Paid: paid}
}

func endOf(round, bets, point int64, link commit.Link) receipt.CrashEnd {
	return receipt.CrashEnd{Chain: 1, Round: round, Starts: 10_000 * round, Bets: bets, Link: link, Point: point,
		Ended: 10_000*round + crash.End(point)}
}

func voidRound(round int64) receipt.CrashEnd {
	return receipt.CrashEnd{Chain: 1, Round: round, Starts: 60_000, Bets: 3, Void: true}
}

// CrashStatements returns what an honest casino has signed of four bets on crash in three
// rounds, with two pairs of seeds, and what dishonest ones have signed as well.
func CrashStatements() (honest []receipt.Statement, lies []SignedLie) {
	b := newCrashBook()
	return b.honest(), slices.Concat(b.seedLies(), b.betLies(), b.endLies())
}

func (b *crashBook) shown() receipt.Shown {
	return receipt.Shown{Session: [receipt.SessionSize]byte{1}, Number: 1, Hash: b.hash, MaxWin: 100_000, Time: 1000}
}

func (b *crashBook) honest() []receipt.Statement {
	out := receipt.CrashOut{CrashID: b.hand, Cashed: 5000, Multiplier: 141}
	return []receipt.Statement{
		b.shown(), betOn(b.hand, 1, "crash for 500"), out, endOf(5, 2, 200, b.links[3]), paidFor(b.hand, "crash for 500", 5000, 705),
		betOn(b.target, 3, "crash 150 for 200"), endOf(6, 3, 175, b.links[2]),
		paidFor(b.target, "crash 150 for 200", receipt.NotCashed, 300),
		betOn(b.lost, 1, "crash 900 for 100"), betOn(b.open, 2, "crash for 100"), out,
		paidFor(b.lost, "crash 900 for 100", receipt.NotCashed, 0), endOf(8, 2, 300, b.links[0]),
		betOn(b.hand, 1, "crash for 500"), receipt.Revealed{Hash: b.hash, Server: b.server, Crash: 3},
	}
}

// seedLies are about limits and counts of pairs of seeds.
func (b *crashBook) seedLies() (lies []SignedLie) {
	for _, limit := range []string{"+100000", "100000\n"} {
		lies = append(lies, SignedLie{"a limit that isn't written as it was shown",
			"a limit that it hadn’t shown or that doesn’t forbid it", 2, said{receipt.Round{Hash: b.hash, Client: "words", Time: 2000,
				Declined: "limit " + limit, Sent: []string{"dice under 4950 for 100000"}, Received: []string{""}}}})
	}
	lower := b.shown()
	lower.MaxWin = 5
	return append(lies,
		SignedLie{"another limit of a hash", "and as pair 1 of session 01000000… with the limit 5 at 1000", 2, said{lower}},
		SignedLie{"another count of bets", "counted 0 rounds and 3 bets on crash, and 0 and 2", 2,
			said{receipt.Revealed{Hash: b.hash, Server: b.server, Crash: 2}}})
}

// betLies are about bets, cash-outs and what is paid.
func (b *crashBook) betLies() []SignedLie {
	again, tooLate := betOn(b.hand, 1, "crash for 500"), betOn(idOf(b.next, 2, 9), 1, "crash for 100")
	again.Time++
	tooLate.Early = 0
	late := receipt.Shown{Session: b.shown().Session, Number: 2, Hash: b.next, Time: 8001}
	openOut := receipt.CrashOut{CrashID: b.open, Cashed: 7000, Multiplier: 163}
	return []SignedLie{
		{"another bet with the same number", "gave the number twice, to “crash for 500” on round 5 of chain 1 and to “crash 900", 2,
			said{betOn(b.hand, 1, "crash 900 for 500")}},
		{"the same number on another round", "and to “crash for 500” on round 9 of chain 1", 2,
			said{betOn(idOf(b.hash, 1, 9), 1, "crash for 500")}},
		{"another time of a bet", "gave the number twice", 2, said{again}},
		{"a place given twice", "round 8 of chain 1: it gave place 1 to two bets", 2,
			said{betOn(idOf(b.next, 2, 8), 1, "crash for 100")}},
		{"a bet beyond those of its round", "dropped the bet, as it says that round 8 of chain 1 has 2", 2,
			said{betOn(idOf(b.next, 2, 8), 3, "crash for 100")}},
		{"a bet beyond those that were counted", "dropped the bet, as it counted 3", 2,
			said{betOn(idOf(b.hash, 4, 9), 1, "crash for 100")}},
		{"a bet after the start", "took the bet when the round had started", 1, said{tooLate}},
		{"a bet before its hash", "took the bet before it showed the hash", 2, said{late}},
		{"two cash-outs", "accepted two cash-outs, after 5000 ms and after 6000 ms", 2,
			said{receipt.CrashOut{CrashID: b.hand, Cashed: 6000, Multiplier: 152}}},
		{"a cash-out at another multiplier", "after 7000 ms it is out at 163, and the casino says 162", 2,
			said{receipt.CrashOut{CrashID: b.open, Cashed: 7000, Multiplier: 162}}},
		{"a cash-out in another round", "moved the bet from round 8 of chain 1 to round 6 of chain 1", 2,
			said{receipt.CrashOut{CrashID: idOf(b.next, 1, 6), Cashed: 7000, Multiplier: 163}}},
		{"settled in another round", "moved the bet from round 8 of chain 1 to round 6 of chain 1", 2,
			said{paidFor(idOf(b.next, 1, 6), "crash for 100", receipt.NotCashed, 0)}},
		{"settled twice", "settled it twice, with 705 and with 700", 2, said{paidFor(b.hand, "crash for 500", 5000, 700)}},
		{"another bet settled", "took “crash for 100”, and settled “crash 900 for 100”", 2,
			said{paidFor(b.open, "crash 900 for 100", receipt.NotCashed, 0)}},
		{"a cash-out forgotten", "accepted a cash-out after 7000 ms, and settled it with no cash-out", 2,
			said{openOut, paidFor(b.open, "crash for 100", receipt.NotCashed, 0)}},
		{"a cash-out at another time", "accepted a cash-out after 7000 ms, and settled it with a cash-out after 9000 ms", 2,
			said{openOut, paidFor(b.open, "crash for 100", 9000, 187)}},
		{"less paid than is due", "paid 100, and 163 is due", 2, said{openOut, paidFor(b.open, "crash for 100", 7000, 100)}},
	}
}

// endLies are about ends of rounds.
func (b *crashBook) endLies() []SignedLie {
	early := endOf(7, 1, 175, b.links[1])
	early.Ended--
	return []SignedLie{
		{"a round with fewer bets", "round 5 of chain 1: it said two things of its end", 2, said{endOf(5, 0, 200, b.links[3])}},
		{"another point", "round 5 of chain 1: it said two things of its end", 2, said{endOf(5, 2, 201, b.links[3])}},
		{"a round that was given up, and wasn't", "round 6 of chain 1: it said two things of its end", 2, said{voidRound(6)}},
		{"a round given up, whose chain goes on", "round 8 of chain 1: it was played, and the chain had been given up with round 7", 2,
			said{voidRound(7)}},
		{"another link", "round 7 of chain 1: its link doesn’t lead to that of round 6", 2, said{endOf(7, 1, 100, b.links[3])}},
		{"a round that ended too early",
			"round 7 of chain 1: it ended the round after 8110 ms, though the multiplier passes its point, 1.75, only after 8111 ms", 1,
			said{early}},
	}
}
