// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs in files that users give: see read_given_tests().
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "logic/value/value.h"
#include "model/step/step_system.h"
#include "suite/suite.h"

namespace catenary::app {

/// Reads a suite (.json), or a table (.csv) of tests or of inputs. Throws
/// base::InputError for what does not fit the system.
[[nodiscard]] std::vector<model::Trace> read_given_traces(
    const std::string& path, const model::StepSystem& system);

/// The runs of the tests of a suite. `path`: the file, for messages. Throws as
/// read_given_traces().
[[nodiscard]] std::vector<model::Trace> traces_of_suite(
    const suite::Suite& suite,
    const std::string& path,
    const model::StepSystem& system);

/// Returns true if the value is within the range of the variable.
[[nodiscard]] bool is_of(const model::Variable& v, const logic::Value& value);

/// The value, which is one of the variable's type and range; else throws
/// InputError at `where`, in which the value is called `shown`.
[[nodiscard]] logic::Value fitted(const model::Variable& v,
                                  const std::optional<logic::Value>& value,
                                  const std::string& shown,
                                  const base::SourceLocation& where);

}  // namespace catenary::app
