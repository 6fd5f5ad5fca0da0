package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"slices"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `Usage:

  cardroom             open a card room; Ctrl-C closes it, and its tables go on when it
                       is opened again
  cardroom -audit FILE
                       say what a record proves that was saved at a table

Flags:

  -addr ADDRESS        where to listen; 127.0.0.1:8080 if it isn't set
  -data FOLDER         where all is kept; cardroom.data. Its file key must be the same
                       for all rooms that share tables
  -bots N              let up to N bots sit down at each new table, but not in its last
                       seat
  -nats URL,URL,…      keep the tables on these NATS servers, with JetStream
  -peers ADDR,ADDR,…   keep them together with other rooms: the addresses at which all
                       of these talk to one another, three as a rule
  -name ADDR           which of the peers this room is
  -replicas N          how many servers have each table; 3, or 1 without -peers
`

type options struct {
	addr, data, name string
	audit            string
	nats, peers      []string
	bots, replicas   int
}

const maxReplicas = 5 // of JetStream

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("cardroom", flag.ContinueOnError)
	addr := cli.Address(flags, "addr")
	data := cli.Text(flags, "data", func(text string) error {
		if text == "" {
			return errors.New("must be the name of a folder")
		}
		return nil
	})
	bots := cli.Int(flags, "bots", 0, 0, hub.MaxSeats-1)
	nats := cli.List(flags, "nats", checkURL)
	peers := cli.List(flags, "peers", checkPeer)
	name := cli.Text(flags, "name", checkPeer)
	audit := cli.File(flags, "audit")
	replicas := cli.Int(flags, "replicas", 0, 1, maxReplicas)
	if err := cli.Parse(flags, args); err != nil {
		return o, err
	}
	o = options{cmp.Or(*addr, "127.0.0.1:8080"), cmp.Or(*data, "cardroom.data"), *name, *audit, *nats, *peers, *bots, *replicas}
	if o.replicas == 0 && o.peers != nil {
		o.replicas = min(3, len(o.peers))
	}
	switch {
	case o.audit != "" && len(cli.Set(flags)) > 1:
		err = errors.New("-audit takes no other flag")
	case o.nats != nil && o.peers != nil:
		err = errors.New("-nats and -peers can't be used together")
	case o.peers != nil && !slices.Contains(o.peers, o.name):
		err = errors.New("-peers needs -name, one of them")
	case o.peers == nil && o.name != "":
		err = errors.New("-name needs -peers")
	case o.replicas > 1 && o.nats == nil && o.replicas > len(o.peers):
		err = fmt.Errorf("-replicas %d needs as many -peers, or -nats", o.replicas)
	}
	if err != nil {
		return o, cli.Misuse(err)
	}
	return o, nil
}

func checkURL(text string) error {
	if u, err := url.Parse(text); err != nil || u.Host == "" {
		return errors.New("must be like nats://host:4222")
	}
	return nil
}

func checkPeer(text string) error {
	if host, port, err := net.SplitHostPort(text); err != nil || host == "" || port == "" {
		return errors.New("must be like 192.0.2.1:6222")
	}
	return nil
}
