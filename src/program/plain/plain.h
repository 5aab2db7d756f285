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

#include "base/text/source_map.h"
#include "model/step/plain_program.h"
#include "program/build/build_watch.h"
#include "program/build/compile.h"

namespace catenary::program::plain {

/// The part of the program that the driver can call.
struct Interface {
  /// C or C++, compiled in place of the first unit: the harness.
  std::string text;
  /// How many of each the harness defines accessors for.
  std::uint32_t inputs = 0, initial = 0, outputs = 0;
  /// Goals that the harness records itself; they are the first ones of the
  /// system. The others are goals in the code.
  std::uint32_t goals = 0;
  /// Run main() rather than steps: then there is no state to watch.
  bool whole = false;
  /// The text is C++.
  bool cpp = false;
  /// The harness defines these functions.
  bool has_init = false, has_assume = false;
  /// See BuildWatch::source_map: what the executable counts is compared with
  /// goals at these places.
  base::SourceMap places;
};

/// A program of the challenge; it is made before the goals are known, so that
/// the compiler runs beside the search.
class Plain : public model::PlainProgram {
 public:
  /// Sets the inputs, initial choices, outputs and state of the program and the
  /// places of the state, as program::build() found them, and begins with the
  /// runs that the pace allows; see model::PlainRequest. Must be called once,
  /// before wait().
  virtual void begin(const model::StepSystem& system,
                     std::vector<ScalarPlace> places,
                     const model::PlainPace& pace) = 0;
  /// Sets the goals of the program, as program::build() found them. Must be
  /// called before wait().
  virtual void bind(std::vector<model::Goal> goals) = 0;
};

/// Starts the compiler in the background. Throws base::ToolError where that
/// cannot be done. A program that does not compile is reported by wait().
[[nodiscard]] std::shared_ptr<Plain> start(const CompiledSources& sources,
                                           const Interface& interface);

}  // namespace catenary::program::plain
