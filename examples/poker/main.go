package main

const nobody = -1
const deckSize = 52
const minSeats, maxSeats = 2, 9

func main() {}
