#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the sources, those changed last first.
#
#   scripts/check-tidy.sh                 all of src/ and tools/
#   scripts/check-tidy.sh --time 300      begin no file after so many seconds
#   scripts/check-tidy.sh FILE...         these
#
# Each source is compiled alone and without precompiled headers, as the preset
# "tidy" says, so that a source that does not include what it uses is found too;
# other builds compile several sources at a time. Nothing is built for that, but
# the build directory build/tidy is configured. Exit 1 when there is a warning; a
# file left out for want of time is told, not a fault.
set -eu
cd "$(dirname "$0")/.."
build=build/tidy
seconds=86400
if [ "${1:-}" = --time ]; then
  seconds=$2
  shift 2
fi
log=$(cmake --preset tidy 2>&1) || {
  echo "$log" >&2
  echo "check-tidy: cannot configure $build" >&2
  exit 3
}

if [ $# -gt 0 ]; then
  files=$(printf '%s\n' "$@")
else
  # In the order of their last change; all of them where history is short.
  files=$( (git log --format= --name-only -- 'src/*.cpp' 'tools/*.cpp'
            git ls-files -- 'src/*.cpp' 'tools/*.cpp') | awk 'NF && !seen[$0]++' |
    while read -r file; do [ -f "$file" ] && echo "$file"; done)
fi
# What the build does not compile cannot be checked.
files=$(echo "$files" | while read -r file; do
  if grep -q "\"file\": \".*/$file\"" "$build/compile_commands.json"; then
    echo "$file"
  fi
done)

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
end=$(($(date +%s) + seconds))
export build results end
echo "$files" | xargs -r -P "$(nproc)" -n 1 sh -c '
  if [ "$(date +%s)" -ge "$end" ]; then
    : > "$(mktemp "$results/skipped.XXXXXX")"
    exit 0
  fi
  log=$(mktemp "$results/log.XXXXXX")
  clang-tidy-19 -p "$build" --quiet "$1" > "$log" 2>/dev/null ||
    mv "$log" "$results/failed.$(basename "$log")"' sh

count() { find "$results" -name "$1" | wc -l; }
total=$(echo "$files" | grep -c . || true)
skipped=$(count 'skipped.*')
failed=$(count 'failed.*')
find "$results" -name 'failed.*' -exec cat {} +
echo "clang-tidy: $((total - skipped)) of $total files checked, $failed with warnings"
[ "$failed" -eq 0 ]
