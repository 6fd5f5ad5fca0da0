package web

import (
	"crypto/sha256"
	"encoding/base64"
	"regexp"
	"strings"
)

var inline = regexp.MustCompile(`(?s)<(script|style)(?:\s[^>]*)?>(.*?)</(?:script|style)>`)

// Policy returns the Content-Security-Policy of a page, nil for what isn't one: nothing
// from elsewhere, and no script or style in the page but those that it has here, each by
// its hash.
func Policy(page []byte) string {
	sources := map[string]string{"script": "'self'", "style": "'self'"}
	for _, m := range inline.FindAllSubmatch(page, -1) {
		if len(m[2]) == 0 {
			continue // it has a src
		}
		sum := sha256.Sum256(m[2])
		sources[string(m[1])] += " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
	}
	return strings.Join([]string{
		"default-src 'none'",
		"script-src " + sources["script"],
		"style-src " + sources["style"],
		"img-src data:", // an empty icon
		"connect-src 'self'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; ")
}
