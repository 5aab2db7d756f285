// SPDX-License-Identifier: Apache-2.0
/// \file
/// Options of `catenary run` that cannot be used together, or not for this
/// suite. Each function throws base::InputError for those that it is about.
#pragma once

#include "app/options.h"
#include "app/run/selection.h"
#include "suite/suite.h"

namespace catenary::app {

/// The systems of --sut: each is named once, and what works on one system alone
/// is not used with several. Nothing is read for that.
void require_suts(const RunOptions& options);

/// --log is of runs of steps, or of one run of one timed test.
void require_one_test(const RunOptions& options,
                      const suite::Suite& suite,
                      const Chosen& chosen);

/// What is about requirements needs some; they judge no timed tests.
void require_oracle(const RunOptions& options, const suite::Suite& suite);

/// Options of timed tests are not for tests that go by steps, nor those of
/// --online for a suite.
void require_step_options_only(const RunOptions& options,
                               const suite::Suite& suite);

}  // namespace catenary::app
