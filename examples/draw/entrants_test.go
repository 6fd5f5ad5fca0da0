package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A heldCase is what an organiser has published, what an entrant has from before, and what that shows.
type heldCase struct {
	name, page                 string
	receipt, entry, salt, kept string
	fails, says                string // in the error, or in a note
	unread                     bool   // it fails as it can't be read, so nobody is accused
}

// held returns what the entrant has, by the names of the flags and of the page's fields.
func (c heldCase) held() map[string]string {
	all := map[string]string{"receipt": c.receipt, "entry": c.entry, "salt": c.salt, "kept": c.kept}
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}

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

func (h *held) add(c heldCase) { h.cases = append(h.cases, c) }

const hana, bogdan = "hana@example.org", "bogdan@example.org"

func heldCases(t *testing.T) []heldCase {
	t.Helper()
	h, list := held{T: t}, mustList(t, string(entrants))
	first := h.prepared(list)
	h.plain(first, list)
	h.hidden(list)
	h.tickets()
	h.hiddenTickets()
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
		"they convict whoever published both"
	other := "this is another draw than the one that you kept"
	h.add(heldCase{
		name: "prepared, and a receipt", page: page, receipt: hanas,
		fails: "this receipt is of another draw: of the announcement with the words " + first.Digest().Words(),
	})
	h.add(heldCase{
		name: "prepared, and words", page: page, kept: first.Digest().Words(),
		fails: other,
	})
	h.add(heldCase{
		name: "prepared, and a digest", page: page, kept: first.Digest().String() + "\n",
		fails: other,
	})
	h.add(heldCase{
		name: "prepared, and the announcement", page: page, kept: first.Text(),
		fails: ". " + convicts,
	})
	h.add(heldCase{
		name: "prepared, and the announcement of an editor", page: page, kept: "\r\n" + strings.ReplaceAll(first.Text(), "\n", "\r\n") + "\r\n",
		fails: ". " + convicts,
	})
	return first
}

// plain adds those of plain lines, with receipts of another's.
func (h *held) plain(first *draw.Announcement, list *draw.List) {
	hanas := mustReceipt(h.T, first, list, nil, hana)
	page, places := mustPage(h.T, first, list, nil)
	h.add(heldCase{
		name: "good", page: page, receipt: hanas, entry: hana, kept: first.Text(),
		says: `The receipt is good: "hana@example.org" is entry 8 of 12.`,
	})
	h.add(heldCase{
		name: "good, and broken by mail", page: page, receipt: " " + hanas[:60] + "\r\n\t" + hanas[60:] + "\n",
		says: `The receipt is good: "hana@example.org" is entry 8 of 12.`,
	})
	h.add(heldCase{
		name: "kept", page: page, kept: strings.ToLower(first.Digest().Words()),
		says: "This is the announcement that you kept.",
	})
	h.add(heldCase{
		name: "the winner", page: page, entry: places[0].Entry,
		says: fmt.Sprintf(`"%s": It has place 1, a winner.`, places[0].Entry),
	})
	h.add(heldCase{
		name: "swapped", page: page, receipt: mustReceipt(h.T, first, list, nil, bogdan), entry: hana,
		fails: `the receipt is for "bogdan@example.org", and not for your entry "hana@example.org"`,
	})
	h.add(heldCase{
		name: "cut off", page: page, receipt: hanas[:len(hanas)-5],
		fails: "this isn't a receipt of a draw, or not all of it", unread: true,
	})
}

// hidden adds those of hidden lines, of which one is given to two.
func (h *held) hidden(list *draw.List) {
	hiddenList, openings := mustHide(h.T, form{}, list)
	var line, salt string
	for hidden, open := range openings {
		if string(open.entry) == bogdan {
			line, salt = hidden, hex.EncodeToString(open.salt.Bytes())
		}
	}
	a := announced(h.T, hiddenList, func(*draw.Terms) {})
	page, places := mustPage(h.T, a, hiddenList, openings)
	h.unopened(a, hiddenList, openings, places[0])
	h.add(heldCase{
		name: "hidden", page: page, receipt: mustReceipt(h.T, a, hiddenList, openings, line), entry: bogdan,
		says: `The receipt is good: "bogdan@example.org" is entry`,
	})
	h.add(heldCase{
		name: "hidden, with a salt apart", page: page, receipt: mustReceipt(h.T, a, hiddenList, nil, line), entry: bogdan, salt: salt,
		says: `The receipt is good: "bogdan@example.org" is entry`,
	})
	h.add(heldCase{
		name: "one line for two", page: page, receipt: mustReceipt(h.T, a, hiddenList, openings, line), entry: hana,
		fails: `the receipt is for "bogdan@example.org", and not for your entry "hana@example.org"`,
	})
	h.add(heldCase{
		name: "one line for two, without a salt", page: page, receipt: mustReceipt(h.T, a, hiddenList, nil, line), entry: hana,
		fails: "the receipt is for 64 digits, a key or a hidden entry without its salt: nobody can see that it is yours",
	})
	h.add(heldCase{
		name: "one line for two, with its salt", page: page, receipt: mustReceipt(h.T, a, hiddenList, nil, line), entry: hana, salt: salt,
		fails: "your salt and entry aren't those of the receipt's line, so the line is somebody else's",
	})
	h.add(heldCase{
		name: "one line for two, forged", page: page, receipt: forged(h.T, a, hiddenList, line, hana), entry: hana,
		fails: "the receipt's salt and entry aren't those of its line, so the line is somebody else's",
	})
	h.add(heldCase{
		name: "no salt", page: page, receipt: mustReceipt(h.T, a, hiddenList, nil, line), entry: hana, salt: salt[1:],
		fails: "the salt isn't 64 digits", unread: true,
	})
}

// unopened adds those of a page without salts, on which nobody sees who won.
func (h *held) unopened(a *draw.Announcement, hiddenList *draw.List, openings map[string]opening, winner place) {
	page, _ := mustPage(h.T, a, hiddenList, nil)
	salt := openings[winner.Hidden].salt
	h.add(heldCase{
		name: "a winner who isn't shown", page: page, entry: winner.Entry,
		says: fmt.Sprintf(`"%s": Nobody can see without its salt whether it has a place: those with 64 digits for a name are 1, 2, 3.`,
			winner.Entry),
	})
	h.add(heldCase{
		name: "a winner who isn't shown, with their salt", page: page, entry: winner.Entry, salt: hex.EncodeToString(salt.Bytes()),
		says: fmt.Sprintf(`"%s": It has place 1, a winner.`, winner.Entry),
	})
	h.add(heldCase{
		name: "a line that isn't opened", page: page, entry: winner.Hidden, says: fmt.Sprintf(`"%s": It has place 1, a winner.`, winner.Hidden),
	})
	h.add(heldCase{
		name: "a key without a place", page: page, entry: strings.Repeat("0f", 32),
		says: fmt.Sprintf(`"%s": It has no place.`, strings.Repeat("0f", 32)),
	})
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
	h.add(heldCase{
		name: "one of three tickets", page: page, receipt: mustReceipt(h.T, a, ticketList, nil, hana), entry: hana,
		says: `The receipt is good: "hana@example.org" is entry 2 of 4. It has place 1, a winner`,
	})
	joined, err := draw.NewJoinedList(tickets)
	if err != nil {
		h.Fatal(err)
	}
	a = announced(h.T, joined, func(t *draw.Terms) { t.Winners = 1 })
	page, _ = mustPage(h.T, a, joined, nil)
	h.add(heldCase{
		name: "three tickets, joined", page: page, receipt: mustReceipt(h.T, a, joined, nil, hana), entry: hana,
		says: `The receipt is good: "hana@example.org" is entry 2 of 2, and weighs 3 of 4. It has place 1`,
	})
}

// hiddenTickets adds those in which each of Hana's tickets has a line of its own, and another one than she
// asks for wins.
func (h *held) hiddenTickets() {
	tickets := form{tickets: true}
	list, err := tickets.parse([]byte("hana@example.org\nhana@example.org\nhana@example.org\n"))
	if err != nil {
		h.Fatal(err)
	}
	hiddenList, openings := mustHide(h.T, tickets, list)
	a := announced(h.T, hiddenList, func(t *draw.Terms) { t.Winners, t.Substitutes = 1, 0 })
	page, places := mustPage(h.T, a, hiddenList, openings)
	closed, _ := mustPage(h.T, a, hiddenList, nil)
	for line, open := range openings {
		if line == places[0].Hidden {
			continue
		}
		receipt, salt := mustReceipt(h.T, a, hiddenList, openings, line), hex.EncodeToString(open.salt.Bytes())
		h.add(heldCase{name: "another ticket wins", page: page, receipt: receipt, entry: hana, says: "It has place 1, a winner."})
		h.add(heldCase{name: "another ticket wins, unseen", page: closed, receipt: receipt, entry: hana, says: "This ticket has no place."})
		h.add(heldCase{name: "another ticket's salt", page: closed, entry: hana, salt: salt, says: "This ticket has no place."})
		break
	}
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
	h.add(heldCase{
		name: "alike", page: page, entry: hana,
		says: `Look twice: "hana@example.org" looks like "hаna@example.org", but isn't it: ` +
			`it has U+0061 instead of U+0430. That one has place 1.`,
	})
	h.add(heldCase{
		name: "the receipt of one alike", page: page, receipt: mustReceipt(h.T, a, alikes, nil, "h\u0430na@example.org"), entry: hana,
		fails: `the receipt is for "hаna@example.org", and not for your entry "hana@example.org": it has U+0430 instead of U+0061`,
	})
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
	b = field(field(field(b, salt.Bytes()), []byte(entry)), list.Prove(position)[0].Bytes())
	return base64.StdEncoding.EncodeToString(b)
}

// What a cheating organiser leaves with entrants shows what he did.
func TestEntrants(t *testing.T) {
	for _, c := range heldCases(t) {
		args := []string{"-verify", write(t, c.page)}
		for name, value := range c.held() {
			if name == "kept" && strings.Contains(value, "squaredeal") {
				value = write(t, value)
			}
			args = append(args, "-"+name, value)
		}
		status, out, stderr := command(args...)
		want, got := cli.Failed, stderr
		switch {
		case c.unread:
			want = cli.Broken
		case c.fails == "":
			want, got = cli.Passed, out
		}
		if status != want || !strings.Contains(strings.Join(strings.Fields(got), " "), c.fails+c.says) {
			t.Errorf("%s: status %d, %q, want %q", c.name, status, got, c.fails+c.says)
		}
	}
}
