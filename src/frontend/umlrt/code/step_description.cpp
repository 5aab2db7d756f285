// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/code/step_description.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/text/unique_name.h"
#include "frontend/c/harness.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/machine_code.h"
#include "model/step/character.h"

namespace catenary::frontend::umlrt {

namespace {

/// Describes one program.
class Describer {
 public:
  Describer(const model::MachineModel& model,
            const model::Capsule& capsule,
            const std::vector<Delivery>& received,
            const TimerCode& timers,
            const PortIndexCode& indices)
      : model_(model),
        c_(capsule),
        deliveries_(received),
        timers_(timers),
        indices_(indices) {}

  StepDescription describe() {
    StepDescription made;
    c::Description& out = made.description;
    out = generated_steps(c_.where);
    out.inputs = inputs();
    out.outputs = outputs();
    made.messages = std::move(messages_);
    return made;
  }

 private:
  /// The inputs of the description. Inputs of all messages exist in each step;
  /// those of other messages are not read.
  std::vector<c::VariableDescription> inputs() {
    std::vector<c::VariableDescription> out = {
        variable("message", "message", c_.where)};
    // A capsule that receives nothing is run by its initialisation alone.
    limit(out[0], 0, std::max<std::size_t>(deliveries_.size(), 1) - 1);
    if (deliveries_.empty()) out[0].names.emplace_back("nothing", 0);
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      out[0].names.emplace_back(deliveries_[k].name, k);
    }
    if (timers_.per_port() > 1) {
      out.push_back(variable("catenary_timer", timers_.input_name(), c_.where));
      limit(out.back(), 1, timers_.per_port());
    }
    if (indices_.used()) {
      out.push_back(variable("catenary_index", "port_index", c_.where));
      limit(out.back(), 0, indices_.most());
    }
    for (const auto& [lvalue, name] : timers_.choices()) {
      out.push_back(variable(lvalue, name, c_.where));
    }
    base::TakenNames taken;
    for (const c::VariableDescription& v : out) taken.emplace(v.name, 2);
    std::map<std::string, std::string> names;  // of inputs, by their variables
    for (const Delivery& d : deliveries_) {
      if (d.signal != model::SignalKind::message) continue;
      messages_.push_back({base::unique_name(d.name, channels_), false, {}});
      const auto& m =
          model_.protocols[c_.ports[d.port].protocol].messages[d.message];
      for (const model::MachineVariable& p : m.parameters) {
        const auto value =
            chosen_value(model_, p, parameter_slot(model_, c_, p));
        // Of a type that no test can choose, C++ gets no value.
        if (!value) continue;
        for (const ChosenScalar& scalar : value->scalars) {
          // Parameters that share a variable are one input.
          const auto [at, is_new] = names.try_emplace(scalar.lvalue);
          if (is_new) {
            at->second = base::unique_name(scalar.name, taken);
            out.push_back(input(model_, scalar, at->second, p.where));
          }
          messages_.back().values.push_back(at->second);
        }
      }
    }
    return out;
  }

  /// The outputs of the description: the configuration, what became of the
  /// message, and what was sent.
  std::vector<c::VariableDescription> outputs() {
    std::vector<c::VariableDescription> out = {
        variable("catenary_state", "state", c_.where),
        variable("catenary_outcome", "outcome", c_.where)};
    out[0].names = state_names(c_);
    out[1].names = {{"handled", 0},
                    {"unexpected", 1},
                    {"all_guards_false", 2},
                    {"stuck", 3},
                    {"endless", 4}};
    for (const Sent& s : sent(model_, c_)) {
      // A message may come and be sent through one port.
      const std::string name =
          s.counts ? base::unique_name(s.name, channels_) : s.name;
      out.push_back(variable("catenary_capsule." + s.lvalue, name, c_.where));
      name_values(model_, s.enumeration, out.back());
      if (s.counts) {
        messages_.push_back({name, true, {}});
      } else {
        messages_.back().values.push_back(s.name);
      }
    }
    return out;
  }

  const model::MachineModel& model_;
  const model::Capsule& c_;
  const std::vector<Delivery>& deliveries_;
  const TimerCode& timers_;
  const PortIndexCode& indices_;
  std::vector<StepProgram::Message> messages_;
  base::TakenNames channels_;  ///< names of messages
};

}  // namespace

c::Description generated_steps(const base::SourceLocation& where) {
  c::Description out;
  out.generated = true;
  out.path = c::kHarnessFile;
  out.flags = {"-std=c++17", "-DCATENARY_UMLRT_RUN=1"};
  out.init = c::Code{"catenary_init();", where};
  out.step = c::Code{"catenary_step();", where};
  out.assume = {{"catenary_possible()", where}};
  out.criteria = {"branch"};
  out.has_coverage = true;
  return out;
}

c::VariableDescription variable(const std::string& lvalue,
                                const std::string& name,
                                const base::SourceLocation& where) {
  c::VariableDescription out;
  out.lvalue = {lvalue, where};
  out.name = name;
  out.range_where = where;
  return out;
}

void limit(c::VariableDescription& to, std::int64_t lo, std::int64_t hi) {
  to.lo = c::Number{std::to_string(lo), true};
  to.hi = c::Number{std::to_string(hi), true};
}

void name_values(const model::MachineModel& model,
                 const model::MachineType* enumeration,
                 c::VariableDescription& to) {
  if (enumeration == nullptr) return;
  std::set<std::int64_t> named;
  for (const auto& [name, value] : enumerators(model, *enumeration)) {
    if (named.insert(value).second) to.names.emplace_back(name, value);
  }
}

c::VariableDescription input(const model::MachineModel& model,
                             const ChosenScalar& scalar,
                             const std::string& name,
                             const base::SourceLocation& where) {
  c::VariableDescription out = variable(scalar.lvalue, name, where);
  if (!scalar.text.empty()) out.unit = model::kCharacter;
  name_values(model, scalar.enumeration, out);
  if (!out.names.empty()) {
    // Values between those with names are excluded by catenary_possible().
    const auto [least, most] = std::ranges::minmax(
        out.names, {}, [](const auto& name) { return name.second; });
    limit(out, least.second, most.second);
  } else if (scalar.range) {
    limit(out, scalar.range->first, scalar.range->second);
  }
  return out;
}

std::vector<std::pair<std::string, std::int64_t>> state_names(
    const model::Capsule& capsule) {
  std::vector<std::pair<std::string, std::int64_t>> out;
  std::set<std::string> taken;
  const auto& vertices = capsule.machine.vertices;
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    const model::Vertex& one = vertices[v];
    if (one.kind != model::VertexKind::state) continue;
    out.emplace_back(one.qualified.substr(capsule.qualified.size() + 2), v);
    if (!taken.insert(out.back().first).second) {
      throw base::InputError(one.where,
                             "there are two states '" + one.qualified +
                                 "'; expected names that differ",
                             "name-twice");
    }
  }
  std::string stuck = "stuck";
  while (taken.contains(stuck)) stuck += "_";
  out.emplace(out.begin(), stuck, -1);
  return out;
}

StepDescription describe_steps(const model::MachineModel& model,
                               const model::Capsule& capsule,
                               const std::vector<Delivery>& received,
                               const TimerCode& timers,
                               const PortIndexCode& indices) {
  return Describer(model, capsule, received, timers, indices).describe();
}

}  // namespace catenary::frontend::umlrt
