package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
)

// Parse parses the flags, without any output. Its errors are for [Run].
func Parse(flags *flag.FlagSet, args []string) error {
	flags.SetOutput(io.Discard)
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err != nil && err != flag.ErrHelp {
		err = Misuse(err)
	}
	return err
}

// Text defines a flag whose value is checked. It is empty if the flag isn't set.
func Text(flags *flag.FlagSet, name string, check func(text string) error) *string {
	value := ""
	flags.Func(name, "", func(text string) error {
		err := check(text)
		if err == nil {
			value = text
		}
		return err
	})
	return &value
}

// List defines a flag whose value is a list, separated by commas, each part of which is
// checked. It is nil if the flag isn't set.
func List(flags *flag.FlagSet, name string, check func(part string) error) *[]string {
	var list []string
	flags.Func(name, "", func(text string) error {
		parts := strings.Split(text, ",")
		for _, part := range parts {
			if err := check(part); err != nil {
				return err
			}
		}
		list = parts
		return nil
	})
	return &list
}

// Choice defines a flag whose value must be one of those given. It is empty if the flag
// isn't set.
func Choice(flags *flag.FlagSet, name string, values ...string) *string {
	return Text(flags, name, func(text string) error {
		if !slices.Contains(values, text) {
			return fmt.Errorf("must be %s", Or(values))
		}
		return nil
	})
}

// Int defines a flag whose value must be a number from low to high. Without the flag, the
// number is value, even if that is lower or higher.
func Int[N int | int64](flags *flag.FlagSet, name string, value, low, high N) *N {
	flags.Func(name, "", func(text string) error {
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || n < int64(low) || n > int64(high) {
			return fmt.Errorf("must be a number from %d to %d", low, high)
		}
		value = N(n)
		return nil
	})
	return &value
}

// Address defines a flag whose value must be a host, which may be empty, and a port.
func Address(flags *flag.FlagSet, name string) *string {
	return Text(flags, name, func(text string) error {
		if _, port, err := net.SplitHostPort(text); err != nil || port == "" {
			return errors.New("must be an address, such as 127.0.0.1:4000")
		}
		return nil
	})
}

// File defines a flag whose value must be the name of a file.
func File(flags *flag.FlagSet, name string) *string {
	return Text(flags, name, func(text string) error {
		if text == "" {
			return errors.New("must be the name of a file")
		}
		return nil
	})
}

// Set returns the names of the flags that are set. A boolean one that is set to false
// isn't among them.
func Set(flags *flag.FlagSet) map[string]bool {
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) {
		b, ok := f.Value.(interface{ IsBoolFlag() bool })
		if !ok || !b.IsBoolFlag() || f.Value.String() == "true" {
			set[f.Name] = true
		}
	})
	return set
}

// Mode returns the name of the flag that picks what the program does, empty if none is
// set. For each of these flags, and for the empty name, modes lists the flags that go with
// it. All others are refused.
func Mode(flags *flag.FlagSet, modes map[string][]string) (string, error) {
	set := Set(flags)
	names := slices.Sorted(maps.Keys(set))
	picked := slices.DeleteFunc(slices.Clone(names), func(name string) bool { _, ok := modes[name]; return !ok })
	if len(picked) == 0 {
		picked = []string{""}
	}
	var err error
	for _, mode := range picked {
		i := slices.IndexFunc(names, func(name string) bool {
			return name != mode && !slices.Contains(modes[mode], name)
		})
		switch {
		case i < 0:
			return mode, nil
		case err != nil: // the first one says enough
		case mode == "":
			err = Needs(set, names[i], takers(modes, names[i])...)
		default:
			err = Misuse(fmt.Errorf("-%s and -%s can't be used together", mode, names[i]))
		}
	}
	return "", err
}

// takers returns the modes that a flag goes with, in alphabetical order.
func takers(modes map[string][]string, name string) []string {
	all := slices.Sorted(maps.Keys(modes))
	return slices.DeleteFunc(all, func(mode string) bool { return !slices.Contains(modes[mode], name) })
}

// Needs refuses a flag without any of some others.
func Needs(set map[string]bool, name string, others ...string) error {
	if !set[name] || slices.ContainsFunc(others, func(other string) bool { return set[other] }) {
		return nil
	}
	others = slices.Clone(others)
	for i := range others {
		others[i] = "-" + others[i]
	}
	return Misuse(fmt.Errorf("-%s needs %s", name, Or(others)))
}
