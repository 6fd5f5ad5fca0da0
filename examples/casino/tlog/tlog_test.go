package tlog_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/note"
	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

const origin = "example.com/log"

var key = ed25519.NewKeyFromSeed(bytes.Repeat([]byte{9}, ed25519.SeedSize))

// A memory keeps a log's tiles.
type memory map[tlog.Tile][]byte

func (m memory) read(t tlog.Tile) ([]byte, error) { return m[t], nil }

func (m memory) append(t testing.TB, size int64, entries ...[]byte) xtlog.Hash {
	t.Helper()
	root, changed, err := tlog.Append(size, m.read, entries)
	if err != nil {
		t.Fatal(err)
	}
	for tile, content := range changed {
		m[tile] = content
	}
	return root
}

// file returns what a log serves at a path.
func (m memory) file(_ context.Context, path string) ([]byte, error) {
	tile, width, err := tlog.ParsePath(path)
	if err != nil {
		return nil, err
	}
	content, ok := tile.Cut(m[tile], width)
	if !ok {
		return nil, fs.ErrNotExist
	}
	return content, nil
}

func entryOf(i int64) []byte { return fmt.Appendf(nil, "entry %d%s", i, strings.Repeat("x", int(i%7))) }

// A growingLog is a log with what one who reads it has computed.
type growingLog struct {
	*testing.T
	memory
	signer tlog.Signer
	reader publiclog.Key
	random *rand.Rand
	tree   publiclog.Tree
	roots  map[int64]xtlog.Hash // by size
}

// A log of every size up to some: whoever reads it computes the root that its checkpoint has, and
// all proofs are right.
func TestLog(t *testing.T) {
	signer, err := tlog.NewSigner(origin, key)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := publiclog.ParseKey(signer.Key())
	if err != nil || reader.String() != signer.Key() {
		t.Fatal(err)
	}
	l := &growingLog{T: t, memory: memory{}, signer: signer, reader: reader, random: rand.New(rand.NewPCG(1, 2)),
		roots: make(map[int64]xtlog.Hash)}
	for l.tree.Size < 70_000 {
		n := 1 + l.random.Int64N(300)
		if l.tree.Size > 1000 {
			n = 5000
		}
		l.grow(min(n, 70_000-l.tree.Size))
		l.prove()
	}
	if _, ok := l.memory[tlog.Tile{Level: 2, N: 0}]; !ok {
		t.Error("the log has too few levels for a test")
	}
	if _, err := reader.Open([]byte("x\n1\n" + base64.StdEncoding.EncodeToString(make([]byte, 32)) +
		"\n\n— x AAAA\n")); !errors.Is(err, publiclog.ErrSignature) {
		t.Error(err)
	}
}

// grow appends some entries, and reads them.
func (l *growingLog) grow(n int64) {
	l.Helper()
	var entries [][]byte
	for i := range n {
		entries = append(entries, entryOf(l.tree.Size+i))
	}
	root := l.append(l.T, l.tree.Size, entries...)
	checkpoint, err := l.signer.Checkpoint(l.tree.Size+n, root)
	if err != nil {
		l.Fatal(err)
	}
	if _, err := note.Open(checkpoint, note.VerifierList(l.signer)); err != nil {
		l.Fatal(err)
	}
	read, err := l.reader.Open(checkpoint)
	if err != nil {
		l.Fatal(err)
	}
	err = publiclog.Source(l.file).Read(l.Context(), l.tree.Size, read.Size, func(index int64, entry []byte) error {
		if index != l.tree.Size || !bytes.Equal(entry, entryOf(index)) {
			return fmt.Errorf("entry %d is %q", index, entry)
		}
		l.tree.Add(entry)
		return nil
	})
	if err != nil || l.tree.Root() != read.Root || read.Size != l.tree.Size {
		l.Fatalf("%d more, to %d: %v", n, l.tree.Size, err)
	}
	l.roots[l.tree.Size] = root
}

// prove proves that the log has an entry, and that it has grown from each size before.
func (l *growingLog) prove() {
	l.Helper()
	size := l.tree.Size
	root, index := l.roots[size], l.random.Int64N(size)
	proof, err := xtlog.ProveRecord(size, index, tlog.Read(l.read))
	if err != nil || xtlog.CheckRecord(proof, size, root, index, xtlog.RecordHash(entryOf(index))) != nil {
		l.Fatalf("entry %d of %d: %v", index, size, err)
	}
	for from, before := range l.roots {
		proof, err := xtlog.ProveTree(size, from, tlog.Read(l.read))
		if err != nil || xtlog.CheckTree(proof, size, root, from, before) != nil {
			l.Fatalf("from %d to %d: %v", from, size, err)
		}
	}
}

// Nothing of a checkpoint can be altered.
func TestCheckpoint(t *testing.T) {
	signer, err := tlog.NewSigner(origin, key)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := publiclog.ParseKey(signer.Key())
	if err != nil {
		t.Fatal(err)
	}
	checkpoint, err := signer.Checkpoint(7, xtlog.Hash{1})
	if err != nil {
		t.Fatal(err)
	}
	for i := range checkpoint[:len(checkpoint)-4] {
		bad := bytes.Clone(checkpoint)
		bad[i] ^= 1
		if got, err := reader.Open(bad); err == nil {
			t.Errorf("byte %d altered: %+v", i, got)
		}
	}
	witnessed := append(bytes.Clone(checkpoint), "— witness.example AAAAAAAA\n"...)
	if got, err := reader.Open(witnessed); err != nil || got.Size != 7 {
		t.Error(err)
	}
	for _, bad := range []string{"", "a+b", origin + "+00000000+" + strings.SplitN(signer.Key(), "+", 3)[2],
		strings.Replace(signer.Key(), origin, "other", 1)} {
		if _, err := publiclog.ParseKey(bad); err == nil {
			t.Errorf("%q is a key", bad)
		}
	}
}

func TestPaths(t *testing.T) {
	for _, c := range []struct {
		tile  tlog.Tile
		width int
		path  string
	}{
		{tlog.Tile{Level: 0, N: 0}, 256, "tile/0/000"},
		{tlog.Tile{Level: 1, N: 1234067}, 256, "tile/1/x001/x234/067"},
		{tlog.Tile{Level: 0, N: 5}, 3, "tile/0/005.p/3"},
		{tlog.Tile{Level: tlog.Entries, N: 1234}, 9, "tile/entries/x001/234.p/9"},
		{tlog.Tile{Level: tlog.Entries, N: 7}, 256, "tile/entries/007"},
	} {
		got, width, err := tlog.ParsePath(c.path)
		if c.tile.Path(c.width) != c.path || got != c.tile || width != c.width || err != nil {
			t.Errorf("%s: %s, %v, %d, %v", c.path, c.tile.Path(c.width), got, width, err)
		}
		if c.tile.Level == tlog.Entries && publiclog.BundlePath(c.tile.N, c.width) != c.path {
			t.Error(publiclog.BundlePath(c.tile.N, c.width))
		}
	}
	for _, bad := range []string{"", "tile/", "tile/0/0", "tile/0/1000", "tile/-1/000", "tile/entries/000.p/0",
		"tile/entries/000.p/256", "tile/8/0/000", "tile/0/000.p/03", "tile/00/000"} {
		if tile, _, err := tlog.ParsePath(bad); err == nil {
			t.Errorf("%q is %v", bad, tile)
		}
	}
}

// BenchmarkMillion adds one entry to a log of a million, and proves an entry of it.
func BenchmarkMillion(b *testing.B) {
	const size = 1_000_000
	signer, err := tlog.NewSigner(origin, key)
	if err != nil {
		b.Fatal(err)
	}
	m := memory{}
	for at := int64(0); at < size; at += 10_000 {
		var entries [][]byte
		for i := range int64(10_000) {
			entries = append(entries, entryOf(at+i))
		}
		m.append(b, at, entries...)
	}
	b.Run("checkpoint", func(b *testing.B) {
		for b.Loop() {
			root, _, err := tlog.Append(size, m.read, [][]byte{entryOf(size)})
			if err == nil {
				_, err = signer.Checkpoint(size+1, root)
			}
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("proof", func(b *testing.B) {
		var proof []byte
		for i := int64(0); b.Loop(); i++ {
			if proof, err = tlog.Inclusion(m.read, i*7919%size, size, nil); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(proof)), "bytes")
	})
}
