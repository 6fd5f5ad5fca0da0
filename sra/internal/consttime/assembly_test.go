package consttime_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/consttime"
)

// No assembly of sra has a secret in an address or a condition, except where it says so.
func TestAssembly(t *testing.T) {
	const variable = ", ·lanePickOdd:" // of public numbers only
	files, err := filepath.Glob("../*/*.s")
	if err != nil || len(files) < 3 {
		t.Fatal(files, err)
	}
	varies := 0
	for _, name := range files {
		source, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer source.Close()
		found, instructions, err := consttime.CheckAssembly(source)
		if err != nil || instructions < 1000 {
			t.Errorf("%s: %d instructions, %v", name, instructions, err)
		}
		for _, f := range found {
			if strings.Contains(f, variable) {
				varies++
			} else {
				t.Errorf("%s: %s", name, f)
			}
		}
	}
	if varies != 16 { // eight lanes, in two parts
		t.Errorf("%d instructions of %s have secret addresses", varies, variable)
	}
}

// What is wrong with an instruction is found, and nothing where there is nothing.
func TestAssemblyLeaks(t *testing.T) {
	const (
		address   = "has a secret in its address"
		condition = "depends on a secret"
		unknown   = "isn't known"
	)
	for _, c := range []struct{ code, found string }{
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; ADDQ BX, 8(AX)", ""},
		{"MOVQ n+0(FP), AX; loop:; DECQ AX; JNZ loop", ""},
		{"MOVQ a+0(FP), AX; MOVQ n+8(FP), CX; loop:; ADCQ 0(AX), BX; DECQ CX; JNZ loop", ""},
		{"MOVQ a+0(FP), AX; MOVQ AX, 8(SP); MOVQ 0(AX), AX; MOVQ 8(SP), AX; MOVQ 0(AX), BX", ""},
		{"MOVQ a+0(FP), AX; MOVQ n+8(FP), CX; MOVQ CX, n-8(SP); loop:; DECQ n-8(SP); JNZ loop", ""},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), CX; MOVQ CX, n-8(SP); DECQ n-8(SP); JNZ end; end:", condition},
		{"MOVQ 0(AX), BX; XORQ BX, BX; MOVQ a+0(FP), AX; MOVQ 0(AX)(BX*8), CX", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; XORQ BX, BX; MOVQ 0(AX)(BX*8), CX", ""},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; MOVQ 0(AX)(BX*8), CX", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; MOVQ CX, 0(BX)", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; LEAQ 8(AX)(BX*1), CX; MOVQ (CX), DX", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), DX; MOVQ $1, BX; MULXQ BX, BX, CX; MOVQ 0(AX)(CX*1), DX", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; MOVQ BX, 8(SP); MOVQ 8(SP), CX; MOVQ 0(CX), DX", address},
		{"MOVQ a+0(FP), AX; MOVQ AX, 8(SP); VMOVDQU64 0(AX), Z1; VMOVDQU64 Z1, 0(SP); MOVQ 8(SP), CX; MOVQ 0(CX), DX", address},
		{"MOVQ a+0(FP), AX; VMOVDQU64 0(AX), Z1; VPADDQ Z1, Z1, Z2; VMOVQ X2, BX; MOVQ 0(AX)(BX*1), CX", address},
		{"MOVQ a+0(FP), AX; MOVQ 0(AX), BX; CMPQ BX, $3; JZ end; end:", condition},
		{"MOVQ a+0(FP), AX; MOVQ n+8(FP), BX; ADDQ 0(AX), BX; JCS end; end:", condition},
		{"MOVQ a+0(FP), AX; ADDQ 0(AX), BX; MOVQ n+8(FP), CX; DECQ CX; JCC end; end:", condition},
		{"MOVQ a+0(FP), AX; MOVQ $0, BX; loop:; CMPQ BX, $3; JZ end; MOVQ 0(AX), BX; JMP loop; end:", condition},
		{"MOVQ a+0(FP), AX; TESTQ 0(AX), CX; MOVQ $0, BX; MOVQ $1, CX; CMOVQLT CX, BX; MOVQ 0(AX)(BX*1), CX", address},
		{"MOVQ a+0(FP), AX; VPTESTMQ 0(AX), Z1, K1; VPXORQ Z2, Z2, Z2; VPXORQ Z3, Z3, Z3; VMOVDQA64 Z2, K1, Z3; VMOVQ X3, BX; " +
			"MOVQ 0(BX), CX", address},
		{"MOVQ a+0(FP), AX; CALL load<>(SB); MOVQ 0(BX), CX", address},
		{"MOVQ a+0(FP), AX; MOVQ AX, CX; CALL load<>(SB); MOVQ 0(CX), CX", ""},
		{"MOVQ a+0(FP), AX; DIVQ AX", unknown},
		{"MOVQ a+0(FP), AX; VPGATHERQQ (AX)(Z1*1), K1, Z2", unknown},
		{"MOVQ a+0(FP), AX; SETCS AX", unknown},
		{"end:; JMI end", unknown},
		{"JMP other<>(SB)", "jumps to what isn't known"},
		{"CALL other<>(SB)", "calls what isn't known"},
		{"MOVQ x+8(SP), AX", "uses the stack in a way that isn't known"},
	} {
		source := "TEXT ·f(SB), 0, $64-16\n" + strings.ReplaceAll(c.code, "; ", "\n") + "\nRET\n" +
			"TEXT ·g(SB), 0, $0-8\nMOVQ a+0(FP), AX\nCALL load<>(SB)\nRET\n" +
			"TEXT load<>(SB), NOSPLIT|NOFRAME, $0-0\nMOVQ 0(AX), BX\nRET\n"
		found, _, err := consttime.CheckAssembly(strings.NewReader(source))
		if err != nil {
			t.Errorf("%s: %v", c.code, err)
		}
		if c.found == "" && len(found) > 0 || c.found != "" && !slices.ContainsFunc(found,
			func(f string) bool { return strings.HasSuffix(f, c.found) }) {
			t.Errorf("%s: %q, not %q", c.code, found, c.found)
		}
	}
	for _, source := range []string{"MOVQ AX, BX", "TEXT ·f(SB), 0, $0\nMOVQ AX, BX; RET", "TEXT f<>(SB), 0, $0\nRET"} {
		if _, _, err := consttime.CheckAssembly(strings.NewReader(source)); err == nil {
			t.Errorf("%s: no error", source)
		}
	}
	if found, _, _ := consttime.CheckAssembly(strings.NewReader("TEXT ·f(SB), 0, $0\nMOVQ AX, BX")); len(found) != 1 {
		t.Errorf("without RET: %q", found)
	}
}
