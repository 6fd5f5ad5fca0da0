package main

import "fmt"

// fresh begins a line after a prompt.
func (t *teller) fresh() {
	if t.asking {
		fmt.Fprintln(t.party.out)
		t.asking = false
	}
}

// print prints something to a person.
func (t *teller) print(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fresh()
	fmt.Fprint(t.party.out, text)
}

// answer says something to a person.
func (t *teller) answer(text string) { t.print(t.party.looks.wrap("", "", text)) }

// ask asks a person, and asks reports whether nothing was printed since.
func (t *teller) ask(text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.fresh()
	fmt.Fprint(t.party.out, text+"> ")
	t.asking = true
	t.party.out.Flush()
}

func (t *teller) asks() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asking
}

// answered notes that a person has typed a line, which the terminal shows.
func (t *teller) answered() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asking = false
}
