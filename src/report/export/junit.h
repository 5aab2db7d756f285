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

/// Settings of the export.
struct JunitOptions {
  /// Report inconclusive tests as errors, not as skipped tests.
  bool strict = false;
};

/// The document for a run: fail = failure, error = error, inconclusive =
/// skipped. Properties name the requirements, goals and the seed. Well-formed
/// XML 1.0 whatever the strings contain.
[[nodiscard]] std::string write_junit(const suite::Suite& suite,
                                      const suite::RunResults& results,
                                      const JunitOptions& options = {});

/// `text` as XML character data or as an attribute's value: markup is escaped,
/// and characters that XML 1.0 does not allow become U+FFFD.
[[nodiscard]] std::string xml_escape(std::string_view text);

}  // namespace catenary::report
