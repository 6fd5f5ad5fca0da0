package api_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A player who is known has a limit of their own; all others share that of their address.
func TestLimits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limits := api.NewLimits()
		request := func(address, token string) *http.Request {
			r := httptest.NewRequest("GET", "/api/view", nil)
			r.RemoteAddr = address
			r.AddCookie(&http.Cookie{Name: "casino", Value: token})
			return r
		}
		allowed := func(tries int, request func(i int) *http.Request) (n int) {
			for i := range tries {
				if limits.Allow(request(i)) == nil {
					n++
				}
			}
			return n
		}
		check := func(what string, got, want int) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %d requests are let in, not %d", what, got, want)
			}
		}
		alice := request("192.0.2.1:1", "AAAAAAAAAAAAAAAAAAAAAAAAAA")
		limits.Know(api.LoginOf(alice))
		check("a player", allowed(100, func(int) *http.Request { return alice }), 60)
		check("made-up cookies", allowed(1000, func(i int) *http.Request { return request("192.0.2.1:2", fmt.Sprintf("%026d", i)) }), 500)
		check("another address", allowed(1000, func(i int) *http.Request { return request("192.0.2.2:2", fmt.Sprintf("%026d", i)) }), 500)
		check("a network of IPv6", allowed(1000, func(i int) *http.Request { return request(fmt.Sprintf("[2001:db8::%x]:2", i), "") }), 500)
		check("an address of IPv4 as IPv6 has it", allowed(100, func(int) *http.Request { return request("[::ffff:192.0.2.1]:2", "") }), 0)
		check("another network", allowed(100, func(i int) *http.Request { return request(fmt.Sprintf("[2001:db8:%x::1]:2", i+1), "") }), 100)
		time.Sleep(time.Second)
		check("the player, a second later", allowed(100, func(int) *http.Request { return alice }), 20)
		check("the address, a second later",
			allowed(100, func(i int) *http.Request { return request("192.0.2.1:3", fmt.Sprintf("%026d", i)) }), 50)
	})
}

// What needs no account makes nobody known.
func TestMadeUpCookiesStayUnknown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := api.New(new(house.House), http.NotFoundHandler(), slog.New(slog.DiscardHandler))
		n := 0
		for i := range 1000 {
			r := httptest.NewRequest("GET", "/api/games", nil)
			r.AddCookie(&http.Cookie{Name: "casino", Value: fmt.Sprintf("%026d", i/2)}) // each comes twice
			w := httptest.NewRecorder()
			if handler.ServeHTTP(w, r); w.Code != http.StatusTooManyRequests {
				n++
			}
		}
		if n != 500 {
			t.Errorf("%d requests are let in", n)
		}
	})
}

// When there are too many limiters, those that were used last stay.
func TestManyPlayers(t *testing.T) {
	limits := api.NewLimits()
	for i := range 250_000 {
		limits.Know(fmt.Sprint(i))
		if i%50_000 == 0 {
			limits.Know("0")
		}
	}
	if n := limits.Players(); n > 200_000 || n < 100_000 {
		t.Errorf("%d limiters", n)
	}
	if !limits.Knows("0") || limits.Knows("1") {
		t.Error("the wrong ones were forgotten")
	}
}
