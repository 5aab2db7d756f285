// SPDX-License-Identifier: Apache-2.0
/// \file
/// `generate --certificate` for requirements and timed models: claims about
/// them are certified as claims about a step system that has all their runs.
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
/// suite; see certify(), which this calls. Requires: the goals of the system
/// are the first goals of the suite, in the same order. These goals and the
/// bound become certified, or lose their claims if the certificate is rejected.
/// If `make` throws base::ToolError, a warning says why, and no certificate is
/// written.
[[nodiscard]] bool certify_suite(const std::function<CertifiedForm()>& make,
                                 const GenerateOptions& options,
                                 suite::Suite& suite,
                                 suite::Bound& bound,
                                 Context& context);

}  // namespace catenary::app
