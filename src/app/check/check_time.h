// SPDX-License-Identifier: Apache-2.0
/// \file
/// The time that checks take at most unless --time says otherwise.
#pragma once

#include <chrono>

namespace catenary::app {

/// The limit of searches that may have no end: those of interfaces with
/// rationals and of timed models with data.
inline constexpr std::chrono::minutes kCheckTime{1};

}  // namespace catenary::app
