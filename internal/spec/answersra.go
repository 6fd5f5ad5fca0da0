package spec

// A claimQuestion is the inputs of a case of a claim of sra.
type claimQuestion struct{ Group, Context, Public, From, To, Proof string }

func (q claimQuestion) key() (fields, string)        { return nil, q.claim("key").verdict() }
func (q claimQuestion) decryption() (fields, string) { return nil, q.claim("decryption").verdict() }
func (q claimQuestion) shuffle() (fields, string)    { return nil, q.claim("shuffle").verdict() }

func (q claimQuestion) claim(kind string) claim {
	unasked(q.Group != ristretto255.name) // slow
	return claim{kind, ristretto255, q.Context, unhex(q.Public), elements(unhex(q.From)), elements(unhex(q.To)), unhex(q.Proof)}
}

// elements cuts a deck into elements of 32 bytes, the last of which may be shorter.
func elements(deck string) (list []string) {
	for len(deck) > 32 {
		list, deck = append(list, deck[:32]), deck[32:]
	}
	if deck != "" {
		list = append(list, deck)
	}
	return list
}
