// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a benchmark row expects of a result, against the result.
#pragma once

#include <string>
#include <vector>

#include "suite/json.h"
#include "tools/bench/bench_table.h"

namespace catenary::tools::bench {

/// Adds the member "counts" to a document of `catenary check` about
/// requirements: the verdicts as Booleans, and how many explanations there are.
void add_counts(suite::Json& document);

/// The first expectation that a result does not meet, for people; else empty.
[[nodiscard]] std::string unmet(const std::vector<BenchExpectation>& expect,
                                const suite::Json& document);

}  // namespace catenary::tools::bench
