// SPDX-License-Identifier: Apache-2.0
/// \file
/// The test cases of a TTCN-3 module. Internal to this folder.
#pragma once

#include <string>

#include "report/export/ttcn3/ttcn3.h"
#include "report/export/ttcn3/ttcn3_interface.h"

namespace catenary::report {

/// The component, functions and test case of one tree. `id` is unique in the
/// module.
[[nodiscard]] std::string ttcn3_tree(
    const suite::Test& test,
    const suite::Signature& signature,
    const Ttcn3Interface& names,
    const std::map<std::uint32_t, PlannedStimulation>& plan,
    const std::string& id);

/// The component and the functions that all tests by steps call.
[[nodiscard]] std::string ttcn3_step_functions(
    const suite::Signature& signature, const Ttcn3Interface& names);
/// One test by steps.
[[nodiscard]] std::string ttcn3_steps(const suite::Test& test,
                                      const suite::Suite& suite,
                                      const Ttcn3Interface& names,
                                      const std::string& id);

}  // namespace catenary::report
