package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// shownKey opens the part of the page for the account, and returns the recovery key that it shows.
func (b *tab) shownKey() string {
	b.Helper()
	eval[bool](b, `document.querySelector("#account").open = true`)
	b.do(click("#make-key"))
	b.waitFor(`document.querySelector("#key").textContent.length === 34`)
	return eval[string](b, `document.querySelector("#key").textContent`)
}

// writtenKey returns a recovery key that is good.
func (b *tab) writtenKey() string {
	b.Helper()
	key := b.shownKey()
	b.do(click("#use-key"))
	if got := b.accountSays(); !strings.Contains(got, "good from now on") || eval[bool](b, `!document.querySelector("#key-box").hidden`) {
		b.Errorf("%q", got)
	}
	return key
}

// recover enters a recovery key, and perhaps a file of records, and returns what the page says.
func (b *tab) recover(key string, file []byte) string {
	b.Helper()
	eval[bool](b, `document.querySelector("#account").open = true`)
	b.fill("#enter-key", key)
	if file != nil {
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#recover-file"), []string{write(b.T, "casino-records.json", file)}))
	}
	b.do(click("#recover-it"))
	return b.accountSays()
}

func (b *tab) accountSays() string {
	b.Helper()
	b.waitFor(`document.querySelector("#account-status").textContent !== ""`)
	return eval[string](b, `document.querySelector("#account-status").textContent`)
}

const balance = `document.querySelector("#balance").textContent`

// An account goes to another browser with its records, which plays on with all checks; the
// one before says what has become of it, takes the account back, and finds that nothing
// was done behind its back.
func TestRecover(t *testing.T) {
	laptop, phone := openBrowser(t), openBrowser(t)
	url := casinotest.Start(t)
	laptop.enter(url)
	laptop.play()
	laptop.rotate("2 of 2")
	laptop.play()
	coins := eval[string](laptop, balance)
	key := laptop.shownKey()
	laptop.shot("recovery-key")
	laptop.accessible("a recovery key")
	laptop.do(click("#use-key"))
	laptop.accountSays()
	own := laptop.saved(click("#save"), "casino-records.json")

	phone.enter(url)
	for _, typed := range []string{key[:33] + "?", key[1:], "0000-0000-0000-0000-0000-0000-0000"} {
		if got := phone.recover(typed, nil); !strings.Contains(got, "wrong or missing") {
			t.Errorf("%s: %q", typed, got)
		}
	}
	phone.accessible("a wrong key")
	if got := phone.recover(strings.ToLower(key), own); !strings.Contains(got, "with "+coins+" coins. Your records go on") {
		t.Errorf("%q", got)
	}
	phone.shot("recovery-done")
	phone.play()
	phone.rotate("4 of 4 rounds checked")
	if got := eval[int](phone, `document.querySelectorAll("#round-list tbody tr").length`); got < 6 {
		t.Errorf("%d rounds are listed", got)
	}
	phone.roll()
	later := phone.saved(click("#save"), "casino-records.json")

	laptop.do(click("#tab-dice"), click("#roll-it"))
	laptop.waitFor(`document.querySelector("#alarm strong")?.textContent === "Your account was moved to another browser"`)
	laptop.shot("recovery-moved")
	laptop.accessible("moved")
	if got := laptop.recover(key, later); !strings.Contains(got, "Your records go on") {
		t.Errorf("back: %q, %s", got, laptop.text("#alarm"))
	}
	laptop.play()
	laptop.rotate("3 of 3 rounds checked")
}

// An importer has an account in a browser, and a stranger one in another.
type importer struct {
	*tab
	stranger *tab
	url      string
	old, now []byte // its records, after the first pair of seeds and after the second
}

// Files that go wrong: another player's, a damaged one, an altered one, the same twice, one
// that is older than what is here. None of them replaces anything, and a browser without any
// says what it can't check.
func TestImport(t *testing.T) {
	p := &importer{tab: openBrowser(t), stranger: openBrowser(t), url: casinotest.Start(t)}
	p.enter(p.url)
	p.play()
	p.old = p.saved(click("#save"), "casino-records.json")
	p.rotate("2 of 2")
	p.play()
	p.now = p.saved(click("#save"), "casino-records.json")
	p.stranger.enter(p.url)
	p.stranger.play()
	p.importsWrong(p.stranger.saved(click("#save"), "casino-records.json"))
	p.waitFor(ready)
	p.play()
	p.rotate("4 of 4")
	key := p.writtenKey()
	p.losesRecords(key)
	p.outgrowsRecords(key)
}

// importRecords has the page read a file of records, and returns what it says.
func (b *tab) importRecords(file []byte) string {
	b.Helper()
	eval[string](b, `document.querySelector("#account").open = true, document.querySelector("#account-status").textContent = ""`)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#import"), []string{write(b.T, "casino-records.json", file)}))
	return b.accountSays()
}

// altered returns the records with other texts.
func (p *importer) altered(from, to string) []byte {
	p.Helper()
	file := strings.ReplaceAll(string(p.now), from, to)
	if file == string(p.now) {
		p.Fatalf("there is no %s", from)
	}
	return []byte(file)
}

func (p *importer) importsWrong(foreign []byte) {
	p.Helper()
	for _, c := range []struct {
		what string
		file []byte
		want string
	}{
		{"another player's", foreign, "no records of this account"},
		{"no JSON", p.now[:len(p.now)-9], "isn’t JSON"},
		{"another file", []byte(`{"pairs":[]}`), "isn’t a file of records"},
		{"a damaged state", p.altered(`"state": "`, `"state": "00`), "checksum"},
		{"an altered round", p.altered(`"received": "`, `"received": "1`), "file was altered"},
		{"an altered balance", p.altered(`"balance": `, `"balance": -`), "damaged"},
		{"a key that is none", p.altered(`"key": "`, `"key": "x`), "damaged"},
		{"the same", p.now, "This browser knew all"},
		{"the same again", p.now, "This browser knew all"},
		{"an older one", p.old, "This browser knew all"},
	} {
		if got := p.importRecords(c.file); !strings.Contains(got, c.want) {
			p.Errorf("%s: %q", c.what, got)
		}
	}
}

// losesRecords recovers the account in the stranger's browser without records: it comes with
// a warning, and an older file then adds what it has.
func (p *importer) losesRecords(key string) {
	p.Helper()
	b := p.stranger
	if got := b.recover(key, nil); !strings.Contains(got, "plays on an account") {
		b.Errorf("an account is left without a word: %q", got)
	}
	b.do(click("#leave"))
	b.waitFor(`document.querySelector("#account-status").textContent.includes("nothing here can check it")`)
	if got := b.text("#note"); !strings.Contains(got, "no records of this account") {
		b.Errorf("%q", got)
	}
	b.accessible("no records")
	b.play()
	for i, file := range [][]byte{p.old, p.now} { // the second one lacks the last rounds, too
		if got := b.importRecords(file); !strings.Contains(got, "kept, as seeds that are over") {
			b.Errorf("file %d: %q", i, got)
		}
	}
	b.play()
	b.rotate("4 of 4")
}

// outgrowsRecords recovers the account with a file that was saved before other rounds were
// played elsewhere. It can't be told from a lie: the page says both.
func (p *importer) outgrowsRecords(key string) {
	p.Helper()
	b := openBrowser(p.T)
	b.enter(p.url)
	eval[bool](b, `document.querySelector("#account").open = true`)
	b.fill("#enter-key", key)
	b.do(chromedp.SetUploadFiles(chromedp.CSS("#recover-file"), []string{write(b.T, "casino-records.json", p.now)}), click("#recover-it"))
	b.expectAlarm(breaks, "If you played on in another browser")
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	b.play()
	b.rotate("2 of 2")
}

// A step of a round without records is answered when nobody listens. Then the account is played on in another browser, and
// comes back: that can't be told from a lie, so the page says both, whatever was played.
func TestRecoverUnknownStep(t *testing.T) {
	for name, plays := range map[string]func(b *tab){
		"a round that is over": (*tab).roll,
		"a round that is open": func(b *tab) { hasOpened(b) },
	} {
		t.Run(name, func(t *testing.T) {
			e := begin(t)
			e.enter(e.address)
			key := e.writtenKey()
			hasOpened(e.tab)
			forget(e.tab)
			e.do(click("#tab-mines"))
			e.waitFor(canTake)
			refuses(stepPath, http.StatusBadGateway, "lost")(e.liar)
			e.do(click("#mines-take"))
			e.waitFor(sentAgain)
			e.do(chromedp.Navigate("about:blank"))
			e.liar.honest()
			phone := e.elsewhere()
			phone.recover(key, nil)
			phone.waitFor(ready)
			plays(phone)

			e.do(chromedp.Navigate(e.address))
			e.waitFor(alarmed)
			eval[bool](e.tab, `document.querySelector("#account").open = true`)
			e.fill("#enter-key", key)
			e.do(click("#recover-it"))
			e.waitFor(`document.querySelector("#alarm").textContent.includes("If you played on in another browser after these records")`)
			e.expectAlarm(breaks, "If you played on in another browser after these records")
			e.do(clickText("#alarm button", "Start over"))
			e.waitFor(`document.querySelector("#alarm").hidden`)
			e.do(click("#tab-mines"))
			if name == "a round that is open" {
				e.waitFor(canTake)
				e.do(click("#mines-take"))
			}
			e.waitFor(ready)
			e.roll()
			e.rotate("1 of 1")
		})
	}
}

// What goes wrong with a recovery and is no lie: a second tab that was open, a file that is
// damaged, records of before that the account has outgrown elsewhere.
func TestRecoverRoundabout(t *testing.T) {
	laptop, phone := openBrowser(t), openBrowser(t)
	url := casinotest.Start(t)
	laptop.enter(url)
	laptop.play()
	coins, key := eval[string](laptop, balance), laptop.writtenKey()
	own := laptop.saved(click("#save"), "casino-records.json")

	phone.enter(url)
	second := newTab(t, phone.Context)
	second.enter(url)
	if got := phone.recover(key, []byte(strings.Replace(string(own), `"state": "`, `"state": "00`, 1))); !strings.Contains(got,
		"This is your account now, but") || !strings.Contains(got, "checksum") {
		t.Errorf("a damaged file: %q", got)
	}
	for _, b := range []*tab{phone, second} {
		b.waitFor(balance + ` === "` + coins + `"`)
		b.waitFor(ready)
		if got := b.text("#alarm"); got != "" {
			t.Errorf("%q", got)
		}
	}
	second.roll()
	phone.waitFor(ready)
	phone.importRecords(own) // whose seeds are revealed, but not to this browser
	if eval[bool](phone, checked) {
		t.Errorf("rounds that nobody checked: %s", phone.text("#check-verdict"))
	}
	phone.rotate("1 of 1")

	eval[bool](laptop, `document.querySelector("#account").open = true`)
	laptop.fill("#enter-key", key)
	laptop.do(click("#recover-it"))
	laptop.expectAlarm(breaks, "If you played on in another browser")
	laptop.do(chromedp.Reload())
	laptop.expectAlarm(breaks, "If you played on in another browser")
	laptop.do(clickText("#alarm button", "Start over"))
	laptop.waitFor(ready)
	laptop.play()
	laptop.rotate("2 of 2")
}

// An account can be recovered while the casino doesn't answer to everything: which account the
// browser would leave is said though the page doesn't know it, and the page goes on asking after
// a key that is wrong.
func TestRecoverUnanswered(t *testing.T) {
	laptop, phone := openBrowser(t), openBrowser(t)
	l := &liar{}
	url := l.start(t)
	laptop.enter(url)
	key := laptop.writtenKey()
	phone.hurry()
	phone.enter(url)
	phone.roll()
	refuses(enterPath, http.StatusBadGateway, "lost")(l)
	phone.do(chromedp.Reload())
	phone.waitFor(alarmed)
	const enabled = `!document.querySelector("#recover-it").disabled`
	recover := func(key string) {
		eval[bool](phone, `(document.querySelector("#account-status").textContent = "", document.querySelector("#account").open = true)`)
		phone.fill("#enter-key", key)
		phone.waitFor(enabled + ` && (document.querySelector("#recover-it").click(), true)`)
	}
	recover(key)
	if got := phone.accountSays(); !strings.Contains(got, "plays on an account with ") {
		t.Errorf("%q", got)
	}

	l.set(func() { l.gone = true })
	unknown, _ := casinotest.RecoveryKeyOf(make([]byte, 16))
	recover(unknown)
	phone.do(chromedp.Sleep(400 * time.Millisecond)) // longer than the pause until the page asks again
	l.honest()
	if got := phone.accountSays(); !strings.Contains(got, "key") {
		t.Errorf("a key of nobody: %q", got)
	}
	phone.waitFor(ready)
	phone.rotate("1 of 1")
}

// The browser makes recovery keys as the casino reads them.
func TestKeyOf(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(casinotest.Start(t)))
	random := make([]byte, 16)
	for i := range 40 {
		for j := range random {
			random[j] = byte(i * (j + 7) * 31)
		}
		key, hash := casinotest.RecoveryKeyOf(random)
		if got := eval[string](b, fmt.Sprintf(`import("/app/key.js").then(({ keyOf }) => keyOf(Uint8Array.from(%s))).then(({ key,
			hash }) => key + " " + hash)`, asNumbers(random))); got != key+" "+hash {
			t.Errorf("%x: %s, not %s %s", random, got, key, hash)
		}
	}
}

// The player always has a key that is good: the one before, as long as the new one isn't
// said to be written down, and the new one from then on, also if no answer comes to that.
func TestRecoveryKeyLost(t *testing.T) {
	laptop, phone, tablet := openBrowser(t), openBrowser(t), openBrowser(t)
	l := &liar{}
	url := l.start(t)
	laptop.enter(url)
	first := laptop.writtenKey()
	laptop.shownKey()
	laptop.do(chromedp.Reload())
	laptop.waitFor(ready)

	phone.enter(url)
	if got := phone.recover(first, nil); !strings.Contains(got, "This is your account now") {
		t.Errorf("the key of before: %q", got)
	}
	second := phone.shownKey()
	l.set(func() { l.gone = true })
	phone.do(click("#use-key"))
	phone.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
	phone.do(chromedp.Navigate("about:blank"))
	l.set(func() { l.gone = false })

	tablet.enter(url)
	if got := tablet.recover(second, nil); !strings.Contains(got, "This is your account now") {
		t.Errorf("the new key: %q", got)
	}
}
