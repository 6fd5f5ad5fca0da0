package cli

import (
	"encoding/json"
	"io"
)

// An Outcome begins what -json prints. Embed it first.
type Outcome struct {
	Result string `json:"result"`           // "passed" or "failed"
	Reason string `json:"reason,omitempty"` // why it failed
	Blamed []int  `json:"blamed,omitempty"` // the seats of which at least one is at fault
}

// OutcomeOf returns the outcome that an error says: nil, or a failed check.
func OutcomeOf(err error) Outcome {
	if err == nil {
		return Outcome{Result: "passed"}
	}
	return Outcome{"failed", err.Error(), asExit(err).blamed}
}

// PrintResult prints the result of work that ended with err, which it returns. If the work
// couldn't be done, it prints nothing.
func PrintResult(out io.Writer, result any, err error) error {
	if Status(err) == Broken {
		return err
	}
	if errPrint := PrintJSON(out, result); errPrint != nil {
		return errPrint
	}
	return err
}

// PrintJSON prints one object, for programs that read the output.
func PrintJSON(out io.Writer, object any) error {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(object)
}
