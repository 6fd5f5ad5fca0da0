package profile_test

import (
	"crypto/ed25519"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/profile"
)

func keyOf(b byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(slices.Repeat([]byte{b}, ed25519.SeedSize))
}

func public(k ed25519.PrivateKey) ed25519.PublicKey { return k.Public().(ed25519.PublicKey) }

func offerOf(game string) board.Offer {
	return board.Offer{Game: []byte(game), Seats: 2, Longest: 40, Grace: time.Second, Board: public(keyOf(99))}
}

// A profile is its seat's, at its table, and no bit of it can be another.
func TestParse(t *testing.T) {
	ada, seat, offer := keyOf(1), public(keyOf(2)), offerOf("a")
	said := profile.Sign(ada, "Ada", 3, offer, seat)
	p, err := profile.Parse(said, offer, seat)
	if err != nil || p.Name != "Ada" || p.Picture != 3 || !p.Key.Equal(ada.Public()) {
		t.Fatal(p, err)
	}
	for i := range said {
		for bit := range 8 {
			forged := slices.Clone(said)
			forged[i] ^= 1 << bit
			if p, err := profile.Parse(forged, offer, seat); err == nil {
				t.Fatalf("with bit %d of byte %d altered: %+v", bit, i, p)
			}
		}
	}
	anybody := append([]byte{1}, make([]byte, 31)...) // the neutral element, as a key and in a signature
	other := slices.Concat(said[:2], public(keyOf(3)), said[34:])
	for what, c := range map[string]struct {
		said  []byte
		offer board.Offer
		seat  ed25519.PublicKey
		err   error
	}{
		"of another table":  {said, offerOf("b"), seat, profile.ErrSignature},
		"of another seat":   {said, offer, public(keyOf(3)), profile.ErrSignature},
		"of another player": {other, offer, seat, profile.ErrSignature},
		"longer":            {append(slices.Clone(said), 'm'), offer, seat, profile.ErrSignature},
		"cut":               {said[:97], offer, seat, profile.ErrMalformed},
		"absent":            {nil, offer, seat, profile.ErrMalformed},
		"without a name":    {profile.Sign(ada, "", 0, offer, seat), offer, seat, profile.ErrName},
		"too long":          {profile.Sign(ada, strings.Repeat("a", 25), 0, offer, seat), offer, seat, profile.ErrName},
		"far too long":      {profile.Sign(ada, strings.Repeat("a", 400), 0, offer, seat), offer, seat, profile.ErrName},
		"of no picture":     {profile.Sign(ada, "Ada", profile.Pictures, offer, seat), offer, seat, profile.ErrMalformed},
		"bidi":              {profile.Sign(ada, "Ada\u202e", 0, offer, seat), offer, seat, profile.ErrName},
		"not as written":    {profile.Sign(ada, "Ａda", 0, offer, seat), offer, seat, profile.ErrMalformed},
		"with spaces":       {profile.Sign(ada, " Ada", 0, offer, seat), offer, seat, profile.ErrMalformed},
		"of a key that signs for anybody": {slices.Concat([]byte{1, 0}, anybody, anybody, make([]byte, 32), []byte("Ada")), offer, seat,
			profile.ErrMalformed},
	} {
		if p, err := profile.Parse(c.said, c.offer, c.seat); !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", what, p, err)
		}
	}
}

// Of a table's seats, those have a profile that said their own.
func TestAll(t *testing.T) {
	offer, seats := offerOf("a"), []ed25519.PublicKey{public(keyOf(2)), public(keyOf(3)), nil, public(keyOf(4))}
	own := profile.Sign(keyOf(1), "Ada", 0, offer, seats[0])
	all := profile.All(offer, seats, [][]byte{own, own, nil, {}})
	if len(all) != 4 || all[0] == nil || all[0].Name != "Ada" || all[1] != nil || all[2] != nil || all[3] != nil {
		t.Error(all)
	}
}

func TestClean(t *testing.T) {
	for _, c := range []struct {
		name, clean string
		err         error
	}{
		{"Ada", "Ada", nil},
		{"  Ada   Lovelace ", "Ada Lovelace", nil},
		{"e\u0301lise", "élise", nil},
		{"Ａｄａ", "Ada", nil},
		{"Mary-Ann O'Neil 2", "Mary-Ann O'Neil 2", nil},
		{"Иван", "Иван", nil},
		{"山田 たろう", "山田 たろう", nil},
		{"ジョー", "ジョー", nil},
		{"דוד", "דוד", nil},
		{"महेश", "महेश", nil},
		{strings.Repeat("é", 24), strings.Repeat("é", 24), nil},
		{strings.Repeat("é", 25), "", profile.ErrName},
		{"", "", profile.ErrName},
		{" \t", "", profile.ErrName},
		{"123", "", profile.ErrName},
		{"Аda", "", profile.ErrName}, // its first letter is Cyrillic
		{"Adа", "", profile.ErrName}, // its last one
		{"Ada\x00", "", profile.ErrName},
		{"Ada\u200b", "", profile.ErrName}, // no width
		{"Ada\u200d", "", profile.ErrName}, // joins
		{"Ada\u00ad", "", profile.ErrName}, // soft hyphen
		{"Ada\u202eadA", "", profile.ErrName},
		{"Ada\u2066x", "", profile.ErrName},
		{"Ada\ufe0f", "", profile.ErrName}, // variation
		{"Ada\u034f", "", profile.ErrName}, // joins graphemes
		{"\u115f\u1160", "", profile.ErrName},
		{"\u3164", "", profile.ErrName}, // an empty Hangul letter
		{"A\u0334\u0335\u0336da", "", profile.ErrName},
		{"\u0301da", "", profile.ErrName},
		{"Ada<b>", "", profile.ErrName},
		{"Ada\n", "Ada", nil},
		{"Ada\xff", "", profile.ErrName},
		{"☺", "", profile.ErrName},
		{"Ꭺda", "", profile.ErrName}, // Cherokee
		{"Seat 2", "", profile.ErrReserved},
		{"SEAT", "", profile.ErrReserved},
		{"Ѕеат 1", "", profile.ErrReserved},
		{"sеat", "", profile.ErrName}, // of two scripts
		{"You", "", profile.ErrReserved},
		{"Seatle", "Seatle", nil},
	} {
		if clean, err := profile.Clean(c.name); clean != c.clean || !errors.Is(err, c.err) {
			t.Errorf("%q: %q, %v", c.name, clean, err)
		}
	}
}

func TestLike(t *testing.T) {
	for _, same := range [][]string{
		{"Ada", "ADA", "ada", "Ádà", "A-d.a", "Аԁа", "Α da"},
		{"Ian", "lan", "1an", "ian"},
		{"Bob", "B0b", "ВоЬ"},
		{"Marion", "Marlon"},
		{"modern", "modem", "rnodern"},
		{"Marnie", "Магпіе"},
		{"Ian", "ɪaɴ", "ǀan", "ɨan"},
		{"Boko", "ɓoƙo", "ʙᴏᴋᴏ"},
	} {
		for _, name := range same[1:] {
			if profile.Like(name) != profile.Like(same[0]) {
				t.Errorf("%q is like %q, and %q like %q", name, profile.Like(name), same[0], profile.Like(same[0]))
			}
		}
	}
	for _, name := range []string{"Ida", "Eda", "Adam", "Aba"} {
		if profile.Like(name) == profile.Like("Ada") {
			t.Error(name)
		}
	}
}

// Each key has pictures of its own.
func TestPattern(t *testing.T) {
	had := make(map[string]bool)
	for key := range byte(10) {
		for picture := range byte(profile.Pictures) {
			had[profile.Pattern(public(keyOf(key)), picture)] = true
		}
	}
	if len(had) != 10*profile.Pictures {
		t.Error(len(had), "pictures")
	}
}

func FuzzClean(f *testing.F) {
	for _, name := range []string{"Ada", "Ａda ", "山田 たろう", "a\u202eb", "Seat 1"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		clean, err := profile.Clean(name)
		if err != nil {
			return
		}
		if again, err := profile.Clean(clean); err != nil || again != clean {
			t.Errorf("%q, %q, %v", clean, again, err)
		}
	})
}
