package api

import (
	"net/http"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// setLimits sets the limits that the player wants.
func (s *server) setLimits(w http.ResponseWriter, r *http.Request, login string) (any, error) {
	members, err := read(w, r, "stake", "day", "week", "session", "pause")
	if err != nil {
		return nil, err
	}
	var wanted house.Limits
	for name, to := range map[string]*int64{"stake": &wanted.Stake, "day": &wanted.Day, "week": &wanted.Week, "session": &wanted.Session,
		"pause": &wanted.Pause} {
		n, err := strconv.ParseInt(members[name], 10, 64)
		if err != nil || strconv.FormatInt(n, 10) != members[name] {
			return nil, malformed("%s isn't a number in decimal digits", name)
		}
		*to = n
	}
	return s.house.SetLimits(r.Context(), login, wanted)
}
