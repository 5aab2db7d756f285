// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary check` for requirement interfaces.
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "report/console/contract_check.h"

namespace catenary::app {

/// The judgement of one interface.
struct ContractCheck {
  report::ContractCheckReport report;
  ExitCode exit = ExitCode::success;
};
/// Refuses options that do not go with requirement interfaces.
void refuse_contract_options(const CheckOptions& options);
/// Judges without telling. Requires: as check_contract(), and no --refines.
[[nodiscard]] ContractCheck judge_contract(const CheckOptions& options,
                                           Context& context);

/// Judges, and tells the user. Requires: kind_of(options.model) is
/// ModelKind::contract.
[[nodiscard]] ExitCode check_contract(const CheckOptions& options,
                                      Context& context);

}  // namespace catenary::app
