// SPDX-License-Identifier: Apache-2.0
/// \file
/// A project: models, what is done with each, and with which options.
/// docs/batch.md describes the file.
///
///     actions = ["generate", "run"]
///     [generate]
///     timeout = "5m"
///     [programs.generate]
///     cover = ["branch"]
///     [[model]]
///     file = "door/door.toml"
///     generate = { cover = ["mcdc"] }
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/batch/find_models.h"
#include "base/error.h"

namespace catenary::app {

/// The actions of a batch on one model, in the order of their execution.
enum class Action : std::uint8_t { check, generate, run, mutate };
/// "check" to "mutate".
[[nodiscard]] const char* to_string(Action action);
/// The action of a name, or nothing.
[[nodiscard]] std::optional<Action> action_of(const std::string& name);

/// An action with its options.
struct PlannedAction {
  Action action = Action::generate;
  /// Options of the command as words, e.g. "--cover=branch".
  std::vector<std::string> words;
  /// The system under test of `run`; empty = the model itself.
  std::string sut;
  /// How many mutants, or "all", for `mutate`.
  std::string mutants = "all";
};

struct PlannedModel {
  std::string path;  ///< relative to the folder of the project
  std::vector<PlannedAction> actions;
  base::SourceLocation where;  ///< in the project file; may be unknown
};

struct Project {
  std::vector<PlannedModel> models;  ///< sorted by path
  std::vector<LeftOut> left_out;
};

/// Plans the models of a folder: `file` is the name of its project file, or
/// empty where there is none. `actions` replaces those of the file where it is
/// not empty. The working directory is the folder of the project. Options are
/// not checked here, but their keys are: base::InputError at a key that a
/// project does not have, or that a batch sets itself.
[[nodiscard]] Project read_project(const std::string& file,
                                   const std::vector<std::string>& actions,
                                   const std::string& output);

}  // namespace catenary::app
