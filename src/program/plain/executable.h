// SPDX-License-Identifier: Apache-2.0
/// \file
/// The commands that make the executable. Internal to program/plain.
#pragma once

#include <memory>
#include <string>

#include "base/background_process.h"
#include "base/temporary_directory.h"
#include "program/plain/plain.h"

namespace catenary::program::plain {

/// An executable that is being made.
struct Executable {
  std::shared_ptr<base::TemporaryDirectory> directory;
  std::string path;
  /// What the compiler printed.
  std::string log;
  std::unique_ptr<base::BackgroundProcess> compiler;
};

/// `level` is an option of the compiler such as "-O0".
[[nodiscard]] Executable make_executable(const CompiledSources& sources,
                                         const Interface& interface,
                                         const std::string& level);

}  // namespace catenary::program::plain
