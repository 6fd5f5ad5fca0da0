package web_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

var (
	numbers = regexp.MustCompile(`\d+`)
	signs   = strings.NewReplacer("S", "♠", "H", "♥", "D", "♦", "C", "♣")
	card    = regexp.MustCompile(`\b(10|[2-9TJQKA])([SHDC])\b`)
	entry   = regexp.MustCompile(`^entry (\d+) of the table`)
)

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// A showing is a round of a site, with what the site may have shown of it.
type showing struct {
	publicRound
	report *sites.Report
	result string
	values []string // of the result
	bets   []sites.Bet
}

// showings are a round's bet with its result shifted, cut, lengthened, in other orders and
// spellings, and altered; and under other seeds and commitments.
func showings(t *testing.T, r publicRound) []sites.Bet {
	t.Helper()
	report, err := sites.Replay(r.Site, r.Game, r.Bet)
	if err != nil {
		t.Fatal(err)
	}
	game, err := sites.Find(r.Site, r.Game)
	if err != nil {
		t.Fatal(err)
	}
	result := report.Result.String()
	s := &showing{publicRound: r, report: report, result: result, values: strings.Fields(strings.ReplaceAll(result, "|", ""))}
	s.spell()
	s.spellCards()
	s.count()
	s.shift()
	s.cut()
	s.lengthen()
	s.reorder()
	s.lie()
	s.exchangeSeeds()
	s.commit(game)
	return s.bets
}

// with returns the bet with another text in a field.
func (s *showing) with(name, text string) sites.Bet {
	bet := maps.Clone(s.Bet)
	bet[name] = text
	return bet
}

// shows adds the bet with other results.
func (s *showing) shows(results ...string) {
	for _, result := range results {
		s.bets = append(s.bets, s.with("result", result))
	}
}

// each adds it with each value of the result changed.
func (s *showing) each(change func(i int, v string) string) {
	other := slices.Clone(s.values)
	for i, v := range s.values {
		other[i] = change(i, v)
	}
	s.shows(strings.Join(other, " "))
}

// one adds it with one value of the result changed.
func (s *showing) one(i int, v string) {
	other := slices.Clone(s.values)
	other[i] = v
	s.shows(strings.Join(other, " "))
}

// spell adds other spellings of the result.
func (s *showing) spell() {
	s.shows(s.Bet["result"], s.result, "["+strings.Join(s.values, ", ")+"]", `["`+strings.Join(s.values, `","`)+`"]`,
		strings.ToUpper(s.result), strings.ToLower(s.result), "", "\u0085"+s.result+"\u00a0", "\ufeff"+s.result)
	for _, mark := range []string{"x", "%", "×", ".", ".0", "000", "x.", "e0"} {
		s.each(func(_ int, v string) string { return v + mark })
	}
}

// spellCards adds other spellings of cards.
func (s *showing) spellCards() {
	if !card.MatchString(s.result) {
		return
	}
	for _, to := range []string{"$2$1", "$1 $2", "$2:$1", "CLUB:$1", "$1\ufe0f$2"} {
		s.shows(card.ReplaceAllString(s.result, to), signs.Replace(card.ReplaceAllString(s.result, to)))
	}
	s.shows(strings.ReplaceAll(s.result, "T", "10"), signs.Replace(strings.ReplaceAll(s.result, "T", "10")),
		strings.ReplaceAll(signs.Replace(s.result), "♥", "♥\ufe0f"))
}

// count adds the numbers from which the result is made, or its places in the table of pays,
// counted from 0, 1 and 2.
func (s *showing) count() {
	var places []int
	for _, step := range s.report.Steps {
		if m := entry.FindStringSubmatch(step.Text); m != nil {
			places = append(places, number(m[1]))
		}
	}
	for first := range 3 {
		s.each(func(i int, _ string) string {
			if i < len(places) {
				return fmt.Sprint(places[i] + first)
			}
			return fmt.Sprint(s.report.Result.Values[i] + int64(first))
		})
	}
}

// shift adds results that are off by some units of the last digit.
func (s *showing) shift() {
	for _, off := range []int{-2, -1, 1, 2, 100} {
		last := func(_ int, v string) string {
			whole, fraction, point := strings.Cut(v, ".")
			n, err := strconv.Atoi(whole + fraction)
			if err != nil || n+off < 0 || !point {
				return numbers.ReplaceAllStringFunc(v, func(v string) string { return fmt.Sprint(max(0, number(v)+off)) })
			}
			text := fmt.Sprintf("%0*d", len(fraction)+1, n+off)
			return text[:len(text)-len(fraction)] + "." + text[len(text)-len(fraction):]
		}
		s.each(last)
		s.one(len(s.values)/2, last(0, s.values[len(s.values)/2]))
	}
}

// cut adds results with fewer digits, rounded and not.
func (s *showing) cut() {
	for digits := range 7 {
		s.each(func(_ int, v string) string {
			f, _ := strconv.ParseFloat(v, 64)
			return strconv.FormatFloat(f, 'f', digits, 64)
		})
		s.each(func(_ int, v string) string { return v[:max(1, len(v)-digits)] })
	}
}

// lengthen adds results with more digits: those that agree, and others.
func (s *showing) lengthen() {
	for i, longer := range s.values[:min(len(s.values), 3)] {
		if !strings.Contains(longer, ".") {
			continue
		}
		for range 4 {
			next := ""
			for d := range 10 {
				s.one(i, longer+fmt.Sprint(d))
				if found(s.Site, s.Game, s.bets[len(s.bets)-1])[:6] == "agrees" && next == "" {
					next = fmt.Sprint(d)
				}
			}
			longer += next
		}
	}
}

// reorder adds results in other orders, with fewer values, and with more.
func (s *showing) reorder() {
	values := s.values
	for size := range min(len(values), 6) {
		other := slices.Clone(values)
		for list := range slices.Chunk(other, size+1) {
			slices.Reverse(list)
		}
		s.shows(strings.Join(other, " "), strings.Join(values[:max(1, len(values)-size)], " "), strings.Join(values[:size], " "),
			strings.Join(slices.Concat(values[size:], values[:size]), " "))
	}
	s.shows(s.result+" "+values[0], strings.Repeat(s.result+" ", 2000))
}

// lie adds results with another value, or none.
func (s *showing) lie() {
	for _, v := range []string{"0", "1", "25", "52", "98765.43", "1.005", "Infinity", "∞", "9223372036854775806",
		"9223372036854775807", "-1", "1e3", "AS", "a", "orange", s.values[0]} {
		s.one(len(s.values)-1, v)
	}
}

// exchangeSeeds adds the bet with other seeds.
func (s *showing) exchangeSeeds() {
	for _, name := range []string{"server", "hash"} {
		seed := s.Bet[name]
		if len(seed) <= 5 {
			continue
		}
		for i := range 5 {
			s.bets = append(s.bets, s.with(name, seed[:i]+"1"+seed[i+1:]))
		}
		s.bets = append(s.bets, s.with(name, " "+seed), s.with(name, seed+"\u2003"), s.with(name, strings.ToUpper(seed)))
	}
	if client := s.Bet["client"]; client != "" {
		exchanged := s.with("server", client)
		exchanged["client"] = s.Bet["server"]
		s.bets = append(s.bets, exchanged, s.with("client", client+" "))
	}
}

// commit adds the bet with other commitments, if the game has one.
func (s *showing) commit(game *sites.Game) {
	for _, f := range game.Fields {
		if f.Name != "commitment" {
			continue
		}
		other := s.with(f.Name, strings.Repeat("ab", int(f.Min)))
		lie := maps.Clone(other)
		lie["result"] = "77.77"
		s.bets = append(s.bets, other, s.with(f.Name, ""), s.with(f.Name, "ab"), lie)
	}
}
