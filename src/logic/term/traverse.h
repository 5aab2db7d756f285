// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks over the graph of a term, none of them recursive.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// Each distinct subterm of `roots` once, operands first. Bodies and bound
/// variables of quantifiers are included. Cost: linear in the result.
[[nodiscard]] std::vector<Term> subterms(std::span<const Term> roots);
[[nodiscard]] std::vector<Term> subterms(Term root);

/// Number of distinct subterms.
[[nodiscard]] std::size_t dag_size(Term root);

/// Free variables, by ascending id. Cost: linear without quantifiers, else at
/// most dag size times number of quantifiers.
[[nodiscard]] std::vector<Term> free_variables(std::span<const Term> roots);
[[nodiscard]] std::vector<Term> free_variables(Term root);

/// The constants that nested choices (ite) between nothing but constants may
/// give, by ascending id; nothing where something else is chosen, too.
[[nodiscard]] std::optional<std::vector<Term>> chosen_constants(Term root);

}  // namespace catenary::logic
