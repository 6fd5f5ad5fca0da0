package sites

// A scheme is a Game made ready: templates parsed, fields by index.
type scheme struct {
	site       *Site
	game       *Game
	names      map[string]int // of the fields, then the derived values
	commitment int            // index of the fields commitment and result; −1 if there is none
	claim      int
	commit     digestPlan
	derive     []digestPlan
	bytes      digestPlan
	mapping    mapKind
	start      uint64 // of cursors
	fresh      bool
	spelled    map[string]int64 // values by their names in lower case
	eras       []*scheme        // other eras of the game, which have the same fields
}

func (s *scheme) index(name string) int {
	i, ok := s.names[name]
	if !ok {
		panic("sites: no field " + name)
	}
	return i
}

func compile(site *Site, g *Game) *scheme {
	s := &scheme{site: site, game: g, names: make(map[string]int), commitment: -1, claim: -1}
	for i, f := range g.Fields {
		s.names[f.Name] = i
	}
	for i, d := range g.def.Derive {
		s.names[d.Name] = len(g.Fields) + i
		s.derive = append(s.derive, planDigest(d.Digest, s.index))
	}
	s.bytes = planDigest(g.def.Bytes, s.index)
	if g.def.Commitment != nil {
		s.commit = planDigest(*g.def.Commitment, s.index)
		s.commitment = s.index("commitment")
	}
	s.claim = s.index("result")
	s.mapping = g.def.Map.mapKind
	s.start, s.fresh = g.def.Numbers.cursors()
	s.spelled = g.def.Form.spellings()
	return s
}
