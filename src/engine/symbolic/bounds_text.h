// SPDX-License-Identifier: Apache-2.0
/// \file
/// The values that a formula leaves to one number, as text for messages.
#pragma once

#include <string>

#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// E.g. "5", "[0, 10]", "(0, ∞)", "any", "0 or [3, 4)", "nothing"; "some" if
/// the set is no union of intervals, or too complicated. A Boolean has "true",
/// "false" or "any". Requires: `number` is the only free variable of the
/// formula.
[[nodiscard]] std::string bounds_text(logic::TermManager& terms,
                                      logic::Term formula,
                                      logic::Term number);

}  // namespace catenary::engine::symbolic
