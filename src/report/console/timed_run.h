// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs of timed tests for people, and the results of mutation testing.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "report/console/console.h"
#include "suite/json.h"
#include "suite/results.h"

namespace catenary::report {

/// Prints one line: verdict, id, and the reason unless it is pass.
void print_verdict(std::ostream& out,
                   const suite::TestResult& result,
                   const ConsoleStyle& style);

/// Prints the last events of a run, a line each; nothing if there are none.
void print_events(std::ostream& out,
                  const std::vector<suite::TimedObservation>& events);

/// The outcome of a mutant.
enum class MutantStatus : std::uint8_t {
  /// A test failed.
  killed,
  /// Proved: no test can fail.
  conforming,
  /// It does not conform, and no test failed.
  survived,
  /// No test failed; whether it conforms is unknown.
  undecided,
  /// A test ended in an error.
  broken,
  /// It is the same program once it is compiled.
  equivalent
};

/// A mutant of a model, and the result of running a suite on it.
struct MutantResult {
  /// For example "guard-12".
  std::string id;
  /// The mutation operator, e.g. "guard".
  std::string kind;
  /// The change, for people.
  std::string change;
  base::SourceLocation where;
  MutantStatus status = MutantStatus::undecided;
  std::string reason;
  /// The test that failed; may be empty.
  std::string test;
  /// The requirements that it violates, if known.
  std::vector<std::string> requirements;
};
/// The name as --json prints it.
[[nodiscard]] const char* to_string(MutantStatus status);

/// The results for all mutants of a run.
struct MutationReport {
  std::string suite, sut;
  /// The number of mutants of the model.
  std::uint64_t possible = 0;
  /// Mutants that were tried and do not compile; not in `mutants`.
  std::uint64_t not_compiling = 0;
  std::vector<MutantResult> mutants;
  double seconds = 0;

  /// The number of mutants with a status.
  [[nodiscard]] std::uint64_t count(MutantStatus status) const;
  /// The mutation score: killed mutants among those that are neither equivalent
  /// nor proved to conform, in percent; 100 if there are none.
  [[nodiscard]] double score() const;
};

/// The document that --json prints (docs/schema/mutation.schema.json).
[[nodiscard]] suite::Json mutation_document(const MutationReport& report);
/// Prints a table by mutation operators, then the mutants that were not killed.
void print_mutation(std::ostream& out,
                    const MutationReport& report,
                    const ConsoleStyle& style);

}  // namespace catenary::report
