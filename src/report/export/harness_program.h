// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a harness that are the same for every suite; static storage.
#pragma once

namespace catenary::report {

/// C declarations of the tables that the generated part fills.
[[nodiscard]] const char* harness_declarations();
/// C functions, and main(), that execute the tables.
[[nodiscard]] const char* harness_program();

}  // namespace catenary::report
