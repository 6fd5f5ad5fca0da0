package table_test

import (
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A board shows posts, and may lose the last of them. Its numbers may leave some out.
type board struct {
	posts  []record.Post
	number uint64 // of the last post
	epoch  int    // changes when posts are lost
}

// add shows a post whose number is greater than the last one's by a step.
func (b *board) add(step uint64, stamp int64, raw []byte) {
	b.number += step
	b.posts = append(b.posts, record.Post{Number: b.number, Stamp: stamp, Bytes: raw})
}

// after returns the posts after a number.
func (b *board) after(number uint64) []record.Post {
	i, _ := slices.BinarySearchFunc(b.posts, number+1, func(p record.Post, n uint64) int {
		return int(int64(p.Number) - int64(n))
	})
	return b.posts[i:]
}

func (b *board) shown(number uint64) (record.Post, bool) {
	if rest := b.after(number - 1); len(rest) > 0 && rest[0].Number == number {
		return rest[0], true
	}
	return record.Post{}, false
}

// lose loses the last n posts, or all if there are fewer, and returns them.
func (b *board) lose(n int) (tail []record.Post) {
	keep := max(0, len(b.posts)-n)
	tail = b.posts[keep:]
	b.posts = slices.Clone(b.posts[:keep])
	b.epoch++
	return tail
}
