// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verdict of each requirement, from the tests that are about it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// What the tests of a requirement say of it together.
enum class RequirementStatus : std::uint8_t {
  /// Every test of it passed, and there is one.
  passed,
  /// A test of it failed, and what was violated belongs to it.
  failed,
  /// Tests of it have another verdict, failed for other requirements, or were
  /// not all run.
  inconclusive,
  /// No test of it was run.
  not_run
};
/// For people: "not run".
[[nodiscard]] const char* to_string(RequirementStatus status);

/// One requirement.
struct RequirementVerdict {
  RequirementStatus status = RequirementStatus::not_run;
  /// How many tests have each verdict, with their names: "2 passed: a, b; 1
  /// failed: c". "no test" where there is none.
  std::string tests;
};

/// All requirements of the suite, by id: those of its goals and tests, and
/// those that the verdicts are about. `results` may be null; else they are of
/// the suite.
[[nodiscard]] std::map<std::string, RequirementVerdict> requirement_verdicts(
    const suite::Suite& suite, const suite::RunResults* results);

}  // namespace catenary::report
