// SPDX-License-Identifier: Apache-2.0
/// \file
/// Makes a model::PlainProgram: the sources as the plain compiler makes them,
/// without any pass of ours, and a driver (runtime/challenge/driver.c) that
/// runs them.
///
/// The compiler gets the flags that fix the dialect (docs/description.md, "C as
/// it is understood") and Clang's own checks of undefined behaviour as traps;
/// goals in the code are observed by Clang's own source-based coverage.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "model/step/plain_program.h"
#include "program/build/build_watch.h"
#include "program/build/compile.h"

namespace catenary::program::plain {

/// What of the program the driver can call.
struct Interface {
  /// Replaces the text of the first unit: the harness.
  std::string text;
  std::uint32_t inputs = 0, initial = 0, outputs = 0;
  /// Of the harness.
  std::uint32_t goals = 0;
  /// Run main().
  bool whole = false;
  /// The text is C++.
  bool cpp = false;
  bool has_init = false, has_assume = false;
};

class Plain : public model::PlainProgram {
 public:
  /// The goals of the program and where its state is, as program::build()
  /// found them.
  virtual void bind(std::vector<model::Goal> goals,
                    std::vector<ScalarPlace> places) = 0;
};

/// Starts the compiler. Throws base::ToolError where that cannot be done.
[[nodiscard]] std::shared_ptr<Plain> start(const CompiledSources& sources,
                                           const Interface& interface);

}  // namespace catenary::program::plain
