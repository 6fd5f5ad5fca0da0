package receipt_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

const bet = "dice under 4950 for 100"

var (
	key    = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{7}, ed25519.SeedSize))
	server = strings.Repeat("5", 64)
	hash   = hashOf(server)
	shown  = receipt.Shown{Session: [receipt.SessionSize]byte{1}, Number: 1, Hash: hash, MaxWin: 100_000, Time: 1000}
	opened = receipt.Revealed{Hash: hash, Server: server, Rounds: 3}
)

func hashOf(server string) seedrng.Hash {
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		panic(err)
	}
	return seed.Hash()
}

// played returns the round that an honest casino deals.
func played(t *testing.T, nonce uint64, sent ...string) receipt.Round {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, "words", nonce)
	if err != nil {
		t.Fatal(err)
	}
	outcome, err := games.Play(sent, stream)
	if err != nil {
		t.Fatal(err)
	}
	return receipt.Round{Hash: hash, Client: "words", Nonce: nonce, Time: 2000, Sent: sent, Received: outcome.Received}
}

func declined(reason string) receipt.Round {
	return receipt.Round{Hash: hash, Client: "words", Nonce: 2, Time: 2000, Declined: reason, Sent: []string{bet}, Received: []string{""}}
}

// honest are the receipts of three rounds, one of them declined, and of
// what was shown and revealed.
func honest(t *testing.T) []receipt.Statement {
	t.Helper()
	deal := played(t, 1, "poker jacks for 100")
	hand := played(t, 1, "poker jacks for 100", "hold 1 2")
	return []receipt.Statement{shown, played(t, 0, bet), deal, hand, declined("balance"), opened, shown, deal}
}

// altered returns a statement that was changed.
func altered[S receipt.Statement](s S, alter func(s *S)) S {
	alter(&s)
	return s
}

// saying returns a round that receives something else in its first step.
func saying(r receipt.Round, text string) receipt.Round {
	r.Received = append([]string{text}, r.Received[1:]...)
	return r
}

func TestJudge(t *testing.T) {
	five := altered(shown, func(s *receipt.Shown) { s.MaxWin = 5 })
	unseeded := altered(played(t, 0, bet), func(r *receipt.Round) { r.Client = "" })
	// After a restoration, the same number is another session's.
	anew := altered(shown, func(s *receipt.Shown) {
		s.Session, s.Hash = [receipt.SessionSize]byte{2}, hashOf(strings.Repeat("6", 64))
	})
	for _, c := range []struct {
		what             string
		statements       []receipt.Statement
		checked, waiting int
	}{
		{"revealed", honest(t), 2, 0},
		{"not yet revealed", honest(t)[:5], 0, 2},
		{"a new session", append([]receipt.Statement{anew}, honest(t)...), 2, 0},
		{"declined by the limit", []receipt.Statement{five, declined("limit 5")}, 0, 0},
		{"without a client seed", []receipt.Statement{opened, unseeded}, 0, 1},
	} {
		if v := receipt.Judge(c.statements); len(v.Faults) != 0 || v.Checked != c.checked || v.Waiting != c.waiting {
			t.Errorf("%s: %+v", c.what, v)
		}
	}
}

// A lie is found beside what was said honestly.
func TestJudgeLies(t *testing.T) {
	other, hand := played(t, 0, bet), played(t, 1, "poker jacks for 100", "hold 1 2")
	otherHash := hashOf(strings.Repeat("6", 64))
	for _, c := range []struct {
		what, found string
		of          int // statements that convict
		lie         receipt.Statement
	}{
		{"another hash for the same seeds", "showed the hash " + otherHash.String()[:16], 2,
			altered(shown, func(s *receipt.Shown) { s.Hash = otherHash })},
		{"a lower limit", "with the limit 5 at", 2, altered(shown, func(s *receipt.Shown) { s.MaxWin = 5 })},
		{"another time", "at 1001, and", 2, altered(shown, func(s *receipt.Shown) { s.Time++ })},
		{"a hash for two pairs", "it showed it as pair 2", 2, altered(shown, func(s *receipt.Shown) { s.Number = 2 })},
		{"another seed", "has another hash", 1, altered(opened, func(s *receipt.Revealed) { s.Server = strings.Repeat("6", 64) })},
		{"a seed that is too long", "has another hash", 1,
			altered(opened, func(s *receipt.Revealed) { s.Server = strings.Repeat("7", 65) })},
		{"fewer rounds", "it counted", 2, altered(opened, func(s *receipt.Revealed) { s.Rounds = 1 })},
		{"another outcome", "said two things of one round", 2, saying(other, "1 pays 200")},
		{"another bet", "said two things of one round", 2,
			altered(other, func(r *receipt.Round) { r.Sent = []string{"dice under 9000 for 100"} })},
		{"another time", "said two things of one round", 2, altered(other, func(r *receipt.Round) { r.Time++ })},
		{"another hand", "said two things of one round", 2, saying(hand, "A♠ K♠ Q♠ J♠ 10♠")},
		{"another client seed", "two client seeds", 2, altered(other, func(r *receipt.Round) { r.Client = "other" })},
		{"a bet called declined", "said two things", 2,
			altered(saying(other, ""), func(r *receipt.Round) { r.Declined = "balance" })},
		{"declined by another limit", "said two things", 2, declined("limit 5")},
		{"a round beyond the count", "it dropped the round", 2, played(t, 3, bet)},
	} {
		v := receipt.Judge(append([]receipt.Statement{c.lie}, honest(t)...))
		if !slices.ContainsFunc(v.Faults, func(f receipt.Fault) bool {
			return strings.Contains(f.Text, c.found) && len(f.Convicted) == c.of
		}) {
			t.Errorf("%s: %+v", c.what, v.Faults)
		}
	}
}

// What contradicts itself, or one other statement, needs no more.
func TestJudgeAlone(t *testing.T) {
	other := played(t, 0, bet)
	for _, c := range []struct {
		found      string
		statements []receipt.Statement
	}{
		{"the seeds give", []receipt.Statement{opened, saying(other, "1 pays 200")}},
		{"before it showed the hash", []receipt.Statement{shown, altered(other, func(r *receipt.Round) { r.Time = 999 })}},
		{"a limit that it hadn’t shown", []receipt.Statement{shown, declined("limit 5")}},
		{"or that doesn’t forbid it", []receipt.Statement{shown, declined("limit 100000")}},
		{"a limit that it hadn’t shown", []receipt.Statement{shown, declined("limit 0100000")}},
		{"a limit that it hadn’t shown",
			[]receipt.Statement{altered(shown, func(s *receipt.Shown) { s.MaxWin = 5 }), declined("limit +5")}},
	} {
		if v := receipt.Judge(c.statements); len(v.Faults) != 1 || !strings.Contains(v.Faults[0].Text, c.found) {
			t.Errorf("%s: %+v", c.found, v)
		}
	}
}

func TestReceipt(t *testing.T) {
	public := key.Public().(ed25519.PublicKey)
	for _, s := range []receipt.Statement{shown, opened, played(t, 1, "poker jacks for 100", "hold 1 2"), declined("balance")} {
		r := receipt.Receipt{Statement: s.Bytes(), Signature: receipt.Sign(key, s)}
		got, err := r.Open(public)
		if err != nil || !bytes.Equal(got.Bytes(), r.Statement) {
			t.Fatalf("%+v: %v, %v", s, got, err)
		}
		for i := range r.Statement {
			bad := receipt.Receipt{Statement: bytes.Clone(r.Statement), Signature: r.Signature}
			bad.Statement[i] ^= 1
			if _, err := bad.Open(public); err == nil {
				t.Fatalf("%T: byte %d was altered", s, i)
			}
			if _, err := receipt.Parse(r.Statement[:i]); !errors.Is(err, receipt.ErrMalformed) {
				t.Fatalf("%T, cut at %d: %v", s, i, err)
			}
		}
		if _, err := receipt.Parse(append(bytes.Clone(r.Statement), 0)); !errors.Is(err, receipt.ErrMalformed) {
			t.Errorf("%T with more: %v", s, err)
		}
	}
	r := receipt.Receipt{Statement: shown.Bytes(), Signature: receipt.Sign(key, shown)}
	other := receipt.Receipt{Statement: opened.Bytes(), Signature: r.Signature}
	content, err := json.Marshal(map[string]any{"format": "squaredeal/casino records v1", "key": strings.Repeat("0", 64),
		"receipts": []receipt.Receipt{r}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := receipt.ParseFile(content)
	if err != nil {
		t.Fatal(err)
	}
	if statements, unsigned, _ := file.Open(); len(statements) != 0 || unsigned != 1 {
		t.Error("a receipt of another key counts")
	}
	later := append(shown.Bytes(), 0)
	file.Key, file.Receipts = public, append(file.Receipts, other, receipt.Receipt{Statement: r.Statement},
		receipt.Receipt{Statement: later, Signature: ed25519.Sign(key, later)})
	if statements, unsigned, unread := file.Open(); len(statements) != 1 || unsigned != 2 || unread != 1 {
		t.Errorf("%d receipts, %d of others, %d that can't be read", len(statements), unsigned, unread)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(shown.Bytes())
	f.Add(opened.Bytes())
	f.Add(declined("balance").Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		if s, err := receipt.Parse(b); err == nil && !bytes.Equal(s.Bytes(), b) {
			t.Errorf("%x is read as %x", b, s.Bytes())
		}
	})
}

// BenchmarkSign measures what a receipt adds to a bet.
func BenchmarkSign(b *testing.B) {
	r := receipt.Round{Hash: hash, Client: "words", Sent: []string{bet}, Received: []string{"1234 pays 200"}}
	for b.Loop() {
		receipt.Sign(key, r)
	}
}
