// SPDX-License-Identifier: Apache-2.0
#include "frontend/c/generated.h"

#include <utility>
#include <vector>

#include "base/temporary_directory.h"
#include "frontend/c/plain.h"
#include "program/build/paths.h"

namespace catenary::frontend::c {

namespace {

/// Moves places in the generated program to those of the model.
void place(model::StepSystem& system, const base::SourceMap& places) {
  for (auto* variables : {&system.inputs, &system.outputs, &system.initial}) {
    for (model::Variable& v : *variables) {
      v.where = places.find(v.where);
      places.find_in(v.why_not_exhaustive);
    }
  }
  for (model::Goal& g : system.goals) g.where = places.find(g.where);
  for (model::PairGoal& p : system.pair_goals) {
    p.goal.where = places.find(p.goal.where);
  }
  for (base::Diagnostic& d : system.warnings) places.find_all(d);
}

}  // namespace

model::StepSystem load_generated(
    const std::string& name,
    const std::function<GeneratedProgram(const std::string& file)>& write,
    const LoadOptions& options,
    const base::Budget& budget,
    model::PlainRequest* plain) {
  // The plain compiler may read it longer than we.
  const auto directory = std::make_shared<base::TemporaryDirectory>();
  const std::string file = directory->file(name);
  GeneratedProgram program = write(file);
  // The compiler's messages and debug information call it so.
  program.description.places.set_file(program::display_path(file, ""));
  directory->write(name, program.source);
  const Description& d = program.description;
  try {
    model::StepSystem system = plain == nullptr
                                   ? load(d, options, budget)
                                   : load(d, options, budget, *plain);
    if (plain != nullptr && plain->program != nullptr)
      plain->program->keep(directory);
    place(system, d.places);
    return system;
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> diagnostics = error.diagnostics();
    for (base::Diagnostic& one : diagnostics) d.places.find_all(one);
    throw base::InputError(std::move(diagnostics));
  }
}

}  // namespace catenary::frontend::c
