// SPDX-License-Identifier: Apache-2.0
/// \file
/// Resets by starting the system under test anew.
#pragma once

#include <memory>

#include "exec/adapter.h"

namespace catenary::exec {

/// An adapter that closes and opens `inner` at every reset but the first, so
/// that nothing of one test can reach the next, not even what the SUT's own
/// reset forgets. Worthwhile if opening is cheap.
[[nodiscard]] std::unique_ptr<Adapter> fresh_for_each_test(
    std::unique_ptr<Adapter> inner);

}  // namespace catenary::exec
