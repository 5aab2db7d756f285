// SPDX-License-Identifier: Apache-2.0
/// \file
/// A system under test whose signals have other names than those of the suite.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "exec/adapter.h"

namespace catenary::exec {

/// Pairs of the name in the suite and the name in the system.
using SignalRenaming = std::vector<std::pair<std::string, std::string>>;

/// `inner`, asked for the signals of the suite by the system's names. Signals
/// that are not mentioned keep their names. Requires: no name of the suite
/// occurs twice.
[[nodiscard]] std::unique_ptr<Adapter> renamed(std::unique_ptr<Adapter> inner,
                                               SignalRenaming names);

}  // namespace catenary::exec
