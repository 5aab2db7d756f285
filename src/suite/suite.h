// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test suites: what every engine produces, what the runner executes, and what
/// every report and export is a function of. One form serves all four kinds of
/// models: linear tests and chains of step systems (Schrammel, Melham,
/// Kroening, STTT 2014), tests with output monitors of requirement interfaces
/// (Aichernig et al., FMSD 2017), message sequences of state machines (mCUTE),
/// and test-case trees of timed systems (Bannour, Lapitre, Le Gall, 2022).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "logic/value/value.h"
#include "model/goal.h"
#include "suite/json.h"
#include "suite/signature.h"

namespace catenary::suite {

/// Version of the suite format this build reads and writes.
inline constexpr const char* kSuiteSchema = "catenary-suite-1";

using model::GoalStatus;
using model::to_string;
using model::Trust;
enum class TestKind : std::uint8_t {
  linear,  ///< starts from a reset
  chain,   ///< covers several goals in one run, ends in a final state
  tree     ///< adaptive: reacts to what the SUT does; Test::tree or steps
};
enum class Verdict : std::uint8_t { pass, fail, inconclusive, error };
[[nodiscard]] const char* to_string(TestKind kind);
[[nodiscard]] const char* to_string(Verdict verdict);
[[nodiscard]] std::optional<GoalStatus> parse_goal_status(std::string_view s);
[[nodiscard]] std::optional<Trust> parse_trust(std::string_view s);
[[nodiscard]] std::optional<TestKind> parse_test_kind(std::string_view s);
[[nodiscard]] std::optional<Verdict> parse_verdict(std::string_view s);

/// What was to be exercised, and what became of it.
struct SuiteGoal {
  std::string id;  ///< unique in the suite
  std::string text;
  std::string kind = "property";  ///< where it comes from, e.g. "branch"
  std::vector<std::string> requirements;
  base::SourceLocation where;
  GoalStatus status = GoalStatus::undecided;
  Trust trust = Trust::claimed;
  std::string reason;  ///< never empty
  /// covered: steps of a run that hits it, see GoalResult; not_within_bound:
  /// the bound; -1 = unknown.
  std::int64_t depth = -1;
  /// Reaching it is a defect of the system.
  bool violation = false;
  bool operator==(const SuiteGoal&) const = default;
};

/// A bounded set of numbers; an absent end is open to infinity.
struct Interval {
  std::optional<logic::Value> lo, hi;
  bool lo_open = false, hi_open = false;  ///< the end itself is excluded
  bool operator==(const Interval&) const = default;
};
struct OneOf {
  std::vector<logic::Value> values;
  bool operator==(const OneOf&) const = default;
};
/// A Boolean SMT-LIB term over names of inputs and outputs of the step; "X@pre"
/// is the value of X a step before, "X@3" that of step 3 of the test.
struct Formula {
  std::string smtlib;
  bool operator==(const Formula&) const = default;
};
using Expectation = std::variant<logic::Value, Interval, OneOf, Formula>;

/// For people, e.g. "3", "[0, 5)", "one of 1, 2".
[[nodiscard]] std::string to_string(const Expectation& expectation);

/// `signal` counts in Signature::inputs or ::initial.
struct Assignment {
  std::uint32_t signal = 0;
  logic::Value value;
  bool operator==(const Assignment&) const = default;
};
/// A value for each signal; what is missing has its default.
[[nodiscard]] std::vector<logic::Value> values_of(
    const std::vector<Assignment>& assignments,
    const std::vector<Signal>& signals);
/// `signal` counts in Signature::outputs.
struct Expected {
  std::uint32_t signal = 0;
  Expectation expectation;
  bool operator==(const Expected&) const = default;
};

/// A message within a step of a timed or asynchronous system.
struct Event {
  mpq_class at = 0;  ///< since the step began, in the model's time unit
  std::uint32_t channel = 0;  ///< counts in Signature::channels
  /// Inputs carry Values; outputs what is allowed, and arrive at `at` or up
  /// to `within` later. One for each parameter of the channel.
  std::vector<Expectation> values;
  mpq_class within = 0;
  bool operator==(const Event&) const = default;
};

/// Where a test that looks at the outputs goes on after a step.
struct Branch {
  std::vector<Expected> when;  ///< all hold; ascending by signal
  std::uint32_t to = 0;        ///< counts in Test::steps; a later step
  bool operator==(const Branch&) const = default;
};

struct Step {
  mpq_class dt = 1;  ///< duration, in Signature::time_unit
  /// Of systems with timers: when the step is on their virtual clock, in
  /// nanoseconds from the initialisation; the earliest time that fits the test.
  std::optional<mpz_class> at_ns;
  /// Ascending by signal; an input that is missing does not matter.
  std::vector<Assignment> inputs;
  std::vector<Expected> expect;    ///< ascending by signal
  std::vector<Event> events;       ///< in order of time
  std::vector<std::string> goals;  ///< hit here for the first time in the test
  /// Of adaptive tests only: the first branch that applies is taken; where
  /// none does, the test ends.
  std::vector<Branch> next;
  bool operator==(const Step&) const = default;
};

enum class Action : std::uint8_t { stimulate, observe, quiescence };
[[nodiscard]] const char* to_string(Action action);

/// Names of SMT-LIB constants a tree binds while it is executed.
struct TreeVariable {
  std::string name;
  std::string sort;  ///< SMT-LIB, e.g. "Real"
  bool operator==(const TreeVariable&) const = default;
};
/// A constant that is computed, from variables bound so far and constants
/// defined before it.
struct TreeDefinition {
  std::string name;
  std::string sort;   ///< SMT-LIB
  std::string value;  ///< SMT-LIB term of that sort
  bool operator==(const TreeDefinition&) const = default;
};
/// A Boolean macro that guards may use: (name arguments…).
struct TreeFunction {
  std::string name;
  std::vector<TreeVariable> parameters;
  std::string body;  ///< SMT-LIB, over the parameters and functions before it
  bool operator==(const TreeFunction&) const = default;
};
struct TreeState {
  std::string name;
  mpq_class time_out = 0;  ///< silence up to here is quiescence
  /// Computed on entering, in order: they hold in all later states, too.
  std::vector<TreeDefinition> definitions;
  bool operator==(const TreeState&) const = default;
};
struct TreeLeaf {
  std::string name;  ///< e.g. "FAIL_out"
  Verdict verdict = Verdict::inconclusive;
  std::string reason;
  bool operator==(const TreeLeaf&) const = default;
};
struct TreeTransition {
  std::uint32_t from = 0;  ///< state
  bool to_leaf = false;
  std::uint32_t to = 0;  ///< state or leaf
  Action action = Action::observe;
  std::uint32_t channel = 0;           ///< none for quiescence
  std::string delay;                   ///< variable that takes the clock
  std::vector<std::string> variables;  ///< take the message's values
  /// SMT-LIB over the variables and definitions known then. A stimulation
  /// may be sent with any delay and values that satisfy it.
  std::string guard = "true";
  /// Stimulations: a stronger guard that does not depend on what is hidden;
  /// to be preferred where it can be satisfied. Empty: `guard` is as good.
  std::string sure_guard;
  std::string rule;  ///< e.g. "R9"
  bool operator==(const TreeTransition&) const = default;
};
/// A test-case automaton: a tree whose leaves are verdicts; starts in state 0.
/// A clock is reset on entering each state; a transition writes it to its
/// variable `delay` (the time-out, for quiescence) and the message's values to
/// `variables` before its guard is asked.
struct Tree {
  std::vector<TreeVariable> variables;
  std::vector<TreeFunction> functions;
  std::vector<TreeState> states;
  std::vector<TreeLeaf> leaves;
  std::vector<TreeTransition> transitions;
  bool operator==(const Tree&) const = default;
};

struct Test {
  /// sha256 of its content, see content_id().
  std::string id;
  TestKind kind = TestKind::linear;
  std::vector<std::string> goals;  ///< all it covers, in order of first hit
  std::vector<std::string> requirements;
  std::vector<Assignment> initial;         ///< initial choices
  std::vector<std::string> initial_goals;  ///< hit by the initialisation
  /// In order; of TestKind::tree, if any, the nodes of a tree: each but the
  /// first is where one branch leads. See suite/adaptive.h.
  std::vector<Step> steps;
  Tree tree;         ///< TestKind::tree without steps only
  std::string note;  ///< for people, e.g. the final state
  bool operator==(const Test&) const = default;
};

/// Steps of a test; of a test-case automaton, those of the run that ends in
/// PASS; of a tree of steps, those of its longest run.
[[nodiscard]] std::size_t length_of(const Test& test);

/// An argument for a claim that can be checked again.
struct Certificate {
  std::string kind;   ///< "optimality", "unreachability"
  std::string claim;  ///< e.g. "no suite has fewer than 9 steps"
  std::string by;     ///< method, e.g. "exhaustive search"
  std::vector<std::string> goals;
  Json data = Json::object();
  bool operator==(const Certificate&) const = default;
};

/// Something the user should know about the model.
struct Finding {
  std::string code;  ///< stable, e.g. "property-violated"
  base::Severity severity = base::Severity::error;
  std::string message;
  base::SourceLocation where;
  std::vector<std::string> requirements;
  std::string witness;  ///< id of a test; may be empty
  bool operator==(const Finding&) const = default;
};

struct ModelReference {
  std::string name;
  std::string kind;  ///< front end, e.g. "c"
  std::string path;  ///< as the user gave it
  std::string sha256;
  bool operator==(const ModelReference&) const = default;
};

struct Suite {
  std::string tool;  ///< e.g. "catenary 0.1.0"
  ModelReference model;
  std::map<std::string, std::string> options;  ///< those that matter
  std::uint64_t seed = 0;
  Signature signature;
  std::vector<SuiteGoal> goals;
  std::vector<Test> tests;
  std::vector<Certificate> certificates;
  std::vector<Finding> findings;

  [[nodiscard]] const SuiteGoal* find_goal(std::string_view id) const;
  [[nodiscard]] const Test* find_test(std::string_view id) const;
  bool operator==(const Suite&) const = default;
};

/// 64 hexadecimal digits: the SHA-256 of the canonical text of the test
/// without its id. Two tests have the same id when they are the same.
[[nodiscard]] std::string content_id(const Test& test,
                                     const Signature& signature);

/// Brings a suite into the form it is written in: sorts assignments and
/// expectations by signal and fills in every test's requirements (those of its
/// goals, where none are given) and id. Engines call it once, at the end.
void finish(Suite& suite);

/// Makes the goals agree with the tests, whatever an engine said: a goal is
/// covered only if some test has it. One that is called covered and that no
/// test has becomes undecided, with the reason. Every suite that is generated
/// passes through here before it is written or summarised.
void settle_coverage(Suite& suite);

}  // namespace catenary::suite
