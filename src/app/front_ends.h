// SPDX-License-Identifier: Apache-2.0
/// \file
/// The table of front ends, one row each: all that the commands know of them.
/// Another front end is its folder and a row here.
#pragma once

#include <span>
#include <string>

#include "app/model_file.h"
#include "frontend/c/load.h"
#include "model/step/plain_program.h"

namespace catenary::app {

/// A model with steps that is to be loaded.
struct StepRequest {
  const std::string& path;
  const ModelOptions& options;
  /// The same options, for models that are compiled as a program.
  const frontend::c::LoadOptions& load;
  Context& context;
  /// Gets the plain program, where it is not null.
  model::PlainRequest* plain;
};

/// A front end.
struct FrontEnd {
  /// For messages, with its suffixes: "a timed model (.xlia)".
  const char* reads;
  ModelKind kind;
  /// Whether it reads files of this name. The file need not exist.
  bool (*handles)(const std::string& path);
  /// Null for models without steps, which have types of their own: see
  /// model_file.h.
  model::StepSystem (*load)(const StepRequest& request);
  /// Notes what `load` reads (base/inputs), with less work; null: see
  /// note_step_system().
  void (*note)(const StepRequest& request) = nullptr;
  /// A program that it calls and that need not be installed, and Debian's
  /// package; null where there is none. `doctor` looks for it.
  const char* tool = nullptr;
  const char* package = nullptr;
};

/// In the order in which they are asked.
[[nodiscard]] std::span<const FrontEnd> front_ends();
/// The first that handles the path; null where none does.
[[nodiscard]] const FrontEnd* front_end_of(const std::string& path);
/// What all of them read: "a C program (.c, .i), … or requirements (.req)".
[[nodiscard]] std::string all_that_is_read();

}  // namespace catenary::app
