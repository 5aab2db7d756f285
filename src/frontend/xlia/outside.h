// SPDX-License-Identifier: Apache-2.0
/// \file
/// The words of XLIA: those of the subset that is read, which name nothing
/// else, and those outside of it, so that a message can say what was met.
#pragma once

#include <string>
#include <string_view>

namespace catenary::frontend::xlia {

/// Whether the subset itself uses the word, e.g. "guard".
[[nodiscard]] bool is_reserved(std::string_view word);

/// What a construct outside of the subset is, e.g. "'run', a run block" for
/// "run"; empty where the word (or "@section") is not known as one.
[[nodiscard]] std::string outside(std::string_view word);

/// The kind of state that state<word> makes, e.g. "'fork' pseudo-state"; empty
/// where it is none that XLIA knows.
[[nodiscard]] std::string outside_state(std::string_view word);

}  // namespace catenary::frontend::xlia
