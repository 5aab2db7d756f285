// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading suites back. Everything is validated: types, ranges of machine
/// types, references between goals, signals, channels and tests, ids against
/// contents. Unknown keys are errors: they are usually typing mistakes.
#pragma once

#include <string>
#include <string_view>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// InputError with `file`, line and column on anything that is not a suite of
/// this version. Ensures: write_suite() of the result gives the same bytes
/// where `text` was written by it.
[[nodiscard]] Suite read_suite(std::string_view text, const std::string& file);
[[nodiscard]] Suite read_suite_file(const std::string& path);

/// One expectation for a signal, as it stands in a step.
[[nodiscard]] Expectation expectation_from_json(const Json& json,
                                                const Signal& signal,
                                                const std::string& file);

}  // namespace catenary::suite
