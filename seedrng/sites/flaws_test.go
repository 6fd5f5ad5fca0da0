package sites_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func result(t *testing.T, site, game string, bet sites.Bet) string {
	t.Helper()
	report, err := sites.Replay(site, game, bet)
	if err != nil {
		t.Fatal(err)
	}
	return report.Result.String()
}

// A flaw of DuckDice, WinDice, Crypto.Games, BC.Game's old hash dice and Bustadice: what isn't
// separated, or by what seeds may contain, can be cut elsewhere.
func TestFlawNoSeparator(t *testing.T) {
	for _, game := range [][2]string{{"duckdice", "dice"}, {"windice", "dice"}, {"bcgame", "hashdice-2020"}} {
		for i := range 20 {
			server := fmt.Sprint("seed ", i)
			one := result(t, game[0], game[1], sites.Bet{"server": server, "client": "a1", "nonce": "2"})
			other := result(t, game[0], game[1], sites.Bet{"server": server, "client": "a", "nonce": "12"})
			if one != other {
				t.Errorf("%v: %s and %s", game, one, other)
			}
		}
	}
	one := result(t, "cryptogames", "dice", sites.Bet{"server": "ab", "client": "c"})
	if other := result(t, "cryptogames", "dice", sites.Bet{"server": "a", "client": "bc"}); one != other {
		t.Errorf("Crypto.Games: %s and %s", one, other)
	}
	one = result(t, "bustadice", "dice", sites.Bet{"audit": "x", "server": "a|b", "client": "c", "nonce": "1"})
	if other := result(t, "bustadice", "dice", sites.Bet{"audit": "x", "server": "a", "client": "b|c", "nonce": "1"}); one != other {
		t.Errorf("Bustadice: %s and %s", one, other)
	}
	// With a separator, they differ.
	if result(t, "stake", "dice", sites.Bet{"server": "s", "client": "a1", "nonce": "2"}) == result(t, "stake", "dice",
		sites.Bet{"server": "s", "client": "a", "nonce": "12"}) {
		t.Error("Stake's are the same too")
	}
}

// A trap at Duel: Go's conversion to runes replaces byte by byte, where the site's
// program replaces each longest run. Both are UTF-8, and give other results.
func TestFlawRunes(t *testing.T) {
	rounds, wrong := 0, 0
	for _, r := range readRounds(t).Rounds {
		if r.Bet["drand"] == "" {
			continue
		}
		key, _ := hex.DecodeString(r.Bet["server"])
		signature, _ := hex.DecodeString(r.Bet["drand"])
		m := hmac.New(sha256.New, key)
		m.Write([]byte(string([]rune(string(signature))) + ":0"))
		w := uint64(binary.BigEndian.Uint32(m.Sum(nil)))
		naive := fmt.Sprint(w % 48)
		if r.Game == "crash" {
			hundredths := max(100, 999<<32/(10*(w+1)))
			naive = fmt.Sprintf("%d.%02d", hundredths/100, hundredths%100)
		}
		rounds++
		if naive != r.Bet["result"] {
			wrong++
		}
	}
	if rounds != 29 || wrong == 0 || wrong == rounds {
		t.Errorf("%d of %d rounds are wrong by conversion to runes", wrong, rounds)
	}
}

// A trap at BustaBit: the announcement's sample hashed the game's hash as text.
func TestFlawTextSample(t *testing.T) {
	const hash = "6774ddd3dfe94e2c966d4ca5c5ed6dcd1f6a4fdab87ad12677ee7c5b96d6a3f5"
	g, err := sites.Find("bustabit", "crash-v2")
	if err != nil {
		t.Fatal(err)
	}
	if got := result(t, "bustabit", "crash-v2", sites.Bet{"hash": hash}); got != "3.74" {
		t.Error(got)
	}
	sites.Def(g).Bytes.Message = "{game}"
	sample, err := sites.ReplayGame(*g, sites.Bet{"hash": hash})
	if err != nil || sample.String() != "1.13" {
		t.Errorf("%v, %v", sample, err)
	}
}

// A trap at Wolf.bet: the seeds the other way round give other rolls.
func TestFlawKeyOrder(t *testing.T) {
	g, err := sites.Find("wolfbet", "dice")
	if err != nil {
		t.Fatal(err)
	}
	sites.Def(g).Bytes.Key, sites.Def(g).Bytes.Message = sites.Def(g).Bytes.Message, sites.Def(g).Bytes.Key
	for _, r := range readRounds(t).Rounds {
		if r.Site == "wolfbet" && r.Game == "dice" {
			if other, err := sites.ReplayGame(*g, r.Bet); err != nil || other.String() == r.Bet["result"] {
				t.Errorf("%v, %v", other, err)
			}
		}
	}
}

// A flaw of HMAC keys: zero bytes at the end change nothing but the commitment.
func TestFlawZeroBytes(t *testing.T) {
	bet := sites.Bet{"server": "seed", "client": "c", "nonce": "1"}
	one := result(t, "stake", "dice", bet)
	commitment := sha256.Sum256([]byte("seed"))
	bet["server"], bet["commitment"] = "seed\x00", hex.EncodeToString(commitment[:])
	report, err := sites.Replay("stake", "dice", bet)
	if err != nil || report.Result.String() != one || report.Commitment != sites.Differs {
		t.Errorf("%v, %v, %v", report.Result, report.Commitment, err)
	}
}

// A flaw of unlimited decks: a card comes twice.
func TestFlawUnlimitedDeck(t *testing.T) {
	cards := strings.Fields(result(t, "stake", "blackjack", sites.Bet{"server": "s", "client": "c", "nonce": "1", "cards": "60"}))
	seen := make(map[string]int)
	for _, c := range cards {
		seen[c]++
	}
	if len(cards) != 60 || len(seen) == 60 {
		t.Errorf("%d cards, %d different", len(cards), len(seen))
	}
}
