// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test purposes and the test cases that they guide.
///
/// After Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided test cases
/// for models with data and time" (2023), definitions 3, 5 and 6, corrected as
/// described in docs/guarantees-timed.md. Sound for tioco (Krichen, Tripakis,
/// "Black-box conformance testing for real-time systems", SPIN 2004,
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

/// Solvers, limits and the kind of test case. Time-outs are in the time unit of
/// the model.
struct TestCaseOptions {
  /// Makes solvers; empty = Z3.
  logic::smt::SolverFactory solver;
  /// Limit of one query, as work (see base/work_clock.h); 0 = none.
  std::chrono::milliseconds query_time{2000};
  /// Input channels that the tester only observes, by index.
  std::set<std::uint32_t> uncontrollable;
  /// TM: how long a test waits in a state. Nothing = one more than the largest
  /// constant that a clock is compared with
  /// (TimedAutomaton::largest_clock_constant()).
  std::optional<mpq_class> time_out;
  /// TM of single states, by index; it replaces time_out there.
  std::map<std::uint32_t, mpq_class> time_out_in;
  /// Drop from guards what the known prefix implies. The tree means the same.
  bool simplify = true;
  /// Check that the guards of each state are disjoint and complete.
  bool check = true;
};

/// A path: indices of transitions, from the initial state on.
using Path = std::vector<std::uint32_t>;

/// Why a path is not a test purpose.
enum class Refusal : std::uint8_t {
  /// It is one.
  none,
  /// It has no transition.
  empty,
  /// A transition does not leave the state before it.
  not_connected,
  /// A state on the path has a transition without communication.
  internal,
  /// The last transition is not an output.
  ends_in_input,
  /// No run follows it. The diagnostic has the transition and an unsat core.
  infeasible,
  /// Another path has one of its traces. The diagnostic has a witness.
  nondeterministic,
  /// Runs follow it only beyond the time-outs. The diagnostic has the least TM.
  time_out,
  /// A solver did not answer, or the time was over.
  undecided
};
/// For example "ends-in-input". A static string.
[[nodiscard]] const char* to_string(Refusal refusal);

/// The result of a check or a construction.
struct TestCaseResult {
  /// Refusal::none if the path is a test purpose.
  Refusal refusal = Refusal::none;
  /// If the path was refused, an error: where and why, with notes for witness
  /// or core. Otherwise warnings, e.g. that TM is too small for a later output.
  std::vector<base::Diagnostic> diagnostics;
  /// Empty if the path was refused.
  suite::Tree tree;
  /// Refusal::time_out: the fewest first steps of the path that no run takes
  /// within the time-outs. Every path that begins with them is refused. 0 = not
  /// known.
  std::size_t late_steps = 0;
  /// The TM that was used.
  mpq_class time_out = 0;
  /// What the checks of disjointness and completeness left open, and guards
  /// that no solver could simplify, as messages. Empty is good.
  std::vector<std::string> undecided;
  /// One event of a run of the purpose.
  struct Event {
    /// Time since the event before.
    mpq_class delay = 0;
    /// The values on the channel.
    std::vector<logic::Value> values;
    /// What newfresh chose in the step, in the order of the statements.
    std::vector<logic::Value> fresh;
  };
  /// A run of the purpose, one event for each transition; empty if the path was
  /// refused.
  std::vector<Event> witness;
  /// The same run at the start: the values of TimedAutomaton::uninitialised(),
  /// in that order, and those of newfresh in @init.
  std::vector<logic::Value> hidden;
  std::vector<logic::Value> initial_fresh;
  /// Calls of solvers.
  std::uint64_t queries = 0;
  /// Wall-clock time.
  double seconds = 0;
};

/// The signature of suites for the automaton: its channels in their order, with
/// types and directions. `time_unit` is copied into it.
[[nodiscard]] suite::Signature signature_of(
    const model::TimedAutomaton& automaton,
    const std::set<std::uint32_t>& uncontrollable,
    const std::string& time_unit);

/// Whether a path is a test purpose: everything of a result but the tree.
[[nodiscard]] TestCaseResult check_purpose(Execution& execution,
                                           const Path& path,
                                           const TestCaseOptions& options,
                                           const base::Budget& budget);

/// The test case of a path by the rules R1 to R11. Cost: about linear in the
/// length of the path, if guards are linear and quantifiers can be eliminated.
[[nodiscard]] TestCaseResult make_test_case(Execution& execution,
                                            const Path& path,
                                            const TestCaseOptions& options,
                                            const base::Budget& budget);

/// The result of a check of a tree: one line for each violation, and one for
/// each query that was left undecided, naming state, rules and a witness.
struct TreeCheck {
  /// Proved errors of the tree.
  std::vector<std::string> violations;
  /// What no solver decided.
  std::vector<std::string> undecided;
};
/// Checks a tree, independently of how it was made: in each state, the guards
/// of transitions to different targets must be disjoint, and those of
/// observations together must cover every observation (every observable channel
/// with delays up to the time-out, and silence), provided that the path to the
/// state was followed.
/// Cost: about linear in the size of the tree.
[[nodiscard]] TreeCheck check_tree(const suite::Tree& tree,
                                   const suite::Signature& signature,
                                   const TestCaseOptions& options,
                                   const base::Budget& budget);

/// Adds the result of check_tree() to the result of a construction. A tree with
/// violations is an error of this tool and could give a wrong verdict. So it is
/// removed, and the path is refused as undecided, with the first violation as
/// the first diagnostic.
void conclude(const TreeCheck& check, TestCaseResult& result);

}  // namespace catenary::engine::symbolic
