package heartsgame

// A Result is how a hand ended. Lists are by seat.
type Result struct {
	Hand   int
	Void   bool
	To     []int   // whom it passed cards to, or Nobody
	Passed [][]int // cards
	Tricks []Trick
	Took   []int // points in tricks
	Moon   int   // who took all, or Nobody
	Scored []int // points that the hand cost
	Points []int // after the hand

	Players []int // who go on
}
