package relay

import (
	"errors"
	"fmt"
	"slices"
)

// verdict says who is at fault, from this seat's reason to end the hand and from what
// the others say. Every set of seats that it considers holds one at fault, as long as
// this seat and the relay are honest; what is proved comes before what somebody says,
// and fewer seats come before more.
func (c *Channel) verdict(reason, relay error) error {
	if liars := c.stories(); len(liars) > 0 {
		return c.game.Blame(ErrStories, liars...)
	}
	var own *Blame
	found := errors.As(reason, &own) && !errors.Is(reason, ErrSilent) && !errors.Is(reason, ErrGone) && !errors.Is(reason, ErrStopped)
	if found && len(own.Seats) == 1 || relay != nil {
		return reason
	}
	for _, seat := range c.Others() {
		if err := c.peers[seat].fault; err != nil {
			return err
		}
	}
	if err := c.mute(); err != nil {
		return err
	}
	if reason != nil && (found || own == nil) {
		return reason
	}
	if err := c.accusation(); err != nil {
		return err
	}
	return c.standstill()
}

// stories are the seats that have signed two different things in one place.
func (c *Channel) stories() (liars []int) {
	for seat := range c.peers {
		var views []chain
		for _, p := range c.peers {
			if p.closing != nil {
				views = append(views, p.closing.said[seat])
			}
		}
		if slices.ContainsFunc(views, func(a chain) bool {
			return slices.ContainsFunc(views, func(b chain) bool { return differ(a, b) })
		}) {
			liars = append(liars, seat)
		}
	}
	return liars
}

// mute blames the seats that don't say why they end the hand, as each can: whatever
// others do, they get to hear of its end.
func (c *Channel) mute() error {
	var gone, silent []int
	for _, seat := range c.Others() {
		switch p := &c.peers[seat]; {
		case p.closing != nil:
		case p.gone:
			gone = append(gone, seat)
		default:
			silent = append(silent, seat)
		}
	}
	switch {
	case len(silent) > 0:
		return c.game.BlameRelay(ErrSilent, append(silent, gone...)...)
	case len(gone) > 0:
		return c.game.BlameRelay(ErrGone, gone...)
	}
	return nil
}

// accusation blames the seats that another one blames, and that one as well: it may not
// be so.
func (c *Channel) accusation() error {
	var named []int
	var err error
	for _, seat := range c.Others() {
		x := c.peers[seat].closing
		if x.why != fault {
			continue
		}
		all := c.without(append(slices.Clone(x.seats), seat))
		if named == nil || len(all) < len(named) {
			named = all
			err = c.game.Blame(fmt.Errorf("%s %w: %.300q", c.game.name(seat), ErrStopped, x.text), all...)
		}
	}
	return err
}

// without returns some seats in order, each once, but not this one.
func (c *Channel) without(seats []int) []int {
	slices.Sort(seats)
	return slices.DeleteFunc(slices.Compact(seats), func(seat int) bool { return seat == c.seat })
}

// standstill blames the seats that say they have waited in vain, those for whom they
// have waited, those for whom these wait, and so on. All say that it isn't their turn.
func (c *Channel) standstill() error {
	say := func(why byte) (seats []int) {
		for seat, p := range c.peers {
			if p.closing.why == why {
				seats = append(seats, seat)
			}
		}
		return seats
	}
	named := say(silence)
	if named == nil {
		named = say(news)
	}
	if named == nil {
		return nil
	}
	for i := 0; i < len(named); i++ {
		for _, next := range c.peers[named[i]].closing.seats {
			if !slices.Contains(named, next) {
				named = append(named, next)
			}
		}
	}
	return c.game.BlameRelay(errors.New("all say that they wait for another: one's word stands against another's"), c.without(named)...)
}

// Narrowest returns the error that names the fewest seats, for those who see several
// seats' verdicts; nil if there is none.
func Narrowest(errs ...error) (narrowest error) {
	best := 0
	for _, err := range errs {
		if err == nil {
			continue
		}
		rank := 100
		var b *Blame
		if errors.As(err, &b) {
			rank = 2 * len(b.Seats)
			if b.Relay {
				rank++
			}
		}
		if narrowest == nil || rank < best {
			narrowest, best = err, rank
		}
	}
	return narrowest
}
