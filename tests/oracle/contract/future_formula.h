// SPDX-License-Identifier: Apache-2.0
/// \file
/// Formulas of future time as FRET exports them, unfolded over finite traces.
///
/// Semantics: Giannakopoulou, Pressburger, Mavridou, Schumann, "Automated
/// formalization of structured natural language requirements", IST 2021
/// (doi:10.1016/j.infsof.2021.106590), section 5.
#pragma once

#include <functional>
#include <string_view>

#include "engine/contract/consistency/semantics.h"
#include "logic/term/term.h"

namespace catenary::oracle {

/// A formula as a function of a step and of the last step, both from 0: a term
/// over Semantics::at() the variables.
using Meaning = std::function<logic::Term(int, int)>;

/// Reads a formula in the syntax of nuXmv: X, F, G with intervals, U, V and
/// LAST. `semantics` must outlive the meaning. Throws base::ToolError where it
/// is not one.
[[nodiscard]] Meaning future_formula(
    std::string_view text, const engine::contract::Semantics& semantics);

}  // namespace catenary::oracle
