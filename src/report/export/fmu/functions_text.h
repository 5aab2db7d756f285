// SPDX-License-Identifier: Apache-2.0
/// \file
/// The files of runtime/fmu as text. Internal to report/export/fmu.
#pragma once

namespace catenary::report {

[[nodiscard]] const char* fmu_unit_text();
[[nodiscard]] const char* fmi2_text();
[[nodiscard]] const char* fmi3_text();

}  // namespace catenary::report
