// SPDX-License-Identifier: Apache-2.0
/// \file
/// A part of an interface as terms, with Z3 below: for rationals, and as a
/// second opinion on finite interfaces. Only for this folder.
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

/// Sets are terms over current values. Functions throw Undecided.
class Linear {
 public:
  /// Structure and budget must outlive this. `widened`: rules() may leave out
  /// ranges.
  Linear(const Structure& structure,
         Part part,
         const base::Budget& budget,
         bool widened);

  [[nodiscard]] const Part& part() const { return part_; }
  [[nodiscard]] logic::TermManager& terms() { return *interface_.terms; }
  [[nodiscard]] Term truth() { return terms().boolean(true); }
  [[nodiscard]] Term both(Term a, Term b);
  [[nodiscard]] Term negation(Term a);

  /// Ranges of `ranges`, definitions, contracts.
  [[nodiscard]] Term rules(const Indices& contracts,
                           const Indices& ranges,
                           bool first);
  [[nodiscard]] Term promises(bool first);

  /// Previous values and inputs without an answer in `goal`.
  [[nodiscard]] Term unanswered(Term rules, Term goal);
  /// Values from which some input that is promised is `unanswered`.
  [[nodiscard]] Term losing(Term promises, Term unanswered);
  /// Values from which one step by `relation` leads into `goal`.
  [[nodiscard]] Term pre(Term relation, Term goal);

  /// Whether a term can be true. Quantifiers are allowed.
  [[nodiscard]] bool possible(Term term);
  /// Values of all current variables under which it is; nothing: never.
  [[nodiscard]] std::optional<Valuation> find(Term term);
  [[nodiscard]] Term is_now(const Valuation& values);
  [[nodiscard]] Term is_before(const Valuation& values);
  /// `term` at the t-th of several steps, for unrolling.
  [[nodiscard]] Term at_step(Term term, std::uint32_t t);

  [[nodiscard]] bool is_input(std::uint32_t v) const;

 private:
  [[nodiscard]] const model::InterfaceVariable& variable(
      std::uint32_t v) const {
    return interface_.variables[v];
  }
  /// Without quantifiers. Few values are instantiated here, others left to
  /// Z3. Requires: the body has the ranges that are in force.
  [[nodiscard]] Term exists(const Indices& variables, Term body);
  [[nodiscard]] Term to_now(Term term);
  /// All values of a variable, where they are few.
  [[nodiscard]] std::optional<std::vector<logic::Value>> few_values(
      std::uint32_t v) const;

  const model::Interface& interface_;
  Part part_;
  const base::Budget& budget_;
  bool widened_;
  Indices inputs_, answers_;
  logic::Substitution to_now_;
};

}  // namespace catenary::engine::contract
