package api

import (
	"context"
	"math"
	"net/http"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

const (
	chainsShown = 10
	roundsShown = 100 // in an answer
)

// crashTerms are what the page checks by its own rules.
type crashTerms struct {
	Least    int64  `json:"least"`
	Most     int64  `json:"most"`
	Doubling int64  `json:"doubling"` // milliseconds
	Grace    int64  `json:"grace"`    // likewise
	Return   string `json:"return"`   // of a target of 2.00
}

// crash answers with the rules of crash, and with its chains.
func (s *server) crash(_ http.ResponseWriter, r *http.Request) (any, error) {
	chains, err := s.house.Chains(r.Context(), chainsShown)
	return struct {
		Terms  crashTerms    `json:"terms"`
		Chains []house.Chain `json:"chains"`
	}{crashTerms{crash.Least, crash.Most, crash.Doubling, house.Grace.Milliseconds(), crash.Return(200).RatString()}, chains}, err
}

// crashRounds answers with rounds that have ended.
func (s *server) crashRounds(_ http.ResponseWriter, r *http.Request) (any, error) {
	chain, err := queryNumber(r, "chain", 0)
	if err != nil {
		return nil, err
	}
	before, err := queryNumber(r, "before", math.MaxInt64)
	if err != nil {
		return nil, err
	}
	rounds, err := s.house.Reveals(r.Context(), chain, before, roundsShown)
	return struct {
		Rounds []house.CrashRound `json:"rounds"`
	}{rounds}, err
}

func queryNumber(r *http.Request, name string, missing int64) (int64, error) {
	text := r.URL.Query().Get(name)
	if text == "" && missing != 0 {
		return missing, nil
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return 0, malformed("%s isn't a number from 1 on", name)
	}
	return n, nil
}

// crashBet takes a bet.
func (s *server) crashBet(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	members, err := read(w, r, "chain", "round", "bet")
	if err != nil {
		return nil, err
	}
	chain, round, err := parseCrashRound(members)
	if err != nil {
		return nil, err
	}
	answer, err := s.house.BetOnCrash(r.Context(), login, chain, round, members["bet"])
	if err != nil {
		return nil, err
	}
	s.metrics.crash(answer)
	return answer, nil
}

func (s *server) cashOut(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	return s.ofBet(w, r, login, s.house.CashOut)
}

func (s *server) settle(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	return s.ofBet(w, r, login, s.house.Settle)
}

// ofBet does something with the player's bet on a round.
func (s *server) ofBet(w http.ResponseWriter, r *http.Request, login string, work func(ctx context.Context, login string, chain,
	round int64) (house.CrashAnswer, error)) (any, error) {
	members, err := read(w, r, "chain", "round")
	if err != nil {
		return nil, err
	}
	chain, round, err := parseCrashRound(members)
	if err != nil {
		return nil, err
	}
	answer, err := work(r.Context(), login, chain, round)
	if err != nil {
		return nil, err
	}
	s.metrics.crash(answer)
	return answer, nil
}

func parseCrashRound(members map[string]string) (chain, round int64, err error) {
	if chain, err = parseID(members, "chain"); err == nil {
		round, err = parseID(members, "round")
	}
	return chain, round, err
}

func parseID(members map[string]string, name string) (int64, error) {
	n, err := parseNumber(members, name)
	if err == nil && (n < 1 || n > math.MaxInt64) {
		err = malformed("%s isn't a number from 1 on", name)
	}
	return int64(n), err
}
