package httpboard

import (
	"context"
	"crypto/ed25519"
	"crypto/subtle"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// statuses are how a refusal is answered.
var statuses = map[board.Reason]int{
	board.Malformed: http.StatusBadRequest,
	board.Signature: http.StatusForbidden,
	board.NoPlace:   http.StatusConflict,
	board.Later:     http.StatusTooEarly,
	board.Full:      http.StatusInsufficientStorage,
	board.Closed:    http.StatusGone,
}

// Handler serves the board. A server that isn't [Serve] needs limits of its own
// on connections, and how long they may take.
func Handler(l *board.Local, o Options) http.Handler { return &handler{l, o.filled()} }

type handler struct {
	*board.Local
	Options
}

// ServeHTTP answers GET ?from=N&wait=1 with posts, and POST of one. No other method is
// known, no form is parsed, and no body is read beyond the longest post.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, board.MaxPostLen)
	w.Header().Set("Board", h.ID())
	w.Header().Set("Content-Type", "application/octet-stream")
	switch {
	case h.Invitation != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+h.Invitation)) == 0:
		http.Error(w, "an invitation is needed", http.StatusUnauthorized)
	case r.Method == http.MethodPost:
		h.post(w, r)
	case r.Method == http.MethodGet:
		h.get(w, r)
	default:
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "GET or POST", http.StatusMethodNotAllowed)
	}
}

func (h *handler) post(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), statuses[board.Malformed])
		return
	}
	if h.admits(b) {
		err = h.Post(r.Context(), b)
	} else {
		err = &board.Refusal{Reason: board.NoPlace, Err: errors.New("the key isn't on the list")}
	}
	refusal, refused := errors.AsType[*board.Refusal](err)
	switch {
	case refused && refusal.Reason == board.Full: // its error may be the storage's, with the names of files
		http.Error(w, "there is no room", statuses[board.Full])
	case refused:
		http.Error(w, err.Error(), statuses[refusal.Reason])
	case err != nil:
		broken(w)
	}
}

// broken answers for a board that stands still. Its host knows why, by [board.Local.Wait].
func broken(w http.ResponseWriter) {
	http.Error(w, "the board is broken", http.StatusInternalServerError)
}

// admits reports whether a post is no request for a seat, or of a key that may have one.
func (h *handler) admits(post []byte) bool {
	request, err := board.ParseRequest(post)
	listed := func(k ed25519.PublicKey) bool { return k.Equal(request.Key) }
	return h.Keys == nil || err != nil || slices.ContainsFunc(h.Keys, listed)
}

func (h *handler) get(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	var from uint64
	if err == nil {
		from, err = strconv.ParseUint(query.Get("from"), 10, 64)
	}
	if err != nil {
		http.Error(w, "from which post?", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.Polling)
	defer cancel()
	posts, err := h.Posts(ctx, from, query.Get("wait") != "")
	if err != nil && ctx.Err() == nil {
		broken(w)
		return
	}
	for _, p := range posts { // one by one: what a slow reader holds is one post
		if _, err := w.Write(record.AppendPost(nil, p)); err != nil {
			return
		}
	}
}
