package main

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A heldCase is what a cheating organiser has published, and what an entrant has from before.
type heldCase struct {
	name, page string
	held       map[string]string // by the names of the flags, and of the page's fields
	want       string            // in the error; or in a note, if it begins with a capital letter or a quote
}

func (c heldCase) noted() bool { return c.want[0] == '"' || unicode.IsUpper(rune(c.want[0])) }

// capital begins a sentence as the page does.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[size:]
}

// mustPage returns the page of a draw by the story's round, and its places.
func mustPage(t *testing.T, a *draw.Announcement, list *draw.List, openings map[string]opening) (string, []place) {
	t.Helper()
	var r result
	page, err := drawPage(a, list, openings, roundFile, &r)
	if err != nil {
		t.Fatal(err)
	}
	return page, r.Places
}

// mustReceipt returns the receipt of a line of a list.
func mustReceipt(t *testing.T, a *draw.Announcement, list *draw.List, openings map[string]opening, line string) string {
	t.Helper()
	position, end := list.Find([]byte(line))
	if position == end {
		t.Fatalf("%q isn't in the list", line)
	}
	receipts, err := receiptsOf(a, list, openings, []int{position})
	if err != nil {
		t.Fatal(err)
	}
	return receiptText(receipts[0])
}

// held collects cases.
type held struct {
	*testing.T
	cases []heldCase
}

func (h *held) add(name, page, want string, things ...string) {
	c := heldCase{name, page, make(map[string]string), want}
	for pair := range slices.Chunk(things, 2) {
		c.held[pair[0]] = pair[1]
	}
	h.cases = append(h.cases, c)
}

const hana, bogdan = "hana@example.org", "bogdan@example.org"

func heldCases(t *testing.T) []heldCase {
	t.Helper()
	h, list := held{T: t}, mustList(t, string(entrants))
	first := h.prepared(list)
	h.plain(first, list)
	h.hidden(list)
	h.tickets()
	h.alike()
	return h.cases
}

// prepared adds those of an organiser who prepares thirteen announcements, and publishes one
// whose winner is his friend. It returns the first.
func (h *held) prepared(list *draw.List) (first *draw.Announcement) {
	var prepared []*draw.Announcement
	for i := range 13 {
		prepared = append(prepared, announced(h.T, list, func(t *draw.Terms) {
			t.Winners, t.Substitutes, t.Void = 1, 0, fmt.Sprintf("if drand hasn't given this round within %d days", 7+i)
		}))
	}
	first = prepared[0]
	_, without := mustPage(h.T, first, list, nil)
	var page string
	for _, second := range prepared[1:] {
		var places []place
		if page, places = mustPage(h.T, second, list, nil); places[0].Entry != without[0].Entry {
			break // who is his friend, then
		}
	}
	hanas := mustReceipt(h.T, first, list, nil, hana)
	convicts := "They differ in: void. Both are number 1 at https://example.org/raffles, where there can be only one: together " +
		"they convict the organiser"
	other := "this is another draw than the one that you kept"
	h.add("prepared, and a receipt", page, "this receipt is of another draw: of the announcement with the words "+first.Digest().Words(),
		"receipt", hanas)
	h.add("prepared, and words", page, other, "kept", first.Digest().Words())
	h.add("prepared, and a digest", page, other, "kept", first.Digest().String()+"\n")
	h.add("prepared, and the announcement", page, ". "+convicts, "kept", first.Text())
	h.add("prepared, and the announcement of an editor", page, ". "+convicts, "kept",
		"\r\n"+strings.ReplaceAll(first.Text(), "\n", "\r\n")+"\r\n")
	return first
}

// plain adds those of plain lines, with receipts of another's.
func (h *held) plain(first *draw.Announcement, list *draw.List) {
	hanas := mustReceipt(h.T, first, list, nil, hana)
	page, places := mustPage(h.T, first, list, nil)
	h.add("good", page, `The receipt is good: "hana@example.org" is entry 8 of 12.`, "receipt", hanas, "entry", hana, "kept", first.Text())
	h.add("good, and broken by mail", page, `The receipt is good: "hana@example.org" is entry 8 of 12.`, "receipt",
		" "+hanas[:60]+"\r\n\t"+hanas[60:]+"\n")
	h.add("kept", page, "This is the announcement that you kept.", "kept", strings.ToLower(first.Digest().Words()))
	h.add("the winner", page, fmt.Sprintf(`"%s": It has place 1, a winner.`, places[0].Entry), "entry", places[0].Entry)
	h.add("swapped", page, `the receipt is for "bogdan@example.org", and not for your entry "hana@example.org"`, "receipt",
		mustReceipt(h.T, first, list, nil, bogdan), "entry", hana)
	h.add("cut off", page, "this isn't a receipt of a draw, or not all of it", "receipt", hanas[:len(hanas)-5])
}

// hidden adds those of hidden lines, of which one is given to two.
func (h *held) hidden(list *draw.List) {
	o := offer{hide: new(h.TempDir() + "/hidden"), weights: new(bool), tickets: new(bool), once: new(bool)}
	hiddenList, store, err := o.hideList(list)
	if err := errors.Join(err, store()); err != nil {
		h.Fatal(err)
	}
	openings, err := openings(*o.hide + ".salts")
	if err != nil {
		h.Fatal(err)
	}
	var line, salt string
	for hidden, open := range openings {
		if string(open.entry) == bogdan {
			line, salt = hidden, fmt.Sprintf("%x", open.salt[:])
		}
	}
	a := announced(h.T, hiddenList, func(*draw.Terms) {})
	page, _ := mustPage(h.T, a, hiddenList, openings)
	h.add("hidden", page, `The receipt is good: "bogdan@example.org" is entry`, "receipt", mustReceipt(h.T, a, hiddenList, openings, line),
		"entry", bogdan)
	h.add("hidden, with a salt apart", page, `The receipt is good: "bogdan@example.org" is entry`, "receipt",
		mustReceipt(h.T, a, hiddenList, nil, line), "entry", bogdan, "salt", salt)
	h.add("one line for two", page, `the receipt is for "bogdan@example.org", and not for your entry "hana@example.org"`, "receipt",
		mustReceipt(h.T, a, hiddenList, openings, line), "entry", hana)
	h.add("one line for two, without a salt", page, "the list hides this entry, and the receipt has no salt: nobody can see whose it is",
		"receipt", mustReceipt(h.T, a, hiddenList, nil, line), "entry", hana)
	h.add("one line for two, with its salt", page,
		"your salt and entry aren't those of the receipt's line, so the line is somebody else's", "receipt",
		mustReceipt(h.T, a, hiddenList, nil, line), "entry", hana, "salt", salt)
	h.add("one line for two, forged", page, "the receipt's salt and entry aren't those of its line, so the line is somebody else's",
		"receipt", forged(h.T, a, hiddenList, line, hana), "entry", hana)
	h.add("no salt", page, "the salt isn't 64 digits", "receipt", mustReceipt(h.T, a, hiddenList, nil, line), "entry", hana, "salt", salt[1:])
}

// tickets adds those in which Hana has three of four tickets, of which any may be drawn, or
// one entry that weighs as much.
func (h *held) tickets() {
	tickets := []draw.Entry{{Data: []byte(bogdan)}, {Data: []byte(hana)}, {Data: []byte(hana)}, {Data: []byte(hana)}}
	ticketList, err := draw.NewTicketList(tickets)
	if err != nil {
		h.Fatal(err)
	}
	a := announced(h.T, ticketList, func(*draw.Terms) {})
	page, _ := mustPage(h.T, a, ticketList, nil)
	h.add("one of three tickets", page, `The receipt is good: "hana@example.org" is entry 2 of 4. It has place 1, a winner`, "receipt",
		mustReceipt(h.T, a, ticketList, nil, hana), "entry", hana)
	joined, err := draw.NewJoinedList(tickets)
	if err != nil {
		h.Fatal(err)
	}
	a = announced(h.T, joined, func(t *draw.Terms) { t.Winners = 1 })
	page, _ = mustPage(h.T, a, joined, nil)
	h.add("three tickets, joined", page, `The receipt is good: "hana@example.org" is entry 2 of 2, and weighs 3 of 4. It has place 1`,
		"receipt", mustReceipt(h.T, a, joined, nil, hana), "entry", hana)
}

// alike adds those in which a friend's entry looks like Hana's, and wins.
func (h *held) alike() {
	alikes := mustList(h.T, string(entrants)+"h\u0430na@example.org\n")
	var a *draw.Announcement
	var page string
	for i := range 1000 {
		var places []place
		a = announced(h.T, alikes, func(t *draw.Terms) { t.Label = fmt.Sprint("Prize ", i) })
		if page, places = mustPage(h.T, a, alikes, nil); places[0].Entry == "h\u0430na@example.org" {
			break
		}
	}
	h.add("alike", page, `Look twice: "hana@example.org" looks like "hаna@example.org", but isn't it: `+
		`it has U+0061 instead of U+0430. That one has place 1.`, "entry", hana)
	h.add("the receipt of one alike", page,
		`the receipt is for "hаna@example.org", and not for your entry "hana@example.org": it has U+0430 instead of U+0061`,
		"receipt", mustReceipt(h.T, a, alikes, nil, "h\u0430na@example.org"), "entry", hana)
}

// forged returns a receipt of somebody's line with a salt of the organiser's and another entry.
func forged(t *testing.T, a *draw.Announcement, list *draw.List, line, entry string) string {
	t.Helper()
	position, _ := list.Find([]byte(line))
	digest, salt := a.Digest(), draw.GenerateSalt()
	field := func(b, part []byte) []byte {
		return append(binary.BigEndian.AppendUint64(b, uint64(len(part))), part...)
	}
	b := append(field(nil, []byte("squaredeal/draw/v1/receipt")), digest[:]...)
	b = field(field(field(b, salt[:]), []byte(entry)), list.Prove(position)[0].Bytes())
	return base64.StdEncoding.EncodeToString(b)
}

// What a cheating organiser leaves with entrants shows what he did.
func TestEntrants(t *testing.T) {
	for _, c := range heldCases(t) {
		args := []string{"-verify", write(t, c.page)}
		for name, value := range c.held {
			if name == "kept" && strings.Contains(value, "squaredeal") {
				value = write(t, value)
			}
			args = append(args, "-"+name, value)
		}
		status, out, stderr := command(args...)
		want, got := cli.Failed, stderr
		if c.noted() {
			want, got = cli.Passed, out
		}
		if status != want || !strings.Contains(strings.Join(strings.Fields(got), " "), c.want) {
			t.Errorf("%s: status %d, %q, want %q", c.name, status, got, c.want)
		}
	}
}

// A readText is a text that somebody gives to the program and to the page.
type readText struct {
	Kind, Text string
	OK         bool
}

// texts are read by both, or by neither.
func texts(t *testing.T) []readText {
	t.Helper()
	return slices.Concat(announcementTexts(t), entrantsTexts(t), roundTexts(t))
}

type readTexts []readText

func (all *readTexts) add(kind string, ok bool, texts ...string) {
	for _, text := range texts {
		*all = append(*all, readText{kind, text, ok})
	}
}

// changing returns what replaces a part of a text.
func changing(t *testing.T, text string) func(old, new string) string {
	return func(old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("%q isn't in %q", old, text)
		}
		return strings.Replace(text, old, new, 1)
	}
}

// announcementTexts are announcements, and their digests in words and in hex.
func announcementTexts(t *testing.T) (all readTexts) {
	raffle := readFile(t, "testdata/raffle.draw")
	with := changing(t, raffle)
	words := "morop tavah mivuz honij rubin jojap jimif kihis zoriv homim dalod nafon kabad sofok tapit gasoz"
	for _, kind := range []string{"announcement", "kept"} {
		all.add(kind, true, raffle, strings.TrimSpace(raffle), "\ufeff"+raffle, strings.ReplaceAll(raffle, "\n", " \t\r\n"),
			with("entries 12", "entries 12 "), "\r\n"+strings.ReplaceAll(raffle, "\n", "\r\n")+" \t\n", with("label Two", "label \u00a0Two"),
			with("label Two", "label \u202eTwo"),
			with("label Two", "label Zoë"), with("number 1\nprevious 0", "number 18446744073709551615\nprevious 1"))
		all.add(kind, false, "", "x", "\ufeff\ufeff"+raffle, raffle+"\u00a0", strings.ReplaceAll(raffle, "\n", "\r"), strings.ToUpper(raffle),
			with("entries 12", "entries 012"), with("entries 12", "entries +12"),
			with("entries 12", "entries  12"), with("entries 12", "entries 1e1"), with("entries 12", "entries １２"),
			with("entries 12", "entries 12.0"),
			with("entries 12", "entries 0"), with("entries 12", "entries 10000001"), with("winners 2", "winners -0"),
			with("winners 2", "winners 13"), with("number 1", "number 18446744073709551616"),
			with("number 1", "number 2"), with("weights none", "weights 11"), with("weights none", "weights None"),
			with("repeats no", "repeats joined"), with("repeats no", "repeats maybe"),
			with("18Z", "18.000Z"), with("18Z", "18z"), with("time 2026", "time +012026"), with("18Z", "18+00:00"),
			with("T20:18:18", " 20:18:18"), with("time 2026-04-14T20", "time 2026-04-14T24"), with("time 2026-04", "time 2026-02-30"),
			with("label Two", "label  Two"), with("label Two", "label\tTwo"), with("label Two", "label \tTwo"),
			with("label Two", "label \u2028Two"), with("label Two", "label \u0085Two"),
			with("example.org/raffles", "example.org/raffles/"), with("https://example", "HTTPS://example"),
			with("https://example", "https://Example"), with("root d", "root D"))
	}
	all.add("announcement", false, with("time 2026-04-14T20:18:18", "time 2026-04-14T20:18:21"), with("drand quicknet", "drand  quicknet"),
		with("drand quicknet 5", "drand quicknet 6"), words)
	all.add("kept", true, words, " "+strings.ReplaceAll(words, " ", "\n\t ")+"\r\n", strings.Repeat("0f", 32),
		"\n"+strings.Repeat("0f", 32)+" ", strings.Repeat("0F", 32), strings.ToUpper(words), words+".")
	all.add("kept", false, words+"..", words+" gasoz", words[6:], strings.ReplaceAll(words, " ", "\u00a0"),
		strings.ReplaceAll(words, "k", "\u212a"), strings.Repeat("0f", 31))
	return all
}

// entrantsTexts are receipts and salts.
func entrantsTexts(t *testing.T) (all readTexts) {
	receipt := mustReceipt(t, announced(t, mustList(t, "ab\ncd\n"), func(t *draw.Terms) { t.Winners, t.Substitutes = 1, 0 }),
		mustList(t, "ab\ncd\n"), nil, "ab")
	if !strings.HasSuffix(receipt, "=") {
		t.Fatal("the receipt ends without padding")
	}
	bare := strings.TrimRight(receipt, "=")
	all.add("receipt", true, receipt, " "+receipt[:9]+"\r\n "+receipt[9:20]+"\t"+receipt[20:]+"\n")
	all.add("receipt", false, "", bare, receipt+"=", receipt+"A", receipt[1:], receipt[:9]+"\f"+receipt[9:],
		receipt[:9]+"\u00a0"+receipt[9:], receipt[:9]+"-"+receipt[9:], "="+receipt,
		bare[:len(bare)-1]+string(bare[len(bare)-1]+1)+receipt[len(bare):])
	salt := strings.Repeat("0f", 32)
	all.add("salt", true, salt, " "+salt+"\r\n")
	all.add("salt", false, "", salt[1:], salt+"0", strings.ToUpper(salt), salt[:2]+" "+salt[2:], "0x"+salt, salt+"\u00a0")
	return all
}

// roundTexts are rounds of drand.
func roundTexts(t *testing.T) (all readTexts) {
	round := string(roundFile)
	change := changing(t, round)
	all.add("round", true, round, " \t\r\n"+round, change(`{`, `{"more":null,"n":12,`), change(`:27798178`, " : \n27798178"))
	all.add("round", false, "", "[]", "null", "\ufeff"+round, "\f"+round, change("27798178", "27798178.0"),
		change("27798178", "2.7798178e7"), change("27798178", "027798178"), change("27798178", "+27798178"), change("27798178", "-27798178"),
		change("27798178", `"27798178"`), change("27798178", "99999999999999999999999"), change(`{`, `{"round":27798178,`),
		change(`{`, `{"more":{},`), change(`{`, `{"more":[],`), change(`{`, `{"more":1.5,`),
		change(`{`, `{"more":"\u005c"",`), change(`{`, `{"\u0072ound":1,`), change(`"round"`, `"Round"`), change("}", ",}"),
		change(`{`, `{"previous_signature":null,`), change("}", "}\u00a0"), round+"{}")
	return all
}

func TestTexts(t *testing.T) {
	for _, c := range texts(t) {
		var err error
		switch c.Kind {
		case "announcement":
			var a *draw.Announcement
			if a, err = draw.ParseAnnouncement(announcementText([]byte(c.Text))); err == nil {
				err = (&verifyMode{previous: new(string), log: new(string)}).checkAround(a, new(result))
			}
		case "kept":
			_, err = parseKept([]byte(c.Text))
		case "receipt":
			_, err = parseReceipt(c.Text)
		case "salt":
			_, err = lineOf("a", c.Text)
			if c.Text == "" {
				continue // none
			}
		case "round":
			_, err = networkOf("quicknet").ParseRound([]byte(c.Text))
		}
		if (err == nil) != c.OK {
			t.Errorf("%s %q: %v", c.Kind, c.Text, err)
		}
	}
}

// Entries that people take for one another, and others.
var (
	taken = [][2]string{
		{"alice", "\u0430lice"}, {"alice", "Alice"}, {"alice", "ALICE"}, {"al1ce", "ALICE"}, {"alice", "ali\u200bce"},
		{"alice", "alice "}, {"al ice", "al\u00a0ice"},
		{"al ice", "al  ice"}, {"Zo\u00eb", "Zoe\u0308"}, {"al\u0131ce", "alice"}, {"b0b", "bob"}, {"\u0441\u043e\u0440\u0435", "cope"},
		{"\U0001d41alice", "alice"}, {"\uff41lice", "alice"},
		{"\u24d0lice", "alice"}, {"anna\u0301", "ann\u00e1"}, {"modern", "rnodern"}, {"paypa1", "paypal"}, {"\u0261oogle", "google"},
		{"\u03bfmega", "omega"}, {"ann\u00adb", "annb"},
		{"a\u2010b", "a-b"}, {"\u1e9e", "\u00df"}, {"\ufb01n", "fin"}, {"1", "l"}, {"O", "0"}, {"I", "|"}, {"a\u202eb", "ab"},
		{"\u3164a", "a"}, {"\u2764\ufe0f", "\u2764"}, {"e\u0000", "e"}, {"\u00b5", "\u03bc"}, {"\u2126", "\u03a9"},
		{"\u0915\u094d\u200d", "\u0915\u094d"}, {"\u5de5", "\u30a8"},
		{"\u0647", "o"}, {"a\u0085b", "a b"}, {"", "\u200b"},
	}
	apart = [][2]string{
		{"alice", "bob"}, {"Zo\u00eb", "Zoe"}, {"bill", "blll"}, {"Fu\u00dfball", "Fussball"}, {"\u0130ris", "iris"},
		{"\u03a3\u03a3", "\u03c3\u03c2"}, {"a\\b", "ab"},
		{"\ue000", "x"},
	}
)

// looked are all of them: the program and the page judge them alike.
var looked = append(apart, taken...)

func TestLookalikes(t *testing.T) {
	for i, pair := range looked {
		one, other := pair[0], pair[1]
		if got := alike(one, other); got != alike(other, one) || got != (i >= len(apart)) {
			t.Errorf("%+q and %+q: %v", one, other, got)
		}
	}
	for text, want := range map[string]string{
		"Zoë": "Zoë", "a\u202eb\x1b": `a\u{202e}b\u{1b}`, `a\b`: `a\\b`, "a\xffé": `a\xff\xc3\xa9`,
		"a\u00a0\u200d\ufe0f": `a\u{a0}\u{200d}\u{fe0f}`, "\U000e0041": `\u{e0041}`,
	} {
		if got := visible(text); got != want {
			t.Errorf("%+q: %s, want %s", text, got, want)
		}
	}
	for pair, want := range map[[2]string]string{
		{"alice", "\u0430lice"}: "it has U+0061 instead of U+0430", {"ab", "a\u200bb"}: "it has nothing instead of U+200B",
		{"abcdefghij", ""}: "it has U+0061 U+0062 U+0063 U+0064 U+0065 U+0066 U+0067 U+0068 … instead of nothing",
	} {
		if got := differs(pair[0], pair[1]); got != want {
			t.Errorf("%+q: %s, want %s", pair, got, want)
		}
	}
}
