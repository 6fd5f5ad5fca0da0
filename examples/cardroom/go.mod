module github.com/squaredeal/squaredeal/examples/cardroom

go 1.26.0

require (
	github.com/coder/websocket v1.8.15
	github.com/nats-io/nats-server/v2 v2.15.2
	github.com/nats-io/nats.go v1.55.0
	github.com/squaredeal/squaredeal v0.0.0
	golang.org/x/time v0.16.0
)

replace github.com/squaredeal/squaredeal => ../..
