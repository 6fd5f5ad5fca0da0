package oldrecord

import "github.com/squaredeal/squaredeal/internal/field"

// Split returns the entries of a transcript, each of them meant for [Log.Hear] or
// [ParseStatement], which check them. If the transcript is damaged, so that the
// lengths in it don't fit, it returns the entries before that and an [ErrMalformed].
// The entries share the transcript's memory.
func Split(transcript []byte) ([][]byte, error) {
	var entries [][]byte
	r := field.NewReader(transcript)
	for r.Len() > 0 {
		entry := r.Field("entry")
		if r.Fault() != "" {
			return entries, malformed("transcript: entry %d is cut off", len(entries))
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

func appendEntry(b []byte, st *statement) []byte { return field.Append(b, st.raw) }
