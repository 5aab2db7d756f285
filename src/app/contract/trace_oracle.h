// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary trace` for runs that requirements judged (`run --oracle`).
#pragma once

#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "report/console/trace.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Puts diagnoses against the requirements of the oracle before what is said of
/// tests that it failed. The requirements are read where the results say, or
/// where a file of that name is beside them.
/// Requires: the results have an oracle. InputError where it has changed since.
void trace_oracle(const TraceOptions& options,
                  const suite::Suite& suite,
                  const suite::RunResults& results,
                  Context& context,
                  std::vector<report::TestDiagnoses>& diagnoses);

}  // namespace catenary::app
