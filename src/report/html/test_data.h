// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tests and their results in the JSON document of the page.
#pragma once

#include <vector>

#include "report/html/columns.h"
#include "report/html/numbering.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

/// The dictionaries of a suite: one for each input, for what is expected of
/// each output, and for what was observed of it.
class SignalDictionaries {
 public:
  /// Counts all values. `results` may be null.
  SignalDictionaries(const suite::Suite& suite,
                     const suite::RunResults* results);

  std::vector<ValueDictionary> inputs, expected, observed;
};

/// One test. Numbers of goals and requirements are those of the numberings.
[[nodiscard]] suite::Json test_to_json(const suite::Test& test,
                                       const suite::Signature& signature,
                                       const SignalDictionaries& values,
                                       Numbering& goals,
                                       Numbering& requirements);

/// One result; its test has the same id.
[[nodiscard]] suite::Json result_to_json(const suite::TestResult& result,
                                         const SignalDictionaries& values,
                                         Numbering& requirements);

}  // namespace catenary::report
