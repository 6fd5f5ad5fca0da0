package api

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// columns are those of the CSV file.
var columns = []string{"server", "client", "hash", "game", "nonce", "sent", "received", "declined", "stake", "paid", "time", "pair",
	"rounds"}

// export writes the player's history as a file. An error in the middle cuts the connection,
// so that the browser reports a download that isn't complete.
func (s *server) export(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	var begin func()
	var line func(house.Line) error
	name, kind := "casino-history.csv", "text/csv; charset=utf-8"
	switch r.URL.Query().Get("format") {
	case "csv":
		rows := csv.NewWriter(w)
		defer rows.Flush()
		begin = func() { rows.Write(columns) } // an error comes back from the next line
		line = func(l house.Line) error {
			return rows.Write([]string{l.Server, l.Client, l.Hash, l.Game, l.Nonce, l.Sent, l.Received, l.Declined,
				strconv.FormatInt(l.Stake, 10), strconv.FormatInt(l.Paid, 10), l.Time, strconv.FormatInt(l.Pair, 10), strconv.FormatInt(l.Rounds, 10)})
		}
	case "jsonl":
		name, kind = "casino-history.jsonl", "application/jsonl"
		objects := json.NewEncoder(w)
		begin = func() {}
		line = func(l house.Line) error { return objects.Encode(l) }
	default:
		return nil, malformed("format is csv or jsonl")
	}
	end, err := s.limits.export(login)
	if err != nil {
		return nil, err
	}
	defer end()
	begun := false
	control := http.NewResponseController(w)
	err = s.house.Export(r.Context(), login, func(page []house.Line) error {
		control.SetWriteDeadline(time.Now().Add(patience)) // which passed, perhaps, while others had their pages
		if !begun {
			begun = true
			w.Header().Set("Content-Type", kind)
			w.Header().Set("Content-Disposition", "attachment; filename="+name)
			begin()
		}
		for _, l := range page {
			if err := line(l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && begun {
		panic(http.ErrAbortHandler)
	}
	return nil, err
}

// games says what can be played.
func (s *server) games(w http.ResponseWriter, _ *http.Request) (any, error) {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	type stake struct {
		Min int64 `json:"min"`
		Max int64 `json:"max"`
	}
	all := make(map[string]any)
	for _, g := range games.All {
		all[g.Name()] = g.Announce()
	}
	return struct {
		Unit  int64          `json:"unit"`
		Stake stake          `json:"stake"`
		Start int64          `json:"start"`
		Games map[string]any `json:"games"`
	}{games.Coin, stake{games.MinStake, games.MaxStake}, house.Start, all}, nil
}
