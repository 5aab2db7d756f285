// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/machine_code.h"
#include "program/compile.h"

namespace catenary::frontend::umlrt {

CodeCheck check_code(const model::MachineModel& model,
                     const model::Capsule& capsule,
                     const MachineCodeOptions& options,
                     const base::Budget& budget) {
  const MachineCode code = write_machine_code(model, capsule, options);
  CodeCheck out;
  out.pieces = code.pieces;
  program::Recipe recipe;
  recipe.name = capsule.name;
  recipe.path = model.path;
  recipe.flags = {"-std=c++17"};
  recipe.units.push_back({model.path, code.text, true});
  try {
    std::vector<base::Diagnostic> warnings;
    (void)program::compile(recipe, {}, budget, warnings);
  } catch (const base::InputError& error) {
    out.errors = error.diagnostics();
  }
  for (base::Diagnostic& d : out.errors) {
    if (!d.where.known() || d.where.file.starts_with("<")) {
      d.where = capsule.where;
    }
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
