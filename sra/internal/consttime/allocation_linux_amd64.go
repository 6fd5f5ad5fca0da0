package consttime

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"syscall"
)

// A memory is what a process has, in which addresses have places that are the same in every trace.
type memory struct {
	lo, hi      uint64   // the bounds of the stack
	objects     []object // in the order of their addresses
	allocations map[allocation]int
}

// An object is a result of runtime.mallocgc.
type object struct {
	start uint64
	allocation
}

// An allocation is what was asked for, and how often it had been before. Objects of two traces
// for which that is the same correspond to each other. A count of all objects wouldn't do, as the
// standard library's hash tries differ.
type allocation struct {
	by, size  uint64 // the place that asked
	recording bool
	earlier   int
}

// readStack reads the bounds of the stack of a runtime.g, which begins with them. A guard follows.
// If it isn't in between, a thread that is stopped now has just told the goroutine to give way to
// others, for which it would wait forever.
func (t *tracer) readStack(g uint64) error {
	var words [3]uint64
	for i := range words {
		var err error
		if words[i], err = t.peek(g + 8*uint64(i)); err != nil {
			return err
		}
	}
	t.lo, t.hi = words[0], words[1]
	if guard := words[2]; guard < t.lo || guard > t.hi {
		return errPreempted
	}
	return nil
}

// malloc runs runtime.mallocgc, whose first argument is a size, and which returns a pointer.
func (t *tracer) malloc(r syscall.PtraceRegs) (after syscall.PtraceRegs, err error) {
	t.record(r.Rip, r.Rax)
	a := allocation{size: r.Rax, recording: t.recording}
	if a.by, err = t.caller(r); err != nil {
		return r, err
	}
	if after, err = t.toReturn(r); err != nil {
		return r, err
	}
	at, found := t.find(after.Rax)
	if !found { // which it is if the function called a variant of itself
		t.objects = slices.Insert(t.objects, at, object{})
	}
	a.earlier = t.allocations[a]
	t.allocations[a]++
	t.objects[at] = object{after.Rax, a}
	return after, nil
}

// caller returns the place that a function of the runtime was called from by one that isn't, at the
// first instruction of the former. It follows the frame pointers.
func (t *tracer) caller(r syscall.PtraceRegs) (back uint64, err error) {
	frame := r.Rbp
	back, err = t.peek(r.Rsp)
	for err == nil {
		f := t.functions.PCToFunc(back)
		if f == nil || !strings.HasPrefix(f.Name, "runtime.") || f.Name == "runtime.main" {
			break
		}
		if back, err = t.peek(frame + 8); err == nil {
			frame, err = t.peek(frame)
		}
	}
	return back, err
}

// find returns the place in objects of the one that starts at an address.
func (m *memory) find(start uint64) (at int, found bool) {
	byStart := func(o object, start uint64) int { return cmp.Compare(o.start, start) }
	return slices.BinarySearchFunc(m.objects, start, byStart)
}

// place returns an address in a form that depends neither on where the stack is, nor on where the
// allocator had room: a random number that stands for the object, plus the distance from its start.
func (m *memory) place(address uint64) uint64 {
	if m.lo <= address && address < m.hi {
		return address - m.hi
	}
	at, found := m.find(address)
	if !found {
		at--
	}
	if at < 0 || address-m.objects[at].start > m.objects[at].size {
		return address
	}
	return maphash.Comparable(seed, m.objects[at].allocation) + address - m.objects[at].start
}

var seed = maphash.MakeSeed()
