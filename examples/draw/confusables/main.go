// Command confusables makes page/confusables.js of Unicode's confusables.txt and
// DerivedCoreProperties.txt:
//
//	go run ./confusables confusables.txt DerivedCoreProperties.txt > page/confusables.js
package main

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

//go:embed notice.txt
var notice string

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: confusables confusables.txt DerivedCoreProperties.txt")
	}
	sources := make(map[string][]rune) // by what they look like
	lines(os.Args[1], regexp.MustCompile(`^([0-9A-F]+) ;\t([0-9A-F ]+) ;\tMA\t`), func(m []string) {
		source := rune(hex(m[1]))
		if norm.NFKD.String(string(source)) != string(source) {
			return // which normalisation replaces before the table is used
		}
		var target []string
		for _, part := range strings.Fields(m[2]) {
			target = append(target, strconv.FormatInt(hex(part), 16))
		}
		key := strings.Join(target, "+")
		sources[key] = append(sources[key], source)
	})
	var invisible []string
	lines(os.Args[2], regexp.MustCompile(`^([0-9A-F]+)(?:\.\.([0-9A-F]+))? *; Default_Ignorable_Code_Point `), func(m []string) {
		invisible = append(invisible, fmt.Sprintf("%x-%x", hex(m[1]), hex(cmp.Or(m[2], m[1]))))
	})
	if len(sources) < 1000 || len(invisible) < 20 {
		log.Fatal("these aren't the files of Unicode")
	}
	fmt.Printf("/*! %s*/\nexport const confusables = `\n%s\n", notice, strings.Join(invisible, " "))
	for _, target := range slices.SortedFunc(maps.Keys(sources),
		func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b)) }) {
		slices.Sort(sources[target])
		fmt.Print(target)
		for _, source := range sources[target] {
			fmt.Printf(" %x", source)
		}
		fmt.Println()
	}
	fmt.Println("`;")
}

// lines passes the parts of the matching lines of a file on.
func lines(file string, pattern *regexp.Regexp, use func(parts []string)) {
	f, err := os.Open(file)
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	for scanner.Scan() {
		if m := pattern.FindStringSubmatch(scanner.Text()); m != nil {
			use(m)
		}
	}
	if err := scanner.Err(); err != nil {
		log.Fatal(err)
	}
}

func hex(text string) int64 {
	n, err := strconv.ParseInt(text, 16, 32)
	if err != nil {
		log.Fatal(err)
	}
	return n
}
