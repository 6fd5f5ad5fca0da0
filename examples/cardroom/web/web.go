// Package web holds the card room's page and serves it.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:generate go run -C ../../../js ./internal/bundle -o ../examples/cardroom/web/audit.js ../examples/cardroom/web/audit/page.js

// audit.js is made of audit/page.js and all that it imports.
//
//go:embed *.html *.css *.js table
var files embed.FS

// A Program is the player's program, wasm/main.go, as the page loads it.
type Program struct {
	Wasm []byte // compressed with gzip
	Exec []byte // wasm_exec.js of the same Go
}

// policy lets the page have what is its own, and nothing from elsewhere.
var policy = strings.Join([]string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src data:", // an empty icon
	"connect-src 'self'",
	"worker-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
}, "; ")

var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".wasm": "application/wasm",
}

// Handler serves the page, whose address is /, and the program.
func Handler(p Program) (http.Handler, error) {
	content := map[string][]byte{"/player.wasm": p.Wasm, "/wasm_exec.js": p.Exec}
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			content["/"+name], err = files.ReadFile(name)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	content["/"] = content["/index.html"]
	tags := make(map[string]string)
	for name, b := range content {
		sum := sha256.Sum256(b)
		tags[name] = `"` + hex.EncodeToString(sum[:16]) + `"`
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, ok := content[r.URL.Path]
		if !ok || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.NotFound(w, r)
			return
		}
		h, kind := w.Header(), types[path.Ext(r.URL.Path)]
		if kind == "" {
			kind = types[".html"]
		}
		if kind == types[".wasm"] {
			h.Set("Content-Encoding", "gzip")
		}
		h.Set("Content-Type", kind)
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer") // the address names the table
		h.Set("Cache-Control", "no-cache")      // ask each time, by the tag
		h.Set("Etag", tags[r.URL.Path])
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
	}), nil
}
