package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

// passes runs the program, and fails the test if it doesn't pass.
func passes(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := command(args...)
	if status != cli.Passed {
		t.Fatalf("%q: status %d, %s%s", args, status, stdout, stderr)
	}
	return stdout, stderr
}

func write(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestStory(t *testing.T) {
	out, stderr := passes(t)
	clitest.CheckWidth(t, out, "   beacon ", "   void ")
	if stderr != "" {
		t.Error(stderr)
	}
	for _, want := range []string{"1. emeka@example.org wins\n", "2. liam@example.org wins\n",
		"3. goran@example.org is a substitute\n", "morop tavah"} {
		if !strings.Contains(out, want) {
			t.Errorf("the story lacks %q", want)
		}
	}
	// The announcement that the README's commands use is the story's.
	if announcement := strings.ReplaceAll(readFile(t, "testdata/raffle.draw"), "\n", "\n   "); !strings.Contains(out,
		strings.TrimSpace(announcement)) {
		t.Error("testdata/raffle.draw isn't the story's announcement")
	}
}

// Each cheat is caught, by the check that the story says.
func TestCheats(t *testing.T) {
	for name, want := range map[string]string{
		"add": "list of 13 entries isn't the announced one", "list": "this receipt is of another draw",
		"void": "this receipt is of another draw", "swap": `is for "bogdan@example.org", and not for your entry`,
		"round": "another round: round 27798188",
		"forge": "invalid signature", "encoding": "signature of 96 bytes", "late": "announced too late", "again": "two announcements of number 1",
	} {
		status, out, stderr := command("-cheat", name)
		if status != cli.Failed || !strings.Contains(stderr, want) || !strings.HasPrefix(out, "1. ") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
		clitest.CheckWidth(t, out, "   beacon ", "   void ")
		status, out, _ = command("-json", "-cheat", name)
		var r result
		if err := json.Unmarshal([]byte(out), &r); err != nil || status != cli.Failed || r.Result != "failed" ||
			!strings.Contains(r.Reason, want) {
			t.Errorf("%s, as JSON: status %d, %v, %s", name, status, err, out)
		}
	}
	if len(cheats) != 9 {
		t.Error("a cheat isn't tested")
	}
}

// announced makes an announcement of the story's list by a round that is known, as one
// can't be announced any more.
func announced(t *testing.T, list *draw.List, change func(*draw.Terms)) *draw.Announcement {
	t.Helper()
	terms, err := raffleTerms(drand.Quicknet(), time.Date(2026, 4, 14, 20, 18, 18, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	change(&terms)
	a, err := draw.Announce(terms, list)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// announceBook announces a raffle among the story's entrants, in half an hour, to a file.
func announceBook(t *testing.T, more ...string) (file string, a *draw.Announcement, stderr string) {
	t.Helper()
	args := []string{"-announce", "testdata/raffle.txt", "-at", "30m", "-label", "A book", "-place", "https://example.org"}
	out, stderr := passes(t, append(args, more...)...)
	a, err := draw.ParseAnnouncement([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	return write(t, out), a, stderr
}

// A stranger's raffle is announced, with receipts.
func TestAnnounce(t *testing.T) {
	before := time.Now()
	first, a, stderr := announceBook(t, "-winners", "2", "-substitutes", "3")
	if terms := a.Terms(); terms.Time.Before(before.Add(30*time.Minute)) || terms.Winners != 2 || terms.Substitutes != 3 ||
		terms.Number != 1 || a.Entries() != 12 {
		t.Errorf("%+v", terms)
	}
	if !strings.Contains(strings.Join(strings.Fields(stderr), " "), a.Digest().Words()) {
		t.Error(stderr)
	}
	line, _ := passes(t, "-receipts", first, "-list", "testdata/raffle.txt", "-entry", "hana@example.org")
	if all, _ := passes(t, "-receipts", first, "-list", "testdata/raffle.txt"); strings.Count(all, "\n") != 12 ||
		!strings.Contains(all, line) {
		t.Error(all)
	}
	_, receipt, _ := strings.Cut(line, "\t")
	out, _ := passes(t, "-verify", first, "-receipt", receipt, "-published", before.Format(time.RFC3339))
	if !strings.Contains(out, `"hana@example.org" is entry 8 of 12`) || !strings.Contains(out, "at least 10m0s before") {
		t.Error(out)
	}
}

// A second announcement refers to the first. It is by the network default,
// which has a time of its own.
func TestAnnounceNext(t *testing.T) {
	first, a, _ := announceBook(t)
	second, b, _ := announceBook(t, "-previous", first, "-network", "default")
	if out, _ := passes(t, "-verify", second, "-previous", first); !strings.Contains(out, "follows announcement 1") {
		t.Error(out)
	}
	if b.Terms().Beacon != drand.Default().Beacon() || b.Terms().Previous != a.Digest() {
		t.Errorf("%+v", b.Terms())
	}
}

// What doesn't fit an announcement fails the check that says so.
func TestAnnouncedChecks(t *testing.T) {
	first, _, _ := announceBook(t)
	second, _, _ := announceBook(t, "-previous", first)
	late := time.Now().Add(25 * time.Minute).Format(time.RFC3339)
	text := readFile(t, first)
	anotherLabel := write(t, strings.Replace(text, "A book", "A box", 1))
	anotherTime := write(t, regexp.MustCompile("time ....").ReplaceAllString(text, "time 2099"))
	anotherBeacon := write(t, strings.Replace(text, "beacon drand", "beacon brand", 1))
	for what, c := range map[string]struct {
		args []string
		want string
	}{
		"no such entry":     {[]string{"-receipts", first, "-list", "testdata/raffle.txt", "-entry", "Hana@example.org"}, "isn't in the list"},
		"another list":      {[]string{"-receipts", first, "-list", write(t, "a\nb\n")}, "isn't the announced one"},
		"too late":          {[]string{"-verify", first, "-published", late}, "announced too late"},
		"not its receipt":   {[]string{"-verify", second, "-receipt", "AAAA"}, "malformed"},
		"itself before":     {[]string{"-verify", first, "-previous", first}, "doesn't follow"},
		"two of one number": {[]string{"-verify", first, "-previous", anotherLabel}, "two announcements"},
		"no announcement":   {[]string{"-verify", "testdata/raffle.txt"}, "malformed"},
		"before its round":  {[]string{"-result", first, "-list", "testdata/raffle.txt", "-round", "testdata/round.json"}, "another round"},
		"another time":      {[]string{"-verify", anotherTime}, "comes at"},
		"another beacon":    {[]string{"-verify", anotherBeacon}, "unknown network"},
	} {
		if status, _, stderr := command(c.args...); status != cli.Failed || !strings.Contains(stderr, c.want) {
			t.Errorf("%s: status %d, %s, want %q", what, status, stderr, c.want)
		}
	}
}

// Command lines that make no sense are refused; their neighbours that do aren't.
func TestMisuse(t *testing.T) {
	first, _, _ := announceBook(t)
	twice := write(t, "a\nb\na\n")
	for what, args := range map[string][]string{
		"so soon":     {"-announce", "testdata/raffle.txt", "-at", "5m", "-label", "l", "-place", "p"},
		"no margin":   {"-announce", "testdata/raffle.txt", "-at", "5m", "-label", "l", "-place", "p", "-margin", "30s"},
		"when":        {"-announce", "testdata/raffle.txt", "-at", "tomorrow", "-label", "l", "-place", "p"},
		"no place":    {"-announce", "testdata/raffle.txt", "-at", "30m", "-label", "l"},
		"repeated":    {"-announce", twice, "-at", "30m", "-label", "l", "-place", "p"},
		"no weights":  {"-announce", "testdata/raffle.txt", "-weights", "-at", "30m", "-label", "l", "-place", "p"},
		"no file":     {"-announce", "testdata/none", "-at", "30m", "-label", "l", "-place", "p"},
		"two sources": {"-result", first, "-list", "testdata/raffle.txt", "-round", "testdata/round.json", "-fetch"},
		"no source":   {"-result", first, "-list", "testdata/raffle.txt"},
		"cheat":       {"-cheat", "dance"},
		"modes":       {"-verify", first, "-announce", first},
	} {
		if status, out, stderr := command(args...); status != cli.Broken || out != "" || stderr == "" {
			t.Errorf("%s: status %d, %s%s", what, status, out, stderr)
		}
	}
	passes(t, "-announce", twice, "-tickets", "-at", "30m", "-label", "l", "-place", "p")
	passes(t, "-announce", "testdata/raffle.txt", "-at", "2m", "-label", "l", "-place", "p", "-margin", "1m")
}

// The lines of winners; a digest in words may have their names, too.
var winners = regexp.MustCompile(`(?m)^ *\d\. (ann|bob|cat) `)

// A list that shows nobody, with weights: the page opens the winners alone.
func TestHidden(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "hidden")
	out, _ := passes(t, "-announce", write(t, "ann\t3\nbob\t1\ncat\t2\n"), "-weights", "-hide", prefix, "-at", "30m",
		"-label", "l", "-place", "p")
	hidden := readFile(t, prefix+".txt")
	if strings.Contains(hidden, "ann") || !strings.Contains(out, "weights 6\n") {
		t.Error(hidden, out)
	}
	list, err := form{weights: true}.read(prefix + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	a := announced(t, list, func(*draw.Terms) {})
	line, _ := passes(t, "-receipts", write(t, out), "-list", prefix+".txt", "-salts", prefix+".salts", "-entry", "bob")
	name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
	if receipt, err := parseReceipt(text); err != nil || name != "bob" || !receipt.Hidden() || string(receipt.Entry()) != "bob" {
		t.Error(line)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	out, _ = passes(t, "-result", write(t, a.Text()), "-list", prefix+".txt", "-round", "testdata/round.json", "-salts",
		prefix+".salts", "-page", page)
	verified, _ := passes(t, "-verify", page)
	for _, text := range []string{out, verified} {
		if len(winners.FindAllString(text, -1)) != 3 || !strings.Contains(text, "3. ") {
			t.Error(text)
		}
	}
	if status, _, _ := command("-result", write(t, a.Text()), "-list", prefix+".txt", "-round", "testdata/round.json", "-salts",
		"testdata/raffle.txt"); status != cli.Broken {
		t.Error("no salts pass for some")
	}
}

// page returns the page of the story's draw.
func page(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	passes(t, "-result", "testdata/raffle.draw", "-list", "testdata/raffle.txt", "-round", "testdata/round.json", "-page", file)
	return readFile(t, file)
}

// roundOf returns the round that an organiser shows who cheats.
func roundOf(t *testing.T, cheat string) string {
	t.Helper()
	shown, err := cheated(cheat)
	if err != nil {
		t.Fatal(err)
	}
	return string(shown.round)
}

// lies are what an organiser could make of the page, without a change to its program.
func lies(t *testing.T) map[string]published {
	t.Helper()
	all := make(map[string]published)
	lie := func(name string, change func(p *published)) {
		p, err := parsePage([]byte(page(t)))
		if err != nil {
			t.Fatal(err)
		}
		change(&p)
		all[name] = p
	}
	lie("label", func(p *published) { p.Announcement = strings.Replace(p.Announcement, "Two", "Ten", 1) })
	lie("number of winners", func(p *published) { p.Announcement = strings.Replace(p.Announcement, "winners 2", "winners 3", 1) })
	lie("no announcement", func(p *published) { p.Announcement = "" })
	lie("another round", func(p *published) { p.Round = string(nextFile) })
	lie("a forged round", func(p *published) { p.Round = roundOf(t, "forge") })
	lie("another encoding", func(p *published) { p.Round = roundOf(t, "encoding") })
	lie("another randomness", func(p *published) { p.Round = strings.Replace(p.Round, "581e", "581f", 1) })
	lie("swapped places", func(p *published) { p.Receipts[0], p.Receipts[1] = p.Receipts[1], p.Receipts[0] })
	lie("a place left out", func(p *published) { p.Receipts = p.Receipts[:2] })
	lie("a place too many", func(p *published) { p.Receipts = append(p.Receipts, p.Receipts[0]) })
	lie("a friend", func(p *published) {
		list, err := form{}.parse(entrants)
		if err != nil {
			t.Fatal(err)
		}
		a, err := draw.ParseAnnouncement([]byte(p.Announcement))
		if err != nil {
			t.Fatal(err)
		}
		p.Receipts[0] = mustReceipt(t, a, list, nil, "fatima@example.org")
	})
	lie("an altered receipt", func(p *published) { p.Receipts[0] = p.Receipts[0][:200] + "A" + p.Receipts[0][201:] })
	return all
}

func TestPage(t *testing.T) {
	text := page(t)
	if len(text) > 170_000 || strings.Count(text, "<script") != 2 {
		t.Errorf("the page has %d bytes", len(text))
	}
	out, _ := passes(t, "-verify", write(t, text), "-json")
	var r result
	if err := json.Unmarshal([]byte(out), &r); err != nil || len(r.Places) != 3 || r.Places[0].Entry != "emeka@example.org" ||
		r.Places[1].Substitute || !r.Places[2].Substitute {
		t.Errorf("%v, %s", err, out)
	}
	for name, p := range lies(t) {
		if status, _, stderr := command("-verify", write(t, p.page())); status != cli.Failed {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
	}
	passes(t, "-verify", write(t, "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")))
	for name, change := range map[string][2]string{
		"the script":        {`"Every check succeeded."`, `"Every check succeeded!"`},
		"the frame":         {"<main>", "<main><p>Bob won.</p>"},
		"the policy":        {"default-src 'none'", "default-src *"},
		"another script":    {"</body>", "<script>0</script></body>"},
		"the data's form":   {`{"announcement":`, `{ "announcement":`},
		"a repeated member": {`{"announcement":`, `{"announcement":"","announcement":`},
	} {
		altered := strings.Replace(text, change[0], change[1], 1)
		if status, _, stderr := command("-verify", write(t, altered)); altered == text || status != cli.Failed ||
			!strings.Contains(stderr, "isn't that of this release") {
			t.Errorf("%s: status %d, %s", name, status, stderr)
		}
	}
}

// Whoever downloads a release sees the hash of the page's script in its README.
func TestScriptHash(t *testing.T) {
	if readme := readFile(t, "../README.md"); !strings.Contains(readme, integrity(script())) {
		t.Errorf("examples/README.md lacks %s", integrity(script()))
	}
}

func TestFetch(t *testing.T) {
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if want := "/" + drand.Quicknet().Hash() + "/public/27798178"; r.URL.Path != want {
			t.Errorf("it asks for %s", r.URL.Path)
		}
		w.WriteHeader(status)
		if status == http.StatusOK {
			w.Write(roundFile)
		}
	}))
	defer server.Close()
	defer func(real string) { relay = real }(relay)
	relay = server.URL
	args := []string{"-result", "testdata/raffle.draw", "-list", "testdata/raffle.txt", "-fetch"}
	if out, _ := passes(t, args...); !strings.Contains(out, "1. emeka@example.org wins") {
		t.Error(out)
	}
	for code, want := range map[int]string{http.StatusNotFound: "doesn't have this round yet", http.StatusBadGateway: "502"} {
		status = code
		if got, _, stderr := command(args...); got != cli.Broken || !strings.Contains(stderr, want) {
			t.Errorf("%d: status %d, %s", code, got, stderr)
		}
	}
}

func TestWarnings(t *testing.T) {
	for entries, want := range map[string]string{
		"alice\nbob\nZoë\nОльга\nali ce": "",
		"alice\n\u0430lice":              "mixes scripts|looks like|U+0430 instead of U+0061",
		"alice\nali\u200bce":             "invisible|looks like",
		"alice\nAlice":                   "looks like",
		"alice\nALICE\nal1ce":            `"alice" looks like "ALICE"|"al1ce" looks like "ALICE"`,
		"alice\nalice ":                  "begins or ends with a space|looks like",
		"al ice\nal\u00a0ice":            "a space that isn't one|looks like",
		"Zo\u00eb\nZoe\u0308":            "U+00EB instead of U+0065 U+0308",
		"a\xffb":                         `"a\xffb" isn't a text`,
		"\u0441\u043e\u0440\u0435\ncope": "looks like",
	} {
		got := strings.Join(warnings(entriesOf(mustList(t, entries)), 20), "; ")
		for part := range strings.SplitSeq(want, "|") {
			if part == "" && got != "" || !strings.Contains(got, part) {
				t.Errorf("%+q: %q, want %q", entries, got, want)
			}
		}
	}
	if all := warnings(entriesOf(mustList(t, "x \ny \nz \n")), 2); len(all) != 2 {
		t.Error(all)
	}
	// Every command that reads a list says it.
	file := write(t, "alice\nAlice\n")
	a := write(t, announced(t, mustList(t, "alice\nAlice\n"), func(t *draw.Terms) { t.Winners, t.Substitutes = 1, 0 }).Text())
	for _, args := range [][]string{
		{"-announce", file, "-at", "30m", "-label", "l", "-place", "p"},
		{"-receipts", a, "-list", file},
		{"-result", a, "-list", file, "-round", "testdata/round.json"},
		{"-verify", a, "-list", file},
	} {
		out, stderr := passes(t, args...)
		if !strings.Contains(strings.Join(strings.Fields(out+stderr), " "),
			`"alice" looks like "Alice", but isn't it: it has U+0061 instead of U+0041.`) {
			t.Errorf("%s: %s%s", args[0], out, stderr)
		}
	}
}

func mustList(t *testing.T, text string) *draw.List {
	t.Helper()
	list, err := form{}.parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// An entry can't speak to the terminal.
func TestControlCharacters(t *testing.T) {
	list := mustList(t, "\x1b[2Jann\nb\u202eob\ncat\n")
	out, _ := passes(t, "-result", write(t, announced(t, list, func(*draw.Terms) {}).Text()), "-list",
		write(t, "\x1b[2Jann\nb\u202eob\ncat\n"), "-round", "testdata/round.json")
	if strings.ContainsAny(out, "\x1b\u202e") || !strings.Contains(out, `\u{1b}[2Jann `) || !strings.Contains(out, `b\u{202e}ob `) ||
		!strings.Contains(out, " cat ") {
		t.Errorf("%q", out)
	}
}

// A list from an editor of Windows is the same list.
func TestLines(t *testing.T) {
	a := announced(t, mustList(t, string(entrants)), func(*draw.Terms) {})
	crlf := bytes.ReplaceAll(entrants, []byte("\n"), []byte("\r\n"))
	for _, text := range []string{string(crlf), "\n" + string(entrants) + "\n\n", strings.TrimSuffix(string(entrants), "\n")} {
		if err := a.CheckList(mustList(t, text)); err != nil {
			t.Error(err)
		}
	}
}

func TestHelp(t *testing.T) {
	out, _ := passes(t, "-h")
	clitest.CheckWidth(t, out)
	for _, m := range newModes() {
		flags := flag.NewFlagSet("draw", flag.ContinueOnError)
		m.define(flags)
		flags.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(out, "-"+f.Name) {
				t.Errorf("-h lacks -%s", f.Name)
			}
		})
	}
}
