// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks over the graph of a term. None of them is recursive, so that deep
/// terms do not exhaust the stack.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "logic/term/term.h"

namespace catenary::logic {

/// Each distinct subterm of `roots` once, operands before the terms that use
/// them. Bodies and bound variables of quantifiers are included. The order is
/// deterministic. Cost: linear in the result.
[[nodiscard]] std::vector<Term> subterms(std::span<const Term> roots);
/// The same for one root.
[[nodiscard]] std::vector<Term> subterms(Term root);

/// The number of distinct subterms, the term itself included.
[[nodiscard]] std::size_t dag_size(Term root);

/// The free variables, by ascending id. Cost: linear without quantifiers, else
/// at most the dag size times the number of quantifiers.
[[nodiscard]] std::vector<Term> free_variables(std::span<const Term> roots);
/// The same for one root.
[[nodiscard]] std::vector<Term> free_variables(Term root);

/// All constants that nested if-then-else terms with only constants as branches
/// may yield, by ascending id, whatever the conditions are. Nothing if a branch
/// is not a constant.
[[nodiscard]] std::optional<std::vector<Term>> chosen_constants(Term root);

}  // namespace catenary::logic
