// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary trace` for tests of requirement interfaces.
#pragma once

#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "report/trace.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::app {

/// Whether its tests were made from requirements.
[[nodiscard]] bool is_contract_suite(const suite::Suite& suite);

/// Replaces what is said of failed tests by diagnoses against the requirements,
/// which are read where the suite names them. Tests whose observations do not
/// suffice keep what they have.
/// Requires: is_contract_suite(suite). InputError where the requirements are
/// others than those of the suite.
void trace_contracts(const TraceOptions& options,
                     const suite::Suite& suite,
                     const suite::RunResults& results,
                     Context& context,
                     std::vector<report::TestDiagnoses>& diagnoses);

}  // namespace catenary::app
