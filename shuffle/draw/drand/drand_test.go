package drand_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/circl/ecc/bls12381"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A round is one that drand published.
type round struct {
	Chain      string
	Round      uint64
	Randomness string
	Signature  string
	Previous   string `json:"previous_signature"`
	Time       int64
}

// published reads the networks and rounds that were published.
func published(t testing.TB) (chains []struct {
	Name, Hash  string
	Beacon      string `json:"beacon_id"`
	Period      uint32
	GenesisTime uint64 `json:"genesis_time"`
	PublicKey   string `json:"public_key"`
	GenesisSeed string `json:"genesis_seed"`
}, rounds []round) {
	t.Helper()
	text, err := os.ReadFile("testdata/rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	file := struct{ Chains, Rounds any }{&chains, &rounds}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	return chains, rounds
}

func unhex(t testing.TB, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func network(name string) *drand.Network {
	if name == "quicknet" {
		return drand.Quicknet()
	}
	return drand.Default()
}

func TestPublishedRounds(t *testing.T) {
	_, rounds := published(t)
	for _, r := range rounds {
		n := network(r.Chain)
		value, err := n.Verify(r.Round, unhex(t, r.Previous), unhex(t, r.Signature))
		if err != nil || hex.EncodeToString(value.Randomness[:]) != r.Randomness || value.Time.Unix() != r.Time ||
			value.Beacon != n.Beacon() || value.Round != r.Round {
			t.Errorf("%s %d: %+v, %v", r.Chain, r.Round, value, err)
		}
	}
	if len(rounds) < 16 {
		t.Error(len(rounds))
	}
}

// The constants are those that the chains' hashes cover, except the scheme, which none does.
func TestConstants(t *testing.T) {
	chains, _ := published(t)
	for _, c := range chains {
		b := binary.BigEndian.AppendUint32(nil, c.Period)
		b = binary.BigEndian.AppendUint64(b, c.GenesisTime)
		b = append(append(b, unhex(t, c.PublicKey)...), unhex(t, c.GenesisSeed)...)
		if c.Beacon != "default" {
			b = append(b, c.Beacon...)
		}
		n := network(c.Name)
		if hash := fmt.Sprintf("%x", sha256.Sum256(b)); hash != c.Hash || hash != n.Hash() || n.Name() != c.Name || n.Key() != c.PublicKey {
			t.Errorf("%s: the constants have the hash %s", c.Name, hash)
		}
		if first, err := n.TimeOf(1); err != nil || first.Unix() != int64(c.GenesisTime) {
			t.Error(first, err)
		}
		if second, err := n.TimeOf(2); err != nil || second.Unix() != int64(c.GenesisTime)+int64(c.Period) {
			t.Error(second, err)
		}
	}
}

func TestNoNetwork(t *testing.T) {
	for _, n := range []*drand.Network{nil, {}} {
		if all := n.Name() + n.Hash() + n.Beacon(); all != "" {
			t.Errorf("no network has %q", all)
		}
	}
}

func TestRoundAt(t *testing.T) {
	for _, n := range []*drand.Network{drand.Quicknet(), drand.Default()} {
		first, err := n.TimeOf(1)
		if err != nil {
			t.Fatal(err)
		}
		for _, early := range []time.Time{{}, time.Unix(0, 0), first.Add(-time.Second), first} {
			if got := n.RoundAt(early); got != 1 {
				t.Errorf("%v: round %d", early, got)
			}
		}
		if got := n.RoundAt(first.Add(time.Second)); got != 2 {
			t.Errorf("a second after round 1: round %d", got)
		}
		for _, r := range []uint64{2, 3, 1000, 1 << 32} {
			at, err := n.TimeOf(r)
			if err != nil {
				t.Fatal(err)
			}
			if got := n.RoundAt(at); got != r {
				t.Errorf("the time of round %d is of round %d", r, got)
			}
			if got := n.RoundAt(at.Add(-time.Nanosecond)); got != r {
				t.Errorf("a moment before round %d: round %d", r, got)
			}
			if got := n.RoundAt(at.Add(time.Nanosecond)); got != r+1 {
				t.Errorf("a moment after round %d: round %d", r, got)
			}
		}
		for _, r := range []uint64{0, 1<<32 + 1, 1<<64 - 1} {
			if _, err := n.TimeOf(r); !errors.Is(err, drand.ErrMalformed) {
				t.Errorf("round %d: %v", r, err)
			}
		}
	}
}

func TestNetworkOf(t *testing.T) {
	for _, n := range []*drand.Network{drand.Quicknet(), drand.Default()} {
		at, err := n.TimeOf(7)
		if err != nil {
			t.Fatal(err)
		}
		terms := draw.Terms{Beacon: n.Beacon(), Round: 7, Time: at}
		if got, err := drand.NetworkOf(terms); err != nil || got != n {
			t.Errorf("%s: %v, %v", n.Beacon(), got, err)
		}
		terms.Time = at.Add(time.Second)
		if got, err := drand.NetworkOf(terms); got != nil || !errors.Is(err, drand.ErrMalformed) {
			t.Errorf("%s: the time of no round: %v", n.Beacon(), err)
		}
		terms.Round, terms.Time = 1<<40, at
		if got, err := drand.NetworkOf(terms); got != nil || !errors.Is(err, drand.ErrMalformed) {
			t.Errorf("%s: round 2^40: %v", n.Beacon(), err)
		}
	}
	for _, beacon := range []string{
		"", "drand", "drand quicknet", "drand default " + drand.Quicknet().Hash(), " " + drand.Quicknet().Beacon(),
		"drand fastnet dbd506d6ef76e5f386f41c651dcb808c5bcbd75471cc4eafa3f4df7ad4e4c493", // whose keys are deleted
	} {
		if n, err := drand.NetworkOf(draw.Terms{Beacon: beacon, Round: 1}); n != nil || !errors.Is(err, drand.ErrNetwork) {
			t.Errorf("%q: %v", beacon, err)
		}
	}
}

// Another encoding of a signature would be another value, a cheat's second try. The library
// of curves reads it; this package doesn't.
func TestOtherEncodings(t *testing.T) {
	_, rounds := published(t)
	for _, r := range rounds {
		signature := unhex(t, r.Signature)
		var other []byte
		if r.Chain == "quicknet" {
			var p bls12381.G1
			if err := p.SetBytes(signature); err != nil {
				t.Fatal(err)
			}
			other = p.Bytes()
			if err := p.SetBytes(other); err != nil {
				t.Fatal("the negative control isn't read:", err)
			}
		} else {
			var p bls12381.G2
			if err := p.SetBytes(signature); err != nil {
				t.Fatal(err)
			}
			other = p.Bytes()
		}
		if _, err := network(r.Chain).Verify(r.Round, unhex(t, r.Previous), other); !errors.Is(err, drand.ErrMalformed) {
			t.Errorf("%s %d, uncompressed: %v", r.Chain, r.Round, err)
		}
	}
}

// No bit of a signature, a previous one or a round's number can be altered.
func TestEveryBit(t *testing.T) {
	_, rounds := published(t)
	step := 23 // each bit of a byte in turn
	if long.Tests() {
		step = 1
	}
	for _, r := range []round{rounds[3], rounds[9]} {
		n, signature, previous := network(r.Chain), unhex(t, r.Signature), unhex(t, r.Previous)
		for _, bytes := range [][]byte{signature, previous} {
			for i := 0; i < 8*len(bytes); i += step {
				bytes[i/8] ^= 1 << (i % 8)
				if _, err := n.Verify(r.Round, previous, signature); !errors.Is(err, drand.ErrSignature) {
					t.Errorf("%s: bit %d of %d: %v", r.Chain, i, 8*len(bytes), err)
				}
				bytes[i/8] ^= 1 << (i % 8)
			}
		}
		for i := 0; i < 32; i += step {
			if _, err := n.Verify(r.Round^1<<i, previous, signature); err == nil {
				t.Errorf("%s: bit %d of the round", r.Chain, i)
			}
		}
	}
}

// The keys are made on first use, by any of many goroutines.
func TestConcurrent(t *testing.T) {
	_, rounds := published(t)
	var work sync.WaitGroup
	for _, r := range rounds {
		work.Go(func() {
			if _, err := network(r.Chain).Verify(r.Round, unhex(t, r.Previous), unhex(t, r.Signature)); err != nil {
				t.Error(err)
			}
		})
	}
	work.Wait()
}

// The rounds of Duel's crash game that package seedrng/sites replays, by the numbers that an
// auditor published beside them (ProvablyFair-org/duel-crash, outputs/drand-api-verification.json):
// each server seed met a signature of drand's, and of the round that it should.
func TestDuel(t *testing.T) {
	numbers := map[string]uint64{
		"duel/crash/1": 27798178, "duel/crash/2": 27798200, "duel/crash/3": 27798220, "duel/crash/4": 27798188, "duel/crash/5": 27798209,
		"duel/crash/6": 27798225, "duel/crash/7": 27798242, "duel/crash/8": 27798295, "duel/crash/9": 27798256,
	}
	text, err := os.ReadFile("../../../seedrng/sites/testdata/rounds.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Rounds []struct {
			ID  string
			Bet map[string]string
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, r := range file.Rounds {
		number, ok := numbers[r.ID]
		if !ok {
			continue
		}
		checked++
		if _, err := drand.Quicknet().Verify(number, nil, unhex(t, r.Bet["drand"])); err != nil {
			t.Errorf("%s: %v", r.ID, err)
		}
		if _, err := drand.Quicknet().Verify(number+1, nil, unhex(t, r.Bet["drand"])); !errors.Is(err, drand.ErrSignature) {
			t.Errorf("%s, as the next round: %v", r.ID, err)
		}
	}
	if checked != len(numbers) {
		t.Errorf("%d rounds", checked)
	}
}

// A round's JSON is what drand's API answers, of both versions, and with spaces up to a limit.
func TestParseRound(t *testing.T) {
	_, rounds := published(t)
	for _, r := range rounds {
		n := network(r.Chain)
		previous := ""
		if r.Previous != "" {
			previous = fmt.Sprintf(`,"previous_signature":%q`, r.Previous)
		}
		first := fmt.Sprintf(`{"round":%d,"randomness":%q,"signature":%q%s}`, r.Round, r.Randomness, r.Signature, previous)
		second := fmt.Sprintf(`{"round":%d,"signature":%q%s}`, r.Round, r.Signature, previous)
		longest := first + strings.Repeat(" ", drand.MaxRoundSize-len(first))
		for _, text := range []string{first, second, longest} {
			if value, err := n.ParseRound([]byte(text)); err != nil || value.Round != r.Round ||
				hex.EncodeToString(value.Randomness[:]) != r.Randomness {
				t.Errorf("%s: %+v, %v", text, value, err)
			}
		}
		for what, text := range map[string]string{
			"too long":              longest + " ",
			"no object":             `"` + r.Signature + `"`,
			"no number":             strings.Replace(first, "round", "ROUND", 1),
			"no hex":                strings.Replace(first, r.Signature, "x"+r.Signature[1:], 1),
			"a number as signature": strings.Replace(first, `"`+r.Signature+`"`, "1", 1),
			"another randomness":    strings.Replace(first, r.Randomness, r.Signature[:64], 1),
		} {
			if value, err := n.ParseRound([]byte(text)); !errors.Is(err, drand.ErrMalformed) {
				t.Errorf("%s: %+v, %v", what, value, err)
			}
		}
		if _, err := n.ParseRound([]byte(strings.Replace(second, fmt.Sprint(r.Round), fmt.Sprint(r.Round+1), 1))); r.Round > 1 &&
			!errors.Is(err, drand.ErrSignature) {
			t.Errorf("as the next round: %v", err)
		}
	}
}

// What no JSON file of vectors can hold, and Networks that are none.
func TestNoRound(t *testing.T) {
	_, rounds := published(t)
	good := fmt.Sprintf(`{"round":%d,"signature":"%s"`, rounds[0].Round, rounds[0].Signature)
	for what, text := range map[string]string{
		"not UTF-8": good + ",\"time\":\"\xff\"}", "a zero byte": good + "}\x00", "a line feed in a text": good + ",\"time\":\"\n\"}",
		"another line": good + "}\n{}",
	} {
		if _, err := network(rounds[0].Chain).ParseRound([]byte(text)); !errors.Is(err, drand.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	for what, n := range map[string]*drand.Network{"nil": nil, "zero": {}} {
		_, timeErr := n.TimeOf(1)
		_, verifyErr := n.Verify(rounds[0].Round, nil, unhex(t, rounds[0].Signature))
		_, parseErr := n.ParseRound([]byte(good + "}"))
		for operation, err := range map[string]error{"TimeOf": timeErr, "Verify": verifyErr, "ParseRound": parseErr} {
			if !errors.Is(err, drand.ErrMalformed) {
				t.Errorf("%s of a %s Network: %v", operation, what, err)
			}
		}
		if round := n.RoundAt(time.Now()); round != 0 {
			t.Errorf("a %s Network has round %d", what, round)
		}
	}
	if value, err := drand.Quicknet().Verify(0, nil, nil); !errors.Is(err, drand.ErrMalformed) || value != (draw.Value{}) {
		t.Error(value, err)
	}
}

func FuzzParseRound(f *testing.F) {
	_, rounds := published(f)
	for _, r := range rounds[len(rounds)-2:] {
		f.Add(fmt.Appendf(nil, `{"round":%d,"signature":"%s"}`, r.Round, r.Signature))
	}
	f.Add([]byte(`{"round":1,"signature":"","previous_signature":null,"randomness":"00"}`))
	f.Add([]byte(" {\t\"a\" : 0 ,\n\"b\":true,\"c\":\" !#[]~\", \"round\":18446744073709551615}\r"))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, n := range []*drand.Network{drand.Quicknet(), drand.Default()} {
			value, err := n.ParseRound(text)
			if err != nil {
				continue
			}
			var read struct {
				Round     uint64
				Signature string
			}
			if err := json.Unmarshal(text, &read); err != nil || read.Round != value.Round ||
				sha256.Sum256(unhex(t, read.Signature)) != value.Randomness {
				t.Errorf("%s is no JSON, or other JSON: %v", text, err)
			}
			for _, r := range rounds {
				if r.Round == value.Round && r.Chain == n.Name() && hex.EncodeToString(value.Randomness[:]) != r.Randomness {
					t.Errorf("another value of round %d", r.Round)
				}
			}
		}
	})
}
