// SPDX-License-Identifier: Apache-2.0
/// \file
/// On what a qualification was done: the program, its bill of materials, the
/// machine and its compilers.
#pragma once

#include <string>

#include "app/qualify/test_run.h"
#include "report/qualify/qualification_report.h"

namespace catenary::app {

/// The programs of a qualification: `program`, or this one if empty, the
/// checker beside it, and the first of cc, gcc and clang-19 in PATH. Throws
/// base::InputError where `program` is not a program.
[[nodiscard]] KitPrograms find_kit_programs(const std::string& program);

/// Paths, SHA-256 digests and the libraries that --version prints; whether the
/// bill of materials beside the program names the same digest. Throws
/// base::ToolError where the program does not print its version.
[[nodiscard]] report::QualificationFacts tool_identity(
    const KitPrograms& programs, const std::string& kit_sha256);

/// The version that the program prints, e.g. "0.1.0".
[[nodiscard]] std::string version_of(const report::QualificationFacts& tool);

/// Operating system, kernel, processor, memory, compilers and checkers.
[[nodiscard]] report::QualificationFacts machine_identity(
    const KitPrograms& programs);

}  // namespace catenary::app
