// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small changes of terms, for mutants.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "logic/term/term.h"

namespace catenary::model {

/// `root` with every occurrence of the subterm `from` replaced by `to`, also
/// below quantifiers. Requires: both of one sort. Cost: linear in `root`.
[[nodiscard]] logic::Term replaced(logic::TermManager& terms,
                                   logic::Term root,
                                   logic::Term from,
                                   logic::Term to);

/// number + more; a constant stays a constant. Requires: Int or Real.
[[nodiscard]] logic::Term plus(logic::TermManager& terms,
                               logic::Term number,
                               long more);

/// The parts of a conjunction, nested conjunctions taken apart, in order; the
/// term itself if it is not a conjunction.
[[nodiscard]] std::vector<logic::Term> conjuncts_of(logic::Term term);

/// The comparisons and Boolean variables that occur in the term, in order of
/// creation.
[[nodiscard]] std::vector<logic::Term> atoms_of(logic::Term term);

/// A changed atom, and the name of the change.
struct AtomChange {
  /// The operator, e.g. "relation"; static storage.
  const char* kind;
  /// The term that replaces the atom.
  logic::Term atom;
};
/// The changes of an atom: other relations, shifted constants, shifted bounds;
/// negation for atoms without numbers. `timed`: the atom compares a clock, so
/// that its bound is a deadline and is also doubled and halved.
[[nodiscard]] std::vector<AtomChange> changes_of_atom(logic::TermManager& terms,
                                                      logic::Term atom,
                                                      bool timed);

/// The term in infix notation, e.g. "amount <= balance && cl <= 10".
[[nodiscard]] std::string infix(logic::Term term);

}  // namespace catenary::model
