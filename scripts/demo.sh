#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# From a C program to its shortest test, run on the compiled program with and
# without a mistake: what Catenary is for. With CATENARY naming a built program,
# nothing is installed or built.
set -eu
cd "$(dirname "$0")/.."
if [ -z "${CATENARY:-}" ]; then
  sh scripts/install-deps.sh
  [ -f build/release/build.ninja ] || cmake --preset release
  cmake --build build/release --target catenary
  CATENARY=build/release/catenary
fi
model=examples/cruise/cruise.toml
out=build/demo
mkdir -p $out

say() { printf '\n-- %s\n' "$*"; }
catenary() {
  say "catenary $*"
  "$CATENARY" "$@"
}
catenary generate $model -o $out/suite.json --force

say "the program as a library, and the same with a mistake in the brake"
"$CATENARY" convert $model --to adapter -o $out/adapter.c --force
cc -shared -fPIC -fvisibility=hidden -o $out/good.so $out/adapter.c
cc -shared -fPIC -fvisibility=hidden -DSEEDED_BUG -o $out/bad.so $out/adapter.c
catenary run $out/suite.json --sut native:$out/good.so
catenary run $out/suite.json --sut native:$out/bad.so || test $? = 1

say "the test, step by step"
"$CATENARY" convert $out/suite.json --to csv | cut -d, -f3,5-10 | sed 2,3d

"$CATENARY" run $out/suite.json --sut native:$out/bad.so -o $out/results.json \
  --force > /dev/null || test $? = 1
"$CATENARY" report $out/suite.json $out/results.json --html $out/report.html \
  --force > /dev/null
say "all of this as a page: $out/report.html"
