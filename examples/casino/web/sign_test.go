package web_test

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/seedrng"
)

// learn remembers the client seeds of an answer, which the signatures of rounds are for.
func (l *liar) learn(answer object) {
	seeds, _ := answer["seeds"].(object)
	hash, _ := seeds["serverHash"].(string)
	if client, ok := seeds["clientSeed"].(string); ok {
		l.clients[hash], l.client = client, client
	}
}

// sign signs what an answer says, as a casino does that lies. What is malformed can't be signed.
func (l *liar) sign(answer object) {
	defer func() { _ = recover() }()
	set := func(of object, name string, s receipt.Statement) {
		if of[name] == unsigned {
			return
		}
		of[name] = base64.StdEncoding.EncodeToString(l.house.Sign(s))
	}
	if bet, ok := answer["bet"].(object); ok {
		for name, s := range crashStatements(bet, answer["round"]) {
			set(answer["receipts"].(object), name, s)
		}
		return
	}
	if round, ok := answer["round"].(object); ok && answer["now"] != nil {
		set(answer, "receipt", endOf(round))
		return
	}
	if round, ok := answer["round"].(object); ok {
		set(answer, "receipt", l.statement(round))
		return
	}
	seeds, receipts := seedsOf(answer), answer["receipts"].(object)
	session, err := hex.DecodeString(receipts["session"].(string))
	if err != nil {
		return
	}
	set(receipts, "shown", receipt.Shown{Session: [receipt.SessionSize]byte(session), Number: int64(countOf(receipts["number"])),
		Hash:   hashOf(seeds["nextServerHash"]),
		MaxWin: amount(answer["nextMaxWin"]), Time: int64(receipts["time"].(float64))})
	if revealed, ok := seeds["revealed"].(object); ok {
		set(receipts, "revealed", receipt.Revealed{Hash: hashOf(revealed["serverHash"]), Server: revealed["serverSeed"].(string),
			Rounds: countOf(revealed["rounds"]), Crash: amount(answer["crashed"].(object)["revealed"])})
	}
}

// statement returns what a receipt says of a round.
func (l *liar) statement(round object) receipt.Round {
	at, err := time.Parse(time.RFC3339, round["time"].(string))
	if err != nil {
		panic(err)
	}
	s := receipt.Round{Hash: hashOf(round["serverHash"]), Nonce: countOf(round["nonce"]), Time: at.UnixMilli()}
	s.Client = l.clients[s.Hash.String()]
	if s.Client == "" {
		s.Client = l.client // of a hash that isn't the player's
	}
	s.Declined, _ = round["declined"].(string)
	for _, step := range round["steps"].([]any) {
		s.Sent, s.Received = append(s.Sent, step.(object)["sent"].(string)), append(s.Received, step.(object)["received"].(string))
	}
	return s
}

// crashStatements returns what receipts say of a bet on crash, and of its round if
// there is one, by their names.
func crashStatements(bet object, round any) map[string]receipt.Statement {
	at, err := time.Parse(time.RFC3339, bet["time"].(string))
	if err != nil {
		panic(err)
	}
	id := receipt.CrashID{Hash: hashOf(bet["serverHash"]), Serial: amount(bet["serial"]), Chain: amount(bet["chain"]),
		Round: amount(bet["round"])}
	sent := bet["sent"].(string)
	all := map[string]receipt.Statement{"bet": receipt.CrashBet{CrashID: id, Place: amount(bet["number"]), Sent: sent,
		Time: at.UnixMilli(), Early: amount(bet["early"])}}
	cashed := int64(receipt.NotCashed)
	if bet["cashed"] != nil {
		cashed = amount(bet["cashed"])
		terms, err := crash.ParseBet(sent)
		if err != nil {
			panic(err)
		}
		all["out"] = receipt.CrashOut{CrashID: id, Cashed: cashed, Multiplier: terms.Out(&cashed)}
	}
	if bet["paid"] != nil {
		all["paid"] = receipt.CrashPaid{CrashID: id, Sent: sent, Cashed: cashed, Paid: amount(bet["paid"])}
	}
	if ended, ok := round.(object); ok {
		all["end"] = endOf(ended)
	}
	return all
}

// endOf returns what a receipt says of the end of a round of crash.
func endOf(round object) receipt.CrashEnd {
	end := receipt.CrashEnd{Chain: amount(round["chain"]), Round: amount(round["round"]), Starts: amount(round["starts"]),
		Bets: amount(round["bets"])}
	if round["void"] == true {
		end.Void = true
		return end
	}
	link, err := commit.ParseLink(round["link"].(string))
	if err != nil {
		panic(err)
	}
	end.Link, end.Point, end.Ended = link, amount(round["point"]), amount(round["ended"])
	return end
}

// amount reads one that the casino has told, or a liar.
func amount(n any) int64 {
	switch told := n.(type) {
	case nil:
		return 0
	case float64:
		return int64(told)
	default:
		return int64(told.(int))
	}
}

func countOf(text any) uint64 {
	n, err := strconv.ParseUint(text.(string), 10, 64)
	if err != nil {
		panic(err)
	}
	return n
}

func hashOf(text any) seedrng.Hash {
	hash, err := seedrng.ParseHash(text.(string))
	if err != nil {
		panic(err)
	}
	return hash
}

// atFile alters a file of the public log.
func atFile(name string, f func(content []byte) []byte) func(file string, content []byte) []byte {
	return func(file string, content []byte) []byte {
		if file == name {
			return f(content)
		}
		return content
	}
}

// A raw text is signed as it is.
type raw []byte

func (r raw) Bytes() []byte { return r }

// A forger signs checkpoints with the casino's key.
type forger struct {
	note.Verifier
	l *liar
}

func (f forger) Sign(text []byte) ([]byte, error) { return f.l.house.Sign(raw(text)), nil }

// checkpoint returns one that the casino has signed.
func (l *liar) checkpoint(origin string, size int64, root xtlog.Hash) []byte {
	key, err := note.NewEd25519VerifierKey(origin, l.house.Key())
	if err != nil {
		panic(err)
	}
	verifier, err := note.NewVerifier(key)
	if err != nil {
		panic(err)
	}
	signed, err := note.Sign(&note.Note{Text: fmt.Sprintf("%s\n%d\n%s\n", origin, size, root)}, forger{verifier, l})
	if err != nil {
		panic(err)
	}
	return signed
}

// forks returns what makes another checkpoint of one, with more entries or less than a
// browser has seen: other browsers add some meanwhile.
func (l *liar) forks(b *tab, more int64) func(content []byte) []byte {
	size := eval[int64](b, `logSize`) + more
	return func(content []byte) []byte {
		origin, _, _ := strings.Cut(string(content), "\n")
		return l.checkpoint(origin, size, xtlog.Hash{7})
	}
}
