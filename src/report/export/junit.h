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
/// skipped. Well-formed XML 1.0 whatever the strings contain.
///
/// A test case is called as its test is (suite::name_tests()), so that servers
/// recognise it from run to run; names are different, and do not depend on
/// which tests ran. It has the file and line of the goal that it is named
/// after, or of its first goal that has a place; its id and requirements are
/// properties. A message has one line; what `failure_table` shows stands below
/// it. Both, and what the SUT printed, are cut, so that a test takes a few KB
/// at most: all goals and values are in the results. `suite` is in the order of
/// its file. Cost: linear in both.
[[nodiscard]] std::string write_junit(const suite::Suite& suite,
                                      const suite::RunResults& results,
                                      const JunitOptions& options = {});

/// `text` as XML character data or as an attribute's value: markup is escaped,
/// and characters that XML 1.0 does not allow become U+FFFD.
[[nodiscard]] std::string xml_escape(std::string_view text);

}  // namespace catenary::report
