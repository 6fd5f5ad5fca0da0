package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

// played runs the program for its JSON.
func played(t *testing.T, args ...string) (status int, r record, stderr string) {
	t.Helper()
	status, out, stderr := command(append(args, "-json")...)
	dec := json.NewDecoder(strings.NewReader(out))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&r); err != nil || dec.More() {
		t.Fatalf("%v:\n%s", err, out)
	}
	return status, r, stderr
}

// UnmarshalText is for the tests only.
func (h *hexed) UnmarshalText(text []byte) (err error) {
	*h, err = hex.DecodeString(string(text))
	return err
}

// masked replaces what is random by what isn't.
func masked(out string) string {
	for _, m := range [][2]string{
		{`\b[0-9a-f]{10,}`, "HEX"},
		{`\b[A-Z2-7]{26}\b`, "TEXT"},
		{`\b[0-9a-f]{2} \+ [0-9a-f]{2}\b`, "HH + HH"},
		{` +\d+:? +[⚀-⚅] [⚀-⚅]  \d-\d`, " N DICE"},
	} {
		out = regexp.MustCompile(m[0]).ReplaceAllString(out, m[1])
	}
	return out
}

// The output is for people with 80 columns, and of a fixed shape.
func TestShape(t *testing.T) {
	for name, args := range map[string][]string{
		"default":      nil,
		"toss-replay":  {"-cheat", "replay"},
		"jgammon-echo": {"-protocol", "jgammon", "-cheat", "echo"},
	} {
		_, out, _ := command(args...)
		out = masked(out)
		clitest.Golden(t, name+".txt", out)
	}
}

var hex32 = regexp.MustCompile(`\b[0-9a-f]{64}\b`)

// What is printed of the first throw is all that it takes to check it, here by hand.
func TestFirstThrow(t *testing.T) {
	_, out, _ := command("-throws", "1")
	greetings := regexp.MustCompile(`(?m)^  (backgammon v1, toss, 1 throws, seat [01], [A-Z2-7]{26})$`).FindAllStringSubmatch(out, -1)
	var values [][]byte
	for _, text := range hex32.FindAllString(out, -1) {
		b, _ := hex.DecodeString(text)
		values = append(values, b)
	}
	if len(greetings) != 2 || len(values) != 9 {
		t.Fatal(out)
	}
	commitments, reveals, seed := values[:2], [2][][]byte{values[2:5], values[5:8]}, values[8]
	session := fmt.Appendf(nil, "%s; %s; throw 1", greetings[0][1], greetings[1][1])
	lp := func(b, field []byte) []byte {
		return append(binary.BigEndian.AppendUint64(b, uint64(len(field))), field...)
	}
	tail := append(lp(lp(nil, []byte("squaredeal/toss/v1/seed")), session), 0, 0, 0, 2)
	for seat, c := range commitments {
		context := append(lp(lp(nil, []byte("squaredeal/toss/v1")), session), 0, 0, 0, 2, 0, 0, 0, byte(seat))
		mac := hmac.New(sha256.New, reveals[seat][0])
		mac.Write(lp(lp(lp(nil, []byte("squaredeal/commit/v1")), context), reveals[seat][1]))
		if !hmac.Equal(mac.Sum(nil), c) {
			t.Errorf("the commitment of seat %d isn't opened:\n%s", seat, out)
		}
		tail = append(tail, c...)
	}
	if want := sha256.Sum256(slices.Concat(tail, reveals[0][1], reveals[1][1])); string(seed) != string(want[:]) {
		t.Errorf("the seed isn't %x:\n%s", want, out)
	}
	mac := hmac.New(sha256.New, seed)
	mac.Write(append(lp(lp(nil, []byte("squaredeal/toss/v1/stream")), []byte("dice")), '0'))
	word := binary.BigEndian.Uint32(mac.Sum(nil))
	if word >= 1<<32-1<<32%36 {
		t.Skip("rejected, once in 10⁹")
	}
	n, faces := word%36, []rune("⚀⚁⚂⚃⚄⚅")
	if want := fmt.Sprintf("  N = %d: %c %c  %d-%d\n", n, faces[n/6], faces[n%6], n/6+1, n%6+1); !strings.Contains(out, want) {
		t.Errorf("not %s: %s", want, out)
	}
}

// Every cheat is caught or missed as the protocol has it, and the records tell how.
func TestCheats(t *testing.T) {
	mismatch := "seat 1: commit: mismatch: "
	for _, c := range []struct {
		protocol, cheat string
		reason          string // empty if it is missed
		missed          missed
	}{
		{"toss", "echo", "throw 1: " + mismatch, missed{}},
		{"toss", "change", "throw 1: " + mismatch, missed{}},
		{"toss", "abort", ": seat 1: a refusal to reveal", missed{}},
		{"toss", "replay", "throw 2: " + mismatch, missed{}},
		{"jgammon", "echo", "", missed{Throws: 40, Even: 40, Echoes: 40}},
		{"jgammon", "change", "throw 1: " + mismatch, missed{}},
		{"jgammon", "abort", "", missed{Throws: 40, Doubles: 40}},
		{"jgammon", "replay", "", missed{Throws: 40, Replays: 39}},
	} {
		args := []string{"-protocol", c.protocol, "-cheat", c.cheat, "-throws", "40"}
		status, r, stderr := played(t, args...)
		if c.reason != "" {
			last := r.Throws[len(r.Throws)-1]
			said := strings.Contains(r.Reason, c.reason) && stderr == "backgammon: "+r.Reason+"\n"
			if status != cli.Failed || r.Result != "failed" || !said || !slices.Equal(r.Blamed, []int{1}) || last.Dice != (dice{}) {
				t.Errorf("%q: status %d, %s%+v", args, status, stderr, r)
			}
		} else {
			got := *r.Missed
			if c.cheat != "echo" {
				got.Even = 0
			}
			if c.cheat != "abort" {
				got.Doubles = 0
			} else if got.Refused < 50 { // 200 are expected
				t.Errorf("%q: %+v", args, got)
			}
			got.Refused = 0
			if status != cli.Passed || stderr != "" || got != c.missed {
				t.Errorf("%q: status %d, %s%+v", args, status, stderr, got)
			}
		}
		_, out, _ := command(args...)
		clitest.CheckWidth(t, out)
		if !strings.Contains(out, "Seat 1 CHEATS: ") || strings.Contains(out, "MISSED") != (c.reason == "") {
			t.Errorf("%q:\n%s", args, out)
		}
		if fate := regexp.MustCompile(`Seat 1 has CHEATED: |has LOST the game\. There is`); fate.MatchString(out) != (c.reason != "") {
			t.Errorf("%q:\n%s", args, out)
		}
	}
}

// A record holds all that it takes to check honest throws, which aren't those of cheats.
func TestHonest(t *testing.T) {
	for _, protocol := range []string{"toss", "jgammon"} {
		status, r, stderr := played(t, "-protocol", protocol, "-throws", "60")
		if status != cli.Passed || stderr != "" || r.Result != "passed" || r.Protocol != protocol || len(r.Throws) != 60 {
			t.Fatalf("%s: status %d, %s%+v", protocol, status, stderr, r)
		}
		odd, doubles := 0, 0
		for i, throw := range r.Throws {
			n := throw.Dice.number()
			if diceOf(n) != throw.Dice || throw.Number != i+1 || n < 0 || n > 35 {
				t.Errorf("%s: %+v", protocol, throw)
			}
			odd += n % 2
			if throw.Dice.double() {
				doubles++
			}
			switch protocol {
			case "toss":
				var seed commit.Seed
				if err := seed.UnmarshalText([]byte(throw.Source)); err != nil || seed.Stream([]byte("dice")).IntN(36) != n {
					t.Errorf("%+v", throw)
				}
			case "jgammon":
				for seat := range 2 {
					if hash := sha1.Sum(throw.Said[2+seat]); string(throw.Said[seat]) != string(hash[:]) {
						t.Errorf("%+v", throw)
					}
				}
				if sum := int(throw.Said[2][0]) + int(throw.Said[3][0]); sum%36 != n {
					t.Errorf("%+v", throw)
				}
			}
		}
		if odd == 0 || odd == 60 || doubles > 40 {
			t.Errorf("%s: %d odd, %d doubles", protocol, odd, doubles)
		}
		if protocol == "jgammon" && (r.Missed.Echoes != 0 || r.Missed.Replays != 0 || r.Missed.Refused != 0) {
			t.Errorf("%+v", r.Missed)
		}
	}
}

func TestStats(t *testing.T) {
	n := 1000
	if clitest.Long() {
		n = 80_000
	}
	status, out, stderr := command("-stats", fmt.Sprint(n), "-json")
	var object struct {
		Result  string
		Samples []sample
	}
	if err := json.Unmarshal([]byte(out), &object); err != nil || status != cli.Passed || stderr != "" || object.Result != "passed" ||
		len(object.Samples) != 10 {
		t.Fatalf("%v, status %d, %s\n%s", err, status, stderr, out)
	}
	for _, s := range object.Samples {
		want := "caught"
		// The expected sum of an honest game has a standard deviation of 8.4.
		low, high := 5., 100.
		switch s.Protocol + " " + s.Cheat {
		case "toss ", "jgammon ":
			want = "looks fair"
		case "jgammon echo": // n on average, and a little more
			want, low, high = "not fair", 0.9*float64(n), 1.1*float64(n)+100
		case "jgammon abort":
			want, low, high = "not fair", 4.9*float64(n), 5.1*float64(n)+100
		case "jgammon replay": // one byte is fixed: 35 + n/512 on average
			low, high = 5, 120+float64(n)/350
			want = "looks fair"
			if n == 80_000 { // on average 191, with a standard deviation of 26
				low, want = 67, "not fair"
			}
		}
		unlucky := want == "looks fair" && s.Verdict == "not fair" && s.ChiSquare < high // once in 1,000, or with a byte fixed, more often
		if s.Verdict != want && !unlucky || want != "caught" && (s.ChiSquare < low || s.ChiSquare > high || s.Throws != n) ||
			want == "caught" && s.Throws == n {
			t.Errorf("%+v", s)
		}
	}
	_, out, _ = command("-stats", "10")
	clitest.CheckWidth(t, out)
}

// What a fixed byte makes of the dice is what the text of -stats says.
func TestBias(t *testing.T) {
	var fixed, honest [36]float64
	for a := range 256 {
		fixed[a%36]++
		for b := range 256 {
			honest[(a+b)%36]++
		}
	}
	text := fmt.Sprintf("%.1f %% too frequent and the others %.1f %% too rare, %.2f %% too frequent",
		100*(slices.Max(fixed[:])*36/256-1), 100*(1-slices.Min(fixed[:])*36/256), 100*(slices.Max(honest[:])*36/65536-1))
	if text != "12.5 % too frequent and the others 1.6 % too rare, 0.20 % too frequent" {
		t.Error(text)
	}
	if even, one := chiSquare([36]float64(slices.Repeat([]float64{10}, 36))), chiSquare([36]float64{360}); even > 1e-9 || one != 360*35 {
		t.Error(even, one)
	}
}

// Bad input: exit status 2, the flag named, nothing on standard output.
func TestMisuse(t *testing.T) {
	for want, args := range map[string][]string{
		`"dice"`: {"dice"},
		`invalid value "charm" for flag -cheat: must be echo, change, abort or replay`: {"-cheat", "charm"},
		`invalid value "tcp" for flag -protocol: must be toss or jgammon`:              {"-protocol", "tcp"},
		`invalid value "0" for flag -throws: must be a number from 1 to 100000`:        {"-throws", "0"},
		`invalid value "1000001" for flag -stats: must be a number from 1 to 1000000`:  {"-stats", "1000001"},
		`invalid value "nowhere" for flag -connect: must be an address`:                {"-connect", "nowhere"},
		"-connect and -listen can't be used together":                                  {"-listen", ":0", "-connect", ":1"},
		"-listen and -cheat can't be used together":                                    {"-listen", ":0", "-cheat", "echo"},
		"-stats and -throws can't be used together":                                    {"-stats", "1", "-throws", "2"},
	} {
		status, out, stderr := command(args...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, want) || !strings.Contains(stderr, "Run with -h") {
			t.Errorf("%q: status %d, %s%s, want %q", args, status, out, stderr, want)
		}
	}
	clitest.CheckWidth(t, usage)
	if status, out, _ := command("-h"); status != cli.Passed || !strings.HasPrefix(out, usage) {
		t.Errorf("-h: status %d, %s", status, out)
	}
	for _, args := range [][]string{nil, {"-json"}, {"-cheat", "echo"}, {"-stats", "10"}} {
		if status := run(args, clitest.Full{}, io.Discard); status != cli.Broken {
			t.Errorf("%q on a full device: status %d", args, status)
		}
	}
}

// TestMain runs the program itself if a test started this process to be it.
func TestMain(m *testing.M) {
	if os.Getenv("BE_BACKGAMMON") != "" {
		main()
	}
	os.Exit(m.Run())
}

// Where SHA-1 is forbidden, what needs it says so, and everything else works.
func TestWithoutSHA1(t *testing.T) {
	if runtime.GOOS == "js" || runtime.GOOS == "wasip1" {
		t.Skip("needs another process")
	}
	for want, args := range map[string][]string{
		"":         nil,
		"mismatch": {"-cheat", "echo"},
		"SHA-1":    {"-protocol", "jgammon"},
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
		cmd.Env = append(os.Environ(), "BE_BACKGAMMON=1", "GODEBUG=fips140=only")
		var stderr strings.Builder
		cmd.Stderr = &stderr
		cmd.Run()
		status := map[string]int{"": cli.Passed, "mismatch": cli.Failed, "SHA-1": cli.Broken}[want]
		if cmd.ProcessState.ExitCode() != status || !strings.Contains(stderr.String(), want) {
			t.Errorf("%q: %v, %s", args, cmd.ProcessState, &stderr)
		}
	}
}
