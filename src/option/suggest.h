// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suggestions for misspelt names: the nearest of the names that exist.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace catenary::option {

/// The number of insertions, deletions, substitutions and exchanges of
/// neighbours that turn one word into the other (optimal string alignment
/// distance, after Damerau, "A technique for computer detection and correction
/// of spelling errors", CACM 1964). Cost: the product of the lengths.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// The candidate nearest to `word`, the first of equally near ones; empty if
/// none is near enough to have been meant (at most a third of the letters, but
/// at least one, may differ).
[[nodiscard]] std::string nearest(std::string_view word,
                                  std::span<const std::string> candidates);

/// "; did you mean 'name'?", with `prefix` before the name; empty without a
/// suggestion.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       std::span<const std::string> candidates,
                                       std::string_view prefix = "");

/// The same; without a suggestion the first names that exist: "; there are: a,
/// b, and 7 more", or "; there are none".
[[nodiscard]] std::string did_you_mean_or_list(
    std::string_view word, std::span<const std::string> candidates);

}  // namespace catenary::option
