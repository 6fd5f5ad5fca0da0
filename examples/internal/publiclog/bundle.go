package publiclog

import (
	"encoding/binary"
	"fmt"
)

const (
	bundleSize = 256 // entries
	maxLogFile = bundleSize * (2 + 1<<16)
)

// ParseBundle reads the entries of a bundle, each of which has its length in two bytes before it.
func ParseBundle(content []byte, n int) (entries [][]byte, err error) {
	for range n {
		if len(content) < 2 || len(content)-2 < int(binary.BigEndian.Uint16(content)) {
			return nil, fmt.Errorf("%w: the bundle has %d entries, not %d", ErrMalformed, len(entries), n)
		}
		end := 2 + int(binary.BigEndian.Uint16(content))
		entries = append(entries, content[2:end])
		content = content[end:]
	}
	return entries, nil
}

// BundlePath returns the path of a bundle of entries, of which the last of a log may have fewer
// than 256.
func BundlePath(n int64, width int) string { return "tile/entries/" + tilePath(n, width) }

// tilePath writes the number of a tile, in groups of three digits, and its width.
func tilePath(n int64, width int) string {
	text := fmt.Sprintf("%03d", n%1000)
	for n /= 1000; n > 0; n /= 1000 {
		text = fmt.Sprintf("x%03d/%s", n%1000, text)
	}
	if width != bundleSize {
		text = fmt.Sprintf("%s.p/%d", text, width)
	}
	return text
}
