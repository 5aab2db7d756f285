// SPDX-License-Identifier: Apache-2.0
/// \file
/// "Did you mean …?": the nearest of the names that would have been right.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace catenary::option {

/// Insertions, deletions, substitutions and swaps of neighbours that turn one
/// word into the other (Damerau, CACM 1964, in its restricted form).
/// Cost: the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, the first of equals; "" where none is near
/// enough to be what was meant (a third of its letters, at least one, differ).
[[nodiscard]] std::string nearest(std::string_view word,
                                  std::span<const std::string> candidates);

/// "; did you mean 'name'?", with `prefix` before the name, or "".
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates,
                                       std::string_view prefix = "");

}  // namespace catenary::option
