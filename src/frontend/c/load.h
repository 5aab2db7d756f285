// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads C step programs as step systems: from a description file, a whole
/// program with its own main loop, or a bare C file with init() and step().
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/budget.h"
#include "frontend/c/description.h"
#include "frontend/c/harness.h"
#include "model/step/step_system.h"
#include "program/mutate/mutate_source.h"
#include "program/syntax/inventory.h"

namespace catenary::frontend::c {

/// How to load; the defaults are those of the command line.
struct LoadOptions {
  /// Names of coverage criteria; nothing = those of the description, or
  /// `branch` where the program has no goals of its own.
  std::optional<std::vector<std::string>> criteria;
  /// Wall-clock; a step that takes longer is reported as hung.
  std::chrono::milliseconds step_time_limit{2000};
  /// Record in which order inputs are called for, see Stepper::called().
  bool record_calls = false;
  /// Stubs for functions that no source defines, as Description::stub_missing.
  bool stub_missing = false;
  /// Texts that replace the contents of sources, by the source's name in the
  /// description; for mutants.
  std::map<std::string, std::string> replaced;
  /// Its goals follow those of the description; its inputs are inputs of the
  /// description.
  std::optional<Watcher> watcher;
};

/// Reads NAME.toml, NAME.c or NAME.i and builds it. Throws InputError for
/// faults of description and sources, StoppedError, ToolError. Cost: see
/// program::build(); twice that where criteria are chosen by default and there
/// are no goals.
[[nodiscard]] model::StepSystem load(const std::string& path,
                                     const LoadOptions& options,
                                     const base::Budget& budget);

/// The same for a description in memory. That of a generated program is
/// trusted, see trust_wiring().
[[nodiscard]] model::StepSystem load(Description description,
                                     const LoadOptions& options,
                                     const base::Budget& budget);

/// The description that load() would use: the file's own, or the one guessed
/// for a bare C file (cost: one compilation). A whole program has no step in
/// it.
[[nodiscard]] Description describe(const std::string& path,
                                   const base::Budget& budget);

/// Mutants of the program's sources, see program/mutate/mutate_source.h.
[[nodiscard]] std::vector<program::SourceMutant> source_mutants(
    const std::string& path, const base::Budget& budget);

/// Notes the files that load() reads (base/inputs), without building anything.
/// Throws as load() does where the description is wrong. Cost: some tens of
/// milliseconds; for a bare C file and for stubs, a compilation.
void note_inputs(const std::string& path,
                 const LoadOptions& options,
                 const base::Budget& budget);

/// Whether a file of this name is for this front end: .toml, .c or .i.
[[nodiscard]] bool handles(const std::string& path);

}  // namespace catenary::frontend::c
