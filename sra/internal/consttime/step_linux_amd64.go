package consttime

import (
	"fmt"
	"math/bits"
	"strings"
	"syscall"
)

// An instruction is what is known of one since it was first executed.
type instruction struct {
	operand
	first    bool // of a function
	assembly bool // the function is in assembly, and not the runtime's
}

// A sample is which steps are traced of all.
type sample struct {
	calls      map[call]int
	inAssembly int    // the steps that are left in a function of which only the first are traced
	back       uint64 // where that returns to
}

// A call is the first instruction of a function, and the one to return to.
type call struct{ to, back uint64 }

// step executes and records an instruction, or all of a function that isn't traced.
func (t *tracer) step(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	in, err := t.instruction(r.Rip)
	if err != nil {
		return r, err
	}
	if in.first {
		if after, untraced, err := t.enter(r); untraced || err != nil {
			return after, err
		}
		if skip, err := t.skip(r); err != nil {
			return r, err
		} else if skip {
			t.record(r.Rip, 0)
			return t.toReturn(r)
		}
		if err := t.enterAssembly(r, in); err != nil {
			return r, err
		}
	}
	if t.inAssembly > 0 {
		switch t.inAssembly--; {
		case r.Rip == t.back:
			t.inAssembly = 0
		case t.inAssembly == 0:
			return t.runTo(t.back)
		}
	}
	var address uint64
	if in.base != none {
		address = t.place(*register(&r, in.base))
	}
	if in.index != none {
		address += t.place(*register(&r, in.index) * in.scale)
	}
	t.record(r.Rip, address)
	return t.singleStep()
}

func (t *tracer) record(pc, address uint64) {
	if t.recording {
		t.trace.steps = append(t.trace.steps, step{pc, address})
	}
}

// skip reports whether a call, at its first instruction, is none of the sample.
func (t *tracer) skip(r syscall.PtraceRegs) (bool, error) {
	if t.Sampled == 0 {
		return false, nil
	}
	back, err := t.peek(r.Rsp)
	if err != nil {
		return false, err
	}
	c := call{r.Rip, back}
	n := t.calls[c]
	t.calls[c]++
	return n&(n-1) != 0 || bits.Len(uint(n)) >= t.Sampled, nil
}

// enterAssembly begins to count the steps of a function in assembly, at its first instruction.
func (t *tracer) enterAssembly(r syscall.PtraceRegs, in *instruction) (err error) {
	if t.Sampled > 0 && in.assembly && t.inAssembly == 0 {
		t.inAssembly = assemblySteps + 1
		t.back, err = t.peek(r.Rsp)
	}
	return err
}

// enter runs a function that isn't traced, if the process is at the first instruction of one.
func (t *tracer) enter(r syscall.PtraceRegs) (after syscall.PtraceRegs, untraced bool, err error) {
	name, excluded := t.excluded[r.Rip]
	if !excluded && !t.mallocs[r.Rip] {
		return r, false, nil
	}
	if back, err := t.peek(r.Rsp); err != nil {
		return r, true, err
	} else if _, ok := t.breakpoints[back]; ok { // it begins again, after its stack has grown
		after, err = t.pass(r)
		return after, true, err
	}
	if !excluded {
		after, err = t.malloc(r)
		return after, true, err
	}
	t.record(r.Rip, 0)
	if t.recording {
		t.trace.Excluded[name]++
	}
	was := t.recording
	t.recording = false
	after, err = t.toReturn(r)
	t.recording = was
	return after, true, err
}

func (t *tracer) instruction(pc uint64) (*instruction, error) {
	if in := t.instructions[pc]; in != nil {
		return in, nil
	}
	const longest = 15
	code := make([]byte, longest)
	if _, err := syscall.PtracePeekText(t.pid, uintptr(pc), code); err != nil {
		return nil, err
	}
	if original, ok := t.breakpoints[pc]; ok {
		code[0] = original
	}
	o, err := decodeOperand(code)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", where(pc), err)
	}
	in := &instruction{operand: o}
	if f := t.functions.PCToFunc(pc); f != nil && f.Entry == pc {
		file, _, _ := t.functions.PCToLine(pc)
		in.first, in.assembly = true, strings.HasSuffix(file, ".s") && !strings.HasPrefix(f.Name, "runtime.")
	}
	t.instructions[pc] = in
	return in, nil
}
