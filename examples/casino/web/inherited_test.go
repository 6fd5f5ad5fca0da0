package web_test

import (
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/chromedp/chromedp"
)

// A name that every object of JavaScript inherits is a name like any other that isn't known.
func TestInheritedNames(t *testing.T) {
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b := openBrowser(t)
	b.do(chromedp.Navigate(server.URL + "/base.css"))
	got := eval[[]string](b, `(async () => {
		const { whyRefused } = await import("/app/declined.js");
		const { explain } = await import("/app/own.js");
		const { draw } = await import("/check/traced.js");
		const { runVectors } = await import("/check/vectors.js");
		const { Walk } = await import("/squaredeal/sites/index.js");
		const vectors = { spec: "squaredeal/seedrng v1", cases: [{ id: "constructor/1", inputs: {}, result: "ok" }] };
		const told = (f) => Promise.resolve().then(f).then(String, (err) => err.message);
		return Promise.all([
			() => whyRefused({ code: "toString", message: "no" }, { what: "bet", sent: "crash for 100" }, { balance: 1000 }),
			() => explain("own limit toString 5"),
			() => draw(undefined, "constructor 1"),
			async () => (await runVectors(JSON.stringify(vectors))).failed,
			() => new Walk({ alg: "constructor", end: "" }, ""),
		].map(told));
	})()`)
	want := []string{
		"The casino has refused this bet: no.",
		"undefined",
		"“constructor” is no draw",
		"constructor/1",
		"the chain’s hash function is unknown",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
