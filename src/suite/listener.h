// SPDX-License-Identifier: Apache-2.0
/// \file
/// The event streams of long work: runner and engines report events while they
/// work, and reports listen. Calls come from one thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::suite {

/// Receives the events of running a suite, in this order: run_begins;
/// test_begins and test_ends for each test; run_ends. The default
/// implementations do nothing.
class RunListener {
 public:
  virtual ~RunListener() = default;
  /// `sut` is the system under test as the user named it.
  virtual void run_begins(const Suite& suite, const std::string& sut) {}
  /// `index` counts from 0 in Suite::tests.
  virtual void test_begins(const Test& test, std::size_t index) {}
  virtual void test_ends(const Test& test, const TestResult& result) {}
  virtual void run_ends(const Suite& suite, const RunResults& results) {}
};

/// How close a suite is to the optimum: no suite of at most as many chains has
/// fewer than `lower` steps, this one has `upper`.
struct Bound {
  /// The lower and the upper bound, in steps; -1 = unknown.
  std::int64_t lower = -1;
  std::int64_t upper = -1;
  /// The method that proved the lower bound, e.g. "exhaustive search".
  std::string by;
  /// Proved: no suite has fewer chains.
  bool fewest_chains = true;
  /// A certificate was accepted that says no suite costs less.
  bool certified = false;
  /// Whether the suite is proved to be optimal.
  [[nodiscard]] bool minimal() const {
    return lower >= 0 && lower == upper && fewest_chains;
  }
  bool operator==(const Bound&) const = default;
};

/// One call of an engine during a generation.
struct EngineShare {
  /// Its name, e.g. "explicit" or "symbolic".
  std::string engine;
  /// Work that it was allowed, and work that it did; nothing = no limit. A
  /// thousand are about a second on a current machine.
  std::optional<std::int64_t> allowed_work;
  std::int64_t work = 0;
  /// Wall-clock time that it took, in seconds.
  double seconds = 0;
  /// What stopped it, as a noun phrase; empty if it ended by itself.
  std::string stopped_by;
  /// Goals that it was the first to cover, or to prove unreachable, in its
  /// attempt: what is explored again is counted again.
  std::int64_t covered = 0, unreachable = 0;
};

/// The effort of a generation; depends on the machine, not only on the model.
struct GenerateStats {
  /// Distinct states that were found.
  std::int64_t states = 0;
  /// Steps that were executed from them.
  std::int64_t transitions = 0;
  /// All reachable states were explored.
  bool closed = false;
  /// Instructions of the model that were executed symbolically; like the next
  /// three, 0 if no solver was used.
  std::int64_t encoded_instructions = 0;
  /// Distinct terms.
  std::int64_t encoded_terms = 0;
  /// Variables of the clauses.
  std::int64_t encoded_variables = 0;
  std::int64_t encoded_clauses = 0;
  /// Reading and compiling the model.
  double compile_seconds = 0;
  /// The exploration alone.
  double explore_seconds = 0;
  /// Making chains from what was explored.
  double chain_seconds = 0;
  /// The challenge, as far as it went on after the search.
  double challenge_seconds = 0;
  /// What the search asked of which engine, in this order.
  std::vector<EngineShare> engines;
};

/// The outcome of a generation, besides the suite itself.
struct GenerateSummary {
  /// For example "chain".
  std::string method;
  /// How good the suite is.
  Bound bound;
  /// Resets that the suite needs.
  std::int64_t resets = 0;
  /// Wall-clock time.
  double seconds = 0;
  /// If they were asked for.
  std::optional<GenerateStats> stats{};
};

}  // namespace catenary::suite
