// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/composite/composite_description.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "base/text/unique_name.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/message_member.h"
#include "frontend/umlrt/code/step_description.h"

namespace catenary::frontend::umlrt {

namespace {

using model::MachineVariable;

/// Describes one program.
class Describer {
 public:
  Describer(const model::MachineModel& model,
            const model::Capsule& system,
            const InstanceTree& tree,
            const MessageTable& table,
            const TimerCode& timers)
      : model_(model),
        s_(system),
        tree_(tree),
        table_(table),
        timers_(timers) {}

  CompositeDescription describe() {
    CompositeDescription made;
    c::Description& out = made.description;
    out = generated_steps(s_.where);
    out.inputs = inputs();
    out.outputs = outputs();
    made.messages = std::move(messages_);
    return made;
  }

 private:
  std::vector<c::VariableDescription> inputs() {
    std::vector<c::VariableDescription> out = {
        variable("message", "message", s_.where)};
    limit(out[0], 0, table_.stimuli.size());
    out[0].names.emplace_back("next", 0);
    channels_.emplace("next", 2);
    for (std::size_t s = 0; s < table_.stimuli.size(); ++s) {
      out[0].names.emplace_back(table_.stimuli[s].name, s + 1);
      // A message may be sent back by its name.
      channels_.emplace(table_.stimuli[s].name, 2);
    }
    out.push_back(variable("catenary_wait", "wait", s_.where));
    if (timers_.per_port() > 1) {
      out.push_back(variable("catenary_timer", timers_.input_name(), s_.where));
      limit(out.back(), 1, timers_.per_port());
    }
    for (const auto& [lvalue, name] : timers_.choices()) {
      out.push_back(variable(lvalue, name, s_.where));
    }
    values(out);
    return out;
  }

  /// The values of messages of the environment.
  void values(std::vector<c::VariableDescription>& out) {
    base::TakenNames taken;
    for (const c::VariableDescription& v : out) taken.emplace(v.name, 2);
    std::map<std::string, std::string> names;  // of inputs, by their variables
    for (const Stimulus& one : table_.stimuli) {
      // A timeout is no message of the environment.
      if (table_.receipts[one.receipt].delivery.signal !=
          model::SignalKind::message) {
        continue;
      }
      messages_.push_back({one.name, false, {}});
      for (const MachineVariable& p :
           parameters_of(model_, tree_, table_.receipts[one.receipt])) {
        const auto value =
            chosen_value(model_, p, environment_slot(model_, tree_, table_, p));
        if (!value || !value->buffers.empty()) {
          throw base::InputError(
              p.where,
              p.qualified + ": values of the type '" + p.type +
                  "' cannot be sent to a system; expected numbers, truth "
                  "values, enumerations, or structures of them",
              "unsupported");
        }
        for (const ChosenScalar& scalar : value->scalars) {
          const auto [at, is_new] = names.try_emplace(scalar.lvalue);
          if (is_new) {
            at->second = base::unique_name(scalar.name, taken);
            out.push_back(input(model_, scalar, at->second, p.where));
          }
          messages_.back().values.push_back(at->second);
        }
      }
    }
  }

  [[nodiscard]] std::string named(std::size_t instance,
                                  const std::string& name) const {
    const std::string& path = tree_.instances[instance].path;
    return path.empty() ? name : path + "." + name;
  }

  /// The message that ran, where it was from and went to, its outcome, the
  /// state of each instance, and what was sent to the environment.
  std::vector<c::VariableDescription> outputs() {
    std::vector<c::VariableDescription> out = {
        variable("catenary_ran", "ran", s_.where),
        variable("catenary_from", "from", s_.where),
        variable("catenary_to", "to", s_.where),
        variable("catenary_outcome", "outcome", s_.where)};
    out[0].names.emplace_back("nothing", 0);
    for (std::size_t r = 0; r < table_.receipts.size(); ++r) {
      out[0].names.emplace_back(table_.receipts[r].name, r + 1);
    }
    std::size_t next = table_.receipts.size();
    for (const std::size_t i : tree_.machines()) {
      if (!tree_.instances[i].dynamic) continue;
      out[0].names.emplace_back(named(i, "initialise"), ++next);
    }
    out[1].names.emplace_back("environment", 0);
    out[2].names.emplace_back("nobody", 0);
    for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
      const Instance& one = tree_.instances[i];
      if (!one.capsule->has_machine) continue;
      const std::string name = one.path.empty() ? one.role : one.path;
      out[1].names.emplace_back(name, i + 1);
      out[2].names.emplace_back(name, i + 1);
    }
    out[3].names = {{"handled", 0},
                    {"unexpected", 1},
                    {"all_guards_false", 2},
                    {"stuck", 3},
                    {"endless", 4}};
    for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
      const Instance& one = tree_.instances[i];
      if (!one.capsule->has_machine) continue;
      out.push_back(variable(
          instance_object(i) + ".catenary_state", named(i, "state"), s_.where));
      out.back().names = state_names(*one.capsule);
      if (!one.dynamic) continue;
      out.back().names.emplace_back("new", kNewState);
      out.back().names.emplace_back("absent", kAbsentState);
    }
    for (std::size_t i = 0; i < tree_.instances.size(); ++i) {
      if (tree_.instances[i].capsule->has_machine) sent_by(i, out);
    }
    return out;
  }

  /// What an instance sends through ports that lead to the environment.
  void sent_by(std::size_t instance, std::vector<c::VariableDescription>& out) {
    const Instance& one = tree_.instances[instance];
    std::set<std::string> free;
    for (std::size_t p = 0; p < one.far.size(); ++p) {
      if (std::ranges::any_of(one.far[p], &FarEnd::environment)) {
        free.insert(code_name(one.capsule->ports[p].name));
      }
    }
    for (const Sent& s : sent(model_, *one.capsule)) {
      if (!free.contains(s.lvalue.substr(0, s.lvalue.find('.')))) continue;
      std::string name = named(instance, s.name);
      if (s.counts) name = base::unique_name(name, channels_);
      out.push_back(
          variable(instance_object(instance) + "." + s.lvalue, name, s_.where));
      name_values(model_, s.enumeration, out.back());
      if (s.counts) {
        messages_.push_back({name, true, {}});
      } else {
        messages_.back().values.push_back(name);
      }
    }
  }

  const model::MachineModel& model_;
  const model::Capsule& s_;
  const InstanceTree& tree_;
  const MessageTable& table_;
  const TimerCode& timers_;
  std::vector<StepProgram::Message> messages_;
  base::TakenNames channels_;  ///< names of messages
};

}  // namespace

std::vector<std::pair<std::string, const MachineVariable*>> environment_values(
    const model::MachineModel& model,
    const InstanceTree& tree,
    const MessageTable& table) {
  std::vector<std::pair<std::string, const MachineVariable*>> out;
  std::map<std::string, std::set<std::string>> types;  // by name
  for (const Stimulus& one : table.stimuli) {
    for (const MachineVariable& p :
         parameters_of(model, tree, table.receipts[one.receipt])) {
      auto& known = types[p.name];
      if (!known.insert(type_of(p)).second) continue;
      out.emplace_back(
          code_name(p.name) + (known.size() == 1
                                   ? std::string()
                                   : "_" + std::to_string(known.size())),
          &p);
    }
  }
  return out;
}

std::string environment_slot(const model::MachineModel& model,
                             const InstanceTree& tree,
                             const MessageTable& table,
                             const MachineVariable& parameter) {
  for (const auto& [slot, p] : environment_values(model, tree, table)) {
    if (p->name == parameter.name && type_of(*p) == type_of(parameter)) {
      return slot;
    }
  }
  return "";  // a parameter that the environment does not send
}

std::string only_named_values(const model::MachineModel& model,
                              const InstanceTree& tree,
                              const MessageTable& table) {
  std::string out;
  for (const auto& [slot, parameter] : environment_values(model, tree, table)) {
    const auto value = chosen_value(model, *parameter, slot);
    if (value) out += only_enumerators(model, *value);
  }
  return out;
}

std::string environment_code(const model::MachineModel& model,
                             const InstanceTree& tree,
                             const MessageTable& table) {
  std::string out = "namespace given {\n";
  for (const auto& [slot, parameter] : environment_values(model, tree, table)) {
    out += type_of(*parameter) + " " + slot + ";\n";
  }
  return out + "}\n";
}

std::vector<BorderSignal> border_signals(const model::MachineModel& model,
                                         const InstanceTree& tree,
                                         const MessageTable& table) {
  std::vector<BorderSignal> out;
  for (std::size_t s = 0; s < table.stimuli.size(); ++s) {
    const Stimulus& one = table.stimuli[s];
    const Receipt& receipt = table.receipts[one.receipt];
    if (receipt.delivery.signal != model::SignalKind::message) continue;
    const Instance& to = tree.instances[receipt.instance];
    const model::Port& port = to.capsule->ports[receipt.delivery.port];
    BorderSignal signal{
        border_port(to, port, one.index),
        &model.protocols[port.protocol].messages[receipt.delivery.message],
        true,
        {},
        static_cast<std::int64_t>(s + 1)};
    for (const MachineVariable& p : signal.message->parameters) {
      signal.values.push_back("given::" +
                              environment_slot(model, tree, table, p));
    }
    out.push_back(std::move(signal));
  }
  for (const std::size_t i : tree.machines()) {
    const Instance& from = tree.instances[i];
    for (std::size_t p = 0; p < from.far.size(); ++p) {
      const model::Port& port = from.capsule->ports[p];
      for (std::uint32_t k = 0; k < from.far[p].size(); ++k) {
        if (!from.far[p][k].environment) continue;
        for (const auto& m : model.protocols[port.protocol].messages) {
          if (!model::sends(port, m)) continue;
          out.push_back({border_port(from, port, k), &m, false, {}, 0});
        }
      }
    }
  }
  return out;
}

CompositeDescription describe_composite(const model::MachineModel& model,
                                        const model::Capsule& system,
                                        const InstanceTree& tree,
                                        const MessageTable& table,
                                        const TimerCode& timers) {
  return Describer(model, system, tree, table, timers).describe();
}

}  // namespace catenary::frontend::umlrt
