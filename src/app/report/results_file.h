// SPDX-License-Identifier: Apache-2.0
/// \file
/// Results of `run` beside the suite that they are of.
#pragma once

#include <string>

#include "suite/results.h"

namespace catenary::app {

/// Results are of one suite, by its content: goals and tests of others have
/// other meanings. Throws base::InputError where `suite_text`, the text of the
/// suite at `suite_path`, is not what was run; `path` is that of the results.
void require_same_suite(const suite::RunResults& results,
                        const std::string& path,
                        const std::string& suite_text,
                        const std::string& suite_path);

/// Reads the results of a suite. Throws base::InputError as
/// require_same_suite() does, and where they cannot be read.
[[nodiscard]] suite::RunResults read_results_of(const std::string& path,
                                                const std::string& suite_text,
                                                const std::string& suite_path);

}  // namespace catenary::app
