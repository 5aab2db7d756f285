// SPDX-License-Identifier: Apache-2.0
/// \file
/// The program `catenary`: connects run_program() to the process that it runs
/// in.
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "app/commands.h"
#include "bench/bench.h"
#include "cli/program.h"
#include "cli/signals.h"

namespace {

/// The width of the terminal of standard error; 80 if there is none.
std::size_t terminal_columns() {
  struct winsize size{};
  const bool known =
      ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// Whether colours may be used, by the conventions NO_COLOR (not empty: no) and
/// TERM=dumb.
bool colors_wanted() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  const bool dumb = term != nullptr && std::string(term) == "dumb";
  return (no_color == nullptr || *no_color == '\0') && !dumb;
}

/// Whether the reader of a pipe on standard output closed it.
bool stdout_reader_gone() {
  struct pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return ::poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

int main(int argc, char** argv) {
  namespace app = catenary::app;
  namespace cli = catenary::cli;
  catenary::base::Budget budget;
  // First of all: no other thread may exist yet.
  const cli::SignalWatch signals(budget, [] {
    std::cerr << "\ninterrupted: finishing; press Ctrl-C again to stop now\n";
  });
  const cli::Handlers handlers{&app::check,
                               &app::generate,
                               &app::run,
                               &app::trace,
                               &app::report,
                               &app::convert,
                               &app::doctor,
                               &catenary::bench::run,
                               &app::versions};
  cli::Surroundings surroundings{std::cout,
                                 std::cerr,
                                 budget,
                                 ::isatty(STDERR_FILENO) == 1,
                                 colors_wanted(),
                                 ::isatty(STDOUT_FILENO) == 1,
                                 terminal_columns(),
                                 ".",
                                 &stdout_reader_gone};
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0),
                                           argv + argc);
  return static_cast<int>(cli::run_program(arguments, handlers, surroundings));
}
