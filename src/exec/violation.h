// SPDX-License-Identifier: Apache-2.0
/// \file
/// Violated expectations, and the goals and requirements that they are about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logic/value/value.h"
#include "suite/results.h"
#include "suite/suite.h"

namespace catenary::exec {

/// Appends the elements that are not there yet.
void add_new(std::vector<std::string>& to,
             const std::vector<std::string>& from);

/// The requirements of some goals, each once.
[[nodiscard]] std::vector<std::string> requirements_of(
    const suite::Suite& suite, const std::vector<std::string>& goals);

/// An output of step `number` that an expectation of the step does not allow.
/// An output "GOAL.holds" is about that goal alone, others are about all goals
/// of the step.
[[nodiscard]] suite::Violation violation_of(
    const suite::Suite& suite,
    const suite::ExpectedOutput& expected,
    const logic::Value& observed,
    const suite::Step& step,
    std::uint32_t number);

}  // namespace catenary::exec
