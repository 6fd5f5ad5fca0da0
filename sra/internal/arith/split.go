package arith

import "sync"

// Split shares n pieces of work among at most `routines` goroutines, the caller's
// being one. It returns when all of them are done.
func Split(routines, n int, work func(from, to int)) {
	parts := min(routines, n)
	var wg sync.WaitGroup
	for i := 1; i < parts; i++ {
		wg.Go(func() { work(n*i/parts, n*(i+1)/parts) })
	}
	work(0, n/max(parts, 1))
	wg.Wait()
}
