package bots

// Play is play.
var Play = play
