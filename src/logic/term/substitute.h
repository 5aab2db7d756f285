// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simultaneous, capture-avoiding substitution.
#pragma once

#include <map>

#include "logic/term/term.h"

namespace catenary::logic {

/// Variables and the terms that replace them.
using Substitution = std::map<Term, Term>;

/// `term` with every free occurrence of a key replaced by its term, all at
/// once: replacements are not substituted again. A bound variable that would
/// capture a variable of a replacement is renamed to a fresh one.
///
/// Requires: keys are variables, each replaced by a term of its sort. Cost:
/// linear in the dag size without quantifiers; a body is walked once for each
/// quantifier occurrence around it. Not recursive.
[[nodiscard]] Term substitute(TermManager& manager,
                              Term term,
                              const Substitution& substitution);

}  // namespace catenary::logic
