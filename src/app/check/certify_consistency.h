// SPDX-License-Identifier: Apache-2.0
/// \file
/// `check --certificate` for requirement interfaces: that somebody can answer
/// all inputs, or that nobody can.
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "engine/contract/consistency/consistency.h"
#include "model/contract/interface.h"

namespace catenary::app {

/// Certifies that the interface is consistent for ever: under *no dead end*,
/// which implies *strategy*, or else under *strategy*. See consistency_form()
/// and certify(). Or that it is inconsistent under *strategy*: that the
/// contracts of a conflict have no answers to its inputs, where promises do not
/// depend on answers. The verdicts become certified. Returns false if the
/// certificate is rejected, or if a run contradicts the verdict, which is
/// withdrawn then.
[[nodiscard]] bool certify_consistency(const model::Interface& interface,
                                       const CheckOptions& options,
                                       engine::contract::Consistency& found,
                                       Context& context);

}  // namespace catenary::app
