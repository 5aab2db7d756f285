// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs that cannot make a difference. Only for this folder.
#pragma once

#include <set>

#include "logic/term/term.h"

namespace catenary::frontend::verilog {

/// An equivalent term that mentions fewer of `inputs`, where that is possible:
/// in each place, conditions that are decided by the conditions around it are
/// replaced by their values. Yosys writes `if (c) assert(a)` as "c, and not (c
/// ? a : any value)", and `if (c) m[i] <= d` as a write at "c ? i : any value"
/// that takes place where c holds.
///
/// The term itself where it mentions none of them. Cost: linear in the term
/// without conditions; with them up to their number times as much.
[[nodiscard]] logic::Term without_irrelevant(
    logic::TermManager& terms,
    logic::Term term,
    const std::set<logic::Term>& inputs);

}  // namespace catenary::frontend::verilog
