// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading suites back. Everything is validated: types, ranges of machine
/// types, references between goals, signals, channels and tests, ids against
/// contents. Unknown keys are errors: they are usually typing mistakes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// The most bytes of a suite or of results: what is larger is neither written
/// nor read.
inline constexpr std::uint64_t kMostSuiteBytes = std::uint64_t{4} << 30;

/// The most steps of all tests together: repetitions and shared prefixes make
/// many of a small file. What has more is neither written nor read.
inline constexpr std::uint64_t kMostSuiteSteps = 4'000'000;

/// The text of such a file; InputError where it cannot be read, is larger or is
/// not UTF-8.
[[nodiscard]] std::string read_suite_text(const std::string& path);
/// The document in such a text.
[[nodiscard]] Json parse_suite_json(std::string_view text,
                                    const std::string& file);

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
