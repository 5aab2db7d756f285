// SPDX-License-Identifier: Apache-2.0
/// \file
/// The command `catenary lsp`: the language server on standard input and
/// output.
#pragma once

#include "app/commands.h"
#include "app/options.h"
#include "option/table.h"

namespace catenary::cli {

/// Options of `catenary lsp`.
struct LspOptions : app::CommonOptions {
  /// Editors say so; there is no other way.
  bool stdio = false;
  /// Whether requirements are checked for conflicts while they are edited.
  bool no_check = false;
};

[[nodiscard]] option::Table<LspOptions> lsp_table();

/// Serves an editor until it takes its leave. `findings` where it does not.
[[nodiscard]] app::ExitCode serve_editor(const LspOptions& options,
                                         app::Context& context);

}  // namespace catenary::cli
