#!/bin/sh
# Checks all proofs, in a directory of its own, with Coq 8.16 and mathcomp 1.15 (Debian 12). Fails if
# a step is missing, or if a lemma or theorem depends on an axiom.
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
names=$(awk '/^(Lemma|Theorem|Corollary|Example) / {
  print "@SquareDeal." substr(FILENAME, 1, length(FILENAME) - 1) $2 }' *.v | tr -d :)
modules=$(echo *.v | sed 's/\.v//g')
{
  echo "From SquareDeal Require $modules."
  echo 'Definition everything :='
  printf '  let _ := %s in\n' $names
  echo '  tt.'
  echo 'Print Assumptions everything.'
} >everything.v
coq_makefile -Q . SquareDeal -arg '-w none' *.v -o Makefile
make -s -j2 >log 2>&1 || { cat log >&2; exit 1; }
if ! grep -qx 'Closed under the global context' log; then
  cat log >&2
  exit 1
fi
echo "$(echo "$names" | wc -l) lemmas and theorems, closed under the global context"
