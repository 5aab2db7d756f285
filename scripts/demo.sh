#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# From a C program to its shortest test, run and shown: what Catenary is for.
set -eu
cd "$(dirname "$0")/.."
sh scripts/install-deps.sh
[ -f build/release/build.ninja ] || cmake --preset release
cmake --build build/release --target catenary

catenary=build/release/catenary
model=examples/cruise/cruise.toml
mkdir -p build/demo
show() {
  printf '\n$ %s\n' "$*" | sed "s|$catenary|catenary|"
  "$@"
}
show $catenary generate $model -o build/demo/suite.json --force
show $catenary run build/demo/suite.json --sut model:$model \
  -o build/demo/results.json --force
show $catenary report build/demo/suite.json build/demo/results.json
