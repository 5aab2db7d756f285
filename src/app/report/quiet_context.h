// SPDX-License-Identifier: Apache-2.0
/// \file
/// A context for loading a model a second time: its messages were printed.
#pragma once

#include <sstream>
#include <string_view>

#include "app/commands.h"
#include "base/log.h"

namespace catenary::app {

/// Takes nothing off the terminal and prints nothing.
class SilentProgress final : public Progress {
 public:
  void update(const ProgressUpdate& /*update*/) override {}
  void finish() override {}
  void message(std::string_view /*text*/) override {}
};

/// A context with the limits of another one, and what it refers to. Not to be
/// copied.
class QuietContext {
 public:
  explicit QuietContext(Context& context)
      : context_{context.budget, log_, progress_, out_} {}
  QuietContext(const QuietContext&) = delete;
  QuietContext& operator=(const QuietContext&) = delete;
  ~QuietContext() = default;

  [[nodiscard]] Context& get() { return context_; }

 private:
  base::Logger log_;
  SilentProgress progress_;
  std::ostringstream out_;
  Context context_;
};

}  // namespace catenary::app
