// SPDX-License-Identifier: Apache-2.0
/// \file
/// Only the C++ of the step program becomes a file, since the user's code must
/// be compiled; its description stays in memory.
#include "frontend/umlrt/system/compile.h"

#include <string>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "frontend/c/load.h"
#include "frontend/c/plain.h"

namespace catenary::frontend::umlrt {

namespace {

/// Text that differs where programs behave differently, or name different
/// things: the source, and what the description adds to it.
std::string identity(const StepProgram& program) {
  std::string out = program.source;
  const auto add = [&out](const std::string& text) { out += text + '\n'; };
  const c::Description& d = program.description;
  for (const auto* variables : {&d.inputs, &d.outputs}) {
    add("variables");
    for (const c::VariableDescription& v : *variables) {
      add(v.lvalue.text + " " + v.shown());
      if (v.lo) add(v.lo->text + " " + v.hi->text);
      for (const auto& [name, value] : v.names) {
        add(name + " = " + std::to_string(value));
      }
    }
  }
  for (const c::InvariantDescription& i : d.invariants) {
    add(i.id + ": " + i.when.text);
  }
  return out;
}

/// The digest of the model as it is loaded with these headers: how many timers
/// there may be is no part of it, and neither is the name of a file that is
/// removed again.
std::string digest(const model::MachineModel& model,
                   const model::Capsule& capsule,
                   const MachineOptions& options) {
  StepProgramOptions one;
  one.code.includes = options.includes;
  return base::sha256(identity(write_step_program(model, capsule, one, "")));
}

/// Moves places in the generated program to those of the model: the compiler
/// knows of the model's own lines only.
void place(model::StepSystem& system, const base::SourceMap& places) {
  for (std::vector<model::Variable>* variables :
       {&system.inputs, &system.outputs, &system.initial}) {
    for (model::Variable& v : *variables) v.where = places.find(v.where);
  }
  for (model::Goal& g : system.goals) g.where = places.find(g.where);
  for (model::PairGoal& p : system.pair_goals) {
    p.goal.where = places.find(p.goal.where);
  }
  for (base::Diagnostic& d : system.warnings) places.find_all(d);
}

/// Compiles the program. Errors are at places of the model.
model::StepSystem load(const StepProgram& program,
                       const c::LoadOptions& options,
                       const base::Budget& budget,
                       std::shared_ptr<model::PlainProgram>* plain) {
  const c::Description& d = program.description;
  try {
    return plain == nullptr ? c::load(d, options, budget)
                            : c::load(d, options, budget, *plain);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> diagnostics = error.diagnostics();
    for (base::Diagnostic& one : diagnostics) {
      d.places.find_all(one);
      hint_at_include(one);
    }
    throw base::InputError(std::move(diagnostics));
  }
}

}  // namespace

model::StepSystem compile_machine(const model::MachineModel& model,
                                  const model::Capsule& capsule,
                                  const StepProgramOptions& how,
                                  const MachineOptions& options,
                                  const base::Budget& budget,
                                  std::shared_ptr<model::PlainProgram>* plain) {
  c::LoadOptions load_options;
  load_options.step_time_limit = options.step_time_limit;
  if (!options.criteria.empty()) load_options.criteria = options.criteria;
  if (options.watcher) {
    MachineOptions without = options;
    without.watcher = {};
    load_options.watcher =
        options.watcher(compile_machine(model, capsule, how, without, budget));
  }
  // The plain compiler may read it longer than we.
  const auto directory = std::make_shared<base::TemporaryDirectory>();
  const std::string source = directory->file("capsule.cpp");
  StepProgramOptions with = how;
  with.code.includes = options.includes;
  const StepProgram program = write_step_program(model, capsule, with, source);
  base::write_file(source, program.source, base::Overwrite::no);

  model::StepSystem system = load(program, load_options, budget, plain);
  if (plain != nullptr) (*plain)->keep(directory);
  system.name = capsule.qualified;
  system.kind = model.kind;
  system.path = model.path + "#" + capsule.qualified;
  system.sha256 = digest(model, capsule, options);
  place(system, program.description.places);
  return system;
}

void hint_at_include(base::Diagnostic& error) {
  for (const char* text :
       {"unknown type name", "undeclared identifier", "unknown class name"}) {
    if (error.message.find(text) == std::string::npos) continue;
    error.message += " (a header that declares it: --include FILE.h)";
    return;
  }
}

}  // namespace catenary::frontend::umlrt
