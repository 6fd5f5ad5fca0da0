package house

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// saidAtOnce is how many entries of the public log are looked for at once.
const saidAtOnce = 500

// A saying is an entry that the public log should have, or that waits for it.
type saying struct{ player, entry string }

// checkShown checks what was said of a player's next hash.
func (a *auditor) checkShown(player string, p *audited) {
	a.said = append(a.said, saying{player, shownEntry + p.leaf})
	p.shown.Hash = p.view.NextServerHash
	if p.session != nil && p.shown.Commitment() != p.leaf {
		a.fault(player, "the next hash was shown otherwise: its limit, its time, its session's name or its leaf is another one")
	}
}

// checkSaid looks for what was said to the players in the public logs, and in what waits for the last.
func (a *auditor) checkSaid(ctx context.Context, tx *sql.Tx) error {
	for some := range slices.Chunk(a.said, saidAtOnce) {
		missing := make(map[string]saying) // by hash
		for _, s := range some {
			missing[hashOf(s.entry)] = s
		}
		found := func(hashed func(text string) string) func(scan scanner) error {
			return func(scan scanner) error {
				var text string
				err := scan(&text)
				delete(missing, hashed(text))
				return err
			}
		}
		hashes, entries := make([]any, 0, len(some)), make([]any, 0, len(some))
		for hash, s := range missing {
			hashes, entries = append(hashes, hash), append(entries, s.entry)
		}
		err := eachRow(ctx, tx, "SELECT hash FROM log_index WHERE log IN (SELECT log FROM logs) AND hash IN "+places(len(hashes)), hashes,
			found(func(hash string) string { return hash }))
		if err == nil {
			err = eachRow(ctx, tx, "SELECT entry FROM log_pending WHERE entry IN "+places(len(entries)), entries, found(hashOf))
		}
		if err != nil {
			return err
		}
		for _, s := range some {
			if _, ok := missing[hashOf(s.entry)]; ok {
				a.fault(s.player, "the public log lacks “%s”", s.entry)
			}
		}
	}
	return nil
}

// places returns a list of so many parameters.
func places(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint("$", i+1)
	}
	return "(" + strings.Join(list, ", ") + ")"
}
