#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Are all C++ sources laid out as .clang-format says? --fix lays them out.
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  --fix) options="-i" ;;
  "") options="--dry-run --Werror" ;;
  *) echo "usage: $0 [--fix]" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086
git ls-files -z -- ':!tests/regress/*' 'src/*.h' 'src/*.cpp' 'tools/*.h' \
    'tools/*.cpp' 'include/*.h' 'tests/*.h' \
    'tests/*.cpp' 'bench/*.h' 'bench/*.cpp' |
  xargs -0 -r clang-format-19 $options
