package main

import (
	"bytes"
	"os"
	"regexp"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// byteOrderMark is what some editors begin files with.
const byteOrderMark = "\ufeff"

var lineEnd = regexp.MustCompile(`[ \t\r]*\n`)

// announcementText returns the text of an announcement in a file, whose lines an editor or a mail
// may have ended in its own way: the one text there is ends none with a space.
func announcementText(file []byte) []byte {
	file = bytes.TrimPrefix(file, []byte(byteOrderMark))
	return append(bytes.Trim(lineEnd.ReplaceAll(file, []byte("\n")), " \t\r\n"), '\n')
}

// readAnnounced reads the list of an announcement, which may be any. A joined list has weights
// whether its lines have or not.
func readAnnounced(file string, a *draw.Announcement) (*draw.List, error) {
	if !a.Joined() {
		return form{a.Weighted(), a.Repeats(), false}.read(file)
	}
	if list, err := (form{weights: true, joined: true}).read(file); err == nil && a.CheckList(list) == nil {
		return list, nil
	}
	return form{joined: true}.read(file)
}

func readAnnouncement(file string) (*draw.Announcement, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return draw.ParseAnnouncement(announcementText(text))
}
