package crash

// Outcomes is the number of outcomes that are equally likely.
const Outcomes = int64(outcomes)

// PointOf is the point of an outcome, 1 to Outcomes.
func PointOf(outcome uint64) int64 { return pointOf(outcome) }
