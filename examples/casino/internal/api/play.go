package api

import (
	"errors"
	"net/http"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

// enter makes a player of a browser that has no cookie, or none that is known. It renews the
// cookie of one that has.
func (s *server) enter(w http.ResponseWriter, r *http.Request) (any, error) {
	if _, err := read(w, r); err != nil {
		return nil, err
	}
	if id := playerOf(r); id != "" {
		switch view, err := s.house.View(r.Context(), id); {
		case err == nil:
			s.limits.know(id)
			setCookie(w, r, tokenOf(r))
			return view, nil
		case !errors.Is(err, house.ErrNoPlayer):
			return nil, err
		}
	}
	return s.newcomer(w, r)
}

// newcomer makes a player with a new cookie.
func (s *server) newcomer(w http.ResponseWriter, r *http.Request) (any, error) {
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
	if _, err := read(w, r); err != nil {
		return nil, err
	}
	return s.house.Refill(r.Context(), id)
}

func (s *server) rotate(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	members, err := read(w, r, "nextServerHash", "clientSeed")
	if err != nil {
		return nil, err
	}
	next, err := seedrng.ParseHash(members["nextServerHash"])
	if err != nil {
		return nil, malformed("nextServerHash: %v", err)
	}
	if err := checkClientSeed(members["clientSeed"]); err != nil {
		return nil, err
	}
	s.metrics.rotations.Inc()
	return s.house.Rotate(r.Context(), id, next, members["clientSeed"])
}

func (s *server) bet(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	members, err := read(w, r, "serverHash", "nonce", "bet")
	if err != nil {
		return nil, err
	}
	hash, nonce, err := parseRound(members)
	if err != nil {
		return nil, err
	}
	answer, err := s.house.Bet(r.Context(), id, hash, nonce, members["bet"])
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, 0)
	return answer, nil
}

func (s *server) step(w http.ResponseWriter, r *http.Request, id string) (any, error) {
	members, err := read(w, r, "serverHash", "nonce", "step", "text")
	if err != nil {
		return nil, err
	}
	hash, nonce, err := parseRound(members)
	if err != nil {
		return nil, err
	}
	step, err := parseNumber(members, "step")
	if err != nil {
		return nil, err
	}
	answer, err := s.house.Step(r.Context(), id, hash, nonce, step, members["text"])
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, step)
	return answer, nil
}
