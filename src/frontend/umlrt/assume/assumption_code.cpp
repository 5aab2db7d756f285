// SPDX-License-Identifier: Apache-2.0
/// \file
/// An assumption becomes an object: its state, its attributes, and for each
/// signal K a function `catenary_next_K`, which gives the number of the step
/// that it takes (-1: none), and `catenary_take_K`, which takes it. The number
/// of a step is its position among all steps of the signal in all states.
#include "frontend/umlrt/assume/assumption_code.h"

#include <algorithm>
#include <map>
#include <utility>

#include "frontend/c/assumptions.h"
#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/message_member.h"
#include "frontend/umlrt/code/placed_text.h"

namespace catenary::frontend::umlrt {

namespace {

/// Writes a function of the user: `head`, and the code as its body. A guard may
/// be an expression.
std::string user_function(const model::MachineElement& of,
                          const std::string& head,
                          const model::ActionCode& code,
                          bool is_guard) {
  PlacedText out(of.name, of.where);
  out.raw(head + " {\n");
  if (!is_guard || has_return(code.text)) {
    out.piece(code, "\n}\n");
    return out.take();
  }
  model::ActionCode expression = code;
  const std::size_t end = expression.text.find_last_not_of("; \n");
  expression.text.resize(end == std::string::npos ? 0 : end + 1);
  out.raw("return (\n");
  out.piece(expression, "); }\n");
  return out.take();
}

/// "a, b and 3 more"
std::string list(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 6;
  std::string out;
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (k == kMost) {
      return out + " and " + std::to_string(names.size() - kMost) + " more";
    }
    out += (k == 0 ? "" : ", ") + names[k];
  }
  return out;
}

}  // namespace

AssumptionCode::AssumptionCode(const model::MachineModel& model,
                               const model::Capsule& tested,
                               std::vector<BorderSignal> border)
    : model_(&model) {
  if (tested.assumption == nullptr) return;
  machine_ = std::make_shared<const ProtocolMachine>(
      *tested.assumption, model, tested, std::move(border));
}

std::vector<std::size_t> AssumptionCode::readable(
    const BorderSignal& signal) const {
  std::vector<std::size_t> out;
  const auto& all = signal.message->parameters;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (is_kept(*model_, all[k])) out.push_back(k);
  }
  return out;
}

/// The names of parameters are those of the assumption.
std::string AssumptionCode::parameters(const BorderSignal& signal) const {
  const model::Capsule& c = machine_->capsule();
  const std::uint32_t port = machine_->port_of(signal);
  const auto& messages =
      machine_->assumption().protocols[c.ports[port].protocol].messages;
  const auto at = std::ranges::find(
      messages, signal.message->name, &model::MachineMessage::name);
  std::string out;
  for (const std::size_t k : readable(signal)) {
    out += (out.empty() ? "" : ", ") + type_of(signal.message->parameters[k]) +
           " " + code_name(at->parameters[k].name);
  }
  return out;
}

std::string AssumptionCode::names(const BorderSignal& signal) const {
  std::string out;
  const std::string all = parameters(signal);
  // Behind each type stands a name.
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find(", ", begin), all.size());
    const std::size_t blank = all.rfind(' ', end - 1);
    out += (out.empty() ? "" : ", ") + all.substr(blank + 1, end - blank - 1);
    begin = end + 2;
  }
  return out;
}

std::string AssumptionCode::arguments(
    const BorderSignal& signal, const std::vector<std::string>& values) const {
  std::string out;
  for (const std::size_t k : readable(signal)) {
    out += (out.empty() ? "" : ", ") + values[k];
  }
  return out;
}

std::string AssumptionCode::functions(std::size_t signal) const {
  const BorderSignal& s = machine_->border()[signal];
  const model::Capsule& c = machine_->capsule();
  const std::string head = "(" + parameters(s) + ")";
  std::string out;
  std::map<std::string, bool> done;
  for (const std::uint32_t state : machine_->states()) {
    for (const ProtocolStep& step : machine_->steps(state, s)) {
      const model::Transition& t = c.machine.transitions[step.transition];
      const model::Trigger& g = t.triggers[step.trigger];
      const std::string number = std::to_string(signal) + "_" +
                                 std::to_string(step.transition) + "_" +
                                 std::to_string(step.trigger);
      if (!done.emplace(number, true).second) continue;
      if (!t.guard.empty()) {
        out += user_function(t,
                             "bool catenary_guard_" + number + head + " const",
                             t.guard,
                             true);
      }
      if (!g.guard.empty()) {
        out +=
            user_function(t,
                          "bool catenary_trigger_" + number + head + " const",
                          g.guard,
                          true);
      }
      if (!t.effect.empty()) {
        out += user_function(
            t, "void catenary_effect_" + number + head, t.effect, false);
      }
    }
  }
  return out + choice(signal);
}

std::string AssumptionCode::choice(std::size_t signal) const {
  const BorderSignal& s = machine_->border()[signal];
  const model::Capsule& c = machine_->capsule();
  const std::string given = "(" + names(s) + ")";
  std::string next;
  std::string take;
  int number = 0;
  for (const std::uint32_t state : machine_->states()) {
    const std::vector<ProtocolStep> all = machine_->steps(state, s);
    if (all.empty()) continue;
    next += "case " + std::to_string(state) + ":\n";
    bool always = false;
    for (const ProtocolStep& step : all) {
      const model::Transition& t = c.machine.transitions[step.transition];
      const model::Trigger& g = t.triggers[step.trigger];
      const std::string name = std::to_string(signal) + "_" +
                               std::to_string(step.transition) + "_" +
                               std::to_string(step.trigger);
      std::string condition;
      if (!g.guard.empty()) condition = "catenary_trigger_" + name + given;
      if (!t.guard.empty()) {
        condition += (condition.empty() ? "" : " && ") +
                     ("catenary_guard_" + name) + given;
      }
      always = condition.empty();
      next += (always ? "" : "if (" + condition + ") ") + "return " +
              std::to_string(number) + ";\n";
      take +=
          "case " + std::to_string(number) + ":\n" +
          (t.effect.empty() ? "" : "catenary_effect_" + name + given + ";\n") +
          "catenary_state = " + std::to_string(step.after) + ";\nbreak;\n";
      ++number;
    }
    if (!always) next += "return -1;\n";
  }
  const std::string head =
      "_" + std::to_string(signal) + "(" + parameters(s) + ")";
  return "int catenary_next" + head + " const {\nswitch (catenary_state) {\n" +
         next + "default: return -1;\n}\n}\nvoid catenary_take" + head +
         " {\nswitch (catenary_next_" + std::to_string(signal) + given +
         ") {\n" + take + "default: break;\n}\n}\n";
}

std::string AssumptionCode::definitions() const {
  if (machine_ == nullptr) return "";
  const model::Capsule& c = machine_->capsule();
  std::string out = "struct catenary_assumption_type {\nint catenary_state = " +
                    std::to_string(machine_->initial()) + ";\n";
  for (const model::MachineVariable& a : c.attributes) {
    PlacedText text(c.name, c.where);
    text.place(a.where);
    text.raw(type_of(a) + " " + a.name +
             (a.array_size.empty() ? "" : "[" + a.array_size + "]"));
    if (a.initial.empty()) {
      text.raw("{}");
    } else {
      text.raw(" =\n");
      text.lines(a.initial);
    }
    text.raw(";\n");
    text.home();
    out += text.take();
  }
  for (std::size_t k = 0; k < machine_->border().size(); ++k) {
    if (machine_->port_of(machine_->border()[k]) != model::kNoIndex) {
      out += functions(k);
    }
  }
  return out + "};\ncatenary_assumption_type catenary_assumption;\n";
}

std::string AssumptionCode::allows(std::int64_t number) const {
  if (machine_ == nullptr) return "";
  const auto& border = machine_->border();
  for (std::size_t k = 0; k < border.size(); ++k) {
    const BorderSignal& s = border[k];
    if (!s.received || s.number != number ||
        machine_->port_of(s) == model::kNoIndex) {
      continue;
    }
    return " && catenary_assumption.catenary_next_" + std::to_string(k) + "(" +
           arguments(s, s.values) + ") >= 0";
  }
  return "";
}

std::string AssumptionCode::received() const {
  if (machine_ == nullptr) return "";
  const auto& border = machine_->border();
  std::string out;
  for (std::size_t k = 0; k < border.size(); ++k) {
    const BorderSignal& s = border[k];
    if (!s.received || machine_->port_of(s) == model::kNoIndex) continue;
    out += "case " + std::to_string(s.number) +
           ":\ncatenary_assumption.catenary_take_" + std::to_string(k) + "(" +
           arguments(s, s.values) + ");\nbreak;\n";
  }
  return out.empty() ? out
                     : "switch (message) {\n" + out + "default: break;\n}\n";
}

std::string AssumptionCode::sent(const std::string& port,
                                 const std::string& message,
                                 const std::vector<std::string>& values) const {
  if (machine_ == nullptr) return "";
  const auto& border = machine_->border();
  for (std::size_t k = 0; k < border.size(); ++k) {
    const BorderSignal& s = border[k];
    if (s.received || s.port != port || s.message->name != message ||
        machine_->port_of(s) == model::kNoIndex) {
      continue;
    }
    return "catenary_assumption.catenary_take_" + std::to_string(k) + "(" +
           arguments(s, values) + ");\n";
  }
  return "";
}

std::vector<base::Diagnostic> AssumptionCode::notes() const {
  if (machine_ == nullptr) return {};
  const model::Capsule& c = machine_->capsule();
  const std::vector<std::string> never = machine_->never_received();
  std::vector<base::Diagnostic> out = {
      {base::Severity::note,
       c.where,
       "the environment sends only what " + machine_->assumption().path +
           " allows" + (never.empty() ? "" : "; never " + list(never)),
       c::kAssumed,
       {}}};
  if (!machine_->leaves_some_message()) {
    out.push_back({base::Severity::warning,
                   c.where,
                   "the assumption leaves no message that the environment "
                   "can send",
                   c::kNothingSent,
                   {}});
  }
  return out;
}

}  // namespace catenary::frontend::umlrt
