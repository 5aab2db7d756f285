// SPDX-License-Identifier: Apache-2.0
/// \file
/// Terminal, colours and pipes of this process.
#include "cli/process.h"

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "base/budget.h"
#include "base/error.h"
#include "base/printable.h"

namespace catenary::cli {

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

/// Reads the answer to ask(): a number from 1, or an empty line for the first.
/// Waits in short periods, so that Ctrl-C ends it.
std::string read_answer(const base::Budget& budget) {
  std::string line;
  while (!budget.interrupted()) {
    struct pollfd in{STDIN_FILENO, POLLIN, 0};
    if (::poll(&in, 1, 100) != 1) continue;
    char c = 0;
    if (::read(STDIN_FILENO, &c, 1) != 1) return "";  // the end of the input
    if (c == '\n') return line;
    line += c;
  }
  throw base::StoppedError("there was no answer");
}

/// app::Ask on the terminal.
std::size_t ask(const std::string& question,
                const std::vector<std::string>& choices,
                const base::Budget& budget) {
  std::cerr << base::printable(question) << "\n";
  for (std::size_t i = 0; i < choices.size(); ++i) {
    std::cerr << "  " << i + 1 << "  " << base::printable(choices[i]) << "\n";
  }
  while (true) {
    std::cerr << "number, or Enter for 1: " << std::flush;
    const std::string answer = read_answer(budget);
    if (answer.empty()) return 0;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      if (answer == std::to_string(i + 1)) return i;
    }
    std::cerr << "expected a number from 1 to " << choices.size() << "\n";
  }
}

}  // namespace

int run_in_process(int argc, char** argv, const ProgramBody& body) {
  base::Budget budget;
  // First of all: no other thread may exist yet.
  SignalWatch signals(budget, [] {
    std::cerr << "\ninterrupted: finishing; press Ctrl-C again to stop now\n";
  });
  Surroundings surroundings{std::cout,
                            std::cerr,
                            budget,
                            ::isatty(STDERR_FILENO) == 1,
                            colors_wanted(),
                            ::isatty(STDOUT_FILENO) == 1,
                            terminal_columns(),
                            ".",
                            &stdout_reader_gone,
                            {}};
  if (::isatty(STDIN_FILENO) == 1 && surroundings.err_is_terminal) {
    surroundings.ask = [&budget](const std::string& question,
                                 const std::vector<std::string>& choices) {
      return ask(question, choices, budget);
    };
  }
  const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0),
                                           argv + argc);
  return static_cast<int>(body(arguments, surroundings, signals));
}

}  // namespace catenary::cli
