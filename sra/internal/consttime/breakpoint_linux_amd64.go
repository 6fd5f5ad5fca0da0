package consttime

import (
	"errors"
	"syscall"
)

// toReturn runs a function from its first instruction to its return, or to that of a call of itself
// from the same place.
func (t *tracer) toReturn(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	back, err := t.peek(r.Rsp)
	if err != nil {
		return r, err
	}
	if _, ok := t.breakpoints[r.Rip]; ok {
		if _, err := t.pass(r); err != nil {
			return r, err
		}
	}
	return t.runTo(back)
}

// runTo runs the process to an instruction, through functions that aren't traced.
func (t *tracer) runTo(pc uint64) (r syscall.PtraceRegs, err error) {
	if err := t.set(pc); err != nil {
		return r, err
	}
	for {
		if r, err = t.resume(); err != nil {
			return r, err
		}
		if r.Rip == pc {
			return r, t.clear(pc)
		}
		if _, _, err := t.enter(r); err != nil {
			return r, err
		}
	}
}

// pass executes an instruction in whose place there is a breakpoint.
func (t *tracer) pass(r syscall.PtraceRegs) (syscall.PtraceRegs, error) {
	if err := t.clear(r.Rip); err != nil {
		return r, err
	}
	after, err := t.singleStep()
	return after, errors.Join(err, t.set(r.Rip))
}

const int3 = 0xcc // the instruction of a breakpoint

// set sets a breakpoint.
func (p *process) set(pc uint64) error {
	var code [1]byte
	if _, err := syscall.PtracePeekText(p.pid, uintptr(pc), code[:]); err != nil {
		return err
	}
	p.breakpoints[pc] = code[0]
	_, err := syscall.PtracePokeText(p.pid, uintptr(pc), []byte{int3})
	return err
}

// clear removes a breakpoint.
func (p *process) clear(pc uint64) error {
	_, err := syscall.PtracePokeText(p.pid, uintptr(pc), []byte{p.breakpoints[pc]})
	delete(p.breakpoints, pc)
	return err
}
