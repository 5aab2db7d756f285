// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --certificate` for models that are no step systems: what was
/// proved about them, as claims about a step system that has their runs.
#pragma once

#include <functional>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "model/step/step_system.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// A step system, and which claims about the model are claims about it.
struct CertifiedForm {
  model::StepSystem system;
  /// Runs of the system hit every goal that the suite covers, so that its least
  /// cost is a claim about the system as well.
  bool has_all_covered = true;
  /// By goal: whether its claim, that it is unreachable or its depth the least
  /// one, also holds for the system.
  std::vector<bool> claimed;
};

/// Certifies these claims and, where `bound` is minimal, the least cost of a
/// suite; see certify(), which this calls. The suite has the goals of the
/// system first, in their order; they and the bound get their trust, or lose
/// it. `make` may throw base::ToolError if there is no such system: then there
/// is no certificate.
[[nodiscard]] bool certify_suite(const std::function<CertifiedForm()>& make,
                                 const GenerateOptions& options,
                                 suite::Suite& suite,
                                 suite::Bound& bound,
                                 Context& context);

}  // namespace catenary::app
