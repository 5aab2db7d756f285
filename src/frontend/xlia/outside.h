// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of XLIA: those of the subset that is read, which cannot be names,
/// and those outside of the subset, so that a message can say which construct
/// was found.
#pragma once

#include <string>
#include <string_view>

namespace catenary::frontend::xlia {

/// Whether the subset uses the word as a keyword, e.g. "guard".
[[nodiscard]] bool is_reserved(std::string_view word);

/// The description of a construct outside of the subset, for a message: "'run',
/// a run action," for "run". Empty where the word (or "@section") does not
/// begin such a construct.
[[nodiscard]] std::string outside(std::string_view word);

/// The description of the kind of state that state<word> declares, e.g. "'fork'
/// pseudo-state". Empty where XLIA has no such kind.
[[nodiscard]] std::string outside_state(std::string_view word);

}  // namespace catenary::frontend::xlia
