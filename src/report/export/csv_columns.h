// SPDX-License-Identifier: Apache-2.0
/// \file
/// The columns with which every table of a suite begins.
#pragma once

#include <array>
#include <cstddef>

namespace catenary::report {

/// Their number. Signals follow them.
inline constexpr std::size_t kFixedColumns = 5;
/// Their names, which the reader asks for.
inline constexpr std::array<const char*, kFixedColumns> kFixedNames = {
    "test", "kind", "step", "dt", "goals"};

/// The last column, in suites with such times: Step::at_ns.
inline constexpr const char* kTimeName = "at_ns";
/// Its type.
inline constexpr const char* kTimeType = "ns";

}  // namespace catenary::report
