package api

import (
	"errors"
	"net/http"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// recoveryKey takes the hash of a key that the player has made, and written down.
func (s *server) recoveryKey(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	members, err := read(w, r, "hash", "before")
	if err != nil {
		return nil, err
	}
	if err := s.house.SetRecoveryKey(r.Context(), login, members["hash"], members["before"]); err != nil {
		return nil, err
	}
	return s.house.View(r.Context(), login)
}

// recover gives this browser the account that a key is for, with a cookie of its own. If the
// browser has played on another account, the request must name that as the one to leave: its
// cookie is overwritten.
func (s *server) recover(w http.ResponseWriter, r *http.Request) (any, error) {
	members, err := read(w, r, "key", "leave")
	if err != nil {
		return nil, err
	}
	if !s.limits.recoveries.get(network(r.RemoteAddr), true).Allow() {
		return nil, errTooMany
	}
	if err := s.mayLeave(r, members["key"], members["leave"]); err != nil {
		return nil, err
	}
	login := newPlayer(w, r)
	view, err := s.house.Recover(r.Context(), members["key"], login)
	if err != nil {
		w.Header().Del("Set-Cookie")
		return nil, err
	}
	s.limits.know(login)
	return view, nil
}

// mayLeave refuses a request of a browser that has played on an account which it doesn't name.
// If the key is for that account, the request has come before.
func (s *server) mayLeave(r *http.Request, key, leave string) error {
	login := loginOf(r)
	if login == "" {
		return nil
	}
	loses, err := s.house.WouldLose(r.Context(), login, key)
	if err != nil || !loses {
		return err
	}
	view, err := s.house.View(r.Context(), login)
	if err == nil && view.Player != leave {
		p := problemOf(http.StatusConflict, "other-account", "this browser would lose the account that it plays on: leave names it")
		p.View = &view
		return p
	}
	return err
}

// anew makes another player of a browser whose account was recovered elsewhere.
func (s *server) anew(w http.ResponseWriter, r *http.Request) (any, error) {
	if _, err := read(w, r); err != nil {
		return nil, err
	}
	if login := loginOf(r); login != "" {
		view, err := s.house.View(r.Context(), login)
		if _, ok := errors.AsType[*house.Moved](err); !ok && !errors.Is(err, house.ErrNoPlayer) {
			return view, err
		}
	}
	return s.newcomer(w, r)
}
