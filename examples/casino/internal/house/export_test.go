package house

import "database/sql"

// Writer returns the connections that write.
func Writer(h *House) *sql.DB { return h.write }
