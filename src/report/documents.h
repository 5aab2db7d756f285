// SPDX-License-Identifier: Apache-2.0
/// \file
/// The documents that --json prints, one for each command. Their keys are
/// promised: docs/schema/ describes them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "suite/json.h"
#include "suite/listener.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// How many goals have which status, and the size of the tests.
struct SuiteCounts {
  /// Every goal has one of the statuses, so these add up to `goals`.
  std::uint64_t goals = 0, covered = 0, unreachable = 0, not_within_bound = 0,
                undecided = 0, excluded = 0;
  /// The tests, and their steps together.
  std::uint64_t tests = 0, total_steps = 0;
};
/// Counts the goals and tests of a suite.
[[nodiscard]] SuiteCounts count(const suite::Suite& suite);

// Parts that several documents share.
/// A number of things, below 2^63.
[[nodiscard]] suite::Json count_to_json(std::uint64_t n);
/// The text; null where it is empty.
[[nodiscard]] suite::Json text_or_null(const std::string& text);
/// Which model a document is about.
[[nodiscard]] suite::Json model_to_json(const suite::ModelReference& model);
/// Findings, in their order.
[[nodiscard]] suite::Json findings_to_json(
    const std::vector<suite::Finding>& findings);
/// The goals of a check, in their order, with what is known of them.
[[nodiscard]] suite::Json goals_to_json(
    const std::vector<suite::SuiteGoal>& goals);

/// The document of `generate`. `path` is where the suite was written; empty =
/// nowhere (null).
[[nodiscard]] suite::Json generate_document(
    const suite::Suite& suite,
    const suite::GenerateSummary& summary,
    const std::string& path);

/// The document of `run`.
[[nodiscard]] suite::Json run_document(const suite::RunResults& results);

}  // namespace catenary::report
