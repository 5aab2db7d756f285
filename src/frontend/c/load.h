// SPDX-License-Identifier: Apache-2.0
/// \file
/// C step programs: from a description file, a whole program with its own
/// main loop, or a bare C file with init() and step(), to a step system.
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

namespace catenary::frontend::c {

struct LoadOptions {
  /// Coverage criteria; empty = those of the description, or `branch` where
  /// the program has no goals of its own.
  std::optional<std::vector<std::string>> criteria;
  std::chrono::milliseconds step_time_limit{2000};
  /// Remember in which order inputs are called for, see Stepper::called().
  bool record_calls = false;
  /// Texts in place of what sources hold, by their name in the description.
  std::map<std::string, std::string> replaced;
  /// Where Clang runs, and what names of files are relative to; nothing = the
  /// directory of the description. For descriptions that somebody generated.
  std::optional<std::string> directory;
  /// Its goals come after those of the description. Its inputs are such of the
  /// description.
  std::optional<Watcher> watcher;
};

/// Reads NAME.toml, NAME.c or NAME.i. Throws InputError.
[[nodiscard]] model::StepSystem load(const std::string& path,
                                     const LoadOptions& options,
                                     const base::Budget& budget);

/// The description that load() would use: the file's own, or the one guessed
/// for a bare C file. A whole program has no step in it.
[[nodiscard]] Description describe(const std::string& path,
                                   const base::Budget& budget);

/// Small faults of the program's sources, see program/mutate_source.h.
[[nodiscard]] std::vector<program::SourceMutant> source_mutants(
    const std::string& path, const base::Budget& budget);

/// Whether a file of this name is for this front end.
[[nodiscard]] bool handles(const std::string& path);

}  // namespace catenary::frontend::c
