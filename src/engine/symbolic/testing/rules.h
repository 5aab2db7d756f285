// SPDX-License-Identifier: Apache-2.0
/// \file
/// Construction of a test-case tree from a test purpose: the rules R1 to R11,
/// state by state.
///
/// After Bannour, Lapitre, Le Gall, Nguyen, "Symbolic path-guided test cases
/// for models with data and time" (2023), definition 6, corrected: table "The
/// rules" of docs/guarantees-timed.md has them as they are here. TM is the
/// time-out of a state, ec_k the context after k steps of the purpose.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/symbolic/execution.h"
#include "engine/symbolic/testing/prefix.h"
#include "engine/symbolic/testing/purpose.h"
#include "engine/symbolic/testing/test_case.h"
#include "logic/term/copy.h"
#include "suite/suite.h"

namespace catenary::engine::symbolic {

/// Builds the tree of one purpose.
class TreeBuilder {
 public:
  /// Everything given must outlive it. Requires: Purpose::check() did not
  /// refuse the purpose.
  TreeBuilder(Execution& execution,
              Prover& prover,
              Steps& steps,
              Purpose& purpose,
              const TestCaseOptions& options);

  /// Fills the tree, the warnings and the undecided points of the result. If
  /// the time ends, the tree is empty and the result is refused as undecided.
  void build(TestCaseResult& result);

 private:
  /// What the rules of one test-case state share. Formulas are over observed
  /// delays and values.
  struct StateFacts {
    /// Depth: the state is that of ec_k.
    std::size_t k = 0;
    /// The context ec_k.
    ContextId context = 0;
    /// Its state of the automaton.
    std::uint32_t state = 0;
    /// TM of the state.
    mpq_class time_out;
    /// d(ec_k): the delay of the next event.
    logic::Term delay;
    /// T<=: delay <= TM.
    logic::Term in_time;
    /// T<: delay < TM.
    logic::Term before_end;
    /// NoLate: silence before the event was allowed.
    logic::Term no_late;
    /// What is known of observed values.
    Knowledge known;
    /// That, and that delays are not negative.
    Knowledge general;
    /// That, and T<=.
    Knowledge timely;
  };
  /// A step of the model that leaves the state, and when it is possible.
  struct SpecifiedStep {
    /// The context after it.
    ContextId context = 0;
    /// Its transition.
    std::uint32_t transition = 0;
    /// "Hidden values exist with which the step is taken".
    logic::Term possible;
  };

  /// Computes what the rules of the state of ec_k share.
  [[nodiscard]] StateFacts facts_of(Prefix& prefix, std::size_t k);
  /// Adds the state, its definitions and its variables to the tree.
  void add_state(const StateFacts& facts, Prefix& prefix);
  /// R2, R4, R5 and R9, for each output channel.
  void observe_outputs(const StateFacts& facts, Prefix& prefix);
  /// R9, for one output channel with these specified steps.
  void observe_unspecified(const StateFacts& facts,
                           std::uint32_t channel,
                           const std::vector<SpecifiedStep>& all);
  /// R3, R6, R7 and R11, for each uncontrollable input channel.
  void observe_inputs(const StateFacts& facts, Prefix& prefix);
  /// R7 and R11, for one uncontrollable input channel with these specified
  /// steps.
  void observe_unspecified_input(const StateFacts& facts,
                                 std::uint32_t channel,
                                 const std::vector<SpecifiedStep>& all);
  /// R8 and R10, and the warning for a TM that is too small.
  void observe_silence(const StateFacts& facts, Prefix& prefix);
  /// R1.
  void stimulate(const StateFacts& facts, Prefix& prefix);

  /// The steps on a channel, without those that are proved impossible.
  [[nodiscard]] std::vector<SpecifiedStep> steps_on(const StateFacts& facts,
                                                    Prefix& prefix,
                                                    std::uint32_t channel);
  /// The conditions of a step. If guards are not simplified, those of the whole
  /// path too.
  [[nodiscard]] std::vector<logic::Term> conditions_of(const StateFacts& facts,
                                                       const Context& step);
  /// "Hidden values exist with which `generic` holds", for the delay of this
  /// state. `generic` is a formula of Steps about a state.
  [[nodiscard]] logic::Term silence_allowed(const StateFacts& facts,
                                            Prefix& prefix,
                                            logic::Term generic);
  /// "One of the steps is possible".
  [[nodiscard]] logic::Term any_possible(
      const std::vector<SpecifiedStep>& steps);
  /// The conjunction, reduced by what is known if guards are simplified.
  [[nodiscard]] logic::Term simplified(const Knowledge& known,
                                       std::vector<logic::Term> conjuncts);

  /// A verdict of the tree.
  struct Leaf {
    /// E.g. "FAIL_out". A string that is never released.
    const char* name;
    /// The verdict.
    suite::Verdict verdict;
    /// Why, for messages.
    std::string reason;
  };
  /// Adds a transition to a new leaf.
  void add_leaf(const StateFacts& facts,
                suite::Action action,
                std::uint32_t channel,
                logic::Term guard,
                const char* rule,
                Leaf leaf);
  /// Adds a transition to the next state. `sure`: the guard that holds for all
  /// hidden values; an invalid term if none is needed.
  void add_step(const StateFacts& facts,
                suite::Action action,
                std::uint32_t channel,
                logic::Term guard,
                const char* rule,
                logic::Term sure = {});
  /// Adds a transition whose target is not set yet.
  suite::TreeTransition& add_transition(const StateFacts& facts,
                                        suite::Action action,
                                        std::uint32_t channel,
                                        logic::Term guard,
                                        const char* rule);
  /// A term as a formula of the tree, whose terms are its own.
  [[nodiscard]] suite::Formula formula(logic::Term term);
  /// Adds a warning, unless one with the same key `once` was added.
  void warn(const std::string& once,
            base::SourceLocation where,
            std::string message);
  /// The names of the steps, for messages.
  [[nodiscard]] std::string names_of(
      const std::vector<SpecifiedStep>& steps) const;

  /// The tree of contexts.
  Execution& execution_;
  /// Queries and elimination.
  Prover& prover_;
  /// Facts about single steps.
  Steps& steps_;
  /// The purpose.
  Purpose& purpose_;
  /// The automaton.
  const model::TimedAutomaton& automaton_;
  /// Time-outs, controllability, simplification.
  const TestCaseOptions& options_;
  /// Set while build() runs.
  TestCaseResult* result_ = nullptr;
  /// Into the manager of the tree; set while build() runs.
  std::optional<logic::TermCopier> copier_;
  /// Keys of warnings.
  std::set<std::string> warned_;
};

}  // namespace catenary::engine::symbolic
