package main

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// A cheat is what an organiser may do.
type cheat struct {
	name, does, caught string
	change             func(r *raffle) // of what an honest one shows
}

var cheats = []cheat{
	{
		"add", "adds a friend to the list after the announcement", "the list has another root",
		func(r *raffle) { r.shown = append(slices.Clone(entrants), "friend@example.org\n"...) },
	},
	{
		"list", "shows Hana a list that she is in, and announces one without her", "Hana's receipt is of another draw",
		func(r *raffle) {
			r.list = []byte(strings.Replace(string(entrants), "hana@example.org\n", "", 1))
			r.shown = r.list
		},
	},
	{
		"round", "takes the next round, whose winners suit him", "the announcement names a round",
		func(r *raffle) { r.round = nextFile },
	},
	{
		"forge", "passes another signature off as the round's", "drand's key doesn't verify it",
		func(r *raffle) { r.round = []byte(strings.Replace(string(nextFile), "27798188", "27798178", 1)) },
	},
	{
		"encoding", "writes drand's signature in another way, to get another hash", "only one encoding is accepted",
		func(r *raffle) { r.round = fmt.Appendf(nil, `{"round":27798178,"signature":"%s"}`, uncompressed) },
	},
	{
		"late", "announces when the round is known", "Alice had the announcement too late",
		func(r *raffle) { r.published = r.terms.Time.Add(time.Minute) },
	},
	{
		"void", "prepares thirteen announcements, each with another void line, and shows the one that suits",
		"Hana's receipt is of another draw",
		func(r *raffle) { r.hanas.terms.Void = "if the organiser's computer fails" },
	},
	{
		"swap", "gives Hana the receipt of somebody else", "it isn't for her entry",
		func(r *raffle) { r.hanas.entry = "bogdan@example.org" },
	},
	{
		"again", "doesn't like the winners, and draws again", "there are two announcements of one number",
		func(r *raffle) {
			second := r.terms
			second.Label += ", after an error"
			r.again = append(r.again, second)
		},
	},
}

// uncompressed is the point of the round's signature in its other encoding.
const uncompressed = "11" + "8fa6dc92304844fc4e868d708953e6b628b3f88d4381249d32264df1bfe5bc20aa0905e57fe54063010881767fd56d" +
	"14de9c38952751095602f6518c096e393d5c31eea4105b8d7d4b706d910c22963796b60495c7a2de4bb3d6cee5fe8af5"

func cheatNames() (names []string) {
	for _, c := range cheats {
		names = append(names, c.name)
	}
	return names
}

// cheated returns the raffle of an organiser who cheats in the way of that name,
// or in none if it is empty.
func cheated(name string) (raffle, error) {
	r, err := newRaffle()
	for _, c := range cheats {
		if c.name == name {
			c.change(&r)
		}
	}
	return r, err
}
