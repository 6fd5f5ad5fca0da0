package consttime

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"
)

const (
	patience = time.Minute
	wAll     = 0x40000000 // __WALL, to wait for threads, too
)

// kill ends the process, of which nothing is told before its other threads have been waited for.
func (t *tracer) kill() {
	syscall.Kill(t.pid, syscall.SIGKILL)
	for _, thread := range t.stopped {
		syscall.Wait4(thread, nil, wAll, nil)
	}
}

// wait waits for the process to be stopped as the tracer meant it to be: by an event, or by a
// breakpoint or a step, which is 0. That a copy has ended isn't told to it.
func (t *tracer) wait(event int) error {
	t.progress.Reset(patience)
	var status syscall.WaitStatus
	_, err := syscall.Wait4(t.pid, &status, 0, nil)
	for err == nil && status.Stopped() && status.StopSignal() == syscall.SIGCHLD {
		if err = syscall.PtraceCont(t.pid, 0); err == nil {
			_, err = syscall.Wait4(t.pid, &status, 0, nil)
		}
	}
	if err != nil {
		return err
	}
	if !status.Stopped() || status.TrapCause() != event {
		return fmt.Errorf("the program ended, got a signal or was stuck: status %#x", status)
	}
	return nil
}

// stopOthers stops the other threads for good.
func (t *tracer) stopOthers() error {
	for {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", t.pid))
		if err != nil {
			return err
		}
		if len(threads) == 1+len(t.stopped) {
			return nil
		}
		for _, thread := range threads {
			id, err := strconv.Atoi(filepath.Base(thread))
			if err != nil {
				return err
			}
			if id != t.pid && !slices.Contains(t.stopped, id) {
				if err := t.stopIdle(id); err != nil {
					return err
				}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// stopIdle stops a thread if it sleeps or waits. One that runs may have locked what others need.
func (t *tracer) stopIdle(thread int) error {
	if err := syscall.PtraceAttach(thread); err != nil {
		return err
	}
	if _, err := syscall.Wait4(thread, nil, wAll, nil); err != nil {
		return err
	}
	var r syscall.PtraceRegs
	if err := syscall.PtraceGetRegs(thread, &r); err != nil {
		return err
	}
	switch r.Orig_rax {
	case syscall.SYS_FUTEX, syscall.SYS_NANOSLEEP, syscall.SYS_EPOLL_PWAIT:
		t.stopped = append(t.stopped, thread)
		return nil
	}
	return syscall.PtraceDetach(thread)
}

// resume runs the process to a breakpoint.
func (t *tracer) resume() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceCont(t.pid, 0); err != nil {
		return r, err
	}
	if err := t.wait(0); err != nil {
		return r, err
	}
	if err := syscall.PtraceGetRegs(t.pid, &r); err != nil {
		return r, err
	}
	r.Rip--
	return r, syscall.PtraceSetRegs(t.pid, &r)
}

func (t *tracer) singleStep() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceSingleStep(t.pid); err != nil {
		return r, err
	}
	if err := t.wait(0); err != nil {
		return r, err
	}
	return r, syscall.PtraceGetRegs(t.pid, &r)
}

// peek returns a word of the process's memory.
func (t *tracer) peek(address uint64) (uint64, error) {
	var word [8]byte
	_, err := syscall.PtracePeekData(t.pid, uintptr(address), word[:])
	return binary.NativeEndian.Uint64(word[:]), err
}

// register returns a register by its number.
func register(r *syscall.PtraceRegs, number int) *uint64 {
	return [...]*uint64{
		&r.Rax, &r.Rcx, &r.Rdx, &r.Rbx, &r.Rsp, &r.Rbp, &r.Rsi, &r.Rdi,
		&r.R8, &r.R9, &r.R10, &r.R11, &r.R12, &r.R13, &r.R14, &r.R15,
	}[number]
}
