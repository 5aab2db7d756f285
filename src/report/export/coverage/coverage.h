// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage of sources, by line and by branch: what LCOV and Cobertura contain.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// One outcome of a decision. Branches of one block are the outcomes of one
/// condition.
struct CoveredBranch {
  /// From 1.
  std::uint32_t line = 0;
  /// Count within the line, and within the block; from 0.
  std::uint32_t block = 0, branch = 0;
  /// How often it was taken; empty: the condition was never evaluated.
  std::optional<std::uint64_t> taken;
  bool operator==(const CoveredBranch&) const = default;
};

/// A function with the line where it begins, and how often it was called.
struct CoveredFunction {
  std::string name;
  std::uint32_t line = 0;
  std::uint64_t calls = 0;
  bool operator==(const CoveredFunction&) const = default;
};

/// One source.
struct CoveredFile {
  std::string path;
  /// How often each line was executed, by its number from 1. Lines without code
  /// are missing.
  std::map<std::uint32_t, std::uint64_t> lines;
  /// Ascending by line, block and branch.
  std::vector<CoveredBranch> branches;
  /// Ascending by line.
  std::vector<CoveredFunction> functions;
  bool operator==(const CoveredFile&) const = default;
};

/// Sources in the order of their paths, each once.
using Coverage = std::vector<CoveredFile>;

/// How many things there are, and how many of them were reached.
struct CoverageRate {
  std::uint64_t found = 0, hit = 0;
  /// From 0 to 1, with four digits; "1" where nothing was found, since
  /// Cobertura has no word for it.
  [[nodiscard]] std::string text() const;
};
/// The lines and branches of a file.
[[nodiscard]] CoverageRate line_rate(const CoveredFile& file);
[[nodiscard]] CoverageRate branch_rate(const CoveredFile& file);

/// Coverage by the goals of a suite: each goal with a place is a branch of its
/// line, taken once for each test that covers it; a line is executed as often
/// as the goal on it that most tests cover. Left out are goals that no test can
/// or need cover (unreachable, excluded), and violations, which are defects.
///
/// Throws base::InputError, about `path` of the suite, if no goal is left.
[[nodiscard]] Coverage coverage_of_goals(const suite::Suite& suite,
                                         const std::string& path);

}  // namespace catenary::report
