package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

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
