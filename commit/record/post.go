package record

import (
	"bytes"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Post is what a board shows.
type Post struct {
	Number uint64 // greater than those before
	Stamp  int64  // the board's time, in milliseconds since 1970
	Bytes  []byte
}

// Transcript returns a transcript of the board, to which [AppendPost] appends.
func (a Agreement) Transcript() []byte {
	return append(field.Append(nil, label+"transcript"), a.digest[:]...)
}

// AppendPost appends a post to a transcript, or to the end of one that is in a file. If a
// crash has damaged that end, write the file anew, with what [ParseTranscript] returns.
func AppendPost(transcript []byte, p Post) []byte {
	b := binary.BigEndian.AppendUint64(transcript, p.Number)
	return field.Append(binary.BigEndian.AppendUint64(b, uint64(p.Stamp)), p.Bytes)
}

// ParseTranscript reads a transcript of this agreement. If its end is damaged, it returns the
// posts before that, with an [ErrMalformed]. What was altered, a [Reader] finds.
func ParseTranscript(a Agreement, transcript []byte) (posts []Post, err error) {
	r := field.NewReader(bytes.Clone(transcript))
	r.Label(label + "transcript")
	r.Check("agreement", Digest(r.Fixed("agreement", len(Digest{}))) == a.digest && a.seats > 0)
	for r.Len() > 0 {
		p := Post{r.Uint64("number"), int64(r.Uint64("stamp")), r.Field("post")}
		r.Check("number", len(posts) == 0 || p.Number > posts[len(posts)-1].Number)
		if r.Fault() == "" {
			posts = append(posts, p)
		}
	}
	if fault := r.End(); fault != "" {
		err = wrap.Errorf(ErrMalformed, "transcript: %s, after %d posts", fault, len(posts))
	}
	return posts, err
}
