package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

var update = flag.Bool("update", false, "write the files in testdata")

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(calm, args, &out, &err)
	return status, out.String(), err.String()
}

// masked replaces what is random by what isn't.
func masked(out string) string {
	for _, m := range [][2]string{
		{`127\.0\.0\.1:\d+`, "127.0.0.1:PORT"},
		{`\b[0-9a-f]{10,}`, "HEX"},
		{`\b[0-9a-f]{2} \+ [0-9a-f]{2}\b`, "HH + HH"},
		{`N = \d+: [⚀-⚅] [⚀-⚅]  \d-\d`, "N = N: DICE"},
		{`[ \d]\d  [⚀-⚅] [⚀-⚅]  \d-\d`, "NN  DICE"},
	} {
		out = regexp.MustCompile(m[0]).ReplaceAllString(out, m[1])
	}
	return out
}

// The output is for people with 80 columns, and of a fixed shape.
func TestShape(t *testing.T) {
	for name, args := range map[string][]string{
		"default":        nil,
		"toss-echo":      {"-cheat", "echo"},
		"toss-change":    {"-cheat", "change"},
		"toss-replay":    {"-cheat", "replay"},
		"jgammon":        {"-protocol", "jgammon", "-throws", "3"},
		"jgammon-echo":   {"-protocol", "jgammon", "-cheat", "echo"},
		"jgammon-change": {"-protocol", "jgammon", "-cheat", "change"},
	} {
		_, out, _ := command(args...)
		out = masked(out)
		golden := filepath.Join("testdata", name+".txt")
		if *update {
			if err := os.WriteFile(golden, []byte(out), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), out); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, protocol := range []string{"toss", "jgammon"} {
		for _, cheat := range append(cheats, "") {
			args := []string{"-protocol", protocol, "-throws", "20"}
			if cheat != "" {
				args = append(args, "-cheat", cheat)
			}
			_, out, _ := command(args...)
			clitest.CheckWidth(t, out)
		}
	}
}

// section returns what stands between two texts.
func section(t *testing.T, out, from, to string) string {
	t.Helper()
	_, rest, ok := strings.Cut(out, from)
	part, _, okTo := strings.Cut(rest, to)
	if !ok || !okTo {
		t.Fatalf("nothing between %q and %q in:\n%s", from, to, out)
	}
	return part
}

var hex32 = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

func hexes(t *testing.T, text string, n int) [][]byte {
	t.Helper()
	var all [][]byte
	for _, h := range hex32.FindAllString(text, -1) {
		b, err := hex.DecodeString(h)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, b)
	}
	if len(all) != n {
		t.Fatalf("%d values of 32 bytes, not %d, in:\n%s", len(all), n, text)
	}
	return all
}

// What is printed of the first throw is all that it takes to check it, here by hand.
func TestFirstThrow(t *testing.T) {
	for range 20 {
		status, out, stderr := command("-throws", "1")
		if status != cli.Passed || stderr != "" || strings.Contains(out, "other throws") || !strings.Contains(out, "dice once.\n") {
			t.Fatalf("status %d, %s%s", status, out, stderr)
		}
		fresh := hexes(t, section(t, out, "\n1. ", "\nThrow 1"), 2)
		commitments := hexes(t, section(t, out, "\n2. ", "\n3. "), 2)
		reveals := hexes(t, section(t, out, "\n3. ", "\n4. "), 6) // bytes, nonce and digest of each
		seeds := hexes(t, section(t, out, "\n5. ", "\n6. "), 2)

		var session []byte
		for seat, f := range fresh {
			session = fmt.Appendf(session, "squaredeal/examples/backgammon/v1\x01%c\x00\x00\x00\x01%s", seat, f)
		}
		session = append(session, 0, 0, 0, 1)
		lp := func(b, field []byte) []byte {
			return append(binary.BigEndian.AppendUint64(b, uint64(len(field))), field...)
		}
		tail := lp(nil, []byte("squaredeal/toss/v1/seed"))
		tail = append(lp(tail, session), 0, 0, 0, 2)
		for seat, c := range commitments {
			context := append(lp(lp(nil, []byte("squaredeal/toss/v1")), session), 0, 0, 0, 2, 0, 0, 0, byte(seat))
			mac := hmac.New(sha256.New, reveals[3*seat+1])
			mac.Write(lp(lp(lp(nil, []byte("squaredeal/commit/v1")), context), reveals[3*seat]))
			if !hmac.Equal(mac.Sum(nil), c) {
				t.Errorf("the commitment of seat %d isn't opened:\n%s", seat, out)
			}
			tail = append(tail, c...)
		}
		tail = append(append(tail, reveals[0]...), reveals[3]...)
		seed := sha256.Sum256(tail)
		if string(seeds[0]) != string(seed[:]) || string(seeds[1]) != string(seed[:]) {
			t.Errorf("the seed isn't %x:\n%s", seed, out)
		}
		mac := hmac.New(sha256.New, seed[:])
		mac.Write(append(lp(lp(nil, []byte("squaredeal/toss/v1/stream")), []byte("backgammon throw 1")), '0'))
		word := binary.BigEndian.Uint32(mac.Sum(nil))
		if word >= 1<<32-1<<32%36 {
			continue // rejected, once in 10^9
		}
		n := int(word % 36)
		faces := []rune("⚀⚁⚂⚃⚄⚅")
		want := fmt.Sprintf("finds N = %d: %c %c  %d-%d\n", n, faces[n/6], faces[n%6], n/6+1, n%6+1)
		if strings.Count(out, want) != 2 {
			t.Errorf("not twice: %s%s", want, out)
		}
	}
}

// numbers returns the N of all throws of the output.
func numbers(t *testing.T, out string) (all []int) {
	t.Helper()
	for _, m := range regexp.MustCompile(`(?m)(?:^  seat 0 finds N = (\d+):|^ .* (\d+))  ?[⚀-⚅] [⚀-⚅]  (\d)-(\d)`).FindAllStringSubmatch(out, -1) {
		n, err := strconv.Atoi(m[1] + m[2])
		if err != nil || m[3] != fmt.Sprint(n/6+1) || m[4] != fmt.Sprint(n%6+1) {
			t.Fatalf("%q: %v", m[0], err)
		}
		all = append(all, n)
	}
	return all
}

// Every cheat is caught or missed as the protocol has it.
func TestCheats(t *testing.T) {
	for _, c := range []struct {
		protocol, cheat string
		stderr          string   // empty if it is missed
		out             []string // in the output
	}{
		{"toss", "echo", "throw 1: commit: mismatch: nonce and value .*: seat 1", []string{"copy of seat 0's own", "Seat 1 has CHEATED"}},
		{"toss", "change", "throw 1: commit: mismatch: nonce and value .*: seat 1", []string{"don't open its commitment", "Seat 1 has CHEATED"}},
		{"toss", "abort", "throw [0-9]+: a refusal to reveal: seat 1", []string{"seat 1 refuses.", "which isn't a double", "who is due: seat 1. There is no second try", "Seat 1 has LOST"}},
		{"toss", "replay", "throw 2: commit: mismatch: nonce and value .*: seat 1", []string{"Seat 0 had sent that commitment in throw 1.", "Seat 1 has CHEATED"}},
		{"jgammon", "echo", "", []string{"MISSED that in 40 of 40 throws, seat 1 sent seat 0's own hash", "in 40 of the 40 throws it is"}},
		{"jgammon", "change", "throw 1: commit: mismatch: a secret doesn't have its hash: seat 1", []string{"its bits don't have", "Seat 1 has CHEATED"}},
		{"jgammon", "abort", "", []string{"MISSED that seat 1 chose", "40 of the 40 throws are doubles"}},
		{"jgammon", "replay", "", []string{"MISSED that in 39 of 40 throws, seat 1 sent a hash and bits that had been sent before"}},
	} {
		begin := time.Now()
		status, out, stderr := command("-protocol", c.protocol, "-cheat", c.cheat, "-throws", "40")
		if took := time.Since(begin); took > calm.Answer/2 {
			t.Errorf("%s, %s: one seat waits for the other, %v", c.protocol, c.cheat, took)
		}
		wantStatus, missed := cli.Failed, 0
		if c.stderr == "" {
			wantStatus, missed = cli.Passed, 1
		}
		if status != wantStatus || strings.Count(out, "MISSED") != missed ||
			!regexp.MustCompile("^(backgammon: "+c.stderr+"\n)?$").MatchString(stderr) || (stderr == "") != (c.stderr == "") {
			t.Errorf("%s, %s: status %d, stderr %s\n%s", c.protocol, c.cheat, status, stderr, out)
		}
		for _, want := range append(c.out, "Seat 1 CHEATS: ") {
			if !strings.Contains(strings.Join(strings.Fields(out), " "), strings.TrimSpace(want)) {
				t.Errorf("%s, %s: the output lacks %q:\n%s", c.protocol, c.cheat, want, out)
			}
		}

		n := numbers(t, out)
		if c.stderr == "" && len(n) != 40 {
			t.Errorf("%s, %s: %d throws", c.protocol, c.cheat, len(n))
		}
		for _, n := range n {
			if c.cheat == "echo" && n%2 != 0 || c.cheat == "abort" && n%7 != 0 {
				t.Errorf("%s, %s: N = %d", c.protocol, c.cheat, n)
			}
		}
	}
}

// Honest seats are told so, whichever the protocol, and their dice aren't those of cheats.
func TestHonest(t *testing.T) {
	for protocol, want := range map[string]string{
		"toss":    "Both seats computed the same dice, each by itself, and no check failed.\n",
		"jgammon": "What it doesn't check is in order too",
	} {
		status, out, stderr := command("-protocol", protocol, "-throws", "60")
		n := numbers(t, out)
		if status != cli.Passed || stderr != "" || len(n) != 60 || !strings.Contains(out, want) || strings.Contains(out, "CHEAT") || strings.Contains(out, "MISSED") {
			t.Errorf("%s: status %d, %s%s", protocol, status, stderr, out)
		}
		odd, other := 0, 0
		for _, n := range n {
			odd += n % 2
			other += min(n%7, 1)
		}
		if odd == 0 || odd == 60 || other == 0 {
			t.Errorf("%s: %d odd, %d no doubles: %d", protocol, odd, other, n)
		}
	}
	if _, out, _ := command("-throws", "1", "-cheat", "replay"); !strings.Contains(out, "Seat 1 had no occasion to cheat") {
		t.Error(out)
	}
	if _, out, _ := command("-throws", "1", "-cheat", "replay", "-protocol", "jgammon"); !strings.Contains(out, "in order too") {
		t.Error(out)
	}
}

// The object of -json holds every throw, and all that it takes to check it.
func TestJSON(t *testing.T) {
	for _, c := range []struct {
		protocol, cheat string
		status, blamed  int // blamed is a seat
	}{
		{"toss", "", cli.Passed, -1},
		{"toss", "change", cli.Failed, 1},
		{"jgammon", "", cli.Passed, -1},
		{"jgammon", "echo", cli.Passed, -1},
	} {
		args := []string{"-json", "-protocol", c.protocol, "-throws", "3"}
		if c.cheat != "" {
			args = append(args, "-cheat", c.cheat)
		}
		status, out, stderr := command(args...)
		var r record
		dec := json.NewDecoder(strings.NewReader(out))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&r); err != nil || dec.More() {
			t.Fatalf("%v:\n%s", err, out)
		}
		if status != c.status || (r.Result == "passed") != (status == cli.Passed) || !strings.Contains(stderr, r.Reason) || r.Protocol != c.protocol || len(r.Fresh) != 2 {
			t.Errorf("%q: status %d, %s\n%s", args, status, stderr, out)
		}
		if c.status == cli.Failed {
			if !slices.Equal(r.Blamed, []int{c.blamed}) || len(r.Throws) != 1 || r.Throws[0].Dice != nil {
				t.Errorf("%q: %+v", args, r)
			}
			continue
		}
		if len(r.Throws) != 3 || r.Blamed != nil || (r.Missed != nil) != (c.protocol == "jgammon") {
			t.Fatalf("%q: %+v", args, r)
		}
		if c.cheat == "echo" && r.Missed.Echoes != 3 {
			t.Errorf("%q: %+v", args, r.Missed)
		}
		for i, throw := range r.Throws {
			if c.protocol == "jgammon" {
				for seat := range 2 {
					secret, err := hex.DecodeString(throw.Reveals[seat])
					if hash := sha1.Sum(secret); err != nil || throw.Commitments[seat] != hex.EncodeToString(hash[:]) {
						t.Errorf("%q: %+v", args, throw)
					}
				}
				continue
			}
			seed, err := hex.DecodeString(throw.Seed)
			if err != nil {
				t.Fatal(err)
			}
			d := diceFrom([32]byte(seed), i+1)
			if throw.Throw != i+1 || !slices.Equal(throw.Dice, []int{d.one(), d.two()}) {
				t.Errorf("%q: %+v", args, throw)
			}
		}
	}
}

// Bad input: exit status 2, the flag named, nothing on standard output.
func TestMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"dice"}, `"dice"`},
		{[]string{"-nosuch"}, "-nosuch"},
		{[]string{"-cheat", "charm"}, `invalid value "charm" for flag -cheat: must be echo, change, abort or replay`},
		{[]string{"-cheat", ""}, `invalid value "" for flag -cheat: must be`},
		{[]string{"-protocol", "tcp"}, `invalid value "tcp" for flag -protocol: must be toss or jgammon`},
		{[]string{"-protocol", ""}, `invalid value "" for flag -protocol: must be`},
		{[]string{"-throws", "0"}, `invalid value "0" for flag -throws: must be a number from 1 to 100000`},
		{[]string{"-throws", "100001"}, `invalid value "100001" for flag -throws: must be`},
		{[]string{"-stats", "0"}, `invalid value "0" for flag -stats: must be a number from 1 to 10000000`},
		{[]string{"-stats", "10000001"}, `invalid value "10000001" for flag -stats: must be`},
		{[]string{"-listen", ""}, `invalid value "" for flag -listen: must be an address`},
		{[]string{"-connect", "nowhere"}, `invalid value "nowhere" for flag -connect: must be an address`},
		{[]string{"-listen", ":0", "-connect", ":1"}, "-connect and -listen can't be used together"},
		{[]string{"-stats", "1", "-listen", ":0"}, "-listen and -stats can't be used together"},
		{[]string{"-stats", "1", "-connect", ":1"}, "-connect and -stats can't be used together"},
		{[]string{"-stats", "1", "-protocol", "toss"}, "-stats and -protocol can't be used together"},
		{[]string{"-stats", "1", "-throws", "2"}, "-stats and -throws can't be used together"},
		{[]string{"-stats", "1", "-cheat", "echo"}, "-stats and -cheat can't be used together"},
	} {
		status, out, stderr := command(c.args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, c.want) || !strings.Contains(stderr, "Run with -h") {
			t.Errorf("%q: status %d, %s%s, want %q", c.args, status, out, stderr, c.want)
		}
	}
	clitest.CheckWidth(t, usage)
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
}

// What can't be written is an error, even if a cheat was caught.
func TestUnwritable(t *testing.T) {
	for _, args := range [][]string{nil, {"-json"}, {"-cheat", "echo"}, {"-throws", "100000"}, {"-stats", "10"}, {"-listen", "127.0.0.1:0"}} {
		var stderr strings.Builder
		if status := run(calm, args, clitest.Full{}, &stderr); status != cli.Broken || stderr.String() != "backgammon: no space left\n" {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
}

// Seats that saw different things disagree, and what one of them found comes first.
func TestJudge(t *testing.T) {
	blame := &commit.BlameError{Seats: []int{1}, Err: commit.ErrMismatch}
	fault := errors.New("fault")
	good := func(seat int) view {
		return view{seat: seat, sent: [2][]byte{{byte(seat)}, {2}}, got: [2][]byte{{byte(1 - seat)}, {2}}, done: true, outcome: outcome{dice: 7}}
	}
	for _, c := range []struct {
		what   string
		change func(a, b *view)
		status int
		want   string
	}{
		{"nothing", func(a, b *view) {}, cli.Passed, ""},
		{"a message", func(a, b *view) { b.got[0] = []byte{9} }, cli.Failed, "the seats disagree on what was sent"},
		{"the other's", func(a, b *view) { a.got[1] = nil }, cli.Failed, "the seats disagree on what was sent"},
		{"the dice", func(a, b *view) { b.outcome.dice = 8 }, cli.Failed, "the seats disagree on the throw: ⚁ ⚁  2-2 and ⚁ ⚂  2-3"},
		{"the seed", func(a, b *view) { b.outcome.seed[31] = 1 }, cli.Failed, "the seats disagree on the throw"},
		{"a cheat's outcome", func(a, b *view) { b.done, b.outcome = false, outcome{} }, cli.Passed, ""},
		{"blame", func(a, b *view) { a.err, b.err = blame, fault }, cli.Failed, "mismatch: seat 1"},
		{"later blame", func(a, b *view) { b.err = blame }, cli.Failed, "mismatch: seat 1"},
		{"a fault", func(a, b *view) { b.err = fault }, cli.Broken, "fault"},
	} {
		a, b := good(0), good(1)
		c.change(&a, &b)
		if err := judge([]view{a, b}); cli.Status(err) != c.status || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if err := judge([]view{{}}); err != nil {
		t.Error(err)
	}
}
