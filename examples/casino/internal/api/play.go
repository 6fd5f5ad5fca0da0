package api

import (
	"errors"
	"net/http"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

// maxClientSeed is the length of the longest client seed, in bytes.
const maxClientSeed = 128

type nothing struct{}

// enter makes a player of a browser that has no cookie, or none that is known.
func (s *server) enter(w http.ResponseWriter, r *http.Request) (any, error) {
	if err := read(w, r, &nothing{}); err != nil {
		return nil, err
	}
	if id := playerOf(r); id != "" {
		view, err := s.house.View(r.Context(), id)
		if !errors.Is(err, house.ErrNoPlayer) {
			return view, err
		}
	}
	id := newPlayer(w, r)
	view, err := s.house.Enter(r.Context(), id)
	if err != nil {
		w.Header().Del("Set-Cookie")
		return nil, err
	}
	s.limits.know(id)
	return view, nil
}

func (s *server) view(_ http.ResponseWriter, r *http.Request, id string) (any, error) {
	return s.house.View(r.Context(), id)
}

func (s *server) refill(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	if err := read(w, r, &nothing{}); err != nil {
		return nil, err
	}
	return s.house.Refill(r.Context(), id)
}

func (s *server) rotate(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	var request struct {
		NextServerHash seedrng.Hash `json:"nextServerHash"`
		ClientSeed     string       `json:"clientSeed"`
	}
	if err := read(w, r, &request); err != nil {
		return nil, err
	}
	if err := checkClientSeed(request.ClientSeed); err != nil {
		return nil, err
	}
	s.metrics.rotations.Inc()
	return s.house.Rotate(r.Context(), id, request.NextServerHash, request.ClientSeed)
}

// checkClientSeed refuses what no line of a file could hold, and U+FFFD, which the JSON
// decoder makes of bytes that are no UTF-8: the player has chosen another seed.
func checkClientSeed(seed string) error {
	if len(seed) < 1 || len(seed) > maxClientSeed {
		return problemOf(http.StatusBadRequest, "malformed", "a client seed has 1 to 128 bytes")
	}
	for _, c := range seed {
		if unicode.IsControl(c) || c == utf8.RuneError || c == '\u2028' || c == '\u2029' {
			return problemOf(http.StatusBadRequest, "malformed", "a client seed has no control characters, line breaks or U+FFFD")
		}
	}
	return nil
}

// A step is a request to play.
type step struct {
	ServerHash seedrng.Hash `json:"serverHash"`
	Nonce      nonce        `json:"nonce"`
}

// A nonce is a string of decimal digits in JSON.
type nonce uint64

func (n *nonce) UnmarshalText(text []byte) error {
	v, err := strconv.ParseUint(string(text), 10, 64)
	if err != nil || strconv.FormatUint(v, 10) != string(text) {
		return errors.New("a nonce is a string of decimal digits")
	}
	*n = nonce(v)
	return nil
}

func (s *server) bet(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	var request struct {
		step
		Bet string `json:"bet"`
	}
	if err := read(w, r, &request); err != nil {
		return nil, err
	}
	answer, err := s.house.Bet(r.Context(), id, request.ServerHash, uint64(request.Nonce), request.Bet)
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, 0)
	return answer, nil
}

func (s *server) hold(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	var request struct {
		step
		Hold string `json:"hold"`
	}
	if err := read(w, r, &request); err != nil {
		return nil, err
	}
	answer, err := s.house.Hold(r.Context(), id, request.ServerHash, uint64(request.Nonce), request.Hold)
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, 1)
	return answer, nil
}
