#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds what is shipped and runs its tests, but for the long ones (level2).
# Arguments go to ctest; one of them being -L or -LE, it chooses the labels:
#
#   sh scripts/test.sh               everything but level2
#   sh scripts/test.sh -R Process    tests of that name
#   sh scripts/test.sh -L level2     the long ones
set -eu
cd "$(dirname "$0")/.."
sh scripts/install-deps.sh --web
[ -f build/release/build.ninja ] || cmake --preset release
cmake --build build/release

labels="-LE level2"
for argument in "$@"; do
  case "$argument" in -L* | --label*) labels= ;; esac
done
# shellcheck disable=SC2086
exec ctest --test-dir build/release --output-on-failure --no-tests=error \
  -j "$(nproc)" $labels "$@"
