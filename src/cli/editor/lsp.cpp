// SPDX-License-Identifier: Apache-2.0
#include "cli/editor/lsp.h"

#include <unistd.h>

#include <ostream>

#include "cli/program.h"
#include "cli/tables.h"
#include "lsp/serve.h"

namespace catenary::cli {

option::Table<LspOptions> lsp_table() {
  option::Table<LspOptions> t(
      {"lsp",
       "Serve an editor: errors, definitions, names and layout.",
       "A language server (LSP 3.17) for requirements (.req), state machines "
       "(.sm), timed models (.xlia) and descriptions of programs (.toml). It "
       "speaks over standard input and output; editors start it. See "
       "docs/editor.md.",
       {{"catenary lsp", "What an editor starts."},
        {"catenary lsp --no-check",
         "The same, without a search for conflicts of requirements."}}});
  t.row({.name = "stdio",
         .help = "Speak over standard input and output. There is no other way; "
                 "some editors say so."},
        &LspOptions::stdio);
  t.row({.name = "no-check",
         .help = "Do not check requirements for conflicts while they are "
                 "edited."},
        &LspOptions::no_check);
  add_common_rows(t);
  return t;
}

app::ExitCode serve_editor(const LspOptions& options, app::Context& context) {
  const lsp::Streams streams{STDIN_FILENO, [&context](std::string_view bytes) {
                               context.out << bytes << std::flush;
                             }};
  // The program itself, also if its file was replaced meanwhile.
  const bool clean = lsp::serve(streams,
                                options.no_check ? "" : "/proc/self/exe",
                                program_text().version,
                                context.budget);
  return clean ? app::ExitCode::success : app::ExitCode::findings;
}

}  // namespace catenary::cli
