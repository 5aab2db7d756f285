// SPDX-License-Identifier: Apache-2.0
/// \file
/// `--certificate` of `generate` and `check`: claims of a search get a
/// certificate, which the program catenary-check-proof has to accept.
#pragma once

#include <string>

#include "app/commands.h"
#include "app/options.h"
#include "engine/chain/suite_bound.h"
#include "engine/reach/engine.h"
#include "model/step/step_system.h"
#include "suite/listener.h"
#include "suite/suite.h"

namespace catenary::app {

/// Writes the certificate that CertificateOptions::certificate names: for goals
/// that were proved unreachable, and for the lengths of shortest runs. It
/// replaces a file of that name only if `force` is true. Then
/// starts catenary-check-proof. If it accepts, the goals that were proved
/// unreachable get Trust::certified, and `note` says what was certified.
/// Returns false if it rejects, or if the search for a proof contradicts a
/// claim: both are defects of Catenary. The certificate is removed then, and no
/// goal stays proved unreachable. `suite`: what any suite costs at least, or no
/// goals; `bound` is certified if that is. Requires: the results were
/// confirmed.
[[nodiscard]] bool certify(const model::StepSystem& system,
                           const CertificateOptions& options,
                           bool force,
                           const engine::chain::SuiteBound& suite,
                           engine::reach::Result& reached,
                           suite::Bound& bound,
                           suite::Certificate& note,
                           Context& context);

/// Throws base::ToolError if a certificate is asked for and the program that
/// checks it is missing: before a search, whose time would be lost.
void require_checker(const CertificateOptions& options);

/// Says why there is none. Returns true: nothing is contradicted.
bool without_certificate(const std::string& why, Context& context);

}  // namespace catenary::app
