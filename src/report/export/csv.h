// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites as tables (CSV, RFC 4180): one row for each step, one column for
/// each signal.
///
/// Row 1 names the columns: test, kind, step, dt, goals, then "init:NAME",
/// "in:NAME", "out:NAME" and "derived:NAME", and "at_ns" where steps have such
/// times; row 2 gives the types of the
/// signals ("enum:NAME:A|B"). A test's row 0 holds its initial choices. An
/// expectation that is no single value is written as in suites. Within lists
/// the characters % | : ; are written as %25 %7C %3A %3B.
#pragma once

#include <string>
#include <string_view>

#include "suite/suite.h"

namespace catenary::report {

/// Trees and messages on channels have no place in a table: they are left out,
/// as are texts, statuses and certificates.
[[nodiscard]] std::string write_csv(const suite::Suite& suite);

/// A suite of what write_csv() wrote: signature, tests, and goals without
/// status. InputError with line on anything else. Writing the result gives
/// the same bytes.
[[nodiscard]] suite::Suite read_csv(std::string_view text,
                                    const std::string& file);

}  // namespace catenary::report
