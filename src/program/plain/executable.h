// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands that make the executable of the challenge. Internal to
/// program/plain.
#pragma once

#include <memory>
#include <string>

#include "base/background_process.h"
#include "base/temporary_directory.h"
#include "program/plain/plain.h"

namespace catenary::program::plain {

/// An executable that is being made in a background process.
struct Executable {
  /// Holds all files; they are removed when the last owner is gone.
  std::shared_ptr<base::TemporaryDirectory> directory;
  /// Of the executable; it exists only when the compiler has succeeded.
  std::string path;
  /// Path of a file with what the compiler printed.
  std::string log;
  /// Null once somebody has waited for it.
  std::unique_ptr<base::BackgroundProcess> compiler;
};

/// Writes the sources and starts compiler and linker; does not wait for them.
/// `level` is an optimisation level such as "-O0". Throws base::ToolError where
/// the process cannot be started.
[[nodiscard]] Executable make_executable(const CompiledSources& sources,
                                         const Interface& interface,
                                         const std::string& level);

}  // namespace catenary::program::plain
