//go:build !purego

package ristretto

import (
	"fmt"
	"syscall"
	"testing"
	"unsafe"
)

// guarded returns n values that end where a page ends, or begin where one begins, before or
// after a page that can't be read.
func guarded[T any](t *testing.T, n int, atEnd bool) []T {
	t.Helper()
	page, bytes := syscall.Getpagesize(), n*int(unsafe.Sizeof(*new(T)))
	end := (bytes + 2*page - 1) / page * page
	room, err := syscall.Mmap(-1, 0, end+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Munmap(room) })
	for _, guard := range [][]byte{room[:page], room[end:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Fatal(err)
		}
	}
	from := page
	if atEnd {
		from = end - bytes
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&room[from])), n)
}

// The functions of lanes_amd64.s read and write nothing beyond their operands, whose addresses
// are multiples of 8 only. Otherwise the test ends with a fault.
func TestLaneMemory(t *testing.T) {
	needLanes(t)
	for _, atEnd := range []bool{true, false} {
		t.Run(fmt.Sprintf("at the end %t", atEnd), func(t *testing.T) {
			a, b, z := guarded[laneFe](t, 1, atEnd), guarded[laneFe](t, 1, atEnd), guarded[laneFe](t, 1, atEnd)
			a[0], b[0] = *laneCurveD, *laneOne
			laneMul(&z[0], &a[0], &b[0])
			laneAdd(&z[0], &a[0], &b[0])
			laneSub(&z[0], &a[0], &b[0])
			laneReduce(&z[0], &a[0])
			laneSquareTimes(&z[0], &a[0], 2)

			p, q, c := guarded[lanePoint](t, 1, atEnd), guarded[laneAffine](t, 1, atEnd), guarded[laneCached](t, 1, atEnd)
			p[0] = *laneIdentity
			q[0].set(&p[0])
			c[0].set(&p[0])
			laneDouble(&p[0], 2)
			laneAddAffine(&p[0], &q[0])
			laneAddCached(&p[0], &c[0])

			d := guarded[[lanes]int8](t, 1, atEnd)
			for _, n := range []int{8, 16} {
				entries := guarded[laneAffine](t, n, atEnd)
				d[0] = [lanes]int8{0, 1, -1, int8(n), int8(-n), 0, int8(n), int8(-n)}
				lanePick(&q[0], &entries[0], n, &d[0])
			}
			d[0] = [lanes]int8{0, 1, -1, 64, -64, 0, 64, -64}
			laneLookup(&q[0], &guarded[[15][64]uint64](t, 1, atEnd)[0], &d[0])

			const n = 1 << (oddWidth - 2)
			entries, codes := guarded[oddEntry](t, lanes*n, atEnd), guarded[[lanes]uint32](t, 1, atEnd)
			laneStoreOdd(&entries[n-1], n, &q[0])
			codes[0] = [lanes]uint32{0, 1, oddSize, 2*oddSize + 1, (lanes*n - 1) * oddSize, (lanes*n-1)*oddSize + 1}
			lanePickOdd(&q[0], &entries[0], &codes[0])
			setOdd(entries, []point{identity}, n)

			for n := 1; n <= 2*lanes+1; n++ {
				encoded := guarded[byte](t, n*size, atEnd)
				points := guarded[point](t, n, atEnd)
				if decodeLanes(points, encoded) != n { // zeros
					t.Errorf("%d encodings of 0 are refused", n)
				}
				appendDoublesLanes(encoded[:0], points)
			}
		})
	}
}
