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
	ctx, query := r.Context(), r.URL.Query()
	file := r.PathValue("file")
	if strings.HasPrefix(file, "tile/") {
		return nil, s.tile(w, r, log, file)
	}
	var content []byte
	switch file {
	case "checkpoint":
		var checkpoint string
		checkpoint, err = s.house.Checkpoint(ctx, log)
		content = []byte(checkpoint)
	case "proof":
		if err := s.limits.allowCostly(r); err != nil {
			return nil, err
		}
		hash, bad := hex.DecodeString(query.Get("leaf"))
		if bad != nil {
			return nil, malformed("leaf: %v", bad)
		}
		content, err = s.house.Inclusion(ctx, log, base64.StdEncoding.EncodeToString(hash))
	case "consistency":
		if err := s.limits.allowCostly(r); err != nil {
			return nil, err
		}
		from, bad := strconv.ParseInt(query.Get("from"), 10, 64)
		to, bad2 := strconv.ParseInt(query.Get("to"), 10, 64)
		if bad != nil || bad2 != nil {
			return nil, malformed("from and to are sizes of the log")
		}
		content, err = s.house.Consistency(ctx, log, from, to)
	default:
		err = house.ErrNotLogged
	}
	if err == nil {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write(content)
	}
	return nil, err
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
