package web_test

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/seedrng"
)

// unsigned is in the place of a signature that the casino doesn't make.
const unsigned = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=="

// unsigns takes a signature of an answer away.
func unsigns(answer object) {
	if _, ok := answer["receipt"]; ok {
		answer["receipt"] = unsigned
		return
	}
	answer["receipts"].(object)["shown"] = unsigned
}

// learn remembers the client seeds of an answer, which the signatures of rounds are for.
func (l *liar) learn(answer object) {
	seeds, _ := answer["seeds"].(object)
	hash, _ := seeds["serverHash"].(string)
	if client, ok := seeds["clientSeed"].(string); ok {
		l.clients[hash] = client
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
	if round, ok := answer["round"].(object); ok {
		set(answer, "receipt", l.statement(round))
		return
	}
	seeds, receipts := seedsOf(answer), answer["receipts"].(object)
	session, err := hex.DecodeString(receipts["session"].(string))
	if err != nil {
		return
	}
	set(receipts, "shown", receipt.Shown{Session: [receipt.SessionSize]byte(session), Number: int64(countOf(receipts["number"])), Hash: hashOf(seeds["nextServerHash"]),
		MaxWin: int64(answer["nextMaxWin"].(float64)), Time: int64(receipts["time"].(float64))})
	if revealed, ok := seeds["revealed"].(object); ok {
		set(receipts, "revealed", receipt.Revealed{Hash: hashOf(revealed["serverHash"]), Server: revealed["serverSeed"].(string), Rounds: countOf(revealed["rounds"])})
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
	s.Declined, _ = round["declined"].(string)
	for _, step := range round["steps"].([]any) {
		s.Sent, s.Received = append(s.Sent, step.(object)["sent"].(string)), append(s.Received, step.(object)["received"].(string))
	}
	return s
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
