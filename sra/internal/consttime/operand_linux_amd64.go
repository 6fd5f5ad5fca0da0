package consttime

import "fmt"

// Numbers of registers, as instructions encode them.
const (
	none = -1
	rsi  = 6
	rdi  = 7
)

// An operand is what an instruction computes the address of its memory operand from. The
// constant that it adds is left out, being the same each time. An instruction that copies or
// compares strings has the sum of two addresses.
type operand struct {
	base, index int // registers, or none
	scale       uint64
}

// decodeOperand returns the memory operand of the instruction that code begins with. Of what
// Go's compiler and assembler write, it knows prefixes and opcodes just as well as it takes to
// find that operand (Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2,
// chapter 2 and appendix A). What is on the stack by definition, as with PUSH, isn't returned,
// and neither are operands that aren't accessed, as with LEA, or whose address is constant.
func decodeOperand(code []byte) (operand, error) {
	d := decoder{code: code}
	op := d.opcode()
	switch op {
	case 0xa4, 0xa5, 0xa6, 0xa7: // MOVS, CMPS
		return operand{base: rdi, index: rsi, scale: 1}, nil
	case 0xaa, 0xab, 0xae, 0xaf: // STOS, SCAS
		return operand{base: rdi, index: none}, nil
	case 0xac, 0xad: // LODS
		return operand{base: rsi, index: none}, nil
	}
	has, err := d.hasOperand(op)
	if !has {
		return nothing, err
	}
	return d.operand(), nil
}

var nothing = operand{base: none, index: none}

// A decoder reads an instruction.
type decoder struct {
	code                    []byte // what is left of it
	extendBase, extendIndex int    // what prefixes add to the numbers of registers
}

func (d *decoder) next() byte {
	b := d.code[0]
	d.code = d.code[1:]
	return b
}

// opcode reads the prefixes, and returns what follows.
func (d *decoder) opcode() byte {
	for {
		switch op := d.next(); {
		case op == 0x26, op == 0x2e, op == 0x36, op == 0x3e, op >= 0x64 && op <= 0x67, op == 0xf0, op == 0xf2, op == 0xf3:
		case op&0xf0 == 0x40: // REX, which is the last
			d.extendIndex, d.extendBase = int(op>>1&1)<<3, int(op&1)<<3
			return d.next()
		default:
			return op
		}
	}
}

// hasOperand reports whether ModRM follows the opcode, of which it reads the rest, and gives an operand that is accessed.
func (d *decoder) hasOperand(op byte) (bool, error) {
	switch op {
	case 0xc4, 0xc5, 0x62:
		return d.hasVectorOperand(op)
	case 0x0f:
		switch op = d.next(); {
		case op == 0x38 || op == 0x3a:
			d.next()
			return true, nil
		case op == 0x1f || op == 0x1e: // NOP
			return false, nil
		case op < 0x10 && op != 0x0d, op >= 0x30 && op < 0x40, op == 0x77, op&0xf0 == 0x80, op == 0xa2,
			op >= 0xc8 && op < 0xd0:
			return false, nil // no operand, or registers
		}
		return true, nil
	case 0x8d: // LEA
		return false, nil
	case 0x63, 0x69, 0x6b, 0x80, 0x81, 0x83, 0xc0, 0xc1, 0xc6, 0xc7, 0xd0, 0xd1, 0xd2, 0xd3,
		0xf6, 0xf7, 0xfe, 0xff:
		return true, nil
	}
	return op < 0x40 && op&7 < 4 || op >= 0x84 && op < 0x90, nil
}

// hasVectorOperand is hasOperand after VEX of three bytes, of two, or EVEX.
func (d *decoder) hasVectorOperand(prefix byte) (bool, error) {
	opcodes := byte(1)
	if prefix != 0xc5 {
		inverted := d.next()
		d.extendIndex, d.extendBase = int(^inverted>>6&1)<<3, int(^inverted>>5&1)<<3
		opcodes = inverted & 7
	}
	d.next()
	if prefix == 0x62 {
		d.next()
	}
	switch op := d.next(); {
	case opcodes == 1 && op == 0x77: // VZEROUPPER
		return false, nil
	case opcodes == 2 && (op&0xfc == 0x90 || op&0xfc == 0xa0 || op&0xfe == 0xc6):
		return false, fmt.Errorf("gathers or scatters, by opcode %#x", op)
	}
	return true, nil
}

// operand reads ModRM, and SIB if there is one.
func (d *decoder) operand() operand {
	form := d.next()
	mode, register := form>>6, int(form&7)
	switch {
	case mode == 3, mode == 0 && register == 5: // a register, or relative to the program counter
		return nothing
	case register != 4:
		return operand{base: register | d.extendBase, index: none}
	}
	sib := d.next()
	o := operand{base: int(sib&7) | d.extendBase, index: int(sib>>3&7) | d.extendIndex, scale: 1 << (sib >> 6)}
	if o.index == 4 { // rsp can't be one
		o.index = none
	}
	if mode == 0 && sib&7 == 5 {
		o.base = none
	}
	return o
}
