// SPDX-License-Identifier: Apache-2.0
/// \file
/// Choosing when to send what: delays and values that satisfy the guard of a
/// stimulation. Conjuncts over one unknown are solved exactly here; what is
/// left goes to a solver.
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

struct Stimulation {
  const ProgramTransition* transition = nullptr;
  mpq_class delay = 0;  ///< since the state was entered
  std::vector<logic::Value> values;
  /// It satisfies the guard whatever the hidden values are; false where only
  /// a guard that hopes for the best can be met.
  bool sure = true;
};

struct ChooserOptions {
  Policy policy = Policy::minimal;
  mpq_class margin = 0;  ///< see TimedRunOptions; 0 in virtual time
  /// Policy::boundary: what is brought to its limit; nothing: ends are drawn.
  const BoundaryPlan* plan = nullptr;
};

class Chooser {
 public:
  /// All must outlive the chooser; `solver` may be null.
  Chooser(logic::TermManager& terms,
          ConstraintSolver* solver,
          base::Rng& rng,
          ChooserOptions options)
      : terms_(terms),
        solver_(solver),
        rng_(rng),
        options_(std::move(options)) {}

  /// A delay from `earliest` to `latest` and values with which the guard of
  /// `transition` holds under `known`. Nothing where there are none, or none
  /// could be found: then undecided() says why.
  [[nodiscard]] std::optional<Stimulation> choose(
      const ProgramTransition& transition,
      const logic::Assignment& known,
      const mpq_class& earliest,
      const mpq_class& latest);

  [[nodiscard]] const std::string& undecided() const { return undecided_; }

 private:
  using Values = std::vector<std::optional<logic::Value>>;
  using Wish = model::Pick;

  /// `formula` with the case of the plan at its limit, under `known`; no term
  /// where the plan has none here, or none can be met.
  [[nodiscard]] logic::Term at_limit(const ProgramTransition& transition,
                                     logic::Term formula,
                                     const logic::Assignment& known,
                                     const std::vector<logic::Term>& unknowns);
  [[nodiscard]] std::optional<Values> pick(logic::Term formula,
                                           const std::vector<logic::Term>& of,
                                           logic::Term delay);
  [[nodiscard]] Wish wish(bool is_delay);
  /// A solution for `unknown` where the conjuncts about it are about nothing
  /// else; `done` is false where they are not.
  [[nodiscard]] std::optional<logic::Value> alone(logic::Term formula,
                                                  logic::Term unknown,
                                                  Wish wish,
                                                  bool& done);
  /// The same by the solver; fills `all` with a whole solution.
  [[nodiscard]] std::optional<logic::Value> ask(
      logic::Term formula,
      const std::vector<logic::Term>& unknowns,
      logic::Term unknown,
      Wish wish,
      logic::Assignment& all);
  [[nodiscard]] std::optional<logic::Value> ask_any(
      logic::Term formula,
      const std::vector<logic::Term>& unknowns,
      logic::Term unknown,
      logic::Assignment& all);
  [[nodiscard]] bool extreme(logic::Term formula,
                             const std::vector<logic::Term>& unknowns,
                             logic::Term objective,
                             ConstraintSolver::Direction direction,
                             logic::Assignment& found);
  [[nodiscard]] bool satisfiable(logic::Term formula,
                                 const std::vector<logic::Term>& unknowns,
                                 logic::Assignment& found);

  logic::TermManager& terms_;
  ConstraintSolver* solver_;
  base::Rng& rng_;
  ChooserOptions options_;
  std::array<logic::Term, 2> gaps_;  ///< Int and Real, for distances
  std::string undecided_;
};

/// The values of the number `unknown` with which the conjuncts of `formula`
/// that speak of it hold; nothing where one of them speaks of something else,
/// too, or is not linear.
[[nodiscard]] std::optional<model::NumberSet> own_solutions(
    logic::TermManager& terms, logic::Term formula, logic::Term unknown);

/// `formula` with every variable that `known` has, except those of `but`,
/// replaced by its value, and simplified.
[[nodiscard]] logic::Term with_values(logic::TermManager& terms,
                                      logic::Term formula,
                                      const logic::Assignment& known,
                                      std::span<const logic::Term> but = {});

}  // namespace catenary::exec
