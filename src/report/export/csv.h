// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as tables (CSV, RFC 4180): one row for each step, one column for each
/// signal.
///
/// Row 1 names the columns: test, kind, step, dt (empty: 1), goals, then
/// "init:NAME", "in:NAME", "out:NAME" and "derived:NAME", and "at_ns" where
/// steps have such times; row 2 gives the types of the signals
/// ("enum:NAME:A|B"). A test's row 0 holds its initial choices. An expectation
/// other than a single value is written as in suites. Within lists the
/// characters % | : ; are written as %25 %7C %3A %3B.
#pragma once

#include <string>
#include <string_view>

#include "suite/suite.h"

namespace catenary::report {

/// The table of a suite. Trees and messages on channels cannot be expressed and
/// are left out, as are texts, statuses and certificates. Deterministic.
[[nodiscard]] std::string write_csv(const suite::Suite& suite);

/// Reads the text of write_csv() as a suite: signature, tests, and goals
/// without status. Throws InputError with the line on anything else. Writing
/// the result gives the same bytes.
[[nodiscard]] suite::Suite read_csv(std::string_view text,
                                    const std::string& file);

}  // namespace catenary::report
