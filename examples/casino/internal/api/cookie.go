package api

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// A player is known by a cookie with a random token. The database has a hash of it, so that
// a stolen backup lets nobody play as somebody else. Script can't read the cookie, and it
// comes with no request that another site has made. Behind TLS, its name has a prefix that
// makes browsers refuse it from anywhere else.
const (
	cookieName   = "casino"
	securePrefix = "__Host-"
	tokenLen     = 26 // of rand.Text
)

// secure reports whether the browser speaks TLS, to this process or to a proxy before it.
// That a client can lie here harms nobody but itself.
func secure(r *http.Request) bool {
	return r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https"
}

// checkProxy refuses a request that has come through a proxy which doesn't say how, or says
// it in a way that secure doesn't take: the cookie would travel without TLS. A browser names
// the scheme in the origin of its POST requests.
func checkProxy(r *http.Request) error {
	told := r.Header.Values("X-Forwarded-Proto")
	switch {
	case len(told) > 1 || len(told) == 1 && told[0] != "http" && told[0] != "https":
		return problemOf(http.StatusBadRequest, "proxy", fmt.Sprintf("X-Forwarded-Proto is %q, neither http nor https", told))
	case !secure(r) && strings.HasPrefix(r.Header.Get("Origin"), "https://"):
		return problemOf(http.StatusBadRequest, "proxy", "the browser speaks TLS, and the proxy sets no X-Forwarded-Proto: https")
	}
	return nil
}

func nameOf(r *http.Request) string {
	if secure(r) {
		return securePrefix + cookieName
	}
	return cookieName
}

// tokenOf returns the token in the cookie of a request, empty if it has none.
func tokenOf(r *http.Request) string {
	c, err := r.Cookie(nameOf(r))
	if err != nil || len(c.Value) != tokenLen {
		return ""
	}
	return c.Value
}

// loginOf returns the login that the cookie of a request stands for, empty if it has none.
func loginOf(r *http.Request) string {
	if token := tokenOf(r); token != "" {
		return loginFor(token)
	}
	return ""
}

func loginFor(token string) string {
	sum := sha256.Sum256([]byte("squaredeal/casino/v1/player " + token))
	return hex.EncodeToString(sum[:16])
}

// newPlayer sets a cookie and returns the login that it stands for.
func newPlayer(w http.ResponseWriter, r *http.Request) string {
	token := rand.Text()
	setCookie(w, r, token)
	return loginFor(token)
}

// setCookie makes the browser keep a token, for as long as browsers keep anything.
func setCookie(w http.ResponseWriter, r *http.Request, token string) {
	http.SetCookie(w, &http.Cookie{
		Name: nameOf(r), Value: token, Path: "/", MaxAge: int((400 * 24 * time.Hour).Seconds()),
		HttpOnly: true, Secure: secure(r), SameSite: http.SameSiteStrictMode,
	})
}
