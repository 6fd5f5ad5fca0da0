package mines

import (
	"errors"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

func stream(t testing.TB, nonce uint64) *seedrng.Stream {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(strings.Repeat("0123456789abcdef", 4))
	if err != nil {
		t.Fatal(err)
	}
	s, err := seedrng.NewStream(seed, "a", nonce)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The returns are those of all ways to lay the mines, up to 3 of them, counted one by one;
// and never more than 99 %.
func TestReturns(t *testing.T) {
	for mines := 1; mines <= maxMines; mines++ {
		b := bet{mines, 1, multipliers(mines)}
		for i, m := range b.multipliers {
			r := b.returns(i + 1)
			if r.Cmp(big.NewRat(99, 100)) > 0 || r.Cmp(big.NewRat(97, 100)) < 0 || m > most || i > 0 && m <= b.multipliers[i-1] {
				t.Errorf("%d mines, %d tiles: %d, %v", mines, i+1, m, r)
			}
			if mines > 3 {
				continue
			}
			layouts, free := int64(0), int64(0)
			for set := uint32(0); set < 1<<tiles; set++ { // tile k+1 is bit k, and the first i+1 are opened
				if bits.OnesCount32(set) > mines {
					set |= set&-set - 1 // skip those with a bit more below
					continue
				}
				if bits.OnesCount32(set) == mines {
					layouts++
					if set<<(32-i-1) == 0 {
						free++
					}
				}
			}
			if want := big.NewRat(free*m, layouts*game.One); r.Cmp(want) != 0 {
				t.Errorf("%d mines, %d tiles: %v, not %v", mines, i+1, r, want)
			}
		}
	}
	if got := multipliers(3); got[0] != 112 || got[1] != 128 || got[4] != 199 {
		t.Errorf("%v", got)
	}
	if got := multipliers(maxMines); len(got) != 1 || got[0] != 2475 {
		t.Errorf("%v", got)
	}
}

// A mine ends the round at any step, so does taking, and so does the last tile that can be
// won by. Nothing can be sent after it, and no tile is opened twice.
func TestSteps(t *testing.T) {
	ends := make(map[string]int)
	for nonce := range uint64(400) {
		mines := stream(t, nonce).Distinct(tiles, 22)
		b := bet{22, 1, multipliers(22)}
		isMine := func(tile int) bool {
			for _, m := range mines {
				if m+1 == tile {
					return true
				}
			}
			return false
		}
		var steps []string
		o, err := b.Play(steps, stream(t, nonce))
		for tile := 2; err == nil && !o.Over; tile++ {
			if isMine(tile) && len(steps) == 1 { // now and then
				steps = append(steps, take)
			} else {
				steps = append(steps, "open "+strconv.Itoa(tile))
			}
			o, err = b.Play(steps, stream(t, nonce))
		}
		if err != nil || len(o.Received) != len(steps)+1 {
			t.Fatalf("%q: %+v, %v", steps, o, err)
		}
		last := o.Received[len(steps)]
		what, shown, _ := strings.Cut(last, " ")
		ends[what]++
		if strings.Count(shown, " ") != 22 || (what == "mine") != (o.Multiplier == 0) || what == "taken" &&
			o.Multiplier != b.multipliers[len(steps)-1] ||
			what == ok && o.Multiplier != b.Most() {
			t.Fatalf("%q: %+v", steps, o)
		}
		for _, more := range []string{take, "open 25"} {
			if _, err := b.Play(append(steps[:len(steps):len(steps)], more), stream(t, nonce)); !errors.Is(err, game.ErrMalformed) {
				t.Errorf("%q is taken after the end", more)
			}
		}
	}
	if ends["mine"] == 0 || ends["taken"] == 0 {
		t.Errorf("%v", ends)
	}
	for _, text := range []string{"", "open", "open 0", "open 26", "open 01", "open -1", "open 1 ", "Take", "take 1", "open 5"} {
		b := bet{1, 5, multipliers(1)}
		for nonce := uint64(0); ; nonce++ {
			if o, err := b.Play(nil, stream(t, nonce)); err != nil || !o.Over {
				if _, err := b.Play([]string{text}, stream(t, nonce)); !errors.Is(err, game.ErrMalformed) {
					t.Errorf("%q: %v", text, err)
				}
				break
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, terms := range []string{"", "3", "0 open 1", "25 open 1", "3 open 26", "3 open 0", "03 open 1", "3  open 1", "3 open 1 2",
		"3 take"} {
		if _, err := (Game{}).Parse(terms); !errors.Is(err, game.ErrMalformed) {
			t.Errorf("%q: %v", terms, err)
		}
	}
}
