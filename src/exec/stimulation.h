// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of a stimulation: a delay and values that satisfy its guard.
/// Conjuncts over one unknown are solved exactly here; all others go to a
/// solver.
#pragma once

#include <gmpxx.h>

#include <array>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "exec/boundary.h"
#include "exec/constraint_solver.h"
#include "exec/tree/tree_program.h"
#include "exec/tree/tree_run.h"
#include "logic/term/evaluate/evaluate.h"
#include "logic/value/value.h"
#include "model/step/choices.h"

namespace catenary::exec {

/// A message that the tester may send.
struct Stimulation {
  /// One of the current state's stimulations.
  const ProgramTransition* transition = nullptr;
  /// Time since the state was entered.
  mpq_class delay = 0;
  /// One for each parameter of its channel.
  std::vector<logic::Value> values;
  /// It satisfies the guard whatever the hidden values are; false if only a
  /// guard that is optimistic about them can be met.
  bool sure = true;
};

/// Settings of a Chooser.
struct ChooserOptions {
  /// How one of several possible values is chosen.
  Policy policy = Policy::minimal;
  /// See TimedRunOptions; 0 in virtual time.
  mpq_class margin = 0;
  /// For Policy::boundary: the case that is brought to its limit; null = ends
  /// are drawn.
  const BoundaryPlan* plan = nullptr;
};

/// Chooses stimulations by a policy.
class Chooser {
 public:
  /// All references must outlive the chooser; `solver` may be null.
  Chooser(logic::TermManager& terms,
          ConstraintSolver* solver,
          base::Rng& rng,
          ChooserOptions options)
      : terms_(terms),
        solver_(solver),
        rng_(rng),
        options_(std::move(options)) {}

  /// Chooses a delay from `earliest` to `latest` and values for which the guard
  /// of `transition` holds under `known`. Nothing if there are none, or if none
  /// could be found; undecided() says why in the second case.
  [[nodiscard]] std::optional<Stimulation> choose(
      const ProgramTransition& transition,
      const logic::Assignment& known,
      const mpq_class& earliest,
      const mpq_class& latest);

  /// Why the last choose() found nothing although there may be something; else
  /// empty.
  [[nodiscard]] const std::string& undecided() const { return undecided_; }

 private:
  /// One for each unknown; nothing = any value.
  using Values = std::vector<std::optional<logic::Value>>;
  /// Which of the values of a set is taken.
  using Wish = logic::Pick;

  /// The delays that are allowed.
  struct DelayRange {
    const mpq_class& earliest;
    const mpq_class& latest;
    bool with_margin;  ///< the guard must also hold a margin later
  };

  /// One attempt with a guard within the range of delays: the limit of a
  /// boundary plan if it can be met, else any solution.
  [[nodiscard]] std::optional<Values> attempt(
      const ProgramTransition& transition,
      logic::Term guard,
      const logic::Assignment& known,
      const DelayRange& range,
      const std::vector<logic::Term>& unknowns);
  /// `formula` with the plan's case at its limit, under `known`; an invalid
  /// Term if the plan has no case here, or none that can be met.
  [[nodiscard]] logic::Term at_limit(const ProgramTransition& transition,
                                     logic::Term formula,
                                     const logic::Assignment& known,
                                     const std::vector<logic::Term>& unknowns);
  /// A value for each unknown; nothing if the formula cannot be met.
  [[nodiscard]] std::optional<Values> pick(logic::Term formula,
                                           const std::vector<logic::Term>& of,
                                           logic::Term delay);
  /// Which value the policy prefers.
  [[nodiscard]] Wish wish(bool is_delay);
  /// A value for `unknown`, if the conjuncts about it mention nothing else;
  /// `done` is false if they do.
  [[nodiscard]] std::optional<logic::Value> alone(logic::Term formula,
                                                  logic::Term unknown,
                                                  Wish wish,
                                                  bool& done);
  /// The same by the solver; fills `all` with a complete solution.
  [[nodiscard]] std::optional<logic::Value> ask(
      logic::Term formula,
      const std::vector<logic::Term>& unknowns,
      logic::Term unknown,
      Wish wish,
      logic::Assignment& all);
  /// The same for Policy::random.
  [[nodiscard]] std::optional<logic::Value> ask_any(
      logic::Term formula,
      const std::vector<logic::Term>& unknowns,
      logic::Term unknown,
      logic::Assignment& all);
  /// A solution with an extreme value of `objective`; false if there is none.
  [[nodiscard]] bool extreme(logic::Term formula,
                             const std::vector<logic::Term>& unknowns,
                             logic::Term objective,
                             ConstraintSolver::Direction direction,
                             logic::Assignment& found);
  /// Whether there is a solution; false if that is undecided.
  [[nodiscard]] bool satisfiable(logic::Term formula,
                                 const std::vector<logic::Term>& unknowns,
                                 logic::Assignment& found);

  /// The manager of the test's terms; new terms are made with it.
  logic::TermManager& terms_;
  /// Null: what needs one is undecided.
  ConstraintSolver* solver_;
  /// For the policies that draw.
  base::Rng& rng_;
  /// Policy, margin and plan.
  ChooserOptions options_;
  /// Variables for distances, of the sorts Int and Real.
  std::array<logic::Term, 2> gaps_;
  /// Cleared by every choose().
  std::string undecided_;
};

/// The values of the number `unknown` for which the conjuncts of `formula` that
/// mention it hold; nothing if one of them mentions something else, too, or is
/// not linear.
[[nodiscard]] std::optional<logic::NumberSet> own_solutions(
    logic::TermManager& terms, logic::Term formula, logic::Term unknown);

/// `formula` with every variable that `known` has, except those of `but`,
/// replaced by its value, and simplified.
[[nodiscard]] logic::Term with_values(logic::TermManager& terms,
                                      logic::Term formula,
                                      const logic::Assignment& known,
                                      std::span<const logic::Term> but = {});

}  // namespace catenary::exec
