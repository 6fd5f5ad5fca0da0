package cards

import "fmt"

// View is all that a hand has read, and what follows for the game.
func (h *Hand) View() string {
	return fmt.Sprint(h.hand.Head(), h.hand.Due(), h.phase, h.gone, len(h.turns))
}
