// SPDX-License-Identifier: Apache-2.0
/// \file
/// Walks decision diagrams whose folded conditions have one way on.
#include "program/goals/settled_decision.h"

#include <functional>

namespace catenary::program {

namespace {

/// Follows the decision diagram; tells of each condition that is evaluated.
SettledDecision settle_with(const DecisionRegion& d,
                            const std::vector<bool>& values,
                            const std::function<void(std::size_t)>& evaluated) {
  SettledDecision out;
  std::vector<bool> seen(d.conditions.size(), false);
  std::vector<std::size_t> open;
  // Along folded conditions to the next one with code, if there is one; else
  // the value is the outcome of the decision.
  const auto follow = [&](std::int32_t at, bool value) {
    while (at >= 0 && d.conditions[static_cast<std::size_t>(at)].branch < 0) {
      value = values[static_cast<std::size_t>(at)];
      at = d.conditions[static_cast<std::size_t>(at)].next[value ? 1 : 0];
    }
    if (at >= 0 && !seen[static_cast<std::size_t>(at)]) {
      seen[static_cast<std::size_t>(at)] = true;
      open.push_back(static_cast<std::size_t>(at));
    }
    return std::pair(at < 0, value);
  };
  follow(0, false);
  while (!open.empty()) {
    const std::size_t c = open.back();
    open.pop_back();
    evaluated(c);
    for (const bool value : {false, true}) {
      const auto [ends, result] =
          follow(d.conditions[c].next[value ? 1 : 0], value);
      if (ends) out[{c, value}] = result;
    }
  }
  return out;
}

}  // namespace

/// Tries the values of folded conditions that are not known: those count with
/// which every condition that is evaluated has code. Nothing where they
/// disagree.
std::optional<SettledDecision> settle_decision(
    const DecisionRegion& d, const std::vector<bool>& emitted) {
  constexpr std::size_t kMostUnknown = 8;
  std::vector<std::size_t> unknown;
  std::vector<bool> values(d.conditions.size(), false);
  for (std::size_t c = 0; c < d.conditions.size(); ++c) {
    if (d.conditions[c].branch >= 0) continue;
    if (!d.conditions[c].value) unknown.push_back(c);
    values[c] = d.conditions[c].value.value_or(false);
  }
  if (unknown.size() > kMostUnknown) return std::nullopt;
  std::optional<SettledDecision> out;
  for (std::uint32_t a = 0; a < 1U << unknown.size(); ++a) {
    for (std::size_t k = 0; k < unknown.size(); ++k) {
      values[unknown[k]] = (a >> k & 1U) != 0;
    }
    bool has_code = true;
    SettledDecision found = settle_with(
        d, values, [&](std::size_t c) { has_code = has_code && emitted[c]; });
    if (!unknown.empty() && !has_code) continue;
    if (out && *out != found) return std::nullopt;
    out = std::move(found);
  }
  return out;
}

}  // namespace catenary::program
