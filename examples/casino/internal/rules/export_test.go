package rules

// Pays returns what a bet on dice pays for a roll.
func (b Bet) Pays(roll int64) int64 { return b.dice.pays(roll, b.Stake) }
