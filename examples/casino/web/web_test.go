package web_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/web"
)

func TestHandler(t *testing.T) {
	handler, err := web.Handler()
	if err != nil {
		t.Fatal(err)
	}
	get := func(method, path, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, path, nil)
		if tag != "" {
			r.Header.Set("If-None-Match", tag)
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w
	}
	first := get("GET", "/", "")
	if first.Code != 200 || first.Header().Get("Content-Type") != "text/html; charset=utf-8" ||
		!strings.Contains(first.Body.String(), "<title>") {
		t.Errorf("%d %v", first.Code, first.Header())
	}
	if w := get("GET", "/index.html", first.Header().Get("Etag")); w.Code != 304 {
		t.Errorf("%d for a file that hasn't changed", w.Code)
	}
	for _, path := range []string{"/web.go", "/web_test.go", "/policy.go", "/no", "/../main.go", "//index.html"} {
		if w := get("GET", path, ""); w.Code != 404 {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get("POST", "/", ""); w.Code != 405 {
		t.Errorf("POST: %d", w.Code)
	}
}

// A page's own scripts are admitted by their hashes (those of printf alert | openssl dgst).
func TestPolicy(t *testing.T) {
	got := web.Policy([]byte("<style>\np{}</style><script>alert(1)</script><script src=x></script><script type=\"module\">\nlet a</script>"))
	for _, want := range []string{
		"script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=' 'sha256-00uTMzUGJXegxw9Ugcj0qOaN+7Y+L8G918OOuVdwUZY=';",
		"style-src 'self' 'sha256-",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if strings.Contains(got, "unsafe") || strings.Count(got, "sha256-") != 3 {
		t.Error(got)
	}
}
