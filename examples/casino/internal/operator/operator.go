// Package operator is what the operator of a casino sees of it: a page, in HTML that the
// server makes, without script. It shows hashes of players' cookies, and neither a cookie nor
// a seed nor a key.
package operator

import (
	"bytes"
	"context"
	"embed"
	"fmt"
	"html/template"
	"log/slog"
	"math"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const (
	patience    = 5 * time.Second
	maxRows     = 50 // of the ledger
	maxAccounts = 10
)

//go:embed operator.html operator.css
var files embed.FS

var page = template.Must(template.New("operator.html").Funcs(template.FuncMap{
	"coins":  coins,
	"count":  cli.Count[int64],
	"number": cli.Thousands[int64],
	"time":   func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05") },
	"day":    func(t time.Time) string { return t.UTC().Format("2006-01-02") },
	"ago":    func(d time.Duration) string { return fmt.Sprintf("%.0f s", d.Seconds()) },
	"sub":    func(a, b int64) int64 { return a - b },
}).ParseFS(files, "operator.html"))

// policy lets a page have its two style sheets and its form, and nothing else.
const policy = "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// New returns the handler of the operator's page, /.
func New(h *house.House, log *slog.Logger) (http.Handler, error) {
	style, err := files.ReadFile("operator.css")
	if err != nil {
		return nil, err
	}
	style = append(web.Style(), style...)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), patience)
		defer cancel()
		v, err := look(ctx, h, r)
		var body bytes.Buffer
		if err == nil {
			err = page.Execute(&body, v)
		}
		if err != nil {
			log.LogAttrs(ctx, slog.LevelError, "the operator's page", slog.Any("error", err))
			http.Error(w, "the database doesn't answer", http.StatusServiceUnavailable)
			return
		}
		write(w, "text/html; charset=utf-8", body.Bytes())
	})
	mux.HandleFunc("GET /operator.css", func(w http.ResponseWriter, _ *http.Request) { write(w, "text/css; charset=utf-8", style) })
	return Local(mux), nil
}

func write(w http.ResponseWriter, kind string, body []byte) {
	header := w.Header()
	header.Set("Content-Type", kind)
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	w.Write(body)
}

// Local refuses requests to a name: a page of another site could have its own name lead here,
// and would then read what it gets.
func Local(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if _, err := netip.ParseAddr(host); err != nil && host != "localhost" {
			http.Error(w, "ask for this by localhost or an address in numbers", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// A view is what the page shows.
type view struct {
	house.Overview
	Now      time.Time
	Exposed  int64
	ByGame   []house.Exposed
	Player   string // that was asked for
	Wrong    bool   // it can't be one
	Accounts []house.Account
	Entries  []house.Entry
	Older    int64 // the number to go on before, 0 at the end
}

var playerID = regexp.MustCompile(`^[0-9a-f]{4,32}$`)

// look finds what a request asks for: the latest changes, or the player whose ID begins with
// some digits, and the entries before a number.
func look(ctx context.Context, h *house.House, r *http.Request) (v view, err error) {
	v.Now = time.Now()
	if v.Overview, err = h.Overview(ctx); err != nil {
		return v, err
	}
	v.ByGame = v.Overview.Exposed
	for _, e := range v.ByGame {
		v.Exposed += e.Amount
	}
	query := r.URL.Query()
	v.Player = query.Get("player")
	if v.Player == "" {
		v.Entries = h.Recent()
		return v, nil
	}
	if v.Wrong = !playerID.MatchString(v.Player); v.Wrong {
		return v, nil
	}
	if v.Accounts, err = h.Accounts(ctx, v.Player, maxAccounts); err != nil || len(v.Accounts) != 1 {
		return v, err
	}
	before, err := strconv.ParseInt(query.Get("before"), 10, 64)
	if err != nil {
		before = math.MaxInt64
	}
	v.Entries, err = h.Entries(ctx, v.Accounts[0].Player, before, maxRows)
	if len(v.Entries) == maxRows && v.Entries[maxRows-1].Number > 1 {
		v.Older = v.Entries[maxRows-1].Number
	}
	return v, err
}

// coins formats an amount of money.
func coins(amount int64) string {
	sign := ""
	if amount < 0 {
		sign, amount = "−", -amount
	}
	return fmt.Sprintf("%s%s.%02d", sign, cli.Thousands(amount/100), amount%100)
}
