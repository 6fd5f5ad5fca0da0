package drand

// Key returns the network's public key, for tests.
func (n *Network) Key() string { return n.key }
