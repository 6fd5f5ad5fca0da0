package otpdeal

import mathrand "math/rand/v2"

// Routes returns the messages of a deal, each with its kind and its ends.
func Routes() (list []Message) {
	for _, r := range routes {
		list = append(list, Message{route: r})
	}
	return list
}

// NewRecord makes the record of a seat that says whatever it likes.
func NewRecord(deal []byte, seat int, messages ...Message) Record {
	var t transcript
	for _, m := range messages {
		t.put(m)
	}
	return newRecord(string(deal), seat, t)
}

// Shuffle shuffles by another source than crypto/rand.
func Shuffle(src mathrand.Source, list []byte) { shuffle(src, list) }

// EncodeAgain reads the state of a seat and writes it.
func EncodeAgain(seat int, encoded []byte) ([]byte, error) {
	st, err := parseState(seat, encoded)
	if err != nil {
		return nil, err
	}
	return st.encode(), nil
}
