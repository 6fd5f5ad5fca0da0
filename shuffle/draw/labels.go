package draw

// The labels of what is hashed and stored: SPEC.md has them.
const (
	leafLabel    = "squaredeal/draw/v1/leaf"
	nodeLabel    = "squaredeal/draw/v1/node"
	proofLabel   = "squaredeal/draw/v1/proof"
	hiddenLabel  = "squaredeal/draw/v1/hidden"
	receiptLabel = "squaredeal/draw/v1/receipt"
	streamLabel  = "squaredeal/draw/v1/stream"
)
