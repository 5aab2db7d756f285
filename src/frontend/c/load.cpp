// SPDX-License-Identifier: Apache-2.0
/// \file
/// From a path to a step system: description, harness, build, domains.
#include "frontend/c/load.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "base/check.h"
#include "base/temporary_directory.h"
#include "base/text_file.h"
#include "frontend/c/assumptions.h"
#include "frontend/c/compile_commands.h"
#include "frontend/c/environment/sources.h"
#include "frontend/c/environment/stubs.h"
#include "frontend/c/harness.h"
#include "frontend/c/plain.h"
#include "frontend/c/user_places.h"
#include "frontend/c/variables.h"
#include "frontend/c/wiring.h"
#include "program/build/recipe.h"
#include "program/plain/plain.h"
#include "program/syntax/missing_functions.h"
#include "program/syntax/source_overlay.h"

namespace catenary::frontend::c {

namespace {

namespace fs = std::filesystem;

std::string extension(const std::string& path) {
  return fs::path(path).extension().string();
}

/// The criteria to use, checked; `by_default`: nobody asked for any.
std::vector<std::string> criteria_for(const Description& d,
                                      const LoadOptions& options,
                                      bool& by_default) {
  by_default = false;
  std::vector<std::string> criteria;
  base::SourceLocation where = d.coverage_where;
  if (options.criteria) {
    criteria = *options.criteria;
    where = {};
  } else if (d.has_coverage) {
    criteria = d.criteria;
  } else {
    by_default = true;
    return {};
  }
  for (const std::string& c : criteria) {
    // Properties, labels and assertions are always goals.
    if (c == "assert" || c == "property" || c == "label" ||
        program::parse_criterion(c)) {
      continue;
    }
    throw base::InputError(
        where,
        fmt::format("unknown coverage criterion '{}'; expected property, "
                    "label, assert, {}",
                    c,
                    fmt::join(program::criterion_names(), ", ")),
        "criterion-unknown");
  }
  return criteria;
}

// A range of one value is a documentation of that value.
void reject_parameters(const Description& d) {
  for (const VariableDescription& p : d.parameters) {
    if (p.lo && p.lo->text != p.hi->text) {
      throw base::InputError(
          p.range_where,
          "free parameters are not supported yet: '" + p.lvalue.text +
              "' keeps the value of its initialiser; remove its range",
          "unsupported-parameter");
    }
  }
}

program::Built build(const program::Recipe& recipe,
                     const HarnessText& harness,
                     const base::Budget& budget,
                     program::BuildWatch& watch) {
  try {
    return program::build(recipe, budget, watch);
  } catch (const base::InputError& e) {
    throw base::InputError(in_places_of_the_user(e.diagnostics(), harness));
  }
}

/// The functions that the driver of native challenges can call.
program::plain::Interface plain_interface(const Description& d,
                                          const HarnessText& harness) {
  program::plain::Interface out;
  out.text = harness.text;
  out.inputs = harness.harness.inputs;
  out.initial = harness.harness.initial;
  out.outputs = harness.harness.outputs;
  out.goals = static_cast<std::uint32_t>(harness.harness.goals.size());
  out.whole = !d.step.has_value();
  out.cpp = d.is_cpp();
  out.has_init = d.init.has_value();
  out.has_assume = !d.assume.empty();
  out.places = d.places;
  return out;
}

/// Makes the compiler read other texts than those in the files, by a virtual
/// file system. `directory` must exist while it compiles.
void replace_sources(Description& d,
                     const LoadOptions& options,
                     const base::TemporaryDirectory& directory) {
  if (!d.redefine.empty()) {
    throw base::InputError(d.redefine_where,
                           "sources in which macros are redefined cannot be "
                           "mutated; expected none of [program.redefine]",
                           "mutate-redefine");
  }
  program::SourceOverlay overlay(directory, "replaced");
  for (const auto& [name, text] : options.replaced) {
    overlay.replace(fs::absolute(fs::path(d.directory) / name), text);
  }
  d.flags.insert(d.flags.end(), {"-ivfsoverlay", overlay.write()});
}

}  // namespace

bool handles(const std::string& path) {
  const std::string ext = extension(path);
  return ext == ".toml" || ext == ".c" || ext == ".i";
}

namespace {

/// Code of the warning of a file that is not taken as a source.
constexpr const char* kLeftOut = "source-left-out";

Description describe(const std::string& path,
                     const base::Budget& budget,
                     std::vector<base::Diagnostic>& warnings) {
  if (extension(path) == ".toml") {
    Description d = read_description(path);
    take_compile_commands(d);
    require_sources(d);
    reject_parameters(d);
    return d;
  }
  // A bare C file: the inventory costs one compilation.
  Description d = bare_description(path);
  require_sources(d);
  Siblings siblings;
  const program::Inventory inventory =
      inventory_with_siblings(d, budget, siblings);
  warnings = guess_wiring(d, inventory);
  for (const std::string& clause : siblings.left_out) {
    warnings.push_back({base::Severity::warning,
                        {path, 0, 0},
                        clause +
                            ", so it is left out; expected each name in one "
                            "source only, or a description with the sources",
                        kLeftOut,
                        {}});
  }
  if (!siblings.added.empty()) {
    warnings.push_back({base::Severity::note,
                        {path, 0, 0},
                        fmt::format("taken as sources as well, since they "
                                    "define what is missing: {}",
                                    fmt::join(siblings.added, ", ")),
                        kWiring,
                        {}});
  }
  return d;
}

}  // namespace

Description describe(const std::string& path, const base::Budget& budget) {
  std::vector<base::Diagnostic> warnings;
  return describe(path, budget, warnings);
}

std::vector<program::SourceMutant> source_mutants(const std::string& path,
                                                  const base::Budget& budget) {
  const Description d = describe(path, budget);
  program::Recipe recipe = recipe_for(d, nullptr);
  return program::source_mutants(recipe, budget);
}

namespace {

/// The recipe of a description with its harness.
program::Recipe recipe_for(const Description& d,
                           const HarnessText& harness,
                           const std::vector<std::string>& criteria,
                           const LoadOptions& options) {
  program::Recipe recipe = recipe_for(d, &harness);
  recipe.harness = harness.harness;
  recipe.step_time_limit = options.step_time_limit;
  recipe.unroll = d.unroll;
  recipe.record_calls = options.record_calls;
  for (const std::string& c : criteria) {
    if (const auto known = program::parse_criterion(c)) {
      recipe.criteria.insert(*known);
    }
  }
  return recipe;
}

/// Whether nobody wrote the description: that of a bare C file.
bool is_guessed(const Description& d) {
  return !d.generated && extension(d.path) != ".toml";
}

/// Warns of what the description leaves open. A generated wiring is complete on
/// purpose: no warnings.
void say_assumptions(const Description& d,
                     const std::vector<base::Diagnostic>& guessed,
                     model::StepSystem& system) {
  if (d.generated) return trust_wiring(system);
  warn_of_assumptions(d, guessed, system);
  if (is_guessed(d)) say_wiring(d, system);
}

/// What an environment sees of the program.
void set_interface(const program::Built& built,
                   const Description& d,
                   const HarnessText& harness,
                   const std::set<std::string>& characters,
                   model::StepSystem& system) {
  system.inputs = enumerable_variables(built.inputs, d.inputs, "input");
  system.initial =
      enumerable_variables(built.initial, d.initial, "initial choice");
  mark_characters(characters, system);
  system.outputs = outputs_for(built.outputs, d, harness);
  system.state = built.state;
}

/// load() of a description, with the plain compiler beside it where `plain` is
/// not null. Outputs that were guessed and show addresses are left out, which
/// takes another compilation.
model::StepSystem load_described(Description d,
                                 const std::vector<base::Diagnostic>& guessed,
                                 const LoadOptions& options,
                                 const base::Budget& budget,
                                 model::PlainRequest* plain) {
  bool by_default = false;
  const std::vector<std::string> criteria =
      criteria_for(d, options, by_default);
  HarnessOptions with;
  if (options.watcher) with.watcher = &*options.watcher;
  // The harness is written before the build, which compiles it.
  const HarnessText harness = write_harness(d, with);
  program::Recipe recipe = recipe_for(d, harness, criteria, options);
  program::BuildWatch watch;
  watch.source_map = d.places;
  // The plain compiler starts when its command lines are known, so both run at
  // the same time.
  std::shared_ptr<program::plain::Plain> compiled;
  if (plain != nullptr) {
    watch.on_sources = [&](const program::CompiledSources& sources) {
      compiled.reset();
      compiled = program::plain::start(sources, plain_interface(d, harness));
    };
  }
  model::StepSystem system;
  watch.on_interface = [&](const program::Built& built) {
    set_interface(built, d, harness, watch.characters, system);
    if (plain != nullptr) compiled->begin(system, watch.places, plain->pace);
  };
  // No goals: coverage of branches is what most people want then.
  if (by_default) {
    recipe.criteria_without_goals = {model::GoalKind::branch};
    recipe.uncounted_goals = with.watcher ? with.watcher->goals.size() : 0;
  }
  program::Built built = build(recipe, harness, budget, watch);
  // Elsewhere, the registers of the hardware are not there.
  if (!built.registers.empty()) compiled.reset();
  if (is_guessed(d) && (remove_addresses(built.outputs, d) ||
                        add_registers(built.registers, d))) {
    compiled.reset();
    return load_described(std::move(d), guessed, options, budget, plain);
  }
  system.name = recipe.name;
  system.kind = "c";
  system.path = d.path;
  system.sha256 = built.sha256;
  system.goals = std::move(built.goals);
  if (compiled != nullptr) compiled->bind(system.goals);
  system.pair_goals = std::move(built.pair_goals);
  system.any_state_final = built.any_state_final;
  system.portable_states = built.portable_states;
  if (!d.assume.empty()) system.assume_where = d.assume.front().where;
  system.step_ms = d.step_ms;
  system.reset_ms = d.reset_ms;
  system.warnings = std::move(built.warnings);
  warn_of_addresses(built.outputs, d, system.warnings);
  say_assumptions(d, guessed, system);
  system.factory = std::move(built.factory);
  system.encoder = std::move(built.encoder);
  system.lay_out();
  if (plain != nullptr) plain->program = std::move(compiled);
  return system;
}

/// Adds stubs where they are asked for, and a note for each to `notes`.
void stub_missing(Description& d,
                  const LoadOptions& options,
                  const base::Budget& budget,
                  std::vector<base::Diagnostic>& notes) {
  if (!d.stub_missing && !options.stub_missing) return;
  // The harness calls the user's functions, so it says what is reachable.
  // Expressions may name what stubs record, which is not there yet.
  Description calls = d;
  calls.properties.clear();
  calls.invariants.clear();
  calls.outputs.clear();
  calls.assume.clear();
  calls.final_state.reset();
  const program::Recipe recipe =
      recipe_for(calls, write_harness(calls), {}, options);
  for (base::Diagnostic& note :
       add_stubs(d, program::missing_symbols(recipe, budget))) {
    notes.push_back(std::move(note));
  }
}

model::StepSystem load_both(const std::string& path,
                            const LoadOptions& options,
                            const base::Budget& budget,
                            model::PlainRequest* plain) {
  std::vector<base::Diagnostic> guessed;
  Description d = describe(path, budget, guessed);
  try {
    stub_missing(d, options, budget, guessed);
    const base::TemporaryDirectory overlay;
    if (!options.replaced.empty()) replace_sources(d, options, overlay);
    return load_described(std::move(d), guessed, options, budget, plain);
  } catch (const base::InputError& e) {
    // What is missing may be in a source that was left out.
    std::vector<base::Diagnostic> all = e.diagnostics();
    for (base::Diagnostic& note : guessed) {
      if (note.code != kLeftOut) continue;
      note.severity = base::Severity::note;
      all.front().notes.push_back(std::move(note));
    }
    throw base::InputError(std::move(all));
  }
}

}  // namespace

void note_inputs(const std::string& path,
                 const LoadOptions& options,
                 const base::Budget& budget) {
  std::vector<base::Diagnostic> notes;
  Description d = describe(path, budget, notes);
  stub_missing(d, options, budget, notes);
  program::note_inputs(recipe_for(d, write_harness(d), {}, options), budget);
}

model::StepSystem load(const std::string& path,
                       const LoadOptions& options,
                       const base::Budget& budget) {
  return load_both(path, options, budget, nullptr);
}

model::StepSystem load(const std::string& path,
                       const LoadOptions& options,
                       const base::Budget& budget,
                       model::PlainRequest& plain) {
  return load_both(path, options, budget, &plain);
}

model::StepSystem load(Description description,
                       const LoadOptions& options,
                       const base::Budget& budget) {
  return load_described(std::move(description), {}, options, budget, nullptr);
}

model::StepSystem load(Description description,
                       const LoadOptions& options,
                       const base::Budget& budget,
                       model::PlainRequest& plain) {
  return load_described(std::move(description), {}, options, budget, &plain);
}

}  // namespace catenary::frontend::c
