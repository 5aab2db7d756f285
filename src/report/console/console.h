// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reports for people who read a terminal.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "report/documents.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// How a report is laid out.
struct ConsoleStyle {
  /// Use ANSI colours.
  bool colour = false;
  /// Columns of the terminal; longer texts are cut. 0 = never cut.
  std::uint32_t columns = 0;
};

/// The style for a file descriptor: colours if it is a terminal and neither
/// NO_COLOR is set nor TERM is "dumb"; the width of the terminal.
[[nodiscard]] ConsoleStyle console_style(int fd);

/// Prints goals, tests, findings and the summary of a generated suite. The last
/// line is e.g. "4 of 4 goals covered, 4 of 4 properties hold, 1 test, 9 steps,
/// minimal (proved by exhaustive search)".
void print_generate(std::ostream& out,
                    const suite::Suite& suite,
                    const suite::GenerateSummary& summary,
                    const ConsoleStyle& style);

/// The command that writes the page of a suite and, unless empty, its results,
/// for a POSIX shell: "catenary report door.json --html door.html".
[[nodiscard]] std::string report_command(const std::string& suite,
                                         const std::string& results);

/// Prints the findings of a model; "no findings" if there are none.
void print_findings(std::ostream& out,
                    const std::vector<suite::Finding>& findings,
                    const ConsoleStyle& style);

/// How much of a failed test is shown.
enum class FailureDetail : std::uint8_t {
  /// The last few steps, and of them only the inputs that changed and the
  /// outputs that are violated.
  brief,
  /// All inputs and outputs of all steps; all violations.
  everything
};

/// A listener that prints a line for each test as it ends, a table below it
/// unless it passed (report/console/failure.h), and the counts at the end.
class ConsoleRun final : public suite::RunListener {
 public:
  /// `out` must outlive the listener.
  ConsoleRun(std::ostream& out,
             ConsoleStyle style,
             FailureDetail detail = FailureDetail::brief)
      : out_(out), style_(style), detail_(detail) {}
  /// Before the run: only so many tests of the suite are selected.
  void select(std::size_t tests) { selected_ = tests; }
  /// How many tests there are, and on what they run. `suite` must outlive the
  /// run.
  void run_begins(const suite::Suite& suite, const std::string& sut) override;
  /// The verdict; unless the test passed, what went wrong.
  void test_ends(const suite::Test& test,
                 const suite::TestResult& result) override;
  /// How many tests have which verdict.
  void run_ends(const suite::Suite& suite,
                const suite::RunResults& results) override;

 private:
  /// Where lines go.
  std::ostream& out_;
  /// As for all reports of the command.
  ConsoleStyle style_;
  /// Absent = all.
  std::optional<std::size_t> selected_;
  /// How much of failed tests is printed.
  FailureDetail detail_;
  /// The one that runs; null before run_begins().
  const suite::Suite* suite_ = nullptr;
};

/// The first 12 digits of a test's id: sufficient for people.
[[nodiscard]] std::string short_id(const std::string& id);

/// "a, b", each element printable().
[[nodiscard]] std::string join(const std::vector<std::string>& texts);

/// `text` without characters that would disturb a terminal: control characters
/// become "\xNN", invalid UTF-8 becomes U+FFFD.
[[nodiscard]] std::string printable(const std::string& text);

}  // namespace catenary::report
