// SPDX-License-Identifier: Apache-2.0
#include "app/model_file.h"

#include <filesystem>
#include <set>

#include "app/challenge/load_challenged.h"
#include "app/front_ends.h"
#include "base/text_file.h"
#include "challenge/challenge.h"
#include "frontend/c/assumptions.h"
#include "frontend/contract/contract.h"
#include "frontend/umlrt/umlrt.h"
#include "frontend/xlia/xlia.h"
#include "model/machine/state_machine.h"
#include "option/suggest.h"
#include "program/goals/criteria.h"
#include "program/instrument/stub_notes.h"

namespace catenary::app {

ModelKind kind_of(const std::string& path) {
  const FrontEnd* f = front_end_of(path);
  return f == nullptr ? ModelKind::none : f->kind;
}

bool is_model(const std::string& path) {
  return kind_of(path) != ModelKind::none;
}

namespace {

/// Throws base::InputError: this is not a model with steps.
[[noreturn]] void refuse_kind(const std::string& path) {
  (void)base::read_file(path);  // a missing file is the better message
  throw base::InputError(
      {path, 0, 0},
      kind_of(path) == ModelKind::timed
          ? "a timed model has no steps; expected a model with steps: a "
            "program (.toml, .c), a state machine or a transition system"
      : kind_of(path) == ModelKind::contract
          ? "these are requirements; expected a model with steps: a program "
            "(.toml, .c), a state machine or a transition system"
          : "no front end reads files of this kind; expected " +
                all_that_is_read(),
      "unknown-model-kind");
}

/// Throws base::InputError at a criterion that is for models of other kinds.
void refuse_criteria(const std::string& path,
                     const std::vector<std::string>& criteria) {
  for (const std::string& criterion : criteria) {
    refuse_options(path,
                   ModelKind::step,
                   {{"--cover transitions", criterion == "transitions"},
                    {"--cover pairs", criterion == "pairs"},
                    {"--cover states", criterion == "states"},
                    {"--cover depth", criterion.starts_with("depth:")},
                    {"--cover contracts", criterion == "contracts"},
                    {"--cover mutants", criterion == "mutants"},
                    {"--cover assumptions", criterion == "assumptions"},
                    {"--cover boundaries", criterion == "boundaries"}});
  }
}

frontend::c::LoadOptions load_options(const ModelOptions& options) {
  frontend::c::LoadOptions out;
  out.step_time_limit = options.step_timeout;
  out.record_calls = options.record_calls;
  out.stub_missing = options.stub_missing;
  if (!options.cover.empty()) out.criteria = options.cover;
  return out;
}

/// `plain`, where it is not null, gets the plain program.
model::StepSystem load_system(const std::string& path,
                              const ModelOptions& options,
                              Context& context,
                              model::PlainRequest* plain) {
  const FrontEnd* front_end = front_end_of(path);
  if (front_end == nullptr || front_end->load == nullptr) refuse_kind(path);
  refuse_criteria(path, options.cover);
  context.progress.update({"compiling", 0, 0, path});
  frontend::c::LoadOptions load = load_options(options);
  const auto load_with = [&](model::PlainRequest* into) {
    return front_end->load({path, options, load, context, into});
  };
  // State machines have goals that are watched themselves.
  const bool watched = options.watcher && front_end->kind == ModelKind::step;
  model::StepSystem system = load_with(watched ? nullptr : plain);
  if (watched) {
    const std::string unwatched = system.sha256;
    load.watcher = options.watcher(system);
    system = load_with(plain);
    system.sha256 = unwatched;
  }
  for (const base::Diagnostic& warning : system.warnings) {
    if (warning.code == program::kStubCode ||
        frontend::c::is_assumption(warning))
      continue;
    if (warning.severity == base::Severity::note) {
      context.log.info(warning.where.to_string() + ": " + warning.message);
    } else {
      context.progress.message(warning.render());
    }
  }
  return system;
}

}  // namespace

std::string model_path(const SearchOptions& options) {
  if (kind_of(options.model) != ModelKind::machine) return options.model;
  frontend::umlrt::MachineName name =
      frontend::umlrt::machine_name(options.model);
  if (!options.capsule.empty()) name.capsule = options.capsule;
  if (options.parts == "none") {
    name.parts = "";
  } else if (!options.parts.empty()) {
    name.parts = options.parts;
  }
  return frontend::umlrt::to_path(name);
}

ModelOptions model_options(const SearchOptions& options) {
  ModelOptions out{options.cover, options.step_timeout};
  out.include = options.include;
  out.semantics = options.semantics;
  out.assume = options.assume;
  out.stub_missing = options.stub_missing;
  return out;
}

model::StepSystem load_step_system(const std::string& path,
                                   const ModelOptions& options,
                                   Context& context) {
  return load_system(path, options, context, nullptr);
}

void note_step_system(const std::string& path,
                      const ModelOptions& options,
                      Context& context) {
  const FrontEnd* front_end = front_end_of(path);
  if (front_end == nullptr || front_end->note == nullptr) {
    (void)load_system(path, options, context, nullptr);
    return;
  }
  front_end->note({path, options, load_options(options), context, nullptr});
}

model::StepSystem load_challenged(const std::string& path,
                                  const ModelOptions& options,
                                  std::chrono::milliseconds most,
                                  Context& context,
                                  std::shared_ptr<model::PlainProgram>& plain) {
  model::PlainRequest request{challenge::early_pace(most), nullptr};
  model::StepSystem system = load_system(path, options, context, &request);
  plain = std::move(request.program);
  return system;
}

model::TimedAutomaton load_timed_automaton(const std::string& path,
                                           Context& context) {
  if (kind_of(path) != ModelKind::timed) {
    (void)base::read_file(path);
    throw base::InputError({path, 0, 0},
                           "this is not a timed model; expected a file .xlia",
                           "unknown-model-kind");
  }
  context.progress.update({"reading", 0, 0, path});
  return frontend::xlia::load(path);
}

model::Interface load_interface(const std::string& path, Context& context) {
  if (kind_of(path) != ModelKind::contract) {
    (void)base::read_file(path);
    throw base::InputError({path, 0, 0},
                           "these are not requirements; expected a file .req, "
                           "or an export of FRET (.json)",
                           "unknown-model-kind");
  }
  context.progress.update({"reading", 0, 0, path});
  return frontend::contract::load(path);
}

model::Interface load_views(const std::string& path,
                            const std::vector<std::string>& views,
                            Context& context) {
  model::Interface all = load_interface(path, context);
  if (views.empty()) return all;
  std::set<std::uint32_t> chosen;
  for (const std::string& name : views) {
    const auto view = all.find_view(name);
    if (!view) {
      std::vector<std::string> known;
      for (const model::View& v : all.views) known.push_back(v.name);
      throw base::InputError(
          {path, 0, 0},
          "there is no view '" + name + "'" + option::did_you_mean(name, known),
          "no-such-view");
    }
    chosen.insert(*view);
  }
  if (chosen.size() == all.views.size()) return all;
  return model::project(all, {chosen.begin(), chosen.end()});
}

model::MachineModel load_machines(const std::string& path,
                                  const std::string& semantics,
                                  Context& context) {
  if (kind_of(path) != ModelKind::machine) {
    (void)base::read_file(path);
    throw base::InputError({path, 0, 0},
                           "these are not state machines; expected a model of "
                           "Papyrus-RT (.uml), or a file .sm or .art",
                           "unknown-model-kind");
  }
  context.progress.update({"reading", 0, 0, path});
  model::MachineModel out = frontend::umlrt::load(path);
  out.semantics = model::semantics_of(semantics).value_or(out.semantics);
  return out;
}

std::vector<const model::Capsule*> chosen_capsules(
    const model::MachineModel& model, const std::string& name) {
  std::vector<const model::Capsule*> out;
  std::vector<std::string> known;
  for (const model::Capsule& c : model.capsules) {
    known.push_back(c.qualified);
    if (name.empty() || c.qualified == name) out.push_back(&c);
  }
  if (!name.empty() && out.empty()) {
    throw base::InputError({model.path, 0, 0},
                           "there is no capsule '" + name + "'" +
                               option::did_you_mean(name, known),
                           "no-such-capsule");
  }
  return out;
}

std::string kind_name(const std::string& path) {
  switch (kind_of(path)) {
    case ModelKind::step:
      return "programs";
    case ModelKind::machine:
      return "state machines";
    case ModelKind::timed:
      return "timed models";
    case ModelKind::contract:
      return "requirements";
    case ModelKind::none:
      break;
  }
  return path.ends_with(".json") ? "suites" : "";
}

std::vector<std::string> cover_values() {
  std::vector<std::string> out = {"property", "label", "assert"};
  for (std::string& name : program::criterion_names()) {
    out.push_back(std::move(name));
  }
  for (const char* of_others : {"transitions",
                                "pairs",
                                "states",
                                "depth:K",
                                "contracts",
                                "assumptions",
                                "boundaries",
                                "mutants"}) {
    out.emplace_back(of_others);
  }
  return out;
}

std::string default_method(const std::string& kind) {
  if (kind == "timed models") return "path";
  return kind == "requirements" ? "single" : "chain";
}

void refuse_options(const std::string& model,
                    ModelKind kind,
                    std::initializer_list<Given> options) {
  const std::string kind_text = kind == ModelKind::timed      ? "timed models"
                                : kind == ModelKind::step     ? "programs"
                                : kind == ModelKind::contract ? "requirements"
                                : kind == ModelKind::machine  ? "state machines"
                                                              : "suites";
  for (const auto& [name, given] : options) {
    if (!given) continue;
    throw base::InputError({},
                           std::string(name) + " is not supported for " +
                               kind_text + " ('" + model + "')",
                           "option-kind");
  }
}

void refuse_options(const CheckOptions& options, ModelKind kind) {
  refuse_options(options.model,
                 kind,
                 {{"--cover", !options.cover.empty()},
                  {"--engine", options.engine != EngineChoice::automatic},
                  {"--second-opinion", options.second_opinion},
                  {"--max-steps", options.max_steps != 0}});
}

}  // namespace catenary::app
