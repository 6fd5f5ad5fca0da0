package api

import (
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// logKey says where the public log is, and what it is signed with.
func (s *server) logKey(_ http.ResponseWriter, r *http.Request) (any, error) {
	key, number, err := s.house.LogKey(r.Context())
	return struct {
		Key  string `json:"key"`
		Path string `json:"path"`
	}{key, "/log/" + strconv.FormatInt(number, 10) + "/"}, err
}

// announce has an organiser's announcement of a draw added to the public log.
func (s *server) announce(w http.ResponseWriter, r *http.Request) (any, error) {
	if err := s.limits.allowCostly(r); err != nil {
		return nil, err
	}
	members, err := read(w, r, "key", "number", "announcement", "signature")
	if err != nil {
		return nil, err
	}
	draw, err := publiclog.ParseDraw([]string{members["key"], members["number"], members["announcement"], members["signature"]})
	if err != nil {
		return nil, malformed("%v", err)
	}
	return struct {
		Entry string `json:"entry"`
	}{draw.Entry()}, s.house.Announce(r.Context(), draw)
}

// publicLog serves the files of a public log, and proofs from them.
func (s *server) publicLog(w http.ResponseWriter, r *http.Request) (any, error) {
	log, err := strconv.ParseInt(r.PathValue("log"), 10, 64)
	if err != nil || log <= 0 {
		return nil, house.ErrNotLogged
	}
	file := r.PathValue("file")
	if strings.HasPrefix(file, "tile/") {
		return nil, s.tile(w, r, log, file)
	}
	var content []byte
	switch file {
	case "checkpoint":
		var checkpoint string
		checkpoint, err = s.house.Checkpoint(r.Context(), log)
		content = []byte(checkpoint)
	case "proof":
		content, err = s.inclusion(r, log)
	case "consistency":
		content, err = s.consistency(r, log)
	default:
		err = house.ErrNotLogged
	}
	if err == nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(content)
	}
	return nil, err
}

// inclusion returns a proof that a log has an entry.
func (s *server) inclusion(r *http.Request, log int64) ([]byte, error) {
	if err := s.limits.allowCostly(r); err != nil {
		return nil, err
	}
	hash, err := hex.DecodeString(r.URL.Query().Get("leaf"))
	if err != nil {
		return nil, malformed("leaf: %v", err)
	}
	return s.house.Inclusion(r.Context(), log, base64.StdEncoding.EncodeToString(hash))
}

// consistency returns a proof that a log has only grown.
func (s *server) consistency(r *http.Request, log int64) ([]byte, error) {
	if err := s.limits.allowCostly(r); err != nil {
		return nil, err
	}
	from, errFrom := strconv.ParseInt(r.URL.Query().Get("from"), 10, 64)
	to, errTo := strconv.ParseInt(r.URL.Query().Get("to"), 10, 64)
	if errFrom != nil || errTo != nil {
		return nil, malformed("from and to are sizes of the log")
	}
	return s.house.Consistency(r.Context(), log, from, to)
}

func (s *server) tile(w http.ResponseWriter, r *http.Request, log int64, file string) error {
	tile, width, err := tlog.ParsePath(file)
	if err != nil {
		return house.ErrNotLogged
	}
	content, err := s.house.Tile(r.Context(), log, tile, width)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable") // whatever its width
	w.Write(content)
	return nil
}
