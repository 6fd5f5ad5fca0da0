package record

import (
	"bytes"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Post is what a board shows: bytes, their number there, which ascends, and its time in
// milliseconds since 1970.
type Post struct {
	Number uint64
	Stamp  int64
	Bytes  []byte
}

// AppendBinary appends the post's entry in a transcript to b. The error is nil.
func (p Post) AppendBinary(b []byte) ([]byte, error) {
	b = binary.BigEndian.AppendUint64(b, p.Number)
	b = binary.BigEndian.AppendUint64(b, uint64(p.Stamp))
	return field.Append(b, p.Bytes), nil
}

// Transcript returns a transcript of these posts of the table's board. A file that begins
// with one of no posts can grow by [Post.AppendBinary].
func (t Table) Transcript(posts ...Post) []byte {
	digest := t.Digest()
	b := append(field.Append(nil, label+"transcript"), digest[:]...)
	for _, p := range posts {
		b, _ = p.AppendBinary(b)
	}
	return b
}

// ParseTranscript reads a transcript of this table. If its end is damaged, it returns the
// posts before that, with an [ErrMalformed]. What was altered, a [Log] finds.
func ParseTranscript(table Table, transcript []byte) (posts []Post, err error) {
	t := table.get()
	r := field.NewReader(bytes.Clone(transcript))
	r.Label(label + "transcript")
	r.Check("table", t.seats > 0 && Digest(r.Fixed("table", len(Digest{}))) == t.digest)
	for r.Len() > 0 {
		p := Post{r.Uint64("number"), int64(r.Uint64("stamp")), r.Field("post")}
		r.Check("number", len(posts) == 0 || p.Number > posts[len(posts)-1].Number)
		if r.Fault() == "" {
			posts = append(posts, p)
		}
	}
	if fault := r.End(); fault != "" {
		return posts, malformed("transcript: %s, after %d posts", fault, len(posts))
	}
	return posts, nil
}
