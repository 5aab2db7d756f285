// SPDX-License-Identifier: Apache-2.0
/// \file
/// The parts of a test as short texts for people, in drawings and lists.
/// Control characters are escaped; nothing is escaped for a format.
#pragma once

#include <string>
#include <vector>

#include "suite/suite.h"

namespace catenary::report {

/// "a = 1, b = gas (4)", with the names of values.
[[nodiscard]] std::string assignments_text(
    const std::vector<suite::Assignment>& list,
    const std::vector<suite::Signal>& signals);

/// "a = 1, b in [0, 3]" of what is expected.
[[nodiscard]] std::string expectations_text(
    const std::vector<suite::ExpectedOutput>& expected,
    const std::vector<suite::Signal>& signals);

/// Names with commas between them.
[[nodiscard]] std::string names_text(const std::vector<std::string>& names);

/// "Button(3) at 5", with the expectations of its values and its time.
[[nodiscard]] std::string event_text(const suite::Event& event,
                                     const suite::Signature& signature);

/// The inputs that a step of an adaptive test sends, and the outputs that are
/// expected then, as lines of a label.
[[nodiscard]] std::vector<std::string> adaptive_lines(
    const suite::Step& step, const suite::Signature& signature);

}  // namespace catenary::report
