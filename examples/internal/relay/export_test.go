package relay

import "slices"

// Linger hears what the others say until they have left, and then ends the connection,
// all without a word.
func (c *Channel) Linger() {
	defer c.Quit()
	gone := func(seat int) bool { return c.peers[seat].gone }
	for late := within(8 * c.game.Answer); len(slices.DeleteFunc(c.Others(), gone)) > 0; {
		if _, _, err := c.frame(late); err != nil {
			return
		}
	}
}
