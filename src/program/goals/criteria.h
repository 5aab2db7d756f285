// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage criteria of step programs; docs/coverage.md defines them.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace catenary::program {

enum class Criterion : std::uint8_t {
  statement,
  branch,
  decision,
  condition,
  mcdc,
  mcdc_unique,
  boundary,
  state,
  transition,
  undefined
};
using Criteria = std::set<Criterion>;

/// By its name on the command line and in descriptions, e.g. "branch".
[[nodiscard]] std::optional<Criterion> parse_criterion(const std::string& name);
/// The names, for messages: "statement, branch, …".
[[nodiscard]] std::string criterion_names();

/// Whether Clang's regions, and its test vectors, are needed.
[[nodiscard]] bool needs_coverage(const Criteria& criteria);
[[nodiscard]] bool needs_test_vectors(const Criteria& criteria);

}  // namespace catenary::program
