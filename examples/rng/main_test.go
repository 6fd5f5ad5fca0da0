package main

import (
	"encoding/hex"
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/seedrng"
)

const seedText = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(args, &out, &err)
	return status, out.String(), err.String()
}

// Each draw in each format. TestDraws shows where the numbers come
// from.
func TestFormats(t *testing.T) {
	var all strings.Builder
	for _, flags := range []string{
		"-draw raw -count 3", "-draw int:52 -count 8", "-draw int:257 -count 3", "-draw int:65537 -count 3", "-draw int:4294967296 -count 3",
		"-draw shuffle:52 -count 2", "-draw shuffle:257 -count 1", "-draw crash -count 6",
	} {
		all.WriteString("rng " + flags + "\n")
		for _, format := range []string{"text", "binary", "dieharder"} {
			status, out, stderr := command(append(strings.Fields(flags), "-seed", seedText, "-format", format)...)
			words := strings.Contains(flags, "-draw raw") || strings.Contains(flags, "4294967296")
			if refused := format == "dieharder" && !words; refused {
				if status != cli.Broken || out != "" || !strings.Contains(stderr, "needs words of 32 bits") {
					t.Errorf("%s: status %d, %s%s", flags, status, out, stderr)
				}
				continue
			}
			if status != cli.Passed || stderr != "" {
				t.Errorf("%s: status %d, %s", flags, status, stderr)
			}
			if format == "binary" {
				out = hex.EncodeToString([]byte(out)) + "\n"
			}
			all.WriteString(format + ":\n" + out)
		}
	}
	clitest.Golden(t, "formats.txt", all.String())
}

// What is exported is what anyone draws from the seeds.
func TestDraws(t *testing.T) {
	seed, err := seedrng.ParseServerSeed(seedText)
	if err != nil {
		t.Fatal(err)
	}
	stream := func(nonce uint64) *seedrng.Stream {
		s, err := seedrng.NewStream(seed, "laboratory", nonce)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	raw, die := rawWords(seed), integers(6)(seed)
	for nonce := range uint64(3) {
		s := stream(nonce)
		for range wordsPerNonce {
			if row, err := raw.next(); err != nil || row[0] != uint64(s.Uint32()) {
				t.Fatalf("a raw word of nonce %d is %d, %v", nonce, row, err)
			}
		}
		if row, err := die.next(); err != nil || row[0] != uint64(stream(nonce).IntN(6)) {
			t.Errorf("nonce %d: %d, %v", nonce, row, err)
		}
	}
	// Crash points go on in a second chain.
	crash := crashPoints(seed)
	for i := range roundsInChain + 10 {
		if row, err := crash.next(); err != nil || row[0] < crashLeast || row[0] > crashMost {
			t.Fatalf("crash point %d: %d, %v", i, row, err)
		}
	}
}

// The seed is fixed, so these draws pass or fail forever. The biased ones are the negative
// control.
func TestFit(t *testing.T) {
	seed, err := seedrng.ParseServerSeed(seedText)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		if clitest.Long() {
			test.count *= 5
		}
		f, err := test.run(seed)
		if err != nil || (f.p() < 0.001) != test.biased || f.p() > 0.999 {
			t.Errorf("%s, %d: %.1f with %d degrees of freedom, p = %.3g, %v", test.name, test.count, f.statistic, f.freedom, f.p(), err)
		}
	}
}

// Quantiles of chi-square, from tables.
func TestP(t *testing.T) {
	for _, c := range []struct {
		statistic float64
		freedom   int
		want      float64
	}{{21.026, 12, 0.05}, {32.909, 12, 0.001}, {5.226, 12, 0.95}, {68.669, 51, 0.05}, {87.968, 51, 0.001}, {149.449, 100, 0.001}} {
		if p := (fit{c.statistic, c.freedom}).p(); math.Abs(p-c.want) > 0.07*c.want {
			t.Errorf("%v with %d degrees of freedom: p = %.5f, want %v", c.statistic, c.freedom, p, c.want)
		}
	}
	sum := 0.
	for _, chance := range targetChances() {
		sum += chance
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the chances of the crash points add up to %v", sum)
	}
}

// Without a seed, a fresh one is drawn, and gives the same again.
func TestFreshSeed(t *testing.T) {
	status, out, stderr := command("-draw", "raw", "-count", "2")
	m := regexp.MustCompile(`^rng: -seed ([0-9a-f]{64}) gives the same again\n$`).FindStringSubmatch(stderr)
	if status != cli.Passed || m == nil {
		t.Fatalf("status %d, %s", status, stderr)
	}
	if _, again, _ := command("-draw", "raw", "-count", "2", "-seed", m[1]); again != out {
		t.Errorf("%s and then %s", out, again)
	}
	if _, other, _ := command("-draw", "raw", "-count", "2"); other == out {
		t.Error("two fresh seeds are equal")
	}
}

func TestShow(t *testing.T) {
	status, out, stderr := command("-seed", seedText)
	if status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	clitest.CheckWidth(t, out)
	clitest.CheckWidth(t, usage)
	if !strings.HasPrefix(usage, "usage:\n  rng [-seed HEX]\n      shows") { // no blank lines within a paragraph
		t.Error(usage)
	}
	clitest.Golden(t, "show.txt", out)
}

func TestMisuse(t *testing.T) {
	if k, err := parseKind("int:1"); k != nil || err == nil {
		t.Errorf("a kind beside %v", err)
	}
	for _, c := range []struct{ args, want string }{
		{"-count 5", "-count needs -draw"},
		{"-format text", "-format needs -draw"},
		{"-draw dice", "must be raw, int:N, shuffle:N or crash"},
		{"-draw int", "must be raw, int:N, shuffle:N or crash"},
		{"-draw int:1", "must have a number from 2 to 4294967296"},
		{"-draw int:4294967297", "must have a number from 2 to 4294967296"},
		{"-draw shuffle:65537", "must have a number from 2 to 65536"},
		{"-draw raw -count 0", "invalid value \"0\" for flag -count"},
		{"-draw raw -format hex", "must be text, binary or dieharder"},
		{"-seed " + strings.ToUpper(seedText), "must be 64 characters of lowercase hex"},
		{"-seed 00", "must be 64 characters of lowercase hex"},
		{"raw", `unexpected argument "raw"`},
	} {
		status, out, stderr := command(strings.Fields(c.args)...)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: status %d, %s%s, want %s", c.args, status, out, stderr, c.want)
		}
	}
	for _, args := range [][]string{{"-seed", seedText}, {"-draw", "raw", "-seed", seedText}, {"-draw", "raw", "-count", "1000000000",
		"-format", "binary", "-seed", seedText}} {
		var stderr strings.Builder
		if status := run(args, clitest.Full{}, &stderr); status != cli.Broken || !strings.Contains(stderr.String(), "no space left") {
			t.Errorf("%q: status %d, %s", args, status, stderr.String())
		}
	}
}
