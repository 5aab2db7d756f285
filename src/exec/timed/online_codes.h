// SPDX-License-Identifier: Apache-2.0
/// \file
/// Codes and verdicts of on-line tests.
#pragma once

#include "exec/adapter.h"
#include "suite/results.h"

namespace catenary::exec::timed {

/// The verdict that a code of an on-line test stands for.
[[nodiscard]] suite::Verdict verdict_of(suite::VerdictCode code);

/// The code for a system that gave no answer. Requires: not SutOutcome::ok.
[[nodiscard]] suite::VerdictCode code_of(SutOutcome outcome);

}  // namespace catenary::exec::timed
