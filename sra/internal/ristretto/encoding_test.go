package ristretto

import (
	"bytes"
	"slices"
	"testing"
)

// The four points of an element have one encoding, and are 0 together.
func TestCosets(t *testing.T) {
	eight := torsion(t)
	for _, p := range append(randomPoints(20), identity) {
		want := p.encoding()
		for i := 0; i < 8; i += 2 {
			var q point
			q.sum(&p, &eight[i])
			if !bytes.Equal(q.encoding(), want) {
				t.Error("the points of an element have different encodings")
			}
			if q.isIdentity() != p.isIdentity() {
				t.Error("not all points of an element are 0")
			}
		}
		var d point
		if d.decode((*[size]byte)(want)) != 1 || !bytes.Equal(d.encoding(), want) {
			t.Error("decoding doesn't invert the encoding")
		}
	}
	if !bytes.Equal(identity.encoding(), make([]byte, size)) || identity.isIdentity() != 1 {
		t.Error("0 isn't 0")
	}
	for i := 1; i < 8; i += 2 {
		if eight[i].isIdentity() != 0 {
			t.Error("a point of order 8 is 0")
		}
	}
}

func TestAppendDoubles(t *testing.T) {
	points := randomPoints(40)
	points = append(points, torsion(t)...)
	for range 10 {
		points = append(points, *randomPoint()) // of other Z
	}
	points = append(points, identity, identity)
	got, doubles := []byte("before"), slices.Clone(points)
	got = appendDoubles(got, doubles)[len("before"):]
	for i := range points {
		var p point
		p.doubleTimes(&points[i], 1)
		if want := p.encoding(); !bytes.Equal(got[32*i:][:32], want) {
			t.Errorf("%d: %x, want %x", i, got[32*i:][:32], want)
		}
		if doubles[i].z != feOne {
			t.Errorf("%d: Z isn't 1", i)
		}
		same(t, "the double", &doubles[i], toEdwards(t, &p))
	}
	if len(appendDoubles(nil, nil)) != 0 {
		t.Error("no doubles have an encoding")
	}
}

// Elements whose encodings are close to 0 and to p. What is below 19 comes out of products as p
// more, in nearly all cases, and so shows whether it is reduced.
func TestEdgeEncodings(t *testing.T) {
	var want []byte
	var points []point
	for n := range limb(100) {
		number := fe{n}
		if n%2 == 1 {
			number.negate(&number) // even: p − n
		}
		var p point
		if b := number.bytes(); p.decode(&b) == 1 && n > 0 {
			want, points = append(want, b[:]...), append(points, p)
		}
	}
	if four := append([]byte{4}, make([]byte, size-1)...); !bytes.Contains(want, four) {
		t.Error("4 isn't the encoding of an element")
	}
	one := scalar{1}
	one.halve()
	halves := newTable(points, expWidth, 1).powers(one, 1)
	if got := appendDoubles(nil, halves); !bytes.Equal(got, want) {
		t.Errorf("the encodings are %x, want %x", got, want)
	}
	for i := range points {
		if got := points[i].encoding(); !bytes.Equal(got, want[size*i:][:size]) {
			t.Errorf("an encoding is %x, want %x", got, want[size*i:][:size])
		}
	}
}

// Every element that is accepted is encoded in the same way.
func FuzzDecode(f *testing.F) {
	for _, s := range generatorMultiples {
		f.Add(unhex(f, s))
	}
	for _, s := range badEncodings {
		f.Add(unhex(f, s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) != size {
			return
		}
		var p point
		if p.decode((*[size]byte)(b)) == 0 {
			return
		}
		toEdwards(t, &p)
		if got := p.encoding(); !bytes.Equal(got, b) {
			t.Errorf("%x is encoded as %x", b, got)
		}
		one := scalar{1}
		one.halve()
		half := newTable([]point{p}, expWidth, 1).powers(one, 1)
		if got := appendDoubles(nil, half); !bytes.Equal(got, b) {
			t.Errorf("%x, halved and doubled, is encoded as %x", b, got)
		}
		x, _, fault := New().Decode(b, 1)
		if zero := bytes.Equal(b, make([]byte, size)); zero != (fault != "") {
			t.Errorf("%x: %q", b, fault)
		} else if !zero && !bytes.Equal(x.Bytes(), b) {
			t.Errorf("%x became %x", b, x.Bytes())
		}
	})
}
