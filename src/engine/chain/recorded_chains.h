// SPDX-License-Identifier: Apache-2.0
/// \file
/// Chains that are kept in the journal of the command (base/journal), where it
/// has one, and are taken from there when the command is resumed.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/chain/chain.h"

namespace catenary::engine::chain {

/// As find_chains(). A result that a limit of time or an interrupt ended is not
/// kept.
[[nodiscard]] ChainResult find_chains_recorded(
    const reach::Graph& graph,
    const std::vector<std::uint32_t>& goals,
    const ChainOptions& options);

}  // namespace catenary::engine::chain
