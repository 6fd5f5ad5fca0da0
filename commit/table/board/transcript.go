package board

import (
	"bytes"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Encode returns posts as a transcript, to which [record.AppendPost] appends.
func Encode(posts []record.Post) []byte {
	b := field.Append(nil, label+"transcript")
	for _, p := range posts {
		b = record.AppendPost(b, p)
	}
	return b
}

// Decode reads a transcript. If its end is damaged, it returns the posts before that, with an
// [ErrMalformed]. What was altered, [Audit] finds.
func Decode(transcript []byte) ([]record.Post, error) {
	entries, ok := bytes.CutPrefix(transcript, Encode(nil))
	if !ok {
		return nil, wrap.Errorf(ErrMalformed, "transcript: label")
	}
	return DecodePosts(entries, 1)
}

// DecodePosts reads what [record.AppendPost] has appended for posts from a number on.
func DecodePosts(entries []byte, from uint64) (posts []record.Post, err error) {
	r := field.NewReader(bytes.Clone(entries))
	for r.Len() > 0 {
		p := record.Post{Number: r.Uint64("number"), Stamp: int64(r.Uint64("stamp")), Bytes: r.Field("post")}
		r.Check("number", p.Number == from+uint64(len(posts)))
		if r.Fault() == "" {
			posts = append(posts, p)
		}
	}
	if fault := r.End(); fault != "" {
		err = wrap.Errorf(ErrMalformed, "transcript: %s, after %d posts", fault, len(posts))
	}
	return posts, err
}
