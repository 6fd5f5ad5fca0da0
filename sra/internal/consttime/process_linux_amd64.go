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

// A process is the one that is traced.
type process struct {
	pid         int
	progress    *time.Timer     // kills the process if there is none for a minute
	stopped     []int           // threads
	breakpoints map[uint64]byte // what they stand in place of
}

// kill ends the process, of which nothing is told before its other threads have been waited for.
func (p *process) kill() {
	syscall.Kill(p.pid, syscall.SIGKILL)
	for _, thread := range p.stopped {
		syscall.Wait4(thread, nil, wAll, nil)
	}
}

// wait waits for the process to be stopped as the tracer meant it to be: by an event, or by a
// breakpoint or a step, which is 0. That a copy has ended isn't told to it.
func (p *process) wait(event int) error {
	p.progress.Reset(patience)
	var status syscall.WaitStatus
	_, err := syscall.Wait4(p.pid, &status, 0, nil)
	for err == nil && status.Stopped() && status.StopSignal() == syscall.SIGCHLD {
		if err = syscall.PtraceCont(p.pid, 0); err == nil {
			_, err = syscall.Wait4(p.pid, &status, 0, nil)
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
func (p *process) stopOthers() error {
	for {
		threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*", p.pid))
		if err != nil {
			return err
		}
		if len(threads) == 1+len(p.stopped) {
			return nil
		}
		for _, thread := range threads {
			id, err := strconv.Atoi(filepath.Base(thread))
			if err != nil {
				return err
			}
			if id != p.pid && !slices.Contains(p.stopped, id) {
				if err := p.stopIdle(id); err != nil {
					return err
				}
			}
		}
		time.Sleep(time.Millisecond)
	}
}

// stopIdle stops a thread if it sleeps or waits. One that runs may have locked what others need.
func (p *process) stopIdle(thread int) error {
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
		p.stopped = append(p.stopped, thread)
		return nil
	}
	return syscall.PtraceDetach(thread)
}

// resume runs the process to a breakpoint.
func (p *process) resume() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceCont(p.pid, 0); err != nil {
		return r, err
	}
	if err := p.wait(0); err != nil {
		return r, err
	}
	if err := syscall.PtraceGetRegs(p.pid, &r); err != nil {
		return r, err
	}
	r.Rip--
	return r, syscall.PtraceSetRegs(p.pid, &r)
}

func (p *process) singleStep() (r syscall.PtraceRegs, err error) {
	if err := syscall.PtraceSingleStep(p.pid); err != nil {
		return r, err
	}
	if err := p.wait(0); err != nil {
		return r, err
	}
	return r, syscall.PtraceGetRegs(p.pid, &r)
}

// peek returns a word of the process's memory.
func (p *process) peek(address uint64) (uint64, error) {
	var word [8]byte
	_, err := syscall.PtracePeekData(p.pid, uintptr(address), word[:])
	return binary.NativeEndian.Uint64(word[:]), err
}

// register returns a register by its number.
func register(r *syscall.PtraceRegs, number int) *uint64 {
	return [...]*uint64{
		&r.Rax, &r.Rcx, &r.Rdx, &r.Rbx, &r.Rsp, &r.Rbp, &r.Rsi, &r.Rdi,
		&r.R8, &r.R9, &r.R10, &r.R11, &r.R12, &r.R13, &r.R14, &r.R15,
	}[number]
}
