// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional Mock-up Units for co-simulation (FMI 2.0 and 3.0) as systems
/// under test. Each lives in a child process; a step of a suite is one step of
/// communication.
#pragma once

#include <gmpxx.h>

#include <memory>
#include <optional>
#include <string>

#include "base/budget.h"
#include "exec/adapter.h"
#include "exec/adapter/isolated.h"

namespace catenary::exec {

/// How an FMU is run.
struct FmuOptions {
  /// Seconds of a unit of time of the suite; absent = DefaultExperiment's
  /// stepSize, or 1.
  std::optional<mpq_class> step_size;
  IsolationLimits limits;
};

/// Opens and unpacks an FMU. Its open() throws InputError, naming both sides,
/// where a signal of the suite has no variable that fits. Between tests the
/// instance is terminated and reset (fmi2Reset); after an error, or where the
/// FMU cannot be reset, a new process has a new instance. `budget` must outlive
/// the adapter. Throws InputError as fmu::open_package().
[[nodiscard]] std::unique_ptr<Adapter> make_fmu(const std::string& path,
                                                const FmuOptions& options,
                                                const base::Budget& budget);

}  // namespace catenary::exec
