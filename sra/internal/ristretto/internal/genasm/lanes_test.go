package main

import (
	"maps"
	"math/bits"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// An interval is what a limb may be, in any lane.
type interval struct{ low, high uint64 }

// A machine executes instructions on intervals. A name is that of a register, or an operand in
// memory as it is written, such as 64(DI): what addresses are relative to doesn't change.
type machine struct {
	t         *testing.T
	functions map[string][]string
	limbs     map[string]interval
	where     string
}

var constantWord = regexp.MustCompile(`^DATA (\S+)/8, \$(\S+)$`)

func newMachine(t *testing.T) *machine {
	text, err := os.ReadFile("../../lanes_amd64.s")
	if err != nil {
		t.Fatal(err)
	}
	m := &machine{t: t, functions: map[string][]string{}, limbs: map[string]interval{}}
	name := ""
	for line := range strings.Lines(string(text)) {
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		if c := constantWord.FindStringSubmatch(line); c != nil {
			n, err := strconv.ParseUint(c[2], 0, 64)
			if err != nil {
				t.Fatal(err)
			}
			m.limbs[c[1]] = interval{n, n}
		} else if rest, ok := strings.CutPrefix(line, "TEXT "); ok {
			name, _, _ = strings.Cut(strings.TrimPrefix(rest, "·"), "(SB)")
		} else if name != "" && line != "" {
			m.functions[name] = append(m.functions[name], line)
		}
	}
	return m
}

// set sets n numbers, from an address, to limbs up to a bound.
func (m *machine) set(register string, n int, most uint64) {
	for i := range 5 * n {
		m.limbs[number{register, 0}.lane(i)] = interval{0, most}
	}
}

func (m *machine) get(name string) interval {
	limb, ok := m.limbs[name]
	if !ok {
		m.t.Fatalf("%s: %s hasn't been set", m.where, name)
	}
	return limb
}

// sum returns a + b, which must not overflow.
func (m *machine) sum(a, b interval) interval {
	high, carry := bits.Add64(a.high, b.high, 0)
	if carry != 0 {
		m.t.Fatalf("%s: an overflow of %#x + %#x", m.where, a.high, b.high)
	}
	return interval{a.low + b.low, high}
}

// difference returns a − b, which must not be negative.
func (m *machine) difference(a, b interval) interval {
	if a.low < b.high {
		m.t.Fatalf("%s: %#x − %#x is negative", m.where, a.low, b.high)
	}
	return interval{a.low - b.high, a.high - b.low}
}

// half returns the low or the high 52 bits of a·b, of factors, which must be below 2⁵².
func (m *machine) half(a, b interval, high bool) interval {
	if max(a.high, b.high) >= 1<<52 {
		m.t.Fatalf("%s: a factor of %#x", m.where, max(a.high, b.high))
	}
	top, low := bits.Mul64(a.high, b.high)
	top = top<<12 | low>>52
	switch {
	case high:
		return interval{0, top}
	case top > 0:
		return interval{0, 1<<52 - 1}
	}
	return interval{0, low}
}

// run executes a function, and its loop until nothing changes any more.
func (m *machine) run(function string) {
	code := m.functions[function]
	if code == nil {
		m.t.Fatalf("there is no %s", function)
	}
	start, before := 0, map[string]interval(nil)
	for i := 0; i < len(code); i++ {
		m.where = function + ": " + code[i]
		instruction, operands, _ := strings.Cut(code[i], " ")
		o := strings.Split(operands, ", ")
		to := o[len(o)-1]
		switch instruction {
		case "MOVQ", "LEAQ", "ANDQ", "DECQ", "VZEROUPPER":
		case "RET":
			return
		case "CALL":
			m.run(strings.TrimSuffix(to, "(SB)"))
		case "JNZ":
			if !maps.Equal(m.limbs, before) {
				i, before = start, maps.Clone(m.limbs)
			}
		case "VPBROADCASTQ", "VMOVDQU64", "VMOVDQA64":
			m.limbs[to] = m.get(o[0])
		case "VPXORQ":
			if o[0] != to || o[1] != to {
				m.t.Fatalf("%s: not a zero", m.where)
			}
			m.limbs[to] = interval{}
		case "VPADDQ", "VPADDQ.BCST":
			m.limbs[to] = m.sum(m.get(o[0]), m.get(o[1]))
		case "VPSUBQ":
			m.limbs[to] = m.difference(m.get(o[1]), m.get(o[0]))
		case "VPANDQ":
			m.limbs[to] = interval{0, min(m.get(o[0]).high, m.get(o[1]).high)}
		case "VPSRLQ", "VPSLLQ":
			n, err := strconv.Atoi(o[0][1:])
			a := m.get(o[1])
			switch {
			case err != nil || instruction == "VPSLLQ" && bits.Len64(a.high)+n > 64:
				m.t.Fatalf("%s: %#x", m.where, a.high)
			case instruction == "VPSLLQ":
				m.limbs[to] = interval{a.low << n, a.high << n}
			default:
				m.limbs[to] = interval{a.low >> n, a.high >> n}
			}
		case "VPMADD52LUQ", "VPMADD52HUQ":
			m.limbs[to] = m.sum(m.get(to), m.half(m.get(o[0]), m.get(o[1]), instruction == "VPMADD52HUQ"))
		default:
			if !strings.HasSuffix(instruction, ":") {
				m.t.Fatalf("%s: unknown", m.where)
			}
			start = i
		}
	}
}

// The bounds that lanes_amd64.go gives hold for all numbers: no factor has more than 52 bits, of
// which VPMADD52 would ignore the rest, no sum overflows, no difference is negative, and results
// are reduced. What lanePick and laneLookup choose are factors: reduced limbs, and those of 2p
// less them.
func TestLaneBounds(t *testing.T) {
	const (
		reduced = 1<<51 + 1<<18 - 1
		factor  = 1<<52 - 1
		out     = "DI"
	)
	type argument struct {
		register string
		numbers  int
		most     uint64
	}
	for function, arguments := range map[string][]argument{
		"laneMul":         {{"SI", 1, factor}, {"DX", 1, factor}},
		"laneSquareTimes": {{"SI", 1, factor}},
		"laneAdd":         {{"SI", 1, reduced}, {"DX", 1, reduced}},
		"laneSub":         {{"SI", 1, reduced}, {"DX", 1, reduced}},
		"laneReduce":      {{"SI", 1, reduced}},
		"laneDouble":      {{out, 4, reduced}},
		"laneAddAffine":   {{out, 4, reduced}, {"SI", 3, factor}},
		"laneAddCached":   {{out, 4, reduced}, {"SI", 4, factor}},
	} {
		t.Run(function, func(t *testing.T) {
			m, results := newMachine(t), 1
			for _, a := range arguments {
				m.set(a.register, a.numbers, a.most)
				if a.register == out {
					results = a.numbers
				}
			}
			m.run(function)
			most := uint64(reduced)
			if function == "laneReduce" {
				most = 1<<51 - 1
			}
			for i := range 5 * results {
				if limb := m.get(number{out, 0}.lane(i)); limb.high > most {
					t.Errorf("limb %d is up to %#x", i, limb.high)
				}
			}
		})
	}
}
