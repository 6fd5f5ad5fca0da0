package client

import "time"

// SetPatience sets how long a room may take to show what it has promised if the line has broken.
func SetPatience(d time.Duration) { patience = d }
