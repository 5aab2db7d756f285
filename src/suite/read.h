// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reading of suites. Everything is validated: types, ranges of machine types,
/// formulas, references between goals, signals, channels and tests, ids against
/// contents.
/// Unknown keys are errors, because they usually are typing mistakes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "suite/json.h"
#include "suite/suite.h"

namespace catenary::suite {

/// The largest size of a suite or of results; larger documents are neither
/// written nor read.
inline constexpr std::uint64_t kMostSuiteBytes = std::uint64_t{4} << 30;

/// The largest number of steps of all tests together: repetitions and shared
/// prefixes expand a small file to many steps. Suites with more are neither
/// written nor read.
inline constexpr std::uint64_t kMostSuiteSteps = 4'000'000;

/// The text of a suite or results file. Throws InputError if it cannot be read,
/// is too large or is not UTF-8.
[[nodiscard]] std::string read_suite_text(const std::string& path);
/// The document in such a text.
[[nodiscard]] Json parse_suite_json(std::string_view text,
                                    const std::string& file);

/// Reads a suite. Throws InputError with `file`, line and column on anything
/// that is not a suite of this version. Ensures: write_suite() of the result
/// gives the same bytes if `text` was written by it.
[[nodiscard]] Suite read_suite(std::string_view text, const std::string& file);
/// Reads a file.
[[nodiscard]] Suite read_suite_file(const std::string& path);

class StepFormulas;
/// Reads an expectation of a step for a signal; `formulas` reads its formula,
/// if it is one.
[[nodiscard]] Expectation expectation_from_json(const Json& json,
                                                const Signal& signal,
                                                const std::string& file,
                                                StepFormulas& formulas);

}  // namespace catenary::suite
