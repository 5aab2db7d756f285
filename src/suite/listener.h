// SPDX-License-Identifier: Apache-2.0
/// \file
/// The event streams of long work: what the runner and the engines tell while
/// they work, and what reports listen to. Calls come from one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Events of running a suite, in this order: run_begins, for each test
/// test_begins and test_ends, run_ends.
class RunListener {
 public:
  virtual ~RunListener() = default;
  virtual void run_begins(const Suite& suite, const std::string& sut) {}
  /// `index` counts from 0 in Suite::tests.
  virtual void test_begins(const Test& test, std::size_t index) {}
  virtual void test_ends(const Test& test, const TestResult& result) {}
  virtual void run_ends(const Suite& suite, const RunResults& results) {}
};

/// How good a suite is known to be: no suite of at most as many chains has
/// fewer than `lower` steps, this one has `upper`.
struct Bound {
  std::int64_t lower = -1;  ///< -1 = unknown
  std::int64_t upper = -1;
  std::string by;  ///< method of the lower bound, e.g. "exhaustive search"
  bool fewest_chains = true;  ///< proved: no suite has fewer chains
  [[nodiscard]] bool minimal() const {
    return lower >= 0 && lower == upper && fewest_chains;
  }
  bool operator==(const Bound&) const = default;
};

/// What a generation took; depends on the machine, not only on the model.
struct GenerateStats {
  std::int64_t states = 0;       ///< distinct states found
  std::int64_t transitions = 0;  ///< steps executed from them
  bool closed = false;           ///< all reachable states were explored
  /// One step as a formula; zeros where no solver was asked.
  std::int64_t encoded_instructions = 0;  ///< executed symbolically
  std::int64_t encoded_terms = 0;         ///< distinct
  std::int64_t encoded_variables = 0;     ///< of the clauses
  std::int64_t encoded_clauses = 0;
  double compile_seconds = 0;  ///< reading and compiling the model
  double explore_seconds = 0;  ///< the exploration alone
  double chain_seconds = 0;    ///< making chains from what was explored
};

/// What a generation was and came to, beside the suite itself.
struct GenerateSummary {
  std::string method;  ///< e.g. "chain"
  Bound bound;
  std::int64_t resets = 0;
  double seconds = 0;
  std::optional<GenerateStats> stats{};  ///< where they were asked for
};

}  // namespace catenary::suite
