// SPDX-License-Identifier: Apache-2.0
/// \file
/// Findings in the Static Analysis Results Interchange Format (OASIS SARIF
/// 2.1.0), which code hosts and editors show at the lines of the model.
#pragma once

#include <string>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// One run with a rule for each code and a result for each issue, see
/// issues_of(); `results` may be null. A code flow has the steps of the witness
/// (at most 200), related locations have the goals that a result is about.
/// Paths are URIs relative to %SRCROOT%, the folder where the model was read.
///
/// The fingerprint of a result does not depend on line numbers and on the
/// lengths of runs, so that code hosts recognise it after a change elsewhere.
[[nodiscard]] std::string write_sarif(const suite::Suite& suite,
                                      const suite::RunResults* results);

}  // namespace catenary::report
