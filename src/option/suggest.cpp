// SPDX-License-Identifier: Apache-2.0
/// \file
/// Edit distance by dynamic programming (Wagner and Fischer, "The
/// String-to-String Correction Problem", JACM 1974, doi:10.1145/321796.321811),
/// with exchanges of neighbours added.
#include "option/suggest.h"

#include <algorithm>
#include <vector>

namespace catenary::option {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // d[i][j]: the distance of the first i letters of a and the first j of b.
  std::vector<std::vector<std::size_t>> d(
      a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t differs = a[i - 1] == b[j - 1] ? 0 : 1;
      d[i][j] = std::min(
          {d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + differs});
      // An exchange of neighbours is one edit instead of two.
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

std::string nearest(std::string_view word,
                    std::span<const std::string> candidates) {
  // A long word is not a misspelt name, and would be expensive.
  constexpr std::size_t kLongestWord = 100;
  if (word.size() > kLongestWord) return "";
  std::string best;
  // Only strictly smaller distances count: the first of equals wins.
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word,
                         std::span<const std::string> candidates,
                         std::string_view prefix) {
  const std::string name = nearest(word, candidates);
  if (name.empty()) return "";
  return "; did you mean '" + std::string(prefix) + name + "'?";
}

std::string did_you_mean_or_list(std::string_view word,
                                 std::span<const std::string> candidates) {
  constexpr std::size_t kShown = 5;
  std::string near = did_you_mean(word, candidates);
  if (!near.empty()) return near;
  if (candidates.empty()) return "; there are none";
  std::string out;
  for (std::size_t i = 0; i < std::min(candidates.size(), kShown); ++i) {
    out += (i == 0 ? "; there are: " : ", ") + candidates[i];
  }
  if (candidates.size() > kShown) {
    out += ", and " + std::to_string(candidates.size() - kShown) + " more";
  }
  return out;
}

}  // namespace catenary::option
