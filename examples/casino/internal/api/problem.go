package api

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// types is where the problems are explained.
const types = "https://github.com/squaredeal/squaredeal/blob/main/examples/casino/API.md#"

// A problem is the answer to a request that failed (RFC 9457).
type problem struct {
	Type   string `json:"type"`
	Title  string `json:"title"`
	Status int    `json:"status"`
	Detail string `json:"detail,omitempty"`
	Code   string `json:"code"`
	// View and Round are what the client needs to go on after a conflict.
	View  *house.View  `json:"view,omitempty"`
	Round *house.Round `json:"round,omitempty"`
}

func (p *problem) Error() string { return p.Detail }

// titles are those of the codes.
var titles = map[string]string{
	"malformed":     "The request is malformed",
	"no-player":     "No player has this cookie",
	"cross-origin":  "The request comes from another site",
	"proxy":         "The proxy is set up wrongly",
	"not-found":     "There is no such thing",
	"method":        "The method isn't allowed",
	"too-large":     "The body is too large",
	"media-type":    "The body isn't JSON",
	"too-many":      "There were too many requests",
	"internal":      "The server has failed",
	"moved":         "The account was recovered elsewhere",
	"recovery-key":  "This is no recovery key",
	"not-recovered": "No account has this recovery key",
	"other-account": "This browser plays on another account",
	"unavailable":   "The database doesn't answer",
	"busy":          "Too many rounds are open",

	house.NoSeeds:      "No seeds are active",
	house.OtherSeeds:   "Other seeds are active",
	house.NonceAhead:   "The nonce isn't the next one",
	house.OtherRequest: "The nonce was used for another request",
	house.RoundOpen:    "A round is open",
	house.OtherKey:     "Another recovery key was made",

	house.CrashBetOpen: "Another bet isn't settled",
	house.CrashClosed:  "The round isn't the one to bet on or to cash out in",
	house.CrashOver:    "The round has ended",
	house.CrashRunning: "The round hasn't ended",
	house.LowBalance:   "There aren't enough coins",
	house.CrashFull:    "The bets of the round could win too much",
	house.OwnForbids:   "A limit of the player's own forbids it",
}

func problemOf(status int, code, detail string) *problem {
	return &problem{Type: types + code, Title: titles[code], Status: status, Detail: detail, Code: code}
}

func malformed(format string, args ...any) error {
	return problemOf(http.StatusBadRequest, "malformed", fmt.Sprintf(format, args...))
}

// fail answers a request that has failed.
func (s *server) fail(w http.ResponseWriter, r *http.Request, err error) {
	p := explain(err)
	switch p.Code {
	case "internal", "unavailable":
		// The error holds no secret: seeds, sessions and keys refuse to be printed.
		s.log.LogAttrs(r.Context(), slog.LevelError, "request failed", slog.String("code", p.Code),
			slog.String("path", r.URL.Path), slog.String("player", loginOf(r)), slog.Any("error", err))
	case "proxy":
		s.proxyWarning.Do(func() {
			s.log.LogAttrs(r.Context(), slog.LevelError, "requests are refused until the proxy is set up right",
				slog.String("why", p.Detail))
		})
	}
	if p.Status == http.StatusServiceUnavailable || p.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "1")
	}
	s.metrics.problem(p.Code)
	s.write(w, r, p.Status, "application/problem+json", p)
}

func explain(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if refusal, ok := errors.AsType[*house.Refusal](err); ok {
		status := http.StatusConflict
		if refusal.Code == house.NotOpen {
			status = http.StatusNotFound
		}
		p := problemOf(status, refusal.Code, refusal.Detail)
		p.View, p.Round = &refusal.View, refusal.Round
		return p
	}
	if moved, ok := errors.AsType[*house.Moved](err); ok {
		return problemOf(http.StatusUnauthorized, "moved",
			fmt.Sprintf("the account of this browser was recovered in another one, with its key, at %s", moved.Time.Format(time.RFC3339)))
	}
	switch {
	case errors.Is(err, house.ErrNotLogged):
		return problemOf(http.StatusNotFound, "not-found", "the log has no such thing, or not yet")
	case errors.Is(err, house.ErrLimits):
		return problemOf(http.StatusBadRequest, "malformed", "these limits are out of range")
	case errors.Is(err, house.ErrRecoveryHash):
		return problemOf(http.StatusBadRequest, "malformed", "this isn't the hash of a recovery key for this account")
	case errors.Is(err, house.ErrRecoveryKey):
		return problemOf(http.StatusBadRequest, "recovery-key", "a character is wrong or missing")
	case errors.Is(err, house.ErrNotRecovered):
		return problemOf(http.StatusNotFound, "not-recovered", "perhaps a newer key was made since")
	case errors.Is(err, games.ErrMalformed):
		return problemOf(http.StatusBadRequest, "malformed", err.Error())
	case errors.Is(err, house.ErrNoPlayer):
		return problemOf(http.StatusUnauthorized, "no-player", "")
	case errors.Is(err, vault.ErrSealed), errors.Is(err, house.ErrDamaged), errors.Is(err, seedrng.ErrMalformed):
		return problemOf(http.StatusInternalServerError, "internal", "")
	case errors.Is(err, house.ErrBusy):
		return problemOf(http.StatusServiceUnavailable, "busy", "nothing is decided: send the same request again, later")
	}
	// Every other error is one of the database, or of the time that it had.
	return problemOf(http.StatusServiceUnavailable, "unavailable", "send the same request again")
}
