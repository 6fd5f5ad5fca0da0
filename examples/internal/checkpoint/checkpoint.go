// Package checkpoint writes and reads what a game knows between two rounds, as JSON in one encoding.
package checkpoint

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Encode returns the JSON of a standing that has numbers, bools and lists of these.
func Encode(standing any) []byte {
	b, _ := json.Marshal(standing) // which never fails for these
	return b
}

// Parse reads what Encode has written. fault names the field of a standing that no game can have, if
// there is one. The error says which it is, or that text isn't what Encode would write.
func Parse[T any](text []byte, fault func(T) string) (standing T, err error) {
	var read, none T
	if err := json.Unmarshal(text, &read); err != nil {
		return none, fmt.Errorf("checkpoint: %w", err)
	}
	if field := fault(read); field != "" {
		return none, fmt.Errorf("checkpoint: %s", field)
	}
	if canonical := Encode(read); !bytes.Equal(canonical, text) {
		return none, fmt.Errorf("checkpoint: the encoding isn't %s", canonical)
	}
	return read, nil
}
