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
	if login := loginOf(r); login != "" {
		switch view, err := s.house.View(r.Context(), login); {
		case err == nil:
			s.limits.know(login)
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
	login := newPlayer(w, r)
	view, err := s.house.Enter(r.Context(), login)
	if err != nil {
		w.Header().Del("Set-Cookie")
		return nil, err
	}
	s.limits.know(login)
	return view, nil
}

func (s *server) view(_ http.ResponseWriter, r *http.Request, login string) (any, error) {
	return s.house.View(r.Context(), login)
}

func (s *server) refill(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	if _, err := read(w, r); err != nil {
		return nil, err
	}
	return s.house.Refill(r.Context(), login)
}

func (s *server) rotate(w http.ResponseWriter, r *http.Request, login string) (any, error) {
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
	return s.house.Rotate(r.Context(), login, next, members["clientSeed"])
}

func (s *server) bet(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	members, err := read(w, r, "serverHash", "nonce", "bet")
	if err != nil {
		return nil, err
	}
	hash, nonce, err := parseRound(members)
	if err != nil {
		return nil, err
	}
	answer, err := s.house.Bet(r.Context(), login, hash, nonce, members["bet"])
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, 0)
	return answer, nil
}

func (s *server) step(w http.ResponseWriter, r *http.Request, login string) (any, error) {
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
	answer, err := s.house.Step(r.Context(), login, hash, nonce, step, members["text"])
	if err != nil {
		return nil, err
	}
	s.metrics.answer(answer, step)
	return answer, nil
}
