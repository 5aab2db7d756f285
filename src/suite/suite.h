// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test suites: the product of every engine, the input of the runner, and the
/// argument of every report and export. One form serves all four kinds of
/// models: linear tests and chains of step systems (Schrammel, Melham,
/// Kroening, STTT 2014), tests with output monitors of requirement interfaces
/// (Aichernig et al., STTT 2017), message sequences of state machines (mCUTE),
/// and test-case trees of timed systems (Bannour, Lapitre, Le Gall, Nguyen,
/// 2023).
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"
#include "logic/term/term.h"
#include "logic/value/value.h"
#include "model/goal.h"
#include "suite/json.h"
#include "suite/signature.h"

namespace catenary::suite {

/// The version of the suite format that this build reads and writes.
inline constexpr const char* kSuiteSchema = "catenary-suite-1";

using model::GoalStatus;
using model::to_string;
using model::Trust;
/// The shape of a test. It tells how the test is run and drawn.
enum class TestKind : std::uint8_t {
  /// A sequence of steps from a reset.
  linear,
  /// A sequence that covers several goals in one run and ends in a final state.
  chain,
  /// Adaptive: reacts to the SUT; Test::tree or a tree of steps.
  tree
};
/// The result of running a test, as in ISO/IEC 9646, and `error` for a test
/// that could not be run.
enum class Verdict : std::uint8_t { pass, fail, inconclusive, error };
/// The names as suites contain them.
[[nodiscard]] const char* to_string(TestKind kind);
[[nodiscard]] const char* to_string(Verdict verdict);
/// The enumerator whose to_string() is `s`, or nothing. Requires: enumerators
/// count from 0 to `last`.
template <class Enum>
std::optional<Enum> parse_enum(std::string_view s, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (s == to_string(static_cast<Enum>(i))) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

/// A goal of the suite, and what is known about it.
struct SuiteGoal {
  /// Unique in the suite.
  std::string id;
  /// For people: what is to be reached, e.g. the condition in the source.
  std::string text;
  /// The source of the goal, e.g. "branch".
  std::string kind = "property";
  /// Those that the model names for the goal.
  std::vector<std::string> requirements;
  /// Its place in the model; may be unknown.
  base::SourceLocation where;
  /// Its status, and how well that is established.
  GoalStatus status = GoalStatus::undecided;
  Trust trust = Trust::claimed;
  /// Never empty.
  std::string reason;
  /// covered: the number of steps of a run that covers it, see GoalResult;
  /// not_within_bound: the bound; -1 = unknown.
  std::int64_t depth = -1;
  /// Reaching it is a defect of the system.
  bool violation = false;
  bool operator==(const SuiteGoal&) const = default;
};

/// An interval of numbers; an absent end is infinite.
struct Interval {
  /// The ends; absent = infinite.
  std::optional<logic::Value> lo, hi;
  /// Whether the end itself is excluded.
  bool lo_open = false, hi_open = false;
  bool operator==(const Interval&) const = default;
};
/// One of finitely many values.
struct OneOf {
  /// At least one.
  std::vector<logic::Value> values;
  bool operator==(const OneOf&) const = default;
};
/// A term together with the manager that owns it, so that tests may be copied
/// from suite to suite. Copies share the term.
struct Formula {
  /// Owns the term. Null if there is no term.
  std::shared_ptr<logic::TermManager> terms;
  /// What the formula means; an invalid term if there is none.
  logic::Term term;
  /// The SMT-LIB that the term was read from, so that a suite that is read and
  /// written keeps its bytes and ids, whoever wrote it. Empty for a term that
  /// was made.
  std::string spelling;

  /// Whether there is no formula.
  [[nodiscard]] bool empty() const { return !term.valid(); }
  /// Whether files contain the same. Cost: constant for terms of one manager
  /// without a spelling of their own; else that of to_smtlib().
  friend bool operator==(const Formula& a, const Formula& b);
};

/// The text of a formula as files contain it; empty if there is none.
[[nodiscard]] std::string to_smtlib(const Formula& formula);

/// The set of values that an output may have at a step. A Formula is a Boolean
/// term over the names of inputs and outputs of the step; "X@pre" is the value
/// of X one step before, "X@3" that of step 3 of the test.
using Expectation = std::variant<logic::Value, Interval, OneOf, Formula>;

/// For people, e.g. "3", "[0, 5)", "one of 1, 2".
[[nodiscard]] std::string to_string(const Expectation& expectation);

/// A value for a signal. `signal` counts in Signature::inputs or ::initial.
struct Assignment {
  std::uint32_t signal = 0;
  /// A value of the signal's type.
  logic::Value value;
  bool operator==(const Assignment&) const = default;
};
/// One value for each signal; signals without an assignment have their default.
[[nodiscard]] std::vector<logic::Value> values_of(
    const std::vector<Assignment>& assignments,
    const std::vector<Signal>& signals);
/// An expectation for a signal. `signal` counts in Signature::outputs.
struct ExpectedOutput {
  std::uint32_t signal = 0;
  /// The allowed values of the output.
  Expectation expectation;
  bool operator==(const ExpectedOutput&) const = default;
};

/// A message within a step of a timed or asynchronous system.
struct Event {
  /// Since the start of the step, in the model's time unit.
  mpq_class at = 0;
  /// Counts in Signature::channels.
  std::uint32_t channel = 0;
  /// One for each parameter of the channel. Inputs have Values; for outputs
  /// these are the allowed values, and the message arrives at `at` or up to
  /// `within` later.
  std::vector<Expectation> values;
  mpq_class within = 0;
  bool operator==(const Event&) const = default;
};

/// Where an adaptive test continues after a step.
struct AdaptiveBranch {
  /// All of these hold; ascending by signal.
  std::vector<ExpectedOutput> when;
  /// Counts in Test::steps; a later step.
  std::uint32_t to = 0;
  bool operator==(const AdaptiveBranch&) const = default;
};

/// One step of a test: inputs, and expectations of the outputs.
struct Step {
  /// The duration, in Signature::time_unit.
  mpq_class dt = 1;
  /// For systems with timers: the time of the step on their virtual clock, in
  /// nanoseconds from the initialisation; the earliest time that fits the test.
  std::optional<mpz_class> at_ns;
  /// Ascending by signal; an input that is missing has its default, see
  /// values_of().
  std::vector<Assignment> inputs;
  /// Ascending by signal.
  std::vector<ExpectedOutput> expect;
  /// In order of time.
  std::vector<Event> events;
  /// Covered here for the first time in the test.
  std::vector<std::string> goals;
  /// For adaptive tests only: the first branch that applies is taken; if none
  /// does, the test ends.
  std::vector<AdaptiveBranch> next;
  bool operator==(const Step&) const = default;
};

/// The action of a transition of a test-case automaton.
enum class Action : std::uint8_t { stimulate, observe, quiescence };
/// "stimulate", "observe" or "quiescence".
[[nodiscard]] const char* to_string(Action action);

/// A variable that a tree binds while it is executed.
struct TreeVariable {
  /// Unique in the tree.
  std::string name;
  logic::Sort sort;
  bool operator==(const TreeVariable&) const = default;
};
/// A variable that is computed from variables that are bound and definitions
/// that come before it.
struct TreeDefinition {
  /// Unique in the tree, too.
  std::string name;
  logic::Sort sort;
  /// Of that sort.
  Formula value;
  bool operator==(const TreeDefinition&) const = default;
};
/// A Boolean macro that the spelling of formulas may use: (name arguments…).
/// Their terms have its body in place of its calls.
struct TreeFunction {
  /// As formulas call it.
  std::string name;
  std::vector<TreeVariable> parameters;
  /// In SMT-LIB, as it was read: over the parameters and functions before it.
  std::string body;
  bool operator==(const TreeFunction&) const = default;
};
/// A state of a test-case automaton.
struct TreeState {
  /// For drawings and reasons; unique in the tree.
  std::string name;
  /// Silence up to this time is quiescence.
  mpq_class time_out = 0;
  /// Computed in order when the state is entered; they hold in all later
  /// states, too.
  std::vector<TreeDefinition> definitions;
  bool operator==(const TreeState&) const = default;
};
/// A verdict of a test-case automaton.
struct TreeLeaf {
  /// e.g. "FAIL_out".
  std::string name;
  Verdict verdict = Verdict::inconclusive;
  /// For people: what the verdict means.
  std::string reason;
  bool operator==(const TreeLeaf&) const = default;
};
/// An edge of a test-case automaton.
struct TreeTransition {
  /// Index of a state.
  std::uint32_t from = 0;
  /// Whether `to` is a leaf.
  bool to_leaf = false;
  /// Index of a state or a leaf.
  std::uint32_t to = 0;
  Action action = Action::observe;
  /// Counts in Signature::channels; without meaning for quiescence.
  std::uint32_t channel = 0;
  /// The variable that receives the value of the clock.
  std::string delay;
  /// The variables that receive the values of the message.
  std::vector<std::string> variables;
  /// Boolean, over the variables and definitions that are known then. Never
  /// empty. A stimulation may be sent with any delay and values that satisfy
  /// it.
  Formula guard;
  /// For stimulations: a stronger guard, under which the rest of the purpose
  /// can be reached for all hidden values that are consistent with what was
  /// observed; `guard` asks for some. To be preferred if it can be satisfied.
  /// Empty: `guard` is as good.
  Formula sure_guard;
  /// The rule of the paper that made it, e.g. "R9".
  std::string rule;
  bool operator==(const TreeTransition&) const = default;
};
/// A test-case automaton: a tree whose leaves are verdicts; it starts in state
/// 0. A clock is reset when a state is entered. A transition writes it (for
/// quiescence: the time-out) to its variable `delay`, and the values of the
/// message to `variables`, before its guard is evaluated.
struct Tree {
  /// Owns the terms of all formulas. Copies of the tree share it; see
  /// with_own_terms(). Null in an empty tree.
  std::shared_ptr<logic::TermManager> terms;
  /// The variables that transitions may bind, in any order.
  std::vector<TreeVariable> variables;
  /// Macros, each over those before it.
  std::vector<TreeFunction> functions;
  /// The first is where the test starts.
  std::vector<TreeState> states;
  /// Verdicts; several transitions may lead to one.
  std::vector<TreeLeaf> leaves;
  /// The guards of transitions from one state to different targets are
  /// disjoint, and those of observations are complete:
  /// engine::symbolic::check_tree() checks it.
  std::vector<TreeTransition> transitions;
  /// Whether files contain the same, whoever owns the terms.
  bool operator==(const Tree& other) const;
};
/// A copy whose terms are in a new manager, for whoever builds terms on top of
/// them. All variables and definitions are variables there. Cost: linear in the
/// formulas.
[[nodiscard]] Tree with_own_terms(const Tree& tree);
/// "(define-fun name ((x Int)) Bool body)" in one line.
[[nodiscard]] std::string define_function(const TreeFunction& function);

/// One test.
struct Test {
  /// The SHA-256 of its content, see content_id().
  std::string id;
  /// For people, see name_tests(). No part of the content; may be empty.
  std::string name;
  TestKind kind = TestKind::linear;
  /// All goals that it covers, in the order in which it first covers them.
  std::vector<std::string> goals;
  /// Requirements that it is about, each once.
  std::vector<std::string> requirements;
  /// Initial choices.
  std::vector<Assignment> initial;
  /// Goals that the initialisation covers.
  std::vector<std::string> initial_goals;
  /// In order. For TestKind::tree, if there are steps, they are the nodes of a
  /// tree: each but the first is the target of one branch. See
  /// suite/adaptive.h.
  std::vector<Step> steps;
  /// For TestKind::tree without steps only.
  Tree tree;
  /// For people, e.g. the final state.
  std::string note;
  bool operator==(const Test&) const = default;
};

/// The number of steps of a test. For a test-case automaton, those of the run
/// that ends in PASS; for a tree of steps, those of its longest run.
[[nodiscard]] std::size_t length_of(const Test& test);

/// An argument for a claim, in a form that can be checked again.
struct Certificate {
  /// "optimality", "unreachability"; "assessment": what given tests cover;
  /// "selection": how random tests were chosen.
  std::string kind;
  /// For people, e.g. "no suite has fewer than 9 steps".
  std::string claim;
  /// The method, e.g. "exhaustive search".
  std::string by;
  /// Goals that the claim is about.
  std::vector<std::string> goals;
  /// The evidence for a checker; its form depends on `kind`.
  Json data = Json::object();
  bool operator==(const Certificate&) const = default;
};

/// A fact about the model that the user should know.
struct Finding {
  /// Stable, e.g. "property-violated".
  std::string code;
  /// How bad it is. An error is a defect of the model.
  base::Severity severity = base::Severity::error;
  /// One sentence for people.
  std::string message;
  /// May be unknown.
  base::SourceLocation where;
  /// Those concerned.
  std::vector<std::string> requirements;
  /// The id of a test; may be empty.
  std::string witness;
  bool operator==(const Finding&) const = default;
};

/// The model that a suite was made from.
struct ModelReference {
  /// As the model calls itself, e.g. the program or the specification.
  std::string name;
  /// The front end, e.g. "c".
  std::string kind;
  /// As the user gave it.
  std::string path;
  /// The SHA-256 of the file.
  std::string sha256;
  bool operator==(const ModelReference&) const = default;
};

/// A test suite: the tests, the goals that they are for, and what is known of
/// each.
struct Suite {
  /// For example "catenary 0.1.0".
  std::string tool;
  ModelReference model;
  /// The options that influence the result.
  std::map<std::string, std::string> options;
  /// Determines every random choice: the same seed gives the same suite.
  std::uint64_t seed = 0;
  /// The inputs and outputs of the model.
  Signature signature;
  /// In the order of the model.
  std::vector<SuiteGoal> goals;
  /// Ids differ. In the order in which the engine made them.
  std::vector<Test> tests;
  /// The proofs about goals and tests.
  std::vector<Certificate> certificates;
  /// The observations of the engine, with tests as witnesses.
  std::vector<Finding> findings;

  /// The goal or test of that id, or nullptr. Cost: linear.
  [[nodiscard]] const SuiteGoal* find_goal(std::string_view id) const;
  [[nodiscard]] const Test* find_test(std::string_view id) const;
  bool operator==(const Suite&) const = default;
};

/// 64 hexadecimal digits: the SHA-256 of the canonical text of the test without
/// its id. Equal tests have equal ids.
[[nodiscard]] std::string content_id(const Test& test,
                                     const Signature& signature);

/// Brings a suite into canonical form: sorts assignments and expectations by
/// signal, and fills in every test's requirements (those of its goals, unless
/// some are given) and id. Engines call it once, at the end.
void canonicalise(Suite& suite);

/// Names each test after a goal that it covers and no test before it: a
/// violation rather than a goal of the model, and that rather than a place in
/// the code. "set-and-39-more" covers 39 more of such goals; a test that covers
/// nothing new is named after its note, or "again-" and its first goal. Names
/// are different and have letters, digits, '.', '_' and '-' only, so that they
/// may be names of files and of tests in other tools.
void name_tests(Suite& suite);
/// The name that name_tests() gives a test after a goal, before what makes it
/// different from others: "set" of "set-and-39-more".
[[nodiscard]] std::string name_after(const std::string& goal);
/// Whether people mean this test by the text: its name, or the beginning of its
/// id.
[[nodiscard]] bool is_called(const Test& test, std::string_view text);
/// Whether a text has only characters that names of tests have.
[[nodiscard]] bool is_test_name(std::string_view text);

/// Makes the goals agree with the tests, whatever an engine claims: a goal is
/// covered only if some test has it. A goal that is called covered and that no
/// test has becomes undecided, with the reason. Every generated suite passes
/// through here before it is written or summarised.
void revoke_untested_coverage(Suite& suite);

}  // namespace catenary::suite
