package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// width is that of a line of the catalogue, in characters.
const width = 150

// A node is a JSON value, with the members of objects in their order.
type node struct {
	text  string   // of a string, a number or a word; "[" or "{" for the others
	names []string // of an object's members
	nodes []node
}

// format lays a catalogue out: sites, games and their members each begin a line; a value below them stands on one line if it fits,
// and a list of numbers always; otherwise its members begin lines, but short strings of a list fill them.
func format(text []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	root, err := read(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more than one value")
	}
	var out strings.Builder
	root.write(&out, "", "", 0)
	out.WriteString("\n")
	return []byte(out.String()), nil
}

func read(dec *json.Decoder) (node, error) {
	token, err := dec.Token()
	if err != nil {
		return node{}, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return node{text: string(marshal(token))}, nil
	}
	n := node{text: delim.String()}
	seen := make(map[string]bool)
	for dec.More() {
		if delim == '{' {
			name, err := dec.Token()
			if err != nil {
				return node{}, err
			}
			text := name.(string)
			if seen[text] {
				return node{}, fmt.Errorf("member %q is repeated", text)
			}
			seen[text] = true
			n.names = append(n.names, text)
		}
		value, err := read(dec)
		if err != nil {
			return node{}, err
		}
		n.nodes = append(n.nodes, value)
	}
	_, err = dec.Token()
	return n, err
}

// closes are the ends of what begins so.
var closes = map[string]string{"[": "]", "{": "}"}

// line is the node on one line.
func (n *node) line() string {
	end, nested := closes[n.text]
	if !nested {
		return n.text
	}
	parts := make([]string, len(n.nodes))
	for i := range n.nodes {
		parts[i] = n.label(i) + n.nodes[i].line()
	}
	return n.text + strings.Join(parts, ", ") + end
}

// label is what comes before the value of a member.
func (n *node) label(i int) string {
	if n.names == nil {
		return ""
	}
	return string(marshal(n.names[i])) + ": "
}

// row reports whether the node is a list of numbers.
func (n *node) row() bool {
	for i := range n.nodes {
		if c := n.nodes[i].text[0]; c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return n.text == "["
}

// short reports whether the node is a short string.
func (n *node) short() bool { return n.text[0] == '"' && len(n.text) <= maxShort }

// write writes the node, which comes after label. What is open is written a member a line.
func (n *node) write(out *strings.Builder, indent, label string, open int) {
	line := n.line()
	end, nested := closes[n.text]
	if !nested || open > maxOpen && (n.row() || utf8.RuneCountInString(indent+label+line)+1 <= width) { // and a comma
		out.WriteString(indent + label + line)
		return
	}
	out.WriteString(indent + label + n.text)
	at := width
	for i := range n.nodes {
		child := &n.nodes[i]
		if i > 0 {
			out.WriteString(",")
		}
		if n.names == nil && child.short() {
			if at += 2 + utf8.RuneCountInString(child.text); at <= width {
				out.WriteString(" " + child.text)
				continue
			}
			at = len(indent) + 2 + utf8.RuneCountInString(child.text)
		} else {
			at = width
		}
		out.WriteString("\n")
		next := open + 1
		if open == 1 && label != `"sites": ` || open == 2 && n.label(i) != `"games": ` {
			next = maxOpen + 1
		}
		child.write(out, indent+" ", n.label(i), next)
	}
	out.WriteString("\n" + indent + end)
}

const (
	maxOpen  = 4  // how deep games are
	maxShort = 16 // of strings of which several stand on a line, in bytes
)
