// SPDX-License-Identifier: Apache-2.0
/// \file
/// A session of the language server on two streams.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/budget.h"

namespace catenary::lsp {

/// Where a session reads and writes.
struct Streams {
  /// A descriptor that is read until its end.
  int in = 0;
  /// Takes bytes for the editor, and passes them on at once.
  std::function<void(std::string_view)> out;
};

/// Serves until "exit", the end of the input, or an interrupt of the budget.
/// Returns whether the editor took its leave as LSP asks for. `program` and
/// `version`: see Server.
[[nodiscard]] bool serve(const Streams& streams,
                         const std::string& program,
                         const std::string& version,
                         const base::Budget& budget);

}  // namespace catenary::lsp
