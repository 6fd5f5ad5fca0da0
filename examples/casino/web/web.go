// Package web holds the casino's pages and serves them.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/js"
)

//go:generate go run -C ../../../js ./internal/bundle -o ../examples/casino/web/crash/drand.js ../examples/casino/internal/genverify/drand.js

//go:embed *.html *.css *.gz *.js app check crash games
var files embed.FS

// Style returns the style sheet that all pages have in common.
func Style() []byte {
	style, _ := files.ReadFile("base.css") // it is embedded
	return style
}

// types are those of the files that are served.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".gz":   "application/gzip",
}

// A file is one that is served.
type file struct {
	content []byte
	kind    string
	tag     string
	policy  string
}

// preload returns the links by which a browser fetches, along with index.html, the modules
// and styles that it will need.
func preload() []byte {
	var links bytes.Buffer
	fs.WalkDir(files, ".", func(name string, _ fs.DirEntry, err error) error { // which is in memory
		dir, base := path.Split(name)
		switch {
		case (dir == "crash/" || strings.HasPrefix(dir, "games/")) && path.Ext(name) == ".css":
			fmt.Fprintf(&links, "<link rel=\"stylesheet\" href=\"%s\">\n", name)
		case path.Ext(name) == ".js" && (dir == "app/" || dir == "crash/" && base != "drand.js" || strings.HasPrefix(dir, "games/") &&
			base != "steps.js"):
			fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", name)
		}
		return err
	})
	return links.Bytes()
}

// Handler serves the pages: / is index.html.
func Handler() (http.Handler, error) {
	served := make(map[string]file)
	if err := add(served, "/", files); err != nil {
		return nil, err
	}
	if err := add(served, "/squaredeal/", js.Files); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
			return
		}
		f, ok := served[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Content-Security-Policy", f.policy)
		h.Set("Cache-Control", "no-cache") // ask each time, by the tag
		h.Set("Etag", f.tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(f.content))
	}), nil
}

// add adds the files of a tree that are served, below a path.
func add(served map[string]file, below string, tree fs.FS) error {
	return fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		kind, ok := types[path.Ext(name)]
		if err != nil || d.IsDir() || !ok {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		if name == "index.html" {
			content = bytes.Replace(content, []byte("<!-- PRELOAD -->\n"), preload(), 1)
		}
		f := file{content: content, kind: kind, policy: Policy(nil)}
		if path.Ext(name) == ".html" {
			f.policy = Policy(content)
		}
		sum := sha256.Sum256(content)
		f.tag = `"` + hex.EncodeToString(sum[:16]) + `"`
		served[below+name] = f
		if below+name == "/index.html" {
			served["/"] = f
		}
		return nil
	})
}
