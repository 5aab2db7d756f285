// SPDX-License-Identifier: Apache-2.0
/// \file
/// JUnit XML (the dialect of Jenkins' xunit plug-in): one testcase for each
/// test of a suite.
#pragma once

#include <string>
#include <string_view>

#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::report {

struct JunitOptions {
  /// Inconclusive tests are errors, not skipped ones.
  bool strict = false;
};

/// fail = failure, error = error, inconclusive = skipped. Properties name the
/// requirements, goals and seed. Legal XML 1.0 whatever the strings hold.
[[nodiscard]] std::string write_junit(const suite::Suite& suite,
                                      const suite::RunResults& results,
                                      const JunitOptions& options = {});

/// `text` as XML character data or an attribute's value: markup is escaped,
/// what XML 1.0 does not allow becomes U+FFFD.
[[nodiscard]] std::string xml_escape(std::string_view text);

}  // namespace catenary::report
