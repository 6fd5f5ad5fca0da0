package cli_test

import (
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

func TestParse(t *testing.T) {
	for _, c := range []struct {
		args []string
		err  error
		want string // of another error
	}{
		{[]string{"-n", "1"}, nil, ""},
		{[]string{"-h"}, flag.ErrHelp, ""},
		{[]string{"-n", "x"}, nil, "-n"},
		{[]string{"-m"}, nil, "-m"},
		{[]string{"card"}, nil, `"card"`},
	} {
		flags := flag.NewFlagSet("game", flag.ContinueOnError)
		flags.Int("n", 0, "")
		err := cli.Parse(flags, c.args)
		if c.want == "" {
			if err != c.err {
				t.Errorf("%q: %v, want %v", c.args, err, c.err)
			}
		} else if cli.Status(err) != cli.Broken || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.args, err, c.want)
		}
	}
}

func TestSet(t *testing.T) {
	flags := flag.NewFlagSet("game", flag.ContinueOnError)
	flags.Bool("yes", false, "")
	flags.Bool("no", false, "")
	flags.String("text", "", "")
	if err := cli.Parse(flags, []string{"-yes", "-no=false", "-text", "false"}); err != nil {
		t.Fatal(err)
	}
	if set := cli.Set(flags); len(set) != 2 || !set["yes"] || !set["text"] {
		t.Error(set)
	}
}

// Wrong values of flags are refused in the same words by all programs.
func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"-cheat host -seats 2 -listen :0", ""},
		{"-cheat dealer -seats 9 -listen 127.0.0.1:4000", ""},
		{"-cheat hub", `invalid value "hub" for flag -cheat: must be host, dealer or player`},
		{"-cheat=", `invalid value "" for flag -cheat: must be host, dealer or player`},
		{"-seats 10", `invalid value "10" for flag -seats: must be a number from 2 to 9`},
		{"-seats 1", `invalid value "1" for flag -seats: must be a number from 2 to 9`},
		{"-seats two", `invalid value "two" for flag -seats: must be a number from 2 to 9`},
		{"-listen=", `invalid value "" for flag -listen: must be an address, such as 127.0.0.1:4000`},
		{"-listen 4000", `invalid value "4000" for flag -listen: must be an address, such as 127.0.0.1:4000`},
		{"-batch=", `invalid value "" for flag -batch: must be the name of a file`},
		{"-listen host:", `invalid value "host:" for flag -listen: must be an address, such as 127.0.0.1:4000`},
	} {
		flags := flag.NewFlagSet("game", flag.ContinueOnError)
		cheat := cli.Choice(flags, "cheat", "host", "dealer", "player")
		seats := cli.Int(flags, "seats", 4, 2, 9)
		listen := cli.Address(flags, "listen")
		cli.File(flags, "batch")
		err := cli.Parse(flags, strings.Fields(c.args))
		if c.want == "" {
			if got := "-cheat " + *cheat + " -seats " + string(rune('0'+*seats)) + " -listen " + *listen; err != nil || got != c.args {
				t.Errorf("%s: %v, %s", c.args, err, got)
			}
		} else if err == nil || err.Error() != c.want || *cheat != "" || *seats != 4 || *listen != "" {
			t.Errorf("%s: %v, %q, %d, %q", c.args, err, *cheat, *seats, *listen)
		}
	}
}

func TestList(t *testing.T) {
	for args, want := range map[string][]string{"": nil, "-on a": {"a"}, "-on a,b,a": {"a", "b", "a"}, "-on a -on b,b": {"b", "b"}} {
		flags := flag.NewFlagSet("game", flag.ContinueOnError)
		on := cli.List(flags, "on", func(part string) error {
			if part != "a" && part != "b" {
				return errors.New("must be a or b")
			}
			return nil
		})
		if err := cli.Parse(flags, strings.Fields(args)); err != nil || !slices.Equal(*on, want) || (*on == nil) != (want == nil) {
			t.Errorf("%q: %q, %v", args, *on, err)
		}
		for _, bad := range []string{"-on=", "-on c", "-on a,", "-on ,a", "-on a,c,b"} {
			if err := cli.Parse(flags, strings.Fields(bad)); err == nil || !strings.HasSuffix(err.Error(), "flag -on: must be a or b") ||
				!slices.Equal(*on, want) {
				t.Errorf("%s: %q, %v", bad, *on, err)
			}
		}
	}
}

func TestNeeds(t *testing.T) {
	for _, c := range []struct {
		set  map[string]bool
		want string
	}{
		{map[string]bool{}, ""},
		{map[string]bool{"hub": true, "json": false}, ""},
		{map[string]bool{"hub": true, "seat": true}, ""},
		{map[string]bool{"hub": false, "seat": true}, "-seat needs -hub or -connect"},
	} {
		err := cli.Needs(c.set, "seat", "hub", "connect")
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%v: %v, want %s", c.set, err, c.want)
		}
	}
}

// Flags that don't go with what the program does are refused.
func TestMode(t *testing.T) {
	modes := map[string][]string{"": {"cheat"}, "play": nil, "block": nil, "listen": {"cheat", "json"}, "verify": {"block", "json", "server"}}
	for _, c := range []struct{ args, mode, want string }{
		{"", "", ""},
		{"-cheat", "", ""},
		{"-cheat -play=false -json=false", "", ""},
		{"-listen -json -cheat", "listen", ""},
		{"-block", "block", ""},
		{"-verify -block", "verify", ""},
		{"-json", "", "-json needs -listen or -verify"},
		{"-cheat -server", "", "-server needs -verify"},
		{"-listen -verify", "", "-listen and -verify can't be used together"},
		{"-play -listen -json", "", "-listen and -play can't be used together"},
		{"-listen -server", "", "-listen and -server can't be used together"},
		{"-play -cheat", "", "-play and -cheat can't be used together"},
	} {
		flags := flag.NewFlagSet("game", flag.ContinueOnError)
		for _, name := range []string{"cheat", "play", "block", "listen", "verify", "json", "server"} {
			flags.Bool(name, false, "")
		}
		if err := cli.Parse(flags, strings.Fields(c.args)); err != nil {
			t.Fatal(err)
		}
		mode, err := cli.Mode(flags, modes)
		if mode != c.mode || (err == nil) != (c.want == "") || err != nil && (err.Error() != c.want || cli.Status(err) != cli.Broken) {
			t.Errorf("%q: mode %q, %v, want %q, %s", c.args, mode, err, c.mode, c.want)
		}
	}
}

func TestEnumerate(t *testing.T) {
	for _, c := range []struct{ list, want string }{{"", ""}, {"a", "a"}, {"a b", "a or b"}, {"a b c", "a, b or c"}} {
		list := strings.Fields(c.list)
		if got := cli.Or(list); got != c.want {
			t.Errorf("%q", got)
		}
		if got := cli.And(list); got != strings.ReplaceAll(c.want, "or", "and") {
			t.Errorf("%q", got)
		}
	}
}
