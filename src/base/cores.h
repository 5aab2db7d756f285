// SPDX-License-Identifier: Apache-2.0
/// \file
/// The processors of this process.
#pragma once

#include <cstdint>

namespace catenary::base {

/// How many processors this process may use: those of its affinity, which a
/// container or a batch system may have restricted. At least 1.
[[nodiscard]] std::uint32_t usable_cores();

}  // namespace catenary::base
