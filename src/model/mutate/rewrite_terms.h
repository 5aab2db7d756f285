// SPDX-License-Identifier: Apache-2.0
/// \file
/// Small changes of terms, for mutants.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "logic/term/term.h"

namespace catenary::model {

/// `root` with every occurrence of `from` replaced. Requires: of one sort.
[[nodiscard]] logic::Term replaced(logic::TermManager& terms,
                                   logic::Term root,
                                   logic::Term from,
                                   logic::Term to);

/// `number` plus an integer. Requires: Int or Real.
[[nodiscard]] logic::Term plus(logic::TermManager& terms,
                               logic::Term number,
                               long more);

/// The parts of a conjunction, nested ones included; the term itself where it
/// is none.
[[nodiscard]] std::vector<logic::Term> conjuncts_of(logic::Term term);

/// Comparisons and Boolean variables that occur in it, in order of creation.
[[nodiscard]] std::vector<logic::Term> atoms_of(logic::Term term);

/// A change of one atom: what becomes of it, and how the change is called.
struct AtomChange {
  const char* kind;
  logic::Term atom;
};
/// Other relations, shifted constants, shifted bounds. `timed`: it is about a
/// clock, so that its bound is a deadline.
[[nodiscard]] std::vector<AtomChange> changes_of_atom(logic::TermManager& terms,
                                                      logic::Term atom,
                                                      bool timed);

/// As people write it, e.g. "amount <= balance && cl <= 10".
[[nodiscard]] std::string infix(logic::Term term);

}  // namespace catenary::model
