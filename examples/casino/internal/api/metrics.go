package api

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// metrics are for Prometheus.
type metrics struct {
	registry  *prometheus.Registry
	requests  *prometheus.HistogramVec
	problems  *prometheus.CounterVec
	bets      *prometheus.CounterVec
	staked    *prometheus.CounterVec
	paid      *prometheus.CounterVec
	declined  *prometheus.CounterVec
	repeated  prometheus.Counter
	rotations prometheus.Counter
}

func newMetrics(h *house.House) *metrics {
	counter := func(name, help string) prometheus.CounterOpts {
		return prometheus.CounterOpts{Namespace: "casino", Name: name, Help: help}
	}
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: "casino", Name: "request_seconds", Help: "Time of requests of the API.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"path", "status"}),
		problems:  prometheus.NewCounterVec(counter("problems_total", "Requests that failed, by the code of the problem."), []string{"code"}),
		bets:      prometheus.NewCounterVec(counter("bets_total", "Bets taken."), []string{"game"}),
		staked:    prometheus.NewCounterVec(counter("staked_total", "Stakes, in hundredths of a coin."), []string{"game"}),
		paid:      prometheus.NewCounterVec(counter("paid_total", "Payments, in hundredths of a coin."), []string{"game"}),
		declined:  prometheus.NewCounterVec(counter("declined_total", "Bets that were declined, by the reason."), []string{"game", "reason"}),
		repeated:  prometheus.NewCounter(counter("repeated_total", "Requests that got a stored answer.")),
		rotations: prometheus.NewCounter(counter("rotations_total", "Rotations asked for.")),
	}
	connections := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "casino", Name: "database_connections_in_use", Help: "Connections to the database in use by requests that may write.",
	}, func() float64 { return float64(h.Stats().InUse) })
	waits := prometheus.NewCounterFunc(prometheus.CounterOpts{
		Namespace: "casino", Name: "database_wait_seconds_total", Help: "Time that requests have waited for a connection.",
	}, func() float64 { return h.Stats().WaitDuration.Seconds() })
	retries := prometheus.NewCounterFunc(counter("database_retries_total", "Transactions begun again because of others at the same moment."),
		func() float64 { return float64(h.Retries()) })
	exposure := prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Namespace: "casino", Name: "exposure",
		Help: "What all open rounds could cost, in hundredths of a coin; -1 if the database doesn't answer.",
	}, func() float64 {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		amount, err := h.Exposure(ctx)
		if err != nil {
			return -1
		}
		return float64(amount)
	})
	m.registry.MustRegister(m.requests, m.problems, m.bets, m.staked, m.paid, m.declined, m.repeated, m.rotations, connections, waits,
		retries, exposure,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// begin makes all series, as Prometheus doesn't see the first rise of one that comes with it.
func (m *metrics) begin(routes map[string]map[string]handler) {
	for code := range titles {
		m.problems.WithLabelValues(code)
	}
	for path := range routes {
		m.requests.WithLabelValues(path, strconv.Itoa(http.StatusOK))
	}
	m.bets.WithLabelValues("crash")
	m.staked.WithLabelValues("crash")
	m.paid.WithLabelValues("crash")
	for _, g := range games.All {
		game := g.Name()
		m.bets.WithLabelValues(game)
		m.staked.WithLabelValues(game)
		m.paid.WithLabelValues(game)
		for _, reason := range []string{house.LowBalance, house.RoundOpen, house.OverLimit, "own"} {
			m.declined.WithLabelValues(game, reason)
		}
	}
}

func (m *metrics) handler() http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{}))
	return mux
}

func (m *metrics) request(path string, status int, took time.Duration) {
	m.requests.WithLabelValues(path, strconv.Itoa(status)).Observe(took.Seconds())
}

func (m *metrics) problem(code string) { m.problems.WithLabelValues(code).Inc() }

// crash counts a bet on crash, or what it was paid.
func (m *metrics) crash(a house.CrashAnswer) {
	bet, err := crash.ParseBet(a.Bet.Sent)
	switch {
	case err != nil: // it was stored, so it can be read
	case a.Repeated:
		m.repeated.Inc()
	case a.Bet.Paid != nil:
		m.paid.WithLabelValues("crash").Add(float64(*a.Bet.Paid))
	case a.Bet.Cashed == nil:
		m.bets.WithLabelValues("crash").Inc()
		m.staked.WithLabelValues("crash").Add(float64(bet.Stake))
	}
}

// answer counts that of a step, the first being a bet.
func (m *metrics) answer(a house.Answer, step uint64) {
	if a.Repeated {
		m.repeated.Inc()
		return
	}
	if a.Round.Declined != "" {
		reason, _, _ := strings.Cut(a.Round.Declined, " ")
		m.declined.WithLabelValues(a.Round.Game, reason).Inc()
		return
	}
	if step == 0 {
		m.bets.WithLabelValues(a.Round.Game).Inc()
		m.staked.WithLabelValues(a.Round.Game).Add(float64(a.Round.Stake))
	}
	m.paid.WithLabelValues(a.Round.Game).Add(float64(a.Round.Paid))
}
