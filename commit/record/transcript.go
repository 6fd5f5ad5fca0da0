package record

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// Split returns the entries of a transcript, each of them meant for [Log.Hear] or
// [ParseStatement], which check them. If the transcript is damaged, so that the
// lengths in it don't fit, it returns the entries before that and an [ErrMalformed].
func Split(transcript []byte) ([][]byte, error) {
	var entries [][]byte
	r := field.NewReader(transcript)
	for r.Len() > 0 {
		entry := r.Field("entry")
		if len(entry) > maxStatement {
			r.Check("entry", false)
		}
		if fault := r.Fault(); fault != "" {
			return entries, malformed("%s %d of a transcript", fault, len(entries))
		}
		entries = append(entries, slices.Clone(entry))
	}
	return entries, nil
}

// maxStatement is the length of the longest statement of any table.
const maxStatement = fixedSize + MaxSeats*headSize + MaxMessageLen

func appendEntry(b []byte, st *statement) []byte { return field.Append(b, st.raw) }
