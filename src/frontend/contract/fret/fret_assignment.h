// SPDX-License-Identifier: Apache-2.0
/// \file
/// Assignments of internal variables, which FRET writes in Lustre: expressions
/// with `->` and `pre`. After Halbwachs, Caspi, Raymond, Pilaud, "The
/// synchronous data flow programming language LUSTRE", Proc. IEEE 79(9), 1991
/// (doi:10.1109/5.97300).
#pragma once

#include <optional>
#include <string_view>

#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract::fret {

/// An expression over the current step. `a -> b` becomes a choice by whether
/// this is the first step, `pre e` a call of
/// kPrevious, and `a -> pre e` one with two. `where` is the place of the text.
/// Nothing where it is not read, or where a `pre` has no value at the first
/// step.
[[nodiscard]] std::optional<Expression> assignment_of(std::string_view text,
                                                      Place where);

}  // namespace catenary::frontend::contract::fret
