// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which goals runs of the plain program can show to be covered, and by what:
/// calls of the driver's functions, and counters of Clang's coverage.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "model/goal.h"
#include "program/plain/counters.h"
#include "program/plain/plain.h"

namespace catenary::program::plain {

/// A count that shows, where it is not 0, that one of some goals was covered.
struct Evidence {
  std::vector<std::uint32_t> goals;
  Count count;
};

/// The evidence for all goals.
struct EvidenceMap {
  /// For each goal whether a run can show it at all.
  std::vector<bool> observable;
  std::vector<Evidence> counted;
  /// By the names that the driver reports, e.g. "error reach_error".
  std::map<std::string, std::vector<std::uint32_t>> named;
};

/// Requires: the first goals are those of the harness. `directory` is that of
/// the compiler, to which paths in `map` are relative.
[[nodiscard]] EvidenceMap find_evidence(const std::vector<model::Goal>& goals,
                                        const Interface& interface,
                                        const std::string& directory,
                                        const ExecutableMap& map);

}  // namespace catenary::program::plain
