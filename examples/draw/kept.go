package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

var saidWords = regexp.MustCompile(`^(?:[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz] ){16}$`)

// A keepsake is what an entrant kept of an announcement.
type keepsake struct {
	words        string
	announcement *draw.Announcement // nil if it is known by its digest or words alone
}

// parseKept reads an announcement's text, its digest or its words.
func parseKept(text []byte) (keepsake, error) {
	kept := announcementText(text)
	small := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.TrimSuffix(string(kept), "\n")) // as telephones begin with a capital letter
	small = strings.TrimSuffix(small, ".")
	said := strings.FieldsFunc(small, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	if d, err := draw.ParseDigest(small); err == nil {
		return keepsake{words: d.Words()}, nil
	}
	if words := strings.Join(said, " "); saidWords.MatchString(words + " ") {
		return keepsake{words: words}, nil
	}
	a, err := draw.ParseAnnouncement(kept)
	if err != nil {
		return keepsake{}, errors.New("what you kept is no announcement, no digest and no words")
	}
	return keepsake{a.Digest().Words(), a}, nil
}

// readKept reads what somebody kept, which is in a file, or said.
func readKept(fileOrText string) (keepsake, error) {
	text, errFile := os.ReadFile(fileOrText)
	if errFile != nil {
		text = []byte(fileOrText)
	}
	kept, err := parseKept(text)
	if failed, ok := errors.AsType[*fs.PathError](errFile); ok && err != nil {
		err = fmt.Errorf("%w; and no file that can be read: %w", err, failed.Err)
	}
	return kept, err
}

// checkKept compares an announcement with the one that somebody kept.
func checkKept(a *draw.Announcement, kept keepsake) error {
	ours := a.Digest().Words()
	if kept.words == ours {
		return nil
	}
	what := fmt.Sprintf("this is another draw than the one that you kept: that one's words are %s, and this one's are %s", kept.words, ours)
	if kept.announcement != nil {
		var differ []string
		theirs := strings.Split(kept.announcement.Text(), "\n")
		for i, line := range strings.Split(a.Text(), "\n") {
			if line != theirs[i] {
				name, _, _ := strings.Cut(line, " ")
				differ = append(differ, name)
			}
		}
		what += ". They differ in: " + strings.Join(differ, ", ")
	}
	if a.Contradicts(kept.announcement) {
		what += fmt.Sprintf(". Both are number %d at %s, where there can be only one: together they convict whoever published both",
			a.Terms().Number, visible(a.Terms().Place))
	}
	return errors.New(what)
}
