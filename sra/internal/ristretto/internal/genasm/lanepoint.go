package main

// alignFrame sets R8 to the first place of the frame that is aligned to 64 bytes: a load that
// crosses a cache line takes two. The frame has room for n numbers.
func (w lanes) alignFrame() number {
	w.Op("LEAQ 63(SP), R8")
	w.Op("ANDQ $-64, R8")
	return number{"R8", 0}
}

func frame(n int) int { return n*laneSize + 64 + 8 }

// complete sets p to the point that E, F, G, H in memory stand for: X = E·F, Y = G·H,
// Z = F·G, T = E·H.
func (w lanes) complete(point, e, f, g, h number) {
	w.load(e, first)
	w.load(f, second)
	w.multiplyLanes(point)
	w.load(g, first)
	w.multiplyLanes(point.plus(2))
	w.load(h, second)
	w.multiplyLanes(point.plus(1))
}

func (w lanes) laneDouble() {
	w.Func("laneDouble(p *lanePoint, n int)", "0", frame(5))
	s := w.alignFrame()
	e, f, g, h, difference := s, s.plus(1), s.plus(2), s.plus(3), s.plus(4)
	w.Op("MOVQ p+0(FP), DI")
	w.Op("MOVQ n+8(FP), CX")
	w.constants()
	x := number{"DI", 0}
	y, z, t := x.plus(1), x.plus(2), x.plus(3)
	w.Label("doubleLoop")
	w.load(x, first)
	w.load(y, second)
	w.Op("CALL product<>(SB)")
	w.add(result, result, result)
	w.carry(result, 5)
	w.save(result, e) // 2XY
	w.Op("CALL square<>(SB)")
	w.save(result, g) // X²
	w.load(y, first)
	w.Op("CALL square<>(SB)")
	w.load(g, 5)
	w.add(result, 5, 10)
	w.carry(10, 15)
	w.save(10, h) // Y² + X²
	w.subtract("many", 5, result, 10)
	w.save(10, difference) // X² − Y²
	w.subtract("many", result, 5, 10)
	w.carry(10, 15)
	w.save(10, g) // Y² − X²
	w.load(z, first)
	w.Op("CALL square<>(SB)")
	w.add(result, result, result)
	w.load(difference, 5)
	w.add(result, 5, result)
	w.carry(result, 5)
	w.save(result, f) // 2Z² − G
	w.complete(x, e, f, g, h)
	w.Op("DECQ CX")
	w.Op("JNZ doubleLoop")
	w.load(e, first)
	w.multiplyLanes(t) // the doublings before don't need it
	w.EndAVX()
}

// laneAddPoints writes the addition of a point of four numbers, or of three if it is affine.
func (w lanes) laneAddPoints(name string, affine bool) {
	kind := "laneCached"
	if affine {
		kind = "laneAffine"
	}
	w.Func(name+"(p *lanePoint, q *"+kind+")", "0", frame(4))
	s := w.alignFrame()
	e, f, g, h := s, s.plus(1), s.plus(2), s.plus(3)
	w.Op("MOVQ p+0(FP), DI")
	w.Op("MOVQ q+8(FP), SI")
	w.constants()
	x, q := number{"DI", 0}, number{"SI", 0}
	y, z, t := x.plus(1), x.plus(2), x.plus(3)
	w.load(y, 0)
	w.load(x, 5)
	w.subtract("two", 0, 5, first)
	w.add(0, 5, 10)
	w.carry(10, 15)
	w.save(10, h) // Y + X
	w.carry(first, 15)
	w.load(q.plus(1), second)
	w.Op("CALL product<>(SB)")
	w.save(result, e)
	w.load(h, first)
	w.load(q, second)
	w.Op("CALL product<>(SB)")
	w.load(e, 5)
	w.add(result, 5, 10)
	w.carry(10, 15)
	w.save(10, h)
	w.subtract("many", result, 5, 10)
	w.carry(10, 15)
	w.save(10, e)
	if !affine {
		w.load(z, first)
		w.load(q.plus(3), second)
		w.Op("CALL product<>(SB)")
		w.save(result, f)
	}
	w.load(t, first)
	w.load(q.plus(2), second)
	w.Op("CALL product<>(SB)")
	if affine {
		w.load(z, 5)
		w.add(5, 5, 5)
	} else {
		w.load(f, 5)
	}
	w.add(result, 5, 10)
	w.carry(10, 15)
	w.save(10, g)
	w.subtract("many", 5, result, 10)
	w.carry(10, 15)
	w.save(10, f)
	w.complete(x, e, f, g, h)
	w.load(e, first)
	w.multiplyLanes(t)
	w.EndAVX()
}
