// SPDX-License-Identifier: Apache-2.0
/// \file
/// `catenary bench --make-machine`: a random state machine as text.
#pragma once

#include <string>

#include "tools/bench/machine/random_machine.h"

namespace catenary::tools::bench {

/// Reads "states=20,branches=600,seed=3". Throws base::InputError for an
/// unknown name, and for a value that is no number.
[[nodiscard]] RandomMachineOptions parse_random_machine(
    const std::string& text);

/// The machine as .sm text, with a comment that says what it was made of.
[[nodiscard]] std::string random_machine_text(const std::string& options);

}  // namespace catenary::tools::bench
