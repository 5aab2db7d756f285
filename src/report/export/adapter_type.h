// SPDX-License-Identifier: Apache-2.0
/// \file
/// Types of signals as include/catenary/adapter.h names them.
#pragma once

#include <string_view>

namespace catenary::report {

/// The constant of adapter.h for a type of the suite, "CATENARY_INT32" for
/// "int32"; null where there is none: unbounded integers and reals, for
/// example, have none. The text is static.
[[nodiscard]] const char* adapter_type(std::string_view type);

}  // namespace catenary::report
