package room_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// A lobby is that of a room, as a page asks for it.
type lobby struct {
	*testing.T
	hub     *hub.Hub
	url     string
	offer   board.Offer // that the room takes
	public  string      // a table by that offer
	private string      // another one
}

// The lobby opens tables, lists those that are public, and tells the terms of any.
func TestLobby(t *testing.T) {
	t.Parallel()
	h, url := start(t)
	l := &lobby{T: t, hub: h, url: "http" + strings.TrimPrefix(url, "ws") + "/tables", offer: roomtest.Offer(3, 1, 10, time.Second)}
	good := string(l.encode(l.offer))
	l.public = l.open(`{"Public":true,` + good[1:])
	l.private = l.open(good)
	l.refusesOffers()
	l.lists()
	l.tellsTerms()
	status := 0
	for range 30 {
		status, _ = l.post(good)
	}
	if status != http.StatusTooManyRequests {
		t.Error("an address has made 31 tables")
	}
}

func (l *lobby) encode(o board.Offer) []byte {
	l.Helper()
	b, err := json.Marshal(o)
	if err != nil {
		l.Fatal(err)
	}
	return b
}

func (l *lobby) post(body string) (status int, id string) {
	l.Helper()
	answer, err := http.Post(l.url, "application/json", strings.NewReader(body))
	if err != nil {
		l.Fatal(err)
	}
	defer answer.Body.Close()
	var made struct{ ID string }
	json.NewDecoder(answer.Body).Decode(&made)
	return answer.StatusCode, made.ID
}

func (l *lobby) open(body string) (id string) {
	l.Helper()
	status, id := l.post(body)
	if status != http.StatusOK {
		l.Fatal(status)
	}
	return id
}

func (l *lobby) refusesOffers() {
	l.Helper()
	for name, change := range map[string]func(o *board.Offer){
		"another game":   func(o *board.Offer) { o.Game = []byte("chess") },
		"too many seats": func(o *board.Offer) { o.Seats = hub.MaxSeats + 1 },
		"one seat":       func(o *board.Offer) { o.Seats = 1 },
		"long messages":  func(o *board.Offer) { o.Longest = 1 << 20 },
		"no grace":       func(o *board.Offer) { o.Grace = 0 },
		"a day's grace":  func(o *board.Offer) { o.Grace = 24 * time.Hour },
		"a large bank":   func(o *board.Offer) { o.Bank = hub.MaxBanks*o.Grace + time.Second },
	} {
		bad := l.offer
		change(&bad)
		if status, _ := l.post(string(l.encode(bad))); status != http.StatusBadRequest {
			l.Errorf("%s: %d", name, status)
		}
	}
	for _, body := range []string{"", "{}", strings.Repeat(" ", 1<<20) + string(l.encode(l.offer))} {
		if status, _ := l.post(body); status != http.StatusBadRequest {
			l.Errorf("%.10q: %d", body, status)
		}
	}
}

// get decodes an answer to an address below that of the lobby.
func (l *lobby) get(path string, answer any) (status int, err error) {
	l.Helper()
	response, err := http.Get(l.url + path)
	if err != nil {
		l.Fatal(err)
	}
	defer response.Body.Close()
	return response.StatusCode, json.NewDecoder(response.Body).Decode(answer)
}

// lists has a player take a seat, and looks at the list.
func (l *lobby) lists() {
	l.Helper()
	b := roomtest.Open(l.T, l.hub, l.public)
	if err := b.Post(l.Context(), roomtest.Ask(l.T, b, 1, roomtest.NewPlayer().Key)); err != nil {
		l.Fatal(err)
	}
	time.Sleep(time.Second) // for which a list holds
	var tables []hub.Listing
	if _, err := l.get("", &tables); err != nil || len(tables) != 1 {
		l.Fatal(err, tables)
	}
	if table := tables[0]; table.ID != l.public || table.Free != 2 || string(table.Offer.Game) != string(l.offer.Game) ||
		table.Offer.Board == nil || time.Since(table.Last) > time.Minute {
		l.Errorf("%+v", table)
	}
}

func (l *lobby) tellsTerms() {
	l.Helper()
	for id, want := range map[string]int{l.public: http.StatusOK, l.private: http.StatusOK, "abcdefghijkl": http.StatusNotFound} {
		var table hub.Listing
		status, _ := l.get("/"+id+"/terms", &table)
		if status != want || want == http.StatusOK && (table.ID != id || table.Public == (id == l.private)) {
			l.Errorf("the terms of %s: %d, %+v", id, status, table)
		}
	}
}
