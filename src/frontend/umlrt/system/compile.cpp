// SPDX-License-Identifier: Apache-2.0
/// \file
/// Only the C++ of the step program becomes a file, since the user's code must
/// be compiled; its description stays in memory.
#include "frontend/umlrt/system/compile.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/sha256.h"
#include "frontend/c/assumptions.h"
#include "frontend/c/generated.h"
#include "frontend/umlrt/composite/composite_program.h"
#include "frontend/umlrt/system/wrong_code.h"

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

/// What verdicts about a system rest on that receives messages.
void note_assumption(const model::Capsule& capsule, model::StepSystem& system) {
  system.warnings.push_back({base::Severity::note,
                             capsule.where,
                             "the environment sends only where fewer than " +
                                 std::to_string(kMostWaiting) +
                                 " messages wait, and by normal priority",
                             c::kFewWait,
                             {}});
}

}  // namespace

model::StepSystem compile_machine(const model::MachineModel& model,
                                  const model::Capsule& capsule,
                                  const StepProgramOptions& how,
                                  const MachineOptions& options,
                                  const base::Budget& budget,
                                  model::PlainRequest* plain) {
  c::LoadOptions load_options;
  load_options.step_time_limit = options.step_time_limit;
  if (!options.criteria.empty()) load_options.criteria = options.criteria;
  if (options.watcher) {
    MachineOptions without = options;
    without.watcher = {};
    load_options.watcher =
        options.watcher(compile_machine(model, capsule, how, without, budget));
  }
  bool receives = false;
  std::vector<base::Diagnostic> notes;
  const auto write = [&](const std::string& file) {
    StepProgramOptions with = how;
    with.code.includes = options.includes;
    StepProgram program = write_step_program(model, capsule, with, file);
    receives = std::ranges::count(
                   program.messages, false, &StepProgram::Message::sent) > 0;
    notes = std::move(program.notes);
    return c::GeneratedProgram{std::move(program.source),
                               std::move(program.description)};
  };
  model::StepSystem system;
  try {
    system =
        c::load_generated("capsule.cpp", write, load_options, budget, plain);
  } catch (const base::InputError& error) {
    std::vector<base::Diagnostic> diagnostics = error.diagnostics();
    // Each attempt has fewer pieces that may be wrong, so that this ends.
    if (const auto rest = without_wrong_code(model, capsule, diagnostics)) {
      const auto index = &capsule - model.capsules.data();
      system = compile_machine(*rest,
                               rest->capsules[static_cast<std::size_t>(index)],
                               how,
                               options,
                               budget,
                               plain);
      for (base::Diagnostic& one : diagnostics) {
        one.severity = base::Severity::warning;
        one.code = "action-code";
        system.warnings.push_back(one);
      }
      return system;
    }
    for (base::Diagnostic& one : diagnostics) hint_at_include(one);
    throw base::InputError(std::move(diagnostics));
  }
  if (capsule.as_system && receives) note_assumption(capsule, system);
  system.warnings.insert(system.warnings.end(), notes.begin(), notes.end());
  system.name = capsule.qualified;
  system.kind = model.kind;
  system.path = model.path + "#" + capsule.qualified + capsule.selection;
  system.sha256 = digest(model, capsule, options);
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
