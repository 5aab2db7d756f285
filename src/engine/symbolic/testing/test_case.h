// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test purposes and the test cases they guide.
///
/// After Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided test cases
/// for models with data and time" (2023), definitions 3, 5 and 6, corrected as
/// docs/guarantees-timed.md says; sound for tioco (Krichen, Tripakis, "Black-
/// box conformance testing for real-time systems", SPIN 2004,
/// doi:10.1007/978-3-540-24732-6_8).
#pragma once

#include <gmpxx.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/budget.h"
#include "base/error.h"
#include "engine/symbolic/execution.h"
#include "logic/smt/solver.h"
#include "suite/suite.h"

namespace catenary::engine::symbolic {

/// Solvers, limits and what makes a test case. Times are wall-clock, but for
/// the time-outs, which are in the model's time unit.
struct TestCaseOptions {
  logic::smt::SolverFactory solver;  ///< empty = Z3
  std::chrono::milliseconds query_time{2000};
  /// Input channels that the tester only observes.
  std::set<std::uint32_t> uncontrollable;
  /// TM; nothing = one more than the largest constant a clock is compared with
  /// (TimedAutomaton::largest_clock_constant()).
  std::optional<mpq_class> time_out;
  std::map<std::uint32_t, mpq_class> time_out_in;  ///< by state
  bool simplify = true;  ///< drop what the known prefix implies
  bool check = true;     ///< guards of every state disjoint and complete
};

/// A path: transitions from the initial state on.
using Path = std::vector<std::uint32_t>;

/// Why a path is no test purpose.
enum class Refusal : std::uint8_t {
  none,
  empty,             ///< no transition at all
  not_connected,     ///< a transition does not leave the state before it
  internal,          ///< a state on the path has a transition without
                     ///< communication
  ends_in_input,     ///< the last transition is no output
  infeasible,        ///< no run follows it: with the transition and the core
  nondeterministic,  ///< another path has a trace of it: with a witness
  time_out,          ///< only beyond the time-outs: with the least TM
  undecided          ///< a solver gave up
};
[[nodiscard]] const char* to_string(Refusal refusal);  ///< kebab-case

/// What stands beside a test case, or why there is none.
struct TestCaseResult {
  Refusal refusal = Refusal::none;
  /// error where refused: where and why, notes with witness or core. Warnings
  /// else, e.g. a TM that is too small for a later output.
  std::vector<base::Diagnostic> diagnostics;
  suite::Tree tree;        ///< empty where refused
  mpq_class time_out = 0;  ///< the TM that was used
  /// What the checks of disjointness and completeness left open, and guards
  /// that no solver could simplify; empty is good.
  std::vector<std::string> undecided;
  /// A run of the purpose: delay, values, and what newfresh chose, in the order
  /// of the statements, of each step.
  struct Event {
    mpq_class delay = 0;
    std::vector<logic::Value> values;
    std::vector<logic::Value> fresh;
  };
  std::vector<Event> witness;
  /// The same at the start: of TimedAutomaton::uninitialised(), in that order,
  /// and of newfresh in @init.
  std::vector<logic::Value> hidden;
  std::vector<logic::Value> initial_fresh;
  std::uint64_t queries = 0;  ///< to solvers
  double seconds = 0;
};

/// The signature of suites for the automaton: its channels in order.
[[nodiscard]] suite::Signature signature_of(
    const model::TimedAutomaton& automaton,
    const std::set<std::uint32_t>& uncontrollable,
    const std::string& time_unit);

/// Whether a path is a test purpose: everything of a result but the tree.
[[nodiscard]] TestCaseResult check_purpose(Execution& execution,
                                           const Path& path,
                                           const TestCaseOptions& options,
                                           const base::Budget& budget);

/// The test case for a path, rules R1 to R11. Cost: about linear in the length
/// of the path where guards are linear and quantifiers can be eliminated.
[[nodiscard]] TestCaseResult make_test_case(Execution& execution,
                                            const Path& path,
                                            const TestCaseOptions& options,
                                            const base::Budget& budget);

/// Whether in every state of a tree the guards of transitions to different
/// targets are disjoint, and those of observations together cover every
/// observation (every channel in sight, with delays up to the time-out, and
/// silence), given that the path to the state was followed. One line for each
/// violation or query left undecided, naming state, rules and a witness.
struct TreeCheck {
  std::vector<std::string> violations;
  std::vector<std::string> undecided;
};
[[nodiscard]] TreeCheck check_tree(const suite::Tree& tree,
                                   const suite::Signature& signature,
                                   const TestCaseOptions& options,
                                   const base::Budget& budget);

/// Adds what a check of its tree says to a result. A tree with violations is
/// our mistake and could give a wrong verdict: it is taken away, and the path
/// is refused as undecided, with the first violation as first diagnostic.
void conclude(const TreeCheck& check, TestCaseResult& result);

}  // namespace catenary::engine::symbolic
