// SPDX-License-Identifier: Apache-2.0
/// \file
/// The side of the child process: one instance of an FMU as an adapter.
/// Internal to exec/adapter/fmu.
#pragma once

#include <gmpxx.h>

#include <memory>

#include "exec/adapter.h"
#include "exec/adapter/fmu/bindings.h"
#include "exec/adapter/fmu/package.h"

namespace catenary::exec::fmu {

/// Loads the library at open(), and calls its functions in the order of the
/// standard. `package` and `bindings` must outlive it; `step_size` is in
/// seconds. A reset that the FMU refuses is refused: only a new process helps.
[[nodiscard]] std::unique_ptr<Adapter> make_session(const Package& package,
                                                    const Bindings& bindings,
                                                    mpq_class step_size);

}  // namespace catenary::exec::fmu
