package sites

var (
	AppendReplaced = appendReplaced
	Significant    = significant
	RoundedWord    = rounded32
)
