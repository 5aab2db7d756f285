// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs a test of the qualification kit: its commands in child processes, in a
/// folder of their own.
#pragma once

#include <string>

#include "app/qualify/kit.h"
#include "base/budget.h"
#include "report/qualify/qualification_report.h"

namespace catenary::app {

/// The programs that tests call by short names.
struct KitPrograms {
  std::string catenary;  ///< the program that is qualified
  std::string checker;   ///< "check-proof": catenary-check-proof
  std::string compiler;  ///< "cc": a C compiler; empty = there is none
};

/// Whether a program is there: one of the short names, or in PATH.
[[nodiscard]] bool has_program(const std::string& name,
                               const KitPrograms& programs);

/// Writes the files of the test into `folder`, which must be empty, and runs
/// its steps up to the first that is not as expected. An interrupt of the
/// budget leaves the verdict `not_run`. Throws base::ToolError where the folder
/// cannot be written.
[[nodiscard]] report::QualificationTest run_kit_test(
    const KitTest& test,
    const KitPrograms& programs,
    const std::string& folder,
    const base::Budget& budget);

}  // namespace catenary::app
