package sites_test

import (
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// Games without a public round: results of another implementation.
func TestUnplayed(t *testing.T) {
	for _, c := range []struct {
		game string
		bet  sites.Bet
		want string
	}{
		{"bcgame mines", sites.Bet{"mines": "3"}, "13 16 20"},
		{"bcgame keno", nil, "7 9 10 18 23 24 29 32 37 38"},
		{"bcgame coinflip", sites.Bet{"rounds": "12"}, "0 1 0 1 0 0 1 1 0 1 1 0"},
		{"bcgame plinko", sites.Bet{"rows": "16"}, "10"},
		{"rainbet roulette", sites.Bet{"server": "s", "public": "p", "round": "7"}, "12"},
		{"rainbet crash", sites.Bet{"server": "s", "public": "p", "round": "7"}, "1.22"},
		{"rocketpot crash", sites.Bet{"hash": strings.Repeat("ab", 32), "salt": "salt"}, "41.43"},
	} {
		site, game, _ := strings.Cut(c.game, " ")
		bet := sites.Bet{"server": "s", "client": "c", "nonce": "7", "result": c.want}
		if site != "bcgame" {
			bet = sites.Bet{"result": c.want}
		}
		for name, text := range c.bet {
			bet[name] = text
		}
		report, err := sites.Replay(site, game, bet)
		if err != nil || report.Claim != sites.Agrees {
			t.Errorf("%s: %v, %v, want %s", c.game, report.Result, err, c.want)
		}
	}
}
