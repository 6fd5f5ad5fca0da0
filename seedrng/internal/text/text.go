// Package text says which texts seeds and names of bets can be.
package text

import (
	"fmt"
	"unicode/utf8"
)

// Check requires 1 to limit bytes of UTF-8. The error names the field, and holds
// nothing of the text.
func Check(field, text string, limit int) error {
	switch {
	case text == "":
		return fmt.Errorf("%s is empty", field)
	case len(text) > limit:
		return fmt.Errorf("%s has %d bytes, the limit is %d", field, len(text), limit)
	case !utf8.ValidString(text):
		return fmt.Errorf("%s isn't UTF-8", field)
	}
	return nil
}
