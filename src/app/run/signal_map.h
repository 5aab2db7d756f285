// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--map` without `--oracle`: which signals of the system under test the tests
/// of requirements mean.
#pragma once

#include <memory>

#include "app/options.h"
#include "exec/adapter.h"
#include "suite/suite.h"

namespace catenary::app {

/// The adapter, with the signals of the suite renamed as RunOptions::map says;
/// as it is where that is empty. Throws base::InputError for an entry that is
/// none, or whose variable the suite does not have, or has twice.
[[nodiscard]] std::unique_ptr<exec::Adapter> with_map(
    std::unique_ptr<exec::Adapter> adapter,
    const RunOptions& options,
    const suite::Suite& suite);

}  // namespace catenary::app
