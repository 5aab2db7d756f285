// SPDX-License-Identifier: Apache-2.0
/// \file
/// Test purposes (definition 5 of the paper): whether a path is one, and what
/// test cases need to know about it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/prover.h"
#include "engine/symbolic/search/steps.h"
#include "engine/symbolic/testing/prefix.h"
#include "engine/symbolic/testing/test_case.h"

namespace catenary::engine::symbolic {

/// One path and its check.
class Purpose {
 public:
  /// Everything given must outlive it; the path is copied.
  Purpose(Execution& execution,
          Prover& prover,
          Steps& steps,
          const Path& path,
          const TestCaseOptions& options);

  /// Decides whether the path is a test purpose: fills refusal, diagnostics,
  /// time-out and witness of the result. The other members require that check()
  /// did not refuse the path. Cost: about linear in the path if guards are
  /// linear.
  void check(TestCaseResult& result);

  /// The contexts ec0 … ecn along the path.
  [[nodiscard]] const std::vector<ContextId>& contexts() const {
    return contexts_;
  }
  /// n: the number of transitions.
  [[nodiscard]] std::size_t length() const { return path_.size(); }
  /// The transition of step k + 1. Requires: k < length().
  [[nodiscard]] const model::TimedTransition& transition(std::size_t k) const;
  /// Whether the tester stimulates in step k + 1: its channel is a controllable
  /// input.
  [[nodiscard]] bool is_stimulation(std::size_t k) const;
  /// TM of the state of ec_k, in the time unit of the model.
  [[nodiscard]] mpq_class time_out(std::size_t k) const;
  /// "The purpose can be finished from ec_k on, within the time-outs", over the
  /// automaton's variables: delays, received and hidden values of later steps
  /// are bound by quantifiers, which are eliminated where that is possible.
  /// `true` for k = length().
  [[nodiscard]] logic::Term rest(std::size_t k) const { return rest_[k]; }

 private:
  /// Whether time-outs restrict a path: not at all, by their values, or by one
  /// unknown value for states without a time-out of their own.
  enum class Limits : std::uint8_t { none, given, unknown };
  /// The answer of a query; `open` if the solver does not answer.
  enum class Answer : std::uint8_t { yes, no, open };

  /// Checks what needs no solver: connected, observable, ends in an output.
  [[nodiscard]] bool is_well_formed(TestCaseResult& result);
  /// For each k up to `to`, "steps k + 1 to `to` can be taken", over the
  /// automaton's variables; delays, received and hidden values of these steps
  /// are bound. Computed backwards, one elimination for each step. Empty if too
  /// many quantifiers remain.
  [[nodiscard]] std::vector<logic::Term> rests(std::size_t to, Limits limits);
  /// The restriction of the delay of step k + 1.
  [[nodiscard]] logic::Term limit(std::size_t k, Limits limits);
  /// A formula over variables, at the start of the automaton. Only hidden
  /// values of the start, and the unknown time-out, remain in it.
  [[nodiscard]] logic::Term at_start(logic::Term rest);
  /// Whether steps 1 to `to` can be taken.
  [[nodiscard]] Answer is_feasible(std::size_t to, Limits limits);
  /// Decides "steps 1 to `to` can be taken". `start` is the formula for it; an
  /// invalid term if there is none, and the path condition is then asked.
  [[nodiscard]] Answer decide(logic::Term start, std::size_t to, Limits limits);
  /// The time-outs as conditions on the delays of the path's contexts.
  [[nodiscard]] std::vector<logic::Term> path_limits() const;

  /// Refuses the path: no run follows it. Names the first step that cannot be
  /// taken.
  void refuse_infeasible(TestCaseResult& result);
  /// The fewest first steps that cannot be taken within `limits`, by binary
  /// search: what follows infeasible steps is infeasible. Requires: the whole
  /// path cannot. Steps about which a solver does not answer count as feasible.
  [[nodiscard]] std::size_t first_infeasible(Limits limits);
  /// Refuses the path: runs follow it only beyond the time-outs.
  void refuse_late(TestCaseResult& result);
  /// Refuses the path: a solver did not answer.
  void refuse_open(TestCaseResult& result, const std::string& what);
  /// A conjunct of the path condition, and the statement that it comes from.
  struct Origin {
    /// The step; 0 = the start.
    std::size_t step = 0;
    /// Index of the statement of the transition; -1 = no statement: the delay
    /// is not negative, or a value is of the type of its port or variable.
    std::int32_t statement = -1;
    /// The conjunct.
    logic::Term meaning;
  };
  /// The conjuncts of steps 0 to `step`, in the order of the path.
  [[nodiscard]] std::vector<Origin> origins_of(std::size_t step) const;
  /// Adds the statements of an unsatisfiable core, as notes.
  void add_core(base::Diagnostic& to, std::size_t step);
  /// The least TM that makes the path feasible, as text; nothing if there is
  /// none or it is not known. `possible` is set to false if no TM does.
  [[nodiscard]] std::optional<std::string> least_time_out(bool& possible);

  /// Whether each step has no sibling on the same channel with a common trace.
  /// If not, the result is refused.
  [[nodiscard]] bool is_deterministic(TestCaseResult& result);
  /// Whether one sibling has no common trace with step k + 1 of the path.
  [[nodiscard]] bool excludes(Prefix& prefix,
                              std::size_t k,
                              ContextId sibling,
                              TestCaseResult& result);
  /// Refuses the path, with a trace of both transitions.
  void refuse_nondeterministic(TestCaseResult& result,
                               std::size_t k,
                               ContextId sibling);
  /// Finds a run of the purpose, step by step.
  [[nodiscard]] bool find_witness(TestCaseResult& result);
  /// Values of the unknowns that satisfy the formula: from the linear
  /// arithmetic, else from a solver; nothing if neither has any.
  [[nodiscard]] std::optional<logic::Assignment> values_for(
      std::span<const logic::Term> unknowns, logic::Term formula);
  /// The terms with these values in place.
  [[nodiscard]] std::vector<logic::Term> with_values(
      const std::vector<logic::Term>& of, const logic::Assignment& values);
  /// Finds one by a single query about the whole path.
  [[nodiscard]] bool find_witness_at_once(TestCaseResult& result);
  /// Reads the hidden values of the start.
  void read_start(TestCaseResult& result, const logic::Assignment& values);

  /// The tree of contexts.
  Execution& execution_;
  /// Queries and elimination.
  Prover& prover_;
  /// Facts about single steps.
  Steps& steps_;
  /// The automaton.
  const model::TimedAutomaton& automaton_;
  /// The transitions.
  Path path_;
  /// Time-outs and controllability.
  const TestCaseOptions& options_;
  /// TM of states without one of their own.
  mpq_class time_out_;
  /// Stands for TM in Limits::unknown.
  logic::Term unknown_time_out_;
  /// See contexts().
  std::vector<ContextId> contexts_;
  /// See rest().
  std::vector<logic::Term> rest_;
};

/// For messages, e.g. "'tr1' (q0 to q1)".
[[nodiscard]] std::string describe(const model::TimedAutomaton& automaton,
                                   std::uint32_t transition);

}  // namespace catenary::engine::symbolic
