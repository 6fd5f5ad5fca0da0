package sites_test

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func FuzzCryptoGames(f *testing.F) {
	page := sha512.Sum512([]byte(pageServer + pageClient))
	f.Add(page[:])
	f.Add(bytes.Repeat([]byte{255}, 64))
	f.Fuzz(func(t *testing.T, b []byte) {
		var d sites.CryptoGamesDigest
		copy(d[:], b)
		var want []int
		for _, v := range d {
			if c := int(v) % 100; c <= 51 && !slices.Contains(want, c) && len(want) < 10 {
				want = append(want, c)
			}
		}
		got, err := d.AppendCards(nil)
		if (len(want) < 10) != errors.Is(err, sites.ErrExhausted) {
			t.Fatalf("%d cards, %v", len(want), err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

// FuzzReplay replays bets of any game from one text per field. No input panics; a
// Replayer agrees with Replay, a printed result is read as the same, and no error holds
// the text of a field.
func FuzzReplay(f *testing.F) {
	type game struct{ site, game string }
	var games []game
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			games = append(games, game{s.Name, g.Name})
		}
	}
	for i, g := range games {
		for _, r := range readRounds(f).Rounds {
			if r.Site != g.site || r.Game != g.game {
				continue
			}
			found, err := sites.Find(g.site, g.game)
			if err != nil {
				f.Fatal(err)
			}
			var fields []string
			for _, field := range found.Fields {
				fields = append(fields, r.Bet[field.Name])
			}
			f.Add(uint8(i), strings.Join(fields, "\n"))
			break
		}
	}
	f.Add(uint8(0), "\xff\n\n18446744073709551616\nzz\n1e9")
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g := games[int(i)%len(games)]
		found, err := sites.Find(g.site, g.game)
		if err != nil {
			t.Fatal(err)
		}
		fields := strings.Split(text, "\n")
		bet := make(sites.Bet)
		for i, field := range found.Fields {
			if i == len(fields) {
				fields = append(fields, "")
			}
			if fields[i] != "" {
				bet[field.Name] = fields[i]
			}
		}
		report, err := sites.Replay(g.site, g.game, bet)
		r, newErr := sites.NewReplayer(g.site, g.game)
		if newErr != nil {
			t.Fatal(newErr)
		}
		out, fastErr := r.Replay(fields[:len(found.Fields)])
		if fmt.Sprint(err) != fmt.Sprint(fastErr) {
			t.Fatalf("Replay: %v; Replayer: %v", err, fastErr)
		}
		if err != nil {
			if !errors.Is(err, sites.ErrMalformed) && !errors.Is(err, sites.ErrExhausted) {
				t.Fatal(err)
			}
			for _, text := range bet {
				if len(text) > 20 && strings.Contains(err.Error(), text) {
					t.Fatalf("%v holds a field", err)
				}
			}
			return
		}
		if !report.Result.Equal(out.Result) || report.Claim != out.Claim || report.Commitment != out.Commitment {
			t.Fatalf("Replay: %+v; Replayer: %+v", report, out)
		}
		again, err := sites.ParseResult(g.site, g.game, bet, report.Result.String())
		if err != nil || !again.Equal(report.Result) {
			t.Fatalf("%v is read as %v, %v", report.Result, again, err)
		}
	})
}

// FuzzParseResult reads results of any game: what is accepted prints, and is read as the
// same again.
func FuzzParseResult(f *testing.F) {
	for i, text := range []string{"28.07", "[1,7]", "QS TD", "HHT", "0 | 1", "Infinity", "\xff", "9223372036854775807"} {
		f.Add(uint8(i), text)
	}
	var games []sites.Game
	var names []string
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			games, names = append(games, g), append(names, s.Name)
		}
	}
	f.Fuzz(func(t *testing.T, i uint8, text string) {
		g, site := games[int(i)%len(games)], names[int(i)%len(games)]
		bet := make(sites.Bet)
		for _, field := range g.Fields {
			switch field.Kind {
			case sites.KindChoice:
				bet[field.Name] = field.Choices[len(text)%len(field.Choices)]
			case sites.KindNumber:
				bet[field.Name] = fmt.Sprint(field.Min)
			}
		}
		result, err := sites.ParseResult(site, g.Name, bet, text)
		if err != nil {
			if !errors.Is(err, sites.ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		again, err := sites.ParseResult(site, g.Name, bet, result.String())
		if err != nil || !again.Equal(result) {
			t.Fatalf("%q prints as %v, which is read as %v, %v", text, result, again, err)
		}
	})
}

// FuzzReplaced: what comes of any bytes is UTF-8, and UTF-8 stays as it is.
func FuzzReplaced(f *testing.F) {
	f.Add([]byte("\xf0\x91\x92A"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		got := sites.AppendReplaced(nil, raw)
		if !utf8.Valid(got) || utf8.Valid(raw) && !bytes.Equal(got, raw) {
			t.Fatalf("%x becomes %x", raw, got)
		}
		if again := sites.AppendReplaced(nil, got); !bytes.Equal(again, got) {
			t.Fatalf("%x becomes %x", got, again)
		}
	})
}
