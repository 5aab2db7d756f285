// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `catenary qualify` found out: for people, machines and the files of a
/// safety case.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"

namespace catenary::report {

/// The verdict of a test, a requirement and a qualification. Where several
/// meet, the greater one counts.
enum class QualificationVerdict : std::uint8_t {
  passed,   ///< all that was expected was observed
  not_run,  ///< something is missing on the machine, or the run was stopped
  failed    ///< something else was observed
};
/// "passed", "not-run" or "failed".
[[nodiscard]] const char* to_string(QualificationVerdict verdict);

/// One thing that was expected of a command.
struct QualificationCheck {
  std::string command;   ///< the words of the command, or what was done
  std::string expected;  ///< e.g. "exit code 0"
  std::string observed;  ///< e.g. "exit code 1"
  bool as_expected = false;
};

/// A test of a requirement, and what became of it.
struct QualificationTest {
  std::string id;     ///< e.g. "TOR-101.2"
  std::string title;  ///< what is done
  std::string truth;  ///< where the expected values come from
  QualificationVerdict verdict = QualificationVerdict::not_run;
  std::string reason;  ///< why it failed or was not run; empty if it passed
  std::vector<QualificationCheck> checks;
  double seconds = 0;
};

/// A tool operational requirement.
struct QualificationRequirement {
  std::string id;     ///< e.g. "TOR-101"
  std::string group;  ///< e.g. "Coverage"
  std::string title;
  std::string text;                   ///< the sentence with "shall"
  std::vector<std::string> failures;  ///< malfunctions that it excludes
  std::vector<QualificationTest> tests;

  /// The greatest verdict of its tests.
  [[nodiscard]] QualificationVerdict verdict() const;
};

/// Names and values, in the order in which they are printed.
using QualificationFacts = std::vector<std::pair<std::string, std::string>>;

/// A limit of the tool that a user has to know.
struct QualificationProblem {
  std::string id;  ///< e.g. "KP-01"
  std::string title;
  std::string text;
  std::string avoid;  ///< what to do about it
};

/// A whole qualification.
struct QualificationReport {
  std::string version;         ///< of the program that was qualified
  std::string begun;           ///< UTC, ISO 8601
  QualificationFacts tool;     ///< paths, digests, libraries
  QualificationFacts machine;  ///< system, processor, compilers
  std::vector<QualificationRequirement> requirements;
  std::vector<QualificationProblem> problems;
  bool only_some = false;  ///< requirements were selected by the user
  /// Why it is not complete: "interrupted", "time", or "unfinished" while it
  /// runs; empty = it is.
  std::string stopped;
  int exit = 0;
  double seconds = 0;

  /// How many requirements have this verdict.
  [[nodiscard]] std::uint64_t count(QualificationVerdict verdict) const;
};

/// The document of `qualify --json`, docs/schema/qualify.schema.json.
[[nodiscard]] suite::Json qualification_document(
    const QualificationReport& report);
/// A row for each requirement, the checks that failed, and a line about all.
void print_qualification(std::ostream& out,
                         const QualificationReport& report,
                         const ConsoleStyle& style);
/// The report as Markdown, with a place for signatures.
[[nodiscard]] std::string qualification_markdown(
    const QualificationReport& report);
/// The same as a page that needs no network.
[[nodiscard]] std::string qualification_page(const QualificationReport& report);

/// The line about all, e.g. "40 requirements: 40 passed; 61 tests".
[[nodiscard]] std::string qualification_summary(
    const QualificationReport& report);

}  // namespace catenary::report
