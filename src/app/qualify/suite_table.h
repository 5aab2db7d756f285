// SPDX-License-Identifier: Apache-2.0
/// \file
/// The step tests of a suite as plain lines, for the C programs of the
/// qualification kit that execute them without Catenary. Written from the JSON
/// alone, with nothing of the reader of suites:
///
///   T ID             a test begins, from the initialisation
///   I NAME VALUE     an input of the next step
///   S                a step is taken
///   O NAME VALUE     an output that is expected after it
///   G GOAL           a goal that is covered in it
#pragma once

#include <string>

namespace catenary::app {

/// The lines. Throws base::InputError where the text is not a suite of steps
/// with single values.
[[nodiscard]] std::string suite_table(const std::string& json);

}  // namespace catenary::app
