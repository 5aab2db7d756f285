// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part of an interface as terms, with Z3 below: for rationals, and as a
/// second method for finite interfaces in tests. Internal to this folder.
///
/// Method: elimination of quantifiers, by expansion of finite sorts and by Z3
/// for the rest; formulas are simplified after every operation.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/structure.h"
#include "logic/term/substitute.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

using logic::Term;

/// The formulas of one part. Sets of states are terms over current values; all
/// results are free of quantifiers. Functions throw Undecided where the solver
/// gives up or formulas grow too large, with the budget's reason if it is
/// spent.
class Linear {
 public:
  /// Structure and budget must outlive this. `widened`: rules() may be asked to
  /// leave out ranges, so integers that the system chooses are not expanded
  /// over their ranges.
  Linear(const Structure& structure,
         Part part,
         const base::Budget& budget,
         bool widened);

  /// The part that was given to the constructor.
  [[nodiscard]] const Part& part() const { return part_; }
  /// The term manager of the interface; shared.
  [[nodiscard]] logic::TermManager& terms() { return *interface_.terms; }
  /// The constant true.
  [[nodiscard]] Term truth() { return terms().boolean(true); }
  /// The simplified conjunction.
  [[nodiscard]] Term both(Term a, Term b);
  /// The simplified negation.
  [[nodiscard]] Term negation(Term a);

  /// Theta for some contracts: the ranges of the variables `ranges`, all
  /// definitions of the part, and the contracts.
  [[nodiscard]] Term rules(const Indices& contracts,
                           const Indices& ranges,
                           bool first);
  /// The promises of the part, and the ranges of its inputs.
  [[nodiscard]] Term promises(bool first);

  /// Previous values and inputs without an answer in `goal`. Requires: `rules`
  /// contains the ranges that are in force.
  [[nodiscard]] Term unanswered(Term rules, Term goal);
  /// Values from which some promised input is `unanswered`, over current
  /// values. Requires: `promises`, or `unanswered`, contains the ranges of the
  /// inputs.
  [[nodiscard]] Term losing(Term promises, Term unanswered);
  /// Preimage: values from which one step by `relation` leads into `goal`.
  [[nodiscard]] Term pre(Term relation, Term goal);

  /// Whether a term is satisfiable; quantifiers are allowed. One solver call.
  [[nodiscard]] bool possible(Term term);
  /// A model: values of all current variables of the part. No value:
  /// unsatisfiable. One solver call; the model may differ between versions of
  /// the solver.
  [[nodiscard]] std::optional<Valuation> find(Term term);
  /// The equations for all of these current values.
  [[nodiscard]] Term is_now(const Valuation& values);
  /// The same for previous values.
  [[nodiscard]] Term is_before(const Valuation& values);
  /// `term` with current variables renamed to those of step t and previous ones
  /// to those of step t - 1, for unrolling. t = 0 has no previous step.
  [[nodiscard]] Term at_step(Term term, std::uint32_t t);

  /// Whether the environment chooses a variable.
  [[nodiscard]] bool is_input(std::uint32_t v) const;

 private:
  [[nodiscard]] const model::InterfaceVariable& variable(
      std::uint32_t v) const {
    return interface_.variables[v];
  }
  /// Quantifies current variables existentially. Those with few values are
  /// instantiated here, the others left to Z3. Requires: the body contains the
  /// ranges that are in force, as instantiation looks at values within ranges
  /// only.
  [[nodiscard]] Term exists(const Indices& variables, Term body);
  /// Renames previous to current variables.
  [[nodiscard]] Term to_now(Term term);
  /// All values of a variable, if there are at most kMaxInstances integers or
  /// the sort is finite otherwise; no value if not.
  [[nodiscard]] std::optional<std::vector<logic::Value>> few_values(
      std::uint32_t v) const;

  const model::Interface& interface_;
  Part part_;
  const base::Budget& budget_;
  bool widened_;
  /// Variables of the part: those of the environment, and the others.
  Indices inputs_, answers_;
  logic::Substitution to_now_;
};

}  // namespace catenary::engine::contract
