#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what Catenary needs to be built and tested on Debian 12 or newer.
# Installs only what is missing; run as root, or where sudo works.
#
#   scripts/install-deps.sh          install what is missing
#   scripts/install-deps.sh --web    and what tests/web needs: a browser
#   scripts/install-deps.sh --list   print all packages, one a line
#   scripts/install-deps.sh --check  print what is missing; exit 1 if anything
set -eu

packages() {
  sed 's/#.*//; /^ *$/d; s/ *$//' <<'LIST'
cmake                # build description; 3.25 or newer
ninja-build          # runs the build
ccache               # does not compile twice what did not change
g++                  # the compiler; 12 or newer
pkg-config           # finds libraries without a CMake description
clang-19             # reads C and C++ models: child process that writes bitcode
llvm-19              # llvm-link, llvm-cov and llvm-profdata for models and tests
llvm-19-dev          # reads, runs and encodes that bitcode
libclang-rt-19-dev   # sanitizers and profiling for models and tests
clang-format-19      # scripts/check-format.sh
clang-tidy-19        # scripts/check-tidy.sh
libz3-dev            # SMT solving; LLVM's libraries link it too
libcadical-dev       # incremental SAT: step systems unrolled
coinor-libcbc-dev    # integer programming: optimal chains
libgmp-dev           # exact integers and rationals
libtomlplusplus-dev  # description and config files, with positions
libcli11-dev         # command line
libfmt-dev           # text
libmicrohttpd-dev    # the server of the live page: limits and time-outs, no thread
libseccomp-dev       # system calls that sandboxed programs are refused
libsqlite3-dev       # results and journals that survive crashes, many processes
libnats-dev          # the client of NATS JetStream: tasks for workers on other machines
libssl-dev           # SHA-256 of models and suites
libzip-dev           # FMUs are zip archives
libgtest-dev         # unit tests
nlohmann-json3-dev   # catenary-check-proof and tests: a second reader of JSON
librapidcheck-dev    # tests of properties on random values
libbenchmark-dev     # micro-benchmarks
yosys                # reads Verilog; its SAT-based search is compared in tests
bubblewrap           # --sandbox bwrap, and its tests
csmith               # random C programs for differential tests
python3              # runs tests/regress and tests/cli
python3-jsonschema   # checks JSON output against docs/schema
gringo               # clingo: second optimiser of chains, compared in tests
graphviz             # draws and checks exported graphs
nats-server          # batch --workers, and tests of workers
lcov                 # genhtml: checks exported coverage
diff-cover           # checks exported coverage: it reads Cobertura XML
plantuml             # draws and checks exported diagrams
eclipse-titan        # compiles and runs exported TTCN-3
libxml2-utils        # xmllint: checks exported Test-Comp files against their DTDs
gtkwave              # vcd2fst: checks exported waveforms
dpkg-dev             # dependencies of the Debian package
lintian              # checks the Debian package
groff-base           # checks the manual pages
man-db               # shows them, as a user would
zsh                  # checks its completion
fish                 # checks its completion
yamllint             # checks the recipes of docs/ci.md and docs/fleet.md
LIST
}

# Only for tests/web, which are skipped without: most of all Chromium is large.
web_packages() {
  sed 's/#.*//; /^ *$/d; s/ *$//' <<'LIST'
chromium             # the browser that shows pages of `catenary report --html`
fonts-dejavu-core    # letters for it
nodejs               # runs those tests
npm                  # gets what they need: playwright-core, axe-core, mermaid, typescript
LIST
}

missing() {
  for package in "$@"; do
    # Node's own packages bring npm along, and exclude Debian's.
    if [ "$package" = npm ] && command -v npm >/dev/null 2>&1; then continue; fi
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || echo "$package"
  done
}

wanted=$(packages)
case "${1:-}" in
  --web) wanted="$wanted $(web_packages)" ;;
  --list) packages; exit 0 ;;
  --check) wanted=$(missing $wanted); [ -z "$wanted" ] && exit 0; echo "$wanted"; exit 1 ;;
  "") ;;
  *) echo "usage: $0 [--web | --list | --check]" >&2; exit 2 ;;
esac

if ! command -v apt-get >/dev/null 2>&1; then
  echo "install-deps: no apt-get here; packages under Debian's names:" >&2
  packages >&2
  exit 3
fi
# shellcheck disable=SC2086
wanted=$(missing $wanted)
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  sudo=
elif command -v sudo >/dev/null 2>&1; then
  sudo=sudo
else
  echo "install-deps: run as root, or install sudo; missing:" $wanted >&2
  exit 3
fi
install() {
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive \
    apt-get install -y --no-install-recommends $wanted
}

echo "install-deps: installing" $wanted
known=yes
for package in $wanted; do
  apt-cache show "$package" >/dev/null 2>&1 || known=no
done
if [ "$known" = yes ] && install; then
  exit 0
fi
$sudo apt-get update
install
