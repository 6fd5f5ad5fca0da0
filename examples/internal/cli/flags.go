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
	operands, err := ParseOperands(flags, args)
	if err == nil && len(operands) > 0 {
		err = Misuse(fmt.Errorf("unexpected argument %q", operands[0]))
	}
	return err
}

// ParseOperands is Parse for programs that take arguments before, among and after their
// flags, which it returns.
func ParseOperands(flags *flag.FlagSet, args []string) (operands []string, err error) {
	flags.SetOutput(io.Discard)
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return operands, err
		} else if err != nil {
			return operands, Misuse(err)
		}
		if flags.NArg() == 0 {
			return operands, nil
		}
		operands = append(operands, flags.Arg(0))
		args = flags.Args()[1:]
	}
}

// Text defines a flag whose value is checked. It is empty if the flag isn't set.
func Text(flags *flag.FlagSet, name string, check func(text string) error) *string {
	value := new(string)
	flags.Func(name, "", func(text string) error {
		if err := check(text); err != nil {
			return err
		}
		*value = text
		return nil
	})
	return value
}

// List defines a flag whose value is a list, separated by commas, each part of which is
// checked. It is nil if the flag isn't set.
func List(flags *flag.FlagSet, name string, check func(part string) error) *[]string {
	list := new([]string)
	flags.Func(name, "", func(text string) error {
		parts := strings.Split(text, ",")
		for _, part := range parts {
			if err := check(part); err != nil {
				return err
			}
		}
		*list = parts
		return nil
	})
	return list
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

// Int defines a flag whose value must be a number in a range. Without it, the number is
// value, which needn't be in the range.
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
	var picked []string
	for _, name := range names {
		if _, ok := modes[name]; ok {
			picked = append(picked, name)
		}
	}
	if picked == nil {
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
func takers(modes map[string][]string, name string) (all []string) {
	for _, mode := range slices.Sorted(maps.Keys(modes)) {
		if slices.Contains(modes[mode], name) {
			all = append(all, mode)
		}
	}
	return all
}

// Needs refuses a flag without any of some others.
func Needs(set map[string]bool, name string, others ...string) error {
	if !set[name] || slices.ContainsFunc(others, func(other string) bool { return set[other] }) {
		return nil
	}
	for i := range others {
		others[i] = "-" + others[i]
	}
	return Misuse(fmt.Errorf("-%s needs %s", name, Or(others)))
}

// Or lists alternatives: a, b or c.
func Or(list []string) string { return enumerate(list, "or") }

// And lists things: a, b and c.
func And(list []string) string { return enumerate(list, "and") }

func enumerate(list []string, word string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " " + word + " " + list[last]
}
