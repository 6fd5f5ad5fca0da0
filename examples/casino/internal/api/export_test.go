package api

import (
	"maps"
	"slices"
)

// Codes returns the codes of all problems.
func Codes() []string { return slices.Sorted(maps.Keys(titles)) }

// Requests returns the method and path of all requests.
func Requests() (all []string) {
	for path, methods := range new(server).routes() {
		for method := range methods {
			all = append(all, method+" "+path)
		}
	}
	return all
}
