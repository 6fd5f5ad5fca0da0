package casinotest

import (
	"crypto/sha256"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
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

// CrashStatements returns what an honest casino has signed of four bets on crash in three
// rounds, with two pairs of seeds, and what dishonest ones have signed as well.
func CrashStatements() (honest []receipt.Statement, lies []SignedLie) {
	server := strings.Repeat("5", 64)
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		panic(err)
	}
	hash, next := seed.Hash(), seedrng.Hash(sha256.Sum256([]byte("next")))
	shown := receipt.Shown{Session: [receipt.SessionSize]byte{1}, Number: 1, Hash: hash, MaxWin: 100_000, Time: 1000}
	late := receipt.Shown{Session: shown.Session, Number: 2, Hash: next, Time: 8001}
	revealed := receipt.Revealed{Hash: hash, Server: server, Crash: 3}
	fewer := revealed
	fewer.Crash = 2
	id := func(hash seedrng.Hash, serial, round int64) receipt.CrashID {
		return receipt.CrashID{Hash: hash, Serial: serial, Chain: 1, Round: round}
	}
	bet := func(id receipt.CrashID, place int64, sent string) receipt.CrashBet {
		return receipt.CrashBet{CrashID: id, Place: place, Sent: sent, Time: 1000 * id.Round, Early: 2500}
	}
	paid := func(id receipt.CrashID, sent string, cashed, paid int64) receipt.CrashPaid {
		return receipt.CrashPaid{CrashID: id, Sent: sent, Cashed: cashed, Paid: paid}
	}
	links := []commit.Link{sha256.Sum256([]byte("secret"))} // of rounds 8, 7, 6 and 5
	for range 3 {
		links = append(links, sha256.Sum256(links[len(links)-1][:]))
	}
	end := func(round, bets, point int64, link commit.Link) receipt.CrashEnd {
		return receipt.CrashEnd{Chain: 1, Round: round, Starts: 10_000 * round, Bets: bets, Link: link, Point: point,
			Ended: 10_000*round + 9000}
	}
	hand, target, lost, open := id(hash, 1, 5), id(hash, 2, 6), id(hash, 3, 8), id(next, 1, 8)
	const none = receipt.NotCashed
	out := receipt.CrashOut{CrashID: hand, Cashed: 5000, Multiplier: 141}
	honest = []receipt.Statement{
		shown, bet(hand, 1, "crash for 500"), out, end(5, 2, 200, links[3]), paid(hand, "crash for 500", 5000, 705),
		bet(target, 3, "crash 150 for 200"), end(6, 3, 175, links[2]), paid(target, "crash 150 for 200", none, 300),
		bet(lost, 1, "crash 900 for 100"), bet(open, 2, "crash for 100"), out, paid(lost, "crash 900 for 100", none, 0),
		end(8, 2, 300, links[0]),
		bet(hand, 1, "crash for 500"), revealed,
	}
	again, tooLate := bet(hand, 1, "crash for 500"), bet(id(next, 2, 9), 1, "crash for 100")
	again.Time++
	tooLate.Early = 0
	openOut := receipt.CrashOut{CrashID: open, Cashed: 7000, Multiplier: 163}
	other := func(cashed, multiplier int64) receipt.CrashOut {
		return receipt.CrashOut{CrashID: open, Cashed: cashed, Multiplier: multiplier}
	}
	void := receipt.CrashEnd{Chain: 1, Round: 6, Starts: 60_000, Bets: 3, Void: true}
	lie := func(what, found string, of int, lie ...receipt.Statement) {
		lies = append(lies, SignedLie{what, found, of, lie})
	}

	for _, limit := range []string{"+100000", "100000\n"} {
		lie("a limit that isn't written as it was shown", "a limit that it hadn’t shown or that doesn’t forbid it", 2, receipt.Round{
			Hash: hash, Client: "words", Time: 2000, Declined: "limit " + limit, Sent: []string{"dice under 4950 for 100000"},
			Received: []string{""}})
	}
	lie("another bet with the same number", "gave the number twice, to “crash for 500” on round 5 of chain 1 and to “crash 900", 2,
		bet(hand, 1, "crash 900 for 500"))
	lie("the same number on another round", "and to “crash for 500” on round 9 of chain 1", 2, bet(id(hash, 1, 9), 1, "crash for 500"))
	lie("another time of a bet", "gave the number twice", 2, again)
	lie("a place given twice", "round 8 of chain 1: it gave place 1 to two bets", 2, bet(id(next, 2, 8), 1, "crash for 100"))
	lie("a bet beyond those of its round", "dropped the bet, as it says that round 8 of chain 1 has 2", 2,
		bet(id(next, 2, 8), 3, "crash for 100"))
	lie("a bet beyond those that were counted", "dropped the bet, as it counted 3", 2, bet(id(hash, 4, 9), 1, "crash for 100"))
	lie("a bet after the start", "took the bet when the round had started", 1, tooLate)
	lie("a bet before its hash", "took the bet before it showed the hash", 2, late)
	lie("two cash-outs", "accepted two cash-outs, after 5000 ms and after 6000 ms", 2,
		receipt.CrashOut{CrashID: hand, Cashed: 6000, Multiplier: 152})
	lie("a cash-out at another multiplier", "after 7000 ms it is out at 163, and the casino says 162", 2, other(7000, 162))
	lie("a cash-out in another round", "moved the bet from round 8 of chain 1 to round 6 of chain 1", 2,
		receipt.CrashOut{CrashID: id(next, 1, 6), Cashed: 7000, Multiplier: 163})
	lie("settled in another round", "moved the bet from round 8 of chain 1 to round 6 of chain 1", 2,
		paid(id(next, 1, 6), "crash for 100", none, 0))
	lie("settled twice", "settled it twice, with 705 and with 700", 2, paid(hand, "crash for 500", 5000, 700))
	lie("another bet settled", "took “crash for 100”, and settled “crash 900 for 100”", 2, paid(open, "crash 900 for 100", none, 0))
	lie("a cash-out forgotten", "accepted a cash-out after 7000 ms, and settled it with no cash-out", 2, openOut,
		paid(open, "crash for 100", none, 0))
	lie("a cash-out at another time", "accepted a cash-out after 7000 ms, and settled it with a cash-out after 9000 ms", 2, openOut,
		paid(open, "crash for 100", 9000, 187))
	lie("less paid than is due", "paid 100, and 163 is due", 2, openOut, paid(open, "crash for 100", 7000, 100))
	lie("a round with fewer bets", "round 5 of chain 1: it said two things of its end", 2, end(5, 0, 200, links[3]))
	lie("another point", "round 5 of chain 1: it said two things of its end", 2, end(5, 2, 201, links[3]))
	lie("a round that was given up, and wasn't", "round 6 of chain 1: it said two things of its end", 2, void)
	given := void
	given.Round = 7
	lie("a round given up, whose chain goes on", "round 8 of chain 1: it was played, and the chain had been given up with round 7", 2, given)
	lie("another link", "round 7 of chain 1: its link doesn’t lead to that of round 6", 2, end(7, 1, 100, links[3]))
	lie("another count of bets", "counted 0 rounds and 3 bets on crash, and 0 and 2", 2, fewer)
	return honest, lies
}
