// Command casino is a game server whose players check every round.
package main

import (
	"fmt"
	"net"
	"net/http"
	"os"

	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

func main() {
	_ = poker.Tables
	handler, err := web.Handler()
	if err == nil {
		var l net.Listener
		if l, err = net.Listen("tcp", "127.0.0.1:8080"); err == nil {
			fmt.Printf("http://%v\n", l.Addr())
			err = http.Serve(l, handler)
		}
	}
	fmt.Fprintln(os.Stderr, "casino:", err)
	os.Exit(1)
}
