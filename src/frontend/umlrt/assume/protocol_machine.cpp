// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/assume/protocol_machine.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/error.h"
#include "frontend/umlrt/code/message_member.h"
#include "option/suggest.h"

namespace catenary::frontend::umlrt {

namespace {

using model::kNoIndex;
using model::VertexKind;

/// The only capsule with a machine.
const model::Capsule& machine_of(const model::MachineModel& assumption) {
  const model::Capsule* found = nullptr;
  for (const model::Capsule& c : assumption.capsules) {
    if (!c.has_machine) continue;
    if (found != nullptr) {
      throw base::InputError(c.where,
                             "several capsules have a state machine; expected "
                             "one, which is the assumption",
                             "assumption");
    }
    found = &c;
  }
  if (found == nullptr) {
    throw base::InputError({assumption.path, 1, 1},
                           "no capsule has a state machine; expected one, "
                           "which is the assumption",
                           "assumption");
  }
  return *found;
}

bool is_guarded(const model::Transition& t, std::uint32_t trigger) {
  return !t.guard.empty() || !t.triggers[trigger].guard.empty();
}

std::string direction(bool received) {
  return received ? "received" : "sent";
}

}  // namespace

std::string BorderSignal::all_instances() const {
  return port.ends_with(']') ? port.substr(0, port.rfind('[')) : port;
}

ProtocolMachine::ProtocolMachine(const model::MachineModel& assumption,
                                 const model::MachineModel& model,
                                 const model::Capsule& tested,
                                 std::vector<BorderSignal> border)
    : assumption_(assumption),
      model_(model),
      tested_(tested),
      border_(std::move(border)),
      c_(machine_of(assumption)) {
  for (const model::Unsupported& u : assumption.unsupported) {
    refuse(u.where, u.qualified + ": " + u.what);
  }
  check_capsule();
  check_machine();
  check_types();
  check_ports();
  if (!reasons_.empty()) throw base::InputError(std::move(reasons_));
  find_states();
}

void ProtocolMachine::refuse(const base::SourceLocation& where,
                             const std::string& what) {
  reasons_.push_back({base::Severity::error,
                      where,
                      "not supported in an assumption: " + what,
                      "assumption",
                      {}});
}

void ProtocolMachine::check_capsule() {
  if (!c_.parts.empty()) refuse(c_.parts[0].where, "parts");
  if (!c_.operations.empty()) refuse(c_.operations[0].where, "operations");
  if (!assumption_.headers.empty()) {
    refuse(assumption_.headers[0].where, "headers");
  }
  for (const model::ActionCode* code : {&c_.header_preface,
                                        &c_.implementation_preface,
                                        &c_.declarations,
                                        &c_.definitions}) {
    if (code->empty()) continue;
    refuse(code->lines.empty() ? c_.where : code->lines[0],
           "C++ other than guards, effects and values of attributes");
  }
}

void ProtocolMachine::check_machine() {
  const model::StateMachine& m = c_.machine;
  for (const model::Vertex& v : m.vertices) {
    if (v.kind != VertexKind::state && v.kind != VertexKind::initial) {
      refuse(v.where, std::string("a ") + model::to_string(v.kind));
    }
    if (!v.entry.empty() || !v.exit.empty()) {
      refuse(v.where, "entry and exit actions");
    }
  }
  for (const model::Transition& t : m.transitions) {
    const bool starts = m.vertices[t.source].kind == VertexKind::initial;
    if (starts && (!t.guard.empty() || !t.effect.empty())) {
      refuse(t.where,
             "C++ of an initial transition; expected initial values of "
             "attributes");
    }
    for (const model::Trigger& g : t.triggers) {
      if (g.signal == model::SignalKind::message && g.ports.empty()) {
        refuse(g.where, "a trigger without a port");
      }
      if (g.signal != model::SignalKind::message &&
          g.signal != model::SignalKind::any) {
        refuse(g.where, "a trigger that is no message");
      }
    }
  }
  if (settled(kNoIndex) == kNoIndex) {
    refuse(c_.where, "a machine without an initial transition to a state");
  }
}

/// Types are those of the model.
void ProtocolMachine::check_types() {
  for (const model::MachineType& t : assumption_.types) {
    const auto known =
        std::ranges::find(model_.types, t.name, &model::MachineType::name);
    if (known != model_.types.end() && t.enumeration == known->enumeration &&
        t.literals == known->literals) {
      continue;
    }
    refuse(t.where,
           "the type '" + t.name + "', which '" + model_.path +
               "' does not have in this form");
  }
}

void ProtocolMachine::check_ports() {
  for (const model::Port& p : c_.ports) check_port(p);
}

void ProtocolMachine::check_port(const model::Port& port) {
  if (port.kind != model::PortKind::protocol || port.protocol == kNoIndex) {
    refuse(port.where, "a port that is no port of a protocol");
    return;
  }
  std::set<std::string> known;
  for (const BorderSignal& s : border_) {
    known.insert({s.port, s.all_instances()});
  }
  if (!known.contains(port.name)) {
    const std::vector<std::string> names(known.begin(), known.end());
    std::string list;
    for (const std::string& n : names) list += (list.empty() ? "" : ", ") + n;
    reasons_.push_back({base::Severity::error,
                        port.where,
                        "'" + tested_.qualified + "' has no port '" +
                            port.name + "' to the environment" +
                            option::did_you_mean(port.name, names) +
                            (list.empty() ? "" : "; there are: " + list),
                        "assumption",
                        {}});
    return;
  }
  const auto& messages = assumption_.protocols[port.protocol].messages;
  for (const model::MachineMessage& m : messages) check_message(port, m);
  for (const BorderSignal& s : border_) {
    if (s.port != port.name && s.all_instances() != port.name) continue;
    const auto at = std::ranges::find(
        messages, s.message->name, &model::MachineMessage::name);
    if (at != messages.end()) continue;
    refuse(port.where,
           "a protocol without the message '" + s.message->name +
               "', which is " + direction(s.received) + " through '" +
               port.name + "'");
  }
}

/// The message has the same directions and parameters in the model.
void ProtocolMachine::check_message(const model::Port& port,
                                    const model::MachineMessage& message) {
  const auto type = [](const model::MachineVariable& v) {
    return type_of(v) + "[" + v.array_size;
  };
  bool received = false;
  bool sent = false;
  for (const BorderSignal& s : border_) {
    if ((s.port != port.name && s.all_instances() != port.name) ||
        s.message->name != message.name) {
      continue;
    }
    (s.received ? received : sent) = true;
    if (!std::ranges::equal(
            message.parameters, s.message->parameters, {}, type, type)) {
      refuse(message.where,
             "the message '" + message.name +
                 "' with other parameters than at " +
                 s.message->where.to_string());
      return;
    }
  }
  const bool receives = model::receives(port, message);
  const bool sends = model::sends(port, message);
  if (received == receives && sent == sends) return;
  refuse(message.where,
         "the message '" + message.name + "' of port '" + port.name +
             "', which in '" + model_.path + "' is " +
             (received && sent ? "received and sent"
              : received       ? "received"
              : sent           ? "sent"
                               : "not there"));
}

std::uint32_t ProtocolMachine::port_of(const BorderSignal& signal) const {
  // That of the instance alone comes before that of all instances.
  for (const std::string& name : {signal.port, signal.all_instances()}) {
    const auto at = std::ranges::find(c_.ports, name, &model::Port::name);
    if (at != c_.ports.end()) {
      return static_cast<std::uint32_t>(at - c_.ports.begin());
    }
  }
  return kNoIndex;
}

std::uint32_t ProtocolMachine::settled(std::uint32_t vertex) const {
  const model::StateMachine& m = c_.machine;
  // A machine has no more levels than vertices.
  for (std::size_t k = 0; k <= m.vertices.size(); ++k) {
    const auto initial = std::ranges::find_if(m.vertices, [&](const auto& v) {
      return v.kind == VertexKind::initial && v.parent == vertex;
    });
    const auto index = static_cast<std::uint32_t>(initial - m.vertices.begin());
    const auto leads =
        std::ranges::find(m.transitions, index, &model::Transition::source);
    if (initial == m.vertices.end() || leads == m.transitions.end()) {
      return vertex;
    }
    vertex = leads->target;
  }
  return kNoIndex;
}

bool ProtocolMachine::matches(const model::Trigger& trigger,
                              const BorderSignal& signal) const {
  const std::uint32_t port = port_of(signal);
  const bool any = trigger.signal == model::SignalKind::any;
  if (trigger.ports.empty() ? !any
                            : std::ranges::count(trigger.ports, port) == 0) {
    return false;
  }
  if (any) return true;
  const auto& messages = assumption_.protocols[trigger.protocol].messages;
  return trigger.protocol == c_.ports[port].protocol &&
         messages[trigger.message].name == signal.message->name;
}

std::vector<ProtocolStep> ProtocolMachine::steps(
    std::uint32_t state, const BorderSignal& signal) const {
  const model::StateMachine& m = c_.machine;
  std::vector<ProtocolStep> out;
  if (port_of(signal) == kNoIndex) return out;
  for (const bool any : {false, true}) {
    for (std::uint32_t s = state; s != kNoIndex; s = m.vertices[s].parent) {
      for (std::uint32_t t = 0; t < m.transitions.size(); ++t) {
        const model::Transition& one = m.transitions[t];
        if (one.source != s) continue;
        const bool stays = one.kind == model::TransitionKind::internal;
        for (std::uint32_t g = 0; g < one.triggers.size(); ++g) {
          const model::Trigger& trigger = one.triggers[g];
          if ((trigger.signal == model::SignalKind::any) != any ||
              !matches(trigger, signal)) {
            continue;
          }
          out.push_back({t, g, stays ? state : settled(one.target)});
        }
      }
    }
    if (!out.empty()) break;
  }
  std::ranges::stable_sort(out, {}, [&](const ProtocolStep& one) {
    return is_guarded(m.transitions[one.transition], one.trigger) ? 0 : 1;
  });
  const auto last = std::ranges::find_if(out, [&](const ProtocolStep& one) {
    return !is_guarded(m.transitions[one.transition], one.trigger);
  });
  if (last != out.end()) out.erase(last + 1, out.end());
  return out;
}

/// The states that transitions lead to, whatever guards say.
void ProtocolMachine::find_states() {
  initial_ = settled(kNoIndex);
  states_ = {initial_};
  for (std::size_t k = 0; k < states_.size(); ++k) {
    for (const BorderSignal& s : border_) {
      for (const ProtocolStep& step : steps(states_[k], s)) {
        if (std::ranges::count(states_, step.after) == 0) {
          states_.push_back(step.after);
        }
      }
    }
  }
}

std::vector<std::string> ProtocolMachine::never_received() const {
  std::vector<std::string> out;
  for (const BorderSignal& s : border_) {
    if (!s.received || port_of(s) == kNoIndex) continue;
    const bool comes = std::ranges::any_of(
        states_, [&](std::uint32_t state) { return !steps(state, s).empty(); });
    if (!comes) out.push_back(s.name());
  }
  return out;
}

bool ProtocolMachine::leaves_some_message() const {
  const auto received =
      std::ranges::count(border_, true, &BorderSignal::received);
  return static_cast<std::size_t>(received) > never_received().size();
}

}  // namespace catenary::frontend::umlrt
