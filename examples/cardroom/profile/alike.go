package profile

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Like returns the same text for names that look alike: without case, accents, spaces and
// signs, with one letter for each of those that are mistaken for one another.
func Like(name string) string {
	var bare strings.Builder
	for _, r := range norm.NFKD.String(name) {
		if !unicode.In(r, unicode.Greek) { // whose cases differ
			r = unicode.ToLower(r)
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			bare.WriteRune(r)
		}
	}
	return pairs.Replace(strings.ToLower(alike.Replace(bare.String())))
}

// alike replaces what looks like a Latin letter, of either case.
var alike = strings.NewReplacer(strings.Fields(greek + cyrillic + armenian + latin + smallCaps + confused)...)

// pairs replaces two letters that together look like one.
var pairs = strings.NewReplacer("rn", "m", "vv", "w")

// In each pair, the second looks like the first.
const (
	greek = `
		Α a  Β b  Ε e  Ζ z  Η h  Ι l  Κ k  Μ m  Ν n  Ο o  Ρ p  Τ t  Υ y  Χ x
		α a  β b  γ y  ε e  η n  ι l  κ k  μ u  ν v  ο o  ρ p  σ o  τ t  υ u
		χ x  ω w  ς c
	`
	cyrillic = `
		а a  в b  г r  е e  з 3  и u  к k  м m  н h  о o  п n  р p  с c  т t
		у y  х x  ь b  ѕ s  і l  ј j  ԁ d  ԛ q  ԝ w  һ h  ѵ v  ӏ l  ү y  є e
		ҽ e  ө o  ѳ o  қ k  ҳ x  ұ y  ғ f  ԃ d  ѡ w
	`
	armenian = `
		յ j  զ q  օ o  ո n  ս u  հ h  ց g  ք p
	`
	latin = `
		ɩ l  ɨ l  ǀ l  ƿ p  ƙ k  ɓ b  ɗ d  ɖ d  ɛ e  ƒ f  ʋ v  ɦ h  ȷ j  æ ae
		œ oe  ɑ a  ɡ g  ø o  đ d  ħ h  ł l  ß b  ı l
	`
	smallCaps = `
		ᴀ a  ʙ b  ᴄ c  ᴅ d  ᴇ e  ꜰ f  ɢ g  ʜ h  ɪ l  ᴊ j  ᴋ k  ʟ l  ᴍ m  ɴ n
		ᴏ o  ᴘ p  ʀ r  ꜱ s  ᴛ t  ᴜ u  ᴠ v  ᴡ w  ʏ y  ᴢ z
	`
	confused = `
		i l  1 l  0 o
	`
)
