// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which values a formula leaves to a number, for people.
#pragma once

#include <string>

#include "logic/term/term.h"

namespace catenary::engine::symbolic {

/// E.g. "5", "[0, 10]", "(0, ∞)", "any", "0 or [3, 4)", "nothing"; "some"
/// where it is not that simple. Requires: no other variables are free.
[[nodiscard]] std::string bounds_text(logic::TermManager& terms,
                                      logic::Term formula,
                                      logic::Term number);

}  // namespace catenary::engine::symbolic
