// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of mutation testing: what a suite finds in mutants of its model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/mutate/mutation.h"

namespace catenary::suite {

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
  model::Mutation mutation;
  MutantStatus status = MutantStatus::undecided;
  std::string reason;
  /// The test that failed; may be empty.
  std::string test;
  /// The requirements that it violates, if known.
  std::vector<std::string> requirements;
};
/// The name in documents.
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

}  // namespace catenary::suite
