// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of timed tests for people, and what became of mutants.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/results.h"

namespace catenary::report {

/// One line: verdict, id, and why where it is no pass.
void print_verdict(std::ostream& out,
                   const suite::TestResult& result,
                   const ConsoleStyle& style);

/// The last events of a run, a line each; nothing where there are none.
void print_events(std::ostream& out,
                  const std::vector<suite::TimedObservation>& events);

/// A variant of a model, and what a suite made of it.
struct MutantResult {
  enum class Status : std::uint8_t {
    killed,      ///< a test failed
    conforming,  ///< no test can fail: proved
    survived,    ///< does not conform, and no test failed
    undecided,   ///< no test failed; whether it conforms is not known
    broken,      ///< a test ended in an error
    equivalent   ///< it is the same program once it is compiled
  };
  std::string id;      ///< e.g. "guard-12"
  std::string kind;    ///< of the change, e.g. "guard"
  std::string change;  ///< for people
  base::SourceLocation where;
  Status status = Status::undecided;
  std::string reason;
  std::string test;                       ///< that failed; may be empty
  std::vector<std::string> requirements;  ///< that it violates, where known
};
[[nodiscard]] const char* to_string(MutantResult::Status status);

struct MutationReport {
  std::string suite, sut;
  std::uint64_t possible = 0;       ///< mutants there are
  std::uint64_t not_compiling = 0;  ///< tried, and no program; not in `mutants`
  std::vector<MutantResult> mutants;
  double seconds = 0;

  [[nodiscard]] std::uint64_t count(MutantResult::Status status) const;
  /// Killed of those neither equivalent nor proved conforming, in percent; 100
  /// of none.
  [[nodiscard]] double score() const;
};

/// What --json prints (docs/schema/mutation.schema.json).
[[nodiscard]] suite::Json mutation_document(const MutationReport& report);
/// A table by kinds of changes, then those that were not found.
void print_mutation(std::ostream& out,
                    const MutationReport& report,
                    const ConsoleStyle& style);

}  // namespace catenary::report
