package consttime

import "testing"

func TestDecodeOperand(t *testing.T) {
	const rax, rcx, rbx, rsp, rbp, r8, r12, r13 = 0, 1, 3, 4, 5, 8, 12, 13
	for _, c := range []struct {
		code string
		want operand
	}{
		{"\x48\x8b\x03", operand{base: rbx, index: none}},                               // mov (%rbx), %rax
		{"\x48\x8b\xc3", nothing},                                                       // mov %rbx, %rax
		{"\x49\x8b\x04\x24", operand{base: r12, index: none, scale: 1}},                 // mov (%r12), %rax
		{"\x49\x8b\x45\x00", operand{base: r13, index: none}},                           // mov 0(%r13), %rax
		{"\x48\x8b\x44\x24\x08", operand{base: rsp, index: none, scale: 1}},             // mov 8(%rsp), %rax
		{"\x4a\x8b\x04\xe1", operand{base: rcx, index: r12, scale: 8}},                  // mov (%rcx,%r12,8), %rax
		{"\x48\x8b\x04\xcd\x00\x00\x00\x00", operand{base: none, index: rcx, scale: 8}}, // mov 0(,%rcx,8), %rax
		{"\x48\x8b\x05\x00\x00\x00\x00", nothing},                                       // mov 0(%rip), %rax
		{"\x48\x8d\x03", nothing},                                                       // lea (%rbx), %rax
		{"\x66\x0f\x1f\x44\x00\x00", nothing},                                           // nop
		{"\x0f\x84\x03\x00\x00\x00", nothing},                                           // je
		{"\x0f\xb6\x03", operand{base: rbx, index: none}},                               // movzbl (%rbx), %eax
		{"\x0f\xc8", nothing},                                                           // bswap %eax
		{"\xf0\x48\x0f\xb1\x0b", operand{base: rbx, index: none}},                       // lock cmpxchg %rcx, (%rbx)
		{"\x66\x0f\x38\xf6\x03", operand{base: rbx, index: none}},                       // adcx (%rbx), %eax
		{"\xf3\x48\xa5", operand{base: rdi, index: rsi, scale: 1}},                      // rep movsq
		{"\xf3\x48\xab", operand{base: rdi, index: none}},                               // rep stosq
		{"\x55", nothing}, // push %rbp
		{"\xc5\xfe\x6f\x45\x00", operand{base: rbp, index: none}},                       // vmovdqu 0(%rbp), %ymm0
		{"\xc4\xc1\x7e\x6f\x00", operand{base: r8, index: none}},                        // vmovdqu (%r8), %ymm0
		{"\xc5\xf8\x77", nothing},                                                       // vzeroupper
		{"\x62\xd1\xfe\x48\x6f\x44\x24\x01", operand{base: r12, index: none, scale: 1}}, // vmovdqu64 64(%r12), %zmm0
		{"\x62\xb2\xf5\x48\xb4\x04\xe0", operand{base: rax, index: r12, scale: 8}},      // vpmadd52luq (%rax,%r12,8), %zmm1, %zmm0
		{"\x62\xf1\xf5\x48\xd4\xc2", nothing},                                           // vpaddq %zmm2, %zmm1, %zmm0
	} {
		code := append([]byte(c.code), make([]byte, 15)...)
		got, err := decodeOperand(code)
		if err != nil || got != c.want {
			t.Errorf("% x: %+v, %v, not %+v", c.code, got, err, c.want)
		}
	}
	gather := "\x62\xf2\xfd\x49\x91\x04\x08" // vpgatherqq (%rax,%zmm1), %zmm0{%k1}
	if _, err := decodeOperand([]byte(gather + "\x00\x00\x00\x00\x00\x00\x00\x00")); err == nil {
		t.Error("a gather has one address")
	}
}
