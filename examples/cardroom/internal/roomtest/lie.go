package roomtest

// A Lie is what a Liar does to its player. The text is the one of README.md's table.
type Lie string

// The lies.
const (
	NoLie         Lie = ""                    // honesty
	Duplicate     Lie = "duplicate"           // shows each post twice
	SayTwice      Lie = "say it twice"        // gives the room what the player says twice
	Late          Lie = "late"                // shows posts late
	LateForOthers Lie = "late for the others" // gives the room what the player says late
	EarlyStamps   Lie = "early stamps"        // an hour early
	LateStamps    Lie = "late stamps"         // an hour late
	Alter         Lie = "alter"               // alters a post
	Reorder       Lie = "reorder"             // shows two posts in the other order, each under the other's number
	Hide          Lie = "hide"                // hides a post, and counts on without it
	LeaveOut      Lie = "leave out"           // shows the next post without one
	Garbage       Lie = "garbage"             // shows frames of random bytes
	HoldBack      Lie = "hold back"           // shows no post any more
	BeSilent      Lie = "be silent about it"  // shows no post after the player's next one
	Swallow       Lie = "swallow"             // says that what the player says is stored, and doesn't store it
	AlterSaid     Lie = "alter what you say"  // alters what the player says
	Forget        Lie = "forget"              // loses the last posts
	Blackhole     Lie = "blackhole"           // carries nothing, and keeps the connection
	Refuse        Lie = "refuse"              // cuts the connection, and takes no other
)
