package web_test

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
)

// A shortLog is one of three entries: its key, its checkpoints, and the proofs that it serves
// that it grew, by their address.
type shortLog struct {
	Key    string
	Notes  []string
	Proofs map[string]string
}

func newShortLog(t *testing.T) shortLog {
	t.Helper()
	key := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	signer, err := tlog.NewSigner("example.com/log", key)
	if err != nil {
		t.Fatal(err)
	}
	log := shortLog{Key: hex.EncodeToString(key.Public().(ed25519.PublicKey)), Proofs: make(map[string]string)}
	tiles := make(map[tlog.Tile][]byte)
	read := func(tile tlog.Tile) ([]byte, error) { return tiles[tile], nil }
	for size := range int64(3) {
		root, changed, err := tlog.Append(size, read, [][]byte{{byte(size)}})
		if err != nil {
			t.Fatal(err)
		}
		maps.Copy(tiles, changed)
		note, err := signer.Checkpoint(size+1, root)
		if err != nil {
			t.Fatal(err)
		}
		log.Notes = append(log.Notes, string(note))
	}
	for _, sizes := range [][2]int64{{1, 2}, {1, 3}, {2, 3}} {
		proof, err := tlog.Consistency(read, sizes[0], sizes[1])
		if err != nil {
			t.Fatal(err)
		}
		log.Proofs[fmt.Sprintf("log/consistency?from=%d&to=%d", sizes[0], sizes[1])] = string(proof)
	}
	return log
}

// Two tabs look at the log at once. While one asks for the proof of its checkpoint, the other
// keeps a later one, which stays. (A known failure: the earlier one replaced it.)
func TestLogInTwoTabs(t *testing.T) {
	server := httptest.NewServer(handler(t))
	defer server.Close()
	b := openBrowser(t)
	b.do(chromedp.Navigate(server.URL + "/base.css")) // of the same origin, and without a page that looks at the log
	got := eval[string](b, fmt.Sprintf(`(async () => {
		const { Key, Notes, Proofs } = %s;
		const { openCheckpoint } = await import("/check/log.js");
		const { follow } = await import("/app/log.js");
		const { readLog } = await import("/app/store.js");
		const [first, second, third] = await Promise.all(Notes.map((note) => openCheckpoint(note, Key)));
		globalThis.fetch = async (path) => {
			if (path.endsWith("from=1&to=2")) await follow("log/", third, Key);
			return new Response(Proofs[path]);
		};
		await follow("log/", first, Key);
		await follow("log/", second, Key);
		return (await readLog()).checkpoint;
	})()`, asJSONText(t, newShortLog(t))))
	if want := newShortLog(t).Notes[2]; got != want {
		t.Errorf("%q is kept, not %q", got, want)
	}
}

// A page that opens on an account that was moved elsewhere looks at the log once that is
// recovered, and none looks at it before the records are read, which takes longer the more
// there are.
func TestLogAfterRecovery(t *testing.T) {
	laptop, phone := openBrowser(t), openBrowser(t)
	url := casinotest.Start(t)
	laptop.enter(url)
	laptop.roll()
	key, file := laptop.writtenKey(), laptop.saved(click("#save"), "casino-records.json")

	phone.hurry()
	phone.enter(url)
	hasSeenLog(phone)
	eval[bool](phone, `(() => {
		globalThis.alarms = [];
		const box = document.querySelector("#alarm");
		new MutationObserver(() => alarms.push(box.textContent)).observe(box, { childList: true });
		const { importKey } = SubtleCrypto.prototype;
		SubtleCrypto.prototype.importKey = function (...all) {
			return new Promise((resolve) => setTimeout(() => resolve(importKey.apply(this, all)), 80000));
		};
		return true;
	})()`)
	if got := phone.recover(key, file); !strings.Contains(got, "Your records go on") {
		t.Errorf("%q, %s", got, phone.text("#alarm"))
	}
	if got := eval[[]string](phone, `alarms`); len(got) > 0 {
		t.Errorf("false alarms: %q", got)
	}

	laptop.do(chromedp.Reload())
	laptop.waitFor(alarmed)
	if got := laptop.recover(key, nil); !strings.Contains(got, "This is your account now") {
		t.Errorf("%q, %s", got, laptop.text("#alarm"))
	}
	laptop.waitFor(`performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/log"))`)
}
