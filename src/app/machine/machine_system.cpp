// SPDX-License-Identifier: Apache-2.0
#include "app/machine/machine_system.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "app/contract/assumption_watch.h"
#include "base/sha256.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/composite/composite_program.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/umlrt.h"
#include "option/suggest.h"

namespace catenary::app {

namespace umlrt = frontend::umlrt;

namespace {

/// The capsule of that name, or, where it is empty, the only one with a state
/// machine.
const model::Capsule& the_capsule(const model::MachineModel& model,
                                  const std::string& name) {
  if (!name.empty()) return *chosen_capsules(model, name).front();
  std::vector<const model::Capsule*> with_machine;
  for (const model::Capsule& c : model.capsules) {
    if (c.has_machine) with_machine.push_back(&c);
  }
  if (with_machine.size() == 1) return *with_machine.front();
  std::string known;
  for (const model::Capsule& c : model.capsules) {
    if (!c.has_machine && !umlrt::can_be_system(model, c)) continue;
    known += (known.empty() ? "" : ", ") + c.qualified;
  }
  throw base::InputError({model.path, 0, 0},
                         with_machine.empty()
                             ? "no capsule has a state machine"
                             : "several capsules have state machines; expected "
                               "--capsule and one of " +
                                   known,
                         "which-capsule");
}

/// Decides whether the capsule is tested as a system, and leaves parts that are
/// not in the list to the environment. Where nothing was chosen, a capsule with
/// a state machine is tested alone if its system is not supported.
void choose_parts(const umlrt::MachineName& named, CapsuleFile& file) {
  model::Capsule& c = file.model.capsules[file.index];
  if (!named.parts) {
    c.as_system = umlrt::can_be_system(file.model, c);
    if (!c.has_machine || !c.as_system) return;
    file.alone_because = umlrt::reasons_against_system(file.model, c, {});
    c.as_system = file.alone_because.empty();
    // Alone it would be given messages that only it can send.
    if (!c.as_system && umlrt::sends_to_itself(c) &&
        file.model.semantics == model::Semantics::code_realtime) {
      throw base::InputError(file.alone_because);
    }
    return;
  }
  c.selection = "[" + *named.parts + "]";
  std::set<std::string> chosen;
  std::istringstream in(*named.parts);
  for (std::string name; std::getline(in, name, ',');) {
    chosen.insert(name);
    if (std::ranges::count(c.parts, name, &model::CapsulePart::name) > 0) {
      continue;
    }
    std::vector<std::string> known;
    for (const model::CapsulePart& p : c.parts) known.push_back(p.name);
    throw base::InputError(c.where,
                           "capsule '" + c.qualified + "' has no part '" +
                               name + "'" + option::did_you_mean(name, known),
                           "no-such-part");
  }
  for (model::CapsulePart& p : c.parts) p.outside = !chosen.contains(p.name);
  c.as_system = umlrt::can_be_system(file.model, c);
}

}  // namespace

CapsuleFile open_capsule(const std::string& path,
                         const std::string& semantics,
                         Context& context) {
  const umlrt::MachineName named = umlrt::machine_name(path);
  CapsuleFile out;
  out.model = load_machines(named.file, semantics, context);
  out.index = static_cast<std::size_t>(&the_capsule(out.model, named.capsule) -
                                       out.model.capsules.data());
  choose_parts(named, out);
  return out;
}

void assume(const std::string& file, CapsuleFile& capsule, Context& context) {
  if (file.empty() || kind_of(file) == ModelKind::contract) return;
  auto assumed = std::make_shared<model::MachineModel>(
      load_machines(file, kFileSemantics, context));
  if (assumed->semantics != model::Semantics::papyrus_rt) {
    throw base::InputError(
        {file, 0, 0},
        "an assumption is read by the rules of the text form "
        "(.sm) and of Papyrus-RT; expected such a file",
        "unsupported");
  }
  capsule.model.capsules[capsule.index].assumption = std::move(assumed);
}

umlrt::MachineOptions machine_options(const ModelOptions& options) {
  umlrt::MachineOptions out;
  out.criteria = options.cover;
  out.step_time_limit = options.step_timeout;
  out.includes = options.include;
  out.timers = options.timers;
  out.judged = options.judged || options.watcher != nullptr;
  out.watcher = options.watcher;
  return out;
}

model::StepSystem load_machine_system(const std::string& path,
                                      const ModelOptions& options,
                                      Context& context,
                                      model::PlainRequest* plain) {
  // Statements of what is written around the user's code would count.
  if (std::ranges::count(options.cover, "statement") != 0) {
    throw base::InputError({umlrt::machine_name(path).file, 0, 0},
                           "statements are not counted in state machines; "
                           "expected another criterion, such as branch",
                           "unsupported");
  }
  CapsuleFile file = open_capsule(path, options.semantics, context);
  assume(options.assume, file, context);
  if (!file.alone_because.empty()) {
    const base::Diagnostic& first = file.alone_because.front();
    context.progress.message(base::Diagnostic{
        base::Severity::note,
        first.where,
        "capsule '" + file.capsule().qualified +
            "' is tested alone, without its parts: " + first.message,
        "tested-alone",
        {}}.render());
  }
  context.progress.update({"compiling", 0, 0, path});
  umlrt::MachineOptions how = machine_options(options);
  const bool promised = kind_of(options.assume) == ModelKind::contract;
  model::Interface interface;
  if (promised) {
    interface = promises_of(load_interface(options.assume, context));
    how.watcher = [&](const model::StepSystem& system) {
      frontend::c::Watcher own = assumption_watcher(interface, system);
      return options.watcher ? joined(own, options.watcher(system)) : own;
    };
  }
  model::StepSystem system = umlrt::load_machine(
      file.model, file.capsule(), how, context.budget, plain);
  if (promised) {
    system.warnings.push_back(assumption_note(interface, system));
    system.sha256 = base::sha256(system.sha256 + interface.sha256);
  }
  return system;
}

std::string with_capsule_of(const suite::Suite& suite,
                            const std::string& path,
                            Context& context) {
  if (kind_of(path) != ModelKind::machine ||
      kind_of(suite.model.path) != ModelKind::machine) {
    return path;
  }
  umlrt::MachineName name = umlrt::machine_name(path);
  const umlrt::MachineName made = umlrt::machine_name(suite.model.path);
  if (!name.capsule.empty() || name.parts) return path;
  const model::MachineModel model =
      load_machines(name.file, semantics_of(suite), context);
  if (model.find_capsule(made.capsule) == nullptr) return path;
  name.capsule = made.capsule;
  name.parts = made.parts;
  return umlrt::to_path(name);
}

void name_messages(suite::Suite& suite, Context& context) {
  if (kind_of(suite.model.path) != ModelKind::machine) return;
  const CapsuleFile file =
      open_capsule(suite.model.path, semantics_of(suite), context);
  const umlrt::StepProgram program =
      umlrt::write_step_program(file.model, file.capsule(), {}, "");
  for (const umlrt::StepProgram::Message& m : program.messages) {
    suite::Channel channel;
    channel.name = m.name;
    channel.direction =
        m.sent ? suite::Direction::output : suite::Direction::input;
    const std::vector<suite::Signal>& signals =
        m.sent ? suite.signature.outputs : suite.signature.inputs;
    for (const std::string& name : m.values) {
      const auto at = suite::find_signal(signals, name);
      if (at) channel.parameters.push_back(signals[*at]);
    }
    suite.signature.channels.push_back(std::move(channel));
  }
}

MachineProgram machine_program(const suite::Suite& suite, Context& context) {
  const CapsuleFile file =
      open_capsule(suite.model.path, semantics_of(suite), context);
  umlrt::StepProgramOptions how{{includes_of(suite), false}};
  how.timers = 2;
  const std::string choice =
      umlrt::write_step_program(file.model, file.capsule(), how, "")
          .timer_input;
  // As many timers as its inputs choose from.
  how.timers = 1;
  for (const suite::Signal& input : suite.signature.inputs) {
    if (!choice.empty() && input.name == choice) {
      how.timers = umlrt::most_timers(file.model, file.capsule());
    }
  }
  umlrt::StepProgram program =
      umlrt::write_step_program(file.model, file.capsule(), how, "");
  MachineProgram out;
  out.source = std::move(program.source);
  for (const auto* variables :
       {&program.description.inputs, &program.description.outputs}) {
    for (const frontend::c::VariableDescription& v : *variables) {
      out.lvalues[v.shown()] = v.lvalue.text;
    }
  }
  return out;
}

std::string join_includes(const std::vector<std::string>& files) {
  std::string out;
  for (const std::string& f : files) out += (out.empty() ? "" : ":") + f;
  return out;
}

std::string semantics_of(const suite::Suite& suite) {
  const auto at = suite.options.find(kSemanticsOption);
  return at == suite.options.end() ? kFileSemantics : at->second;
}

std::string assumption_of(const suite::Suite& suite) {
  const auto at = suite.options.find(kAssumeOption);
  return at == suite.options.end() ? std::string() : at->second;
}

std::vector<std::string> includes_of(const suite::Suite& suite) {
  std::vector<std::string> out;
  const auto at = suite.options.find(kIncludeOption);
  if (at == suite.options.end()) return out;
  std::istringstream in(at->second);
  for (std::string file; std::getline(in, file, ':');) out.push_back(file);
  return out;
}

}  // namespace catenary::app
