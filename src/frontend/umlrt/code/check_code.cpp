// SPDX-License-Identifier: Apache-2.0
/// \file
/// Compiles the C++ of a capsule twice: the bare class for diagnostics, then
/// the step program for the functions that it lacks. The second is left out
/// where the first has errors, since they would be reported twice.
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/step_program.h"
#include "program/build/compile.h"
#include "program/instrument/stub_notes.h"

namespace catenary::frontend::umlrt {

namespace {

/// The functions that the step program calls and nothing defines. Empty where
/// the capsule cannot be run.
std::vector<base::Diagnostic> stubs_of(const model::MachineModel& model,
                                       const model::Capsule& capsule,
                                       const MachineCodeOptions& options,
                                       const base::Budget& budget) {
  program::Recipe recipe;
  recipe.name = capsule.name;
  recipe.path = model.path;
  recipe.flags = {"-std=c++17", "-DCATENARY_UMLRT_RUN=1"};
  // One function that calls all others keeps Clang from removing them as
  // unused.
  try {
    const std::string text =
        write_step_program(model, capsule, {options}, model.path).source +
        "void catenary_all() { catenary_init(); catenary_step(); }\n";
    recipe.units.push_back({model.path, text, true, {}});
    std::vector<base::Diagnostic> warnings;
    return program::find_stubs(program::compile(recipe, {}, budget, warnings),
                               recipe.directory);
  } catch (const base::InputError&) {
    // The reasons for which it cannot be run are findings of other checks.
    return {};
  }
}

}  // namespace

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
  recipe.units.push_back({model.path, code.text, true, {}});
  try {
    std::vector<base::Diagnostic> warnings;
    (void)program::compile(recipe, {}, budget, warnings);
  } catch (const base::InputError& error) {
    out.errors = error.diagnostics();
  }
  if (out.errors.empty() && capsule.has_machine) {
    out.stubs = stubs_of(model, capsule, options, budget);
  }
  // Of text that was written here the user knows the capsule only.
  for (base::Diagnostic& d : out.errors) {
    d.where = d.where.known() ? code.places.find(d.where) : capsule.where;
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
