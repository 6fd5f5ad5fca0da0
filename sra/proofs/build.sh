#!/bin/sh
# Checks all proofs, in a directory of its own, with Coq 8.16 and mathcomp 1.15 (Debian 12). Fails if
# a step is missing, or if a main theorem depends on an axiom.
set -eu
cd "$(dirname "$0")"
if grep -nwE 'Admitted|admit|Axiom|Parameter|Conjecture|Abort' ./*.v; then
  echo "a step is missing" >&2
  exit 1
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp ./*.v "$scratch"
cd "$scratch"
coq_makefile -Q . SquareDeal -arg '-w none' ./*.v -o Makefile
make -s -j2 >log 2>&1 || { cat log >&2; exit 1; }
theorems=$(cat ./*.v | grep -c '^Print Assumptions')
closed=$(grep -c '^Closed under the global context$' log)
if [ "$theorems" != "$closed" ] || grep -q '^Axioms:' log; then
  cat log >&2
  exit 1
fi
echo "$theorems theorems, each closed under the global context"
