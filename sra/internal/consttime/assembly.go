package consttime

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// CheckAssembly follows secrets through the functions of a file of Go's assembly for amd64. What
// is loaded from memory is secret; arguments and constants aren't, nor is what a function saves of
// them on its stack. CheckAssembly returns a line for each instruction that has a secret in the
// address of an operand, that jumps depending on a secret, or that it doesn't know, and the number
// of instructions.
//
// It assumes that nothing is written beyond the ends of arrays on the stack.
func CheckAssembly(source io.Reader) (found []string, instructions int, err error) {
	c := checker{functions: map[string][]line{}, found: map[int]string{}, seen: map[int]bool{}}
	if err := c.read(source); err != nil {
		return nil, 0, err
	}
	for name := range c.functions {
		if !strings.HasSuffix(name, "<>") { // what only functions of the file call
			c.function(name, state{secret: allSecret, public: map[int]bool{}}, 0)
		}
	}
	for name, lines := range c.functions {
		if len(lines) > 0 && !c.seen[lines[0].number] {
			return nil, 0, fmt.Errorf("consttime: nothing calls %s", name)
		}
	}
	for _, number := range slices.Sorted(maps.Keys(c.found)) {
		found = append(found, c.found[number])
	}
	return found, len(c.seen), nil
}

type checker struct {
	functions map[string][]line
	found     map[int]string // by the number of the line
	seen      map[int]bool
}

// A line is an instruction, or a label, which ends with a colon.
type line struct {
	number   int
	function string
	op       string
	operands []string
}

func (l line) String() string {
	operands := strings.Join(l.operands, ", ")
	return fmt.Sprintf("line %d, %s: %s %s", l.number, l.function, l.op, operands)
}

func (c *checker) read(source io.Reader) error {
	scanner := bufio.NewScanner(source)
	function := ""
	for number := 1; scanner.Scan(); number++ {
		text, _, _ := strings.Cut(scanner.Text(), "//")
		op, rest, _ := strings.Cut(strings.Join(strings.Fields(text), " "), " ")
		switch op {
		case "", "#include", "DATA", "GLOBL":
			continue
		case "TEXT":
			function, _, _ = strings.Cut(rest, "(SB)")
			c.functions[function] = nil
			continue
		}
		if function == "" || strings.ContainsAny(text, ";#") {
			return fmt.Errorf("consttime: line %d is beyond this check: %s", number, text)
		}
		l := line{number: number, function: function, op: op}
		if rest != "" {
			l.operands = strings.Split(rest, ", ")
		}
		c.functions[function] = append(c.functions[function], l)
	}
	return scanner.Err()
}

// A state is what is known before an instruction.
type state struct {
	secret uint64       // a bit for each register, and for the flags
	public map[int]bool // words of the stack that aren't secret, by their offsets
}

// The bits of secret. Carry is apart, as INCQ and DECQ leave it alone.
const (
	vectorBit = 16
	maskBit   = vectorBit + 32
	carryBit  = maskBit + 8
	flagsBit  = carryBit + 1
	allSecret = 1<<(flagsBit+1) - 1
)

var general = []string{"AX", "CX", "DX", "BX", "", "BP", "SI", "DI", "R8", "R9", "R10", "R11", "R12", "R13", "R14", "R15"}

// registerBit returns the bit of a register, or 0 for something else.
func registerBit(name string) uint64 {
	if i := slices.Index(general, name); i >= 0 && name != "" {
		return 1 << i
	}
	if len(name) < 2 {
		return 0
	}
	n, err := strconv.Atoi(name[1:])
	switch {
	case err != nil || n < 0:
		return 0
	case strings.ContainsRune("XYZ", rune(name[0])) && n < 32:
		return 1 << (vectorBit + n)
	case name[0] == 'K' && n < 8:
		return 1 << (maskBit + n)
	}
	return 0
}

// join adds what is secret in t, and reports whether there was something new.
func (s *state) join(t state) bool {
	before, words := s.secret, len(s.public)
	s.secret |= t.secret
	maps.DeleteFunc(s.public, func(word int, _ bool) bool { return !t.public[word] })
	return s.secret != before || len(s.public) != words
}

func (s state) clone() state { return state{s.secret, maps.Clone(s.public)} }

// function follows all paths through a function from a state, and returns the state of its returns.
func (c *checker) function(name string, from state, depth int) state {
	w := walk{checker: c, lines: c.functions[name], depth: depth, labels: map[string]int{}}
	for i, l := range w.lines {
		if label, ok := strings.CutSuffix(l.op, ":"); ok {
			w.labels[label] = i
		}
	}
	w.before = make([]*state, len(w.lines)+1)
	w.reach(0, from)
	for len(w.work) > 0 {
		i := w.work[len(w.work)-1]
		w.work = w.work[:len(w.work)-1]
		if i == len(w.lines) {
			c.report(w.lines[i-1], "goes on beyond the function")
			continue
		}
		w.step(i, w.before[i].clone())
	}
	return w.end
}

// A walk is one through a function.
type walk struct {
	*checker
	lines    []line
	labels   map[string]int
	depth    int      // of calls
	before   []*state // each line, as far as it was reached
	work     []int    // the lines to follow again
	end      state
	returned bool
}

// reach adds a state to those before a line.
func (w *walk) reach(i int, s state) {
	if w.before[i] == nil {
		s = s.clone()
		w.before[i] = &s
	} else if !w.before[i].join(s) {
		return
	}
	w.work = append(w.work, i)
}

// step follows a line from a state.
func (w *walk) step(i int, s state) {
	l := w.lines[i]
	w.seen[l.number] = true
	switch {
	case strings.HasSuffix(l.op, ":"):
	case l.op == "RET":
		if !w.returned {
			w.end, w.returned = s, true
		}
		w.end.join(s)
		return
	case l.op == "CALL":
		callee, _, _ := strings.Cut(l.operands[0], "(SB)")
		if _, ok := w.functions[callee]; !ok || w.depth > 3 {
			w.report(l, "calls what isn't known")
			return
		}
		s = w.function(callee, s, w.depth+1)
	case l.op[0] == 'J':
		if !w.jump(l, s) {
			return
		}
	default:
		w.execute(l, &s, w.depth)
	}
	w.reach(i+1, s)
}

// jump follows a jump, and reports whether the next line may be reached as well.
func (w *walk) jump(l line, s state) bool {
	target, ok := w.labels[l.operands[0]]
	if !ok {
		w.report(l, "jumps to what isn't known")
		return false
	}
	w.reach(target, s)
	if l.op == "JMP" {
		return false
	}
	if flags, known := conditions[l.op]; !known {
		w.report(l, "isn't known")
	} else if s.secret&flags != 0 {
		w.report(l, "depends on a secret")
	}
	return true
}

func (c *checker) report(l line, what string) { c.found[l.number] = l.String() + " " + what }

// A kind says what an instruction does with its operands, of which the last is the result, and
// with flags.
type kind struct {
	reads    bool // the result, too
	noResult bool
	from, to uint64 // flags it reads, and sets
}

const carry, others = 1 << carryBit, 1 << flagsBit

var (
	noEffect = kind{noResult: true}
	sets     = kind{}
	adds     = kind{reads: true}
	integer  = kind{reads: true, to: carry | others}
	carrying = kind{reads: true, to: carry | others, from: carry}
	counts   = kind{reads: true, to: others}
	compares = kind{noResult: true, to: carry | others}
	selects  = kind{reads: true, from: others}
	product  = kind{to: carry | others}
)

// kinds are all instructions that are known. Each takes as long for all operands.
var kinds = map[string]kind{
	"VZEROUPPER": noEffect, "MOVQ": sets, "MOVL": sets, "LEAQ": sets,
	"VMOVDQU": sets, "VMOVDQU64": sets, "VMOVDQA64": sets, "VMOVQ": sets, "VMOVHPS": sets,
	"VPBROADCASTQ": sets, "VPMOVSXBD": sets, "VPMOVSXBQ": sets, "VPMOVZXDQ": sets, "VEXTRACTI128": sets, "VSHUFI64X2": sets, "VPERMD": sets,
	"VPERMQ": sets, "VPUNPCKLDQ": sets, "VPUNPCKHDQ": sets, "VPUNPCKLQDQ": sets, "VPUNPCKHQDQ": sets,
	"VPADDD": sets, "VPADDQ": sets, "VPSUBQ": sets, "VPABSD": sets, "VPABSQ": sets,
	"VPAND": sets, "VPANDQ": sets, "VPOR": sets, "VPXOR": sets, "VPXORQ": sets,
	"VPSLLQ": sets, "VPSRLQ": sets, "VPSRLD": sets, "VPSRAD": sets,
	"VPCMPEQD": sets, "VPCMPEQQ": sets, "VPCMPQ": sets, "VPTESTMQ": sets, "KNOTW": sets,
	"VPMADD52LUQ": adds, "VPMADD52HUQ": adds, "VPTERNLOGQ": adds, "VPERMI2Q": adds,
	"ADDQ": integer, "SUBQ": integer, "ANDQ": integer, "XORQ": integer, "SHLQ": integer, "SHRQ": integer,
	"ADCQ": carrying, "INCQ": counts, "DECQ": counts, "CMPQ": compares, "TESTQ": compares, "CMOVQLT": selects,
	"IMUL3Q": product, "MULQ": product, "MULXQ": sets,
}

// conditions are the flags that a jump depends on.
var conditions = map[string]uint64{"JZ": others, "JNZ": others, "JLT": others, "JCS": carry, "JCC": carry}

// execute changes the state as an instruction does.
func (c *checker) execute(l line, s *state, depth int) {
	op, suffix, _ := strings.Cut(l.op, ".") // .BCST, or .Z if what a mask leaves out becomes 0
	k, known := kinds[op]
	if !known {
		c.report(l, "isn't known")
		return
	}
	last := max(len(l.operands)-1, 0)
	read, results := l.operands[:last], l.operands[last:]
	masked := slices.ContainsFunc(read, isMask)
	switch {
	case op == "MULQ": // DX:AX = AX·operand
		read, results = append(slices.Clone(l.operands), "AX"), []string{"AX", "DX"}
	case op == "MULXQ": // the same of DX, to two operands
		read, results = []string{l.operands[0], "DX"}, l.operands[1:]
	case k.noResult:
		read, results = l.operands, nil
	case k.reads, masked && suffix != "Z":
		read = l.operands
	}
	for _, o := range l.operands {
		if s.secret&addressBits(o) != 0 && op != "LEAQ" {
			c.report(l, "has a secret in its address")
		}
		if strings.HasSuffix(o, "(SP)") && (depth > 0 || !stackOperand.MatchString(o)) {
			c.report(l, "uses the stack in a way that isn't known")
		}
	}
	secret := s.secret&k.from != 0
	for _, o := range read {
		secret = secret || s.isSecret(o, op, l)
	}
	if strings.Contains(op, "XOR") && len(slices.Compact(slices.Clone(l.operands))) == 1 { // which is 0
		secret = false
	}
	for _, o := range results {
		s.set(o, secret, l)
	}
	s.secret &^= k.to
	if secret {
		s.secret |= k.to
	}
}

func isMask(operand string) bool { return registerBit(operand)>>maskBit&0xff != 0 }

var addresses = regexp.MustCompile(`\((\w+)(?:\*\d)?\)`)

// addressBits returns the registers that an operand's address is computed from.
func addressBits(operand string) (bits uint64) {
	for _, match := range addresses.FindAllStringSubmatch(operand, -1) {
		bits |= registerBit(match[1])
	}
	return bits
}

// isSecret reports whether an operand holds a secret.
func (s state) isSecret(operand, op string, l line) bool {
	switch {
	case operand[0] == '$', strings.HasSuffix(operand, "(FP)"), strings.HasSuffix(operand, "(SB)"):
		return false
	case !strings.Contains(operand, "("):
		return s.secret&registerBit(operand) != 0
	case op == "LEAQ":
		return s.secret&addressBits(operand) != 0
	}
	words := stackWords(operand, l)
	return words == nil || slices.ContainsFunc(words, func(word int) bool { return !s.public[word] })
}

// set writes an operand.
func (s *state) set(operand string, secret bool, l line) {
	if bit := registerBit(operand); bit != 0 {
		s.secret &^= bit
		if secret {
			s.secret |= bit
		}
		return
	}
	for _, word := range stackWords(operand, l) {
		if secret {
			delete(s.public, word)
		} else {
			s.public[word] = true
		}
	}
}

// stackOperand matches 8(SP), counted from the stack's pointer, and n-8(SP), from the end of the
// function's part, of which each function uses one.
var stackOperand = regexp.MustCompile(`^(?:(\d*)|[a-z]+(-\d+))\(SP\)$`)

// stackWords returns the words of the stack that an operand consists of, none if it isn't there.
func stackWords(operand string, l line) (words []int) {
	match := stackOperand.FindStringSubmatch(operand)
	if match == nil {
		return nil
	}
	at, _ := strconv.Atoi(match[1] + match[2]) // 0 if there is none
	size := 8
	for _, o := range l.operands {
		if bit := registerBit(o); bit>>vectorBit != 0 && bit>>maskBit == 0 {
			size = max(size, map[byte]int{'X': 16, 'Y': 32, 'Z': 64}[o[0]])
		}
	}
	for word := at / 8; word < (at+size+7)/8; word++ {
		words = append(words, word)
	}
	return words
}
