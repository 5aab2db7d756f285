// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the declarations that connect the timers of the run time with the
/// capsule. Ids of timers are numbers; when a timer is free again, all
/// variables that hold its number become invalid, so that states do not differ
/// in ids that mean nothing.
#include "frontend/umlrt/code/inputs/timer_code.h"

#include <algorithm>
#include <set>

#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/composite/composite_program.h"

namespace catenary::frontend::umlrt {

namespace {

// The type of variables that hold the id of a timer.
constexpr std::string_view kId = "UMLRTTimerId";
/// The same in TargetRTS.
constexpr std::string_view kTargetId = "RTTimerId";

/// C++ statements that make the ids in a variable invalid where they are
/// `number`. Follows structures and arrays of the model.
std::string forget(const model::MachineModel& model,
                   const model::MachineVariable& v,
                   const std::string& place,
                   int depth) {
  constexpr int kDeepest = 4;
  std::string element = place;
  std::string body;
  // Each level of arrays has a loop variable of its own.
  if (!v.array_size.empty()) element = "catenary_e" + std::to_string(depth);
  if (v.type == kId) {
    body =
        "if (" + element + ".number == number) " + element + ".number = 0;\n";
  } else if (depth < kDeepest) {
    const auto type =
        std::ranges::find(model.types, v.type, &model::MachineType::name);
    if (type == model.types.end()) return "";
    for (const model::MachineVariable& f : type->fields) {
      body += forget(model, f, element + "." + f.name, depth + 1);
    }
  }
  if (body.empty() || v.array_size.empty()) return body;
  return "for (auto& " + element + " : " + place + ") {\n" + body + "}\n";
}

/// C++ of the function for a choice of the environment that may be made several
/// times in a step: the first time it is the first input of an array.
std::string choice(const std::string& name, std::size_t most) {
  if (most == 0) return "";
  const std::string count = std::to_string(most);
  return "bool catenary_" + name + "[" + count + "];\nint catenary_" + name +
         "_asked = 0;\nbool catenary_is_" + name + "() {\nif (catenary_" +
         name + "_asked >= " + count +
         ") {\n__catenary_unsupported(\"more timers set or cancelled in one "
         "step\");\nreturn false;\n}\nreturn catenary_" +
         name + "[catenary_" + name + "_asked++];\n}\n";
}

/// The C++ where Catenary runs it: exported tests have no such choices.
std::string only_run(const std::string& text) {
  return text.empty() ? "" : "#ifdef CATENARY_UMLRT_RUN\n" + text + "#endif\n";
}

/// C++ before the initialisation, which has no inputs but calls.
std::string chosen_first(const std::string& name, std::size_t most) {
  std::string out;
  for (std::size_t k = 0; k < most; ++k) {
    // The variable is the name of the input.
    const std::string input =
        "timer_" + name + (k == 0 ? "" : "_" + std::to_string(k + 1));
    out += "const bool " + input + " = nondet_stub_timer_" + name +
           "();\ncatenary_" + name + "[" + std::to_string(k) + "] = " + input +
           ";\n";
  }
  return only_run(out);
}

/// C++ behind a step: choices that were not asked for are false, so that equal
/// steps have equal inputs.
std::string used_up(const std::string& name, std::size_t most) {
  std::string assumed;
  std::string cleared;
  for (std::size_t k = 0; k < most; ++k) {
    const std::string one = "catenary_" + name + "[" + std::to_string(k) + "]";
    assumed += "__catenary_assume(catenary_" + name + "_asked > " +
               std::to_string(k) + " || !" + one + ");\n";
    cleared += one + " = false;\n";
  }
  return most == 0 ? ""
                   : only_run(assumed) + cleared + "catenary_" + name +
                         "_asked = 0;\n";
}

}  // namespace

bool asks_for_timers(const model::Capsule& capsule) {
  const auto asks = [](const model::ActionCode& code) {
    return has_word(code.text, "isValid");
  };
  const auto guard_asks = [&](const model::Trigger& g) {
    return asks(g.guard);
  };
  const auto& machine = capsule.machine;
  return asks(capsule.header_preface) || asks(capsule.implementation_preface) ||
         asks(capsule.declarations) ||
         std::ranges::any_of(
             capsule.operations, asks, &model::Operation::body) ||
         std::ranges::any_of(machine.vertices, asks, &model::Vertex::entry) ||
         std::ranges::any_of(machine.vertices, asks, &model::Vertex::exit) ||
         std::ranges::any_of(machine.transitions, [&](const auto& t) {
           return asks(t.guard) || asks(t.effect) ||
                  std::ranges::any_of(t.triggers, guard_asks);
         });
}

std::uint32_t timing_ports(const model::Capsule& capsule) {
  const auto count = std::ranges::count(
      capsule.ports, model::PortKind::timing, &model::Port::kind);
  return std::max(static_cast<std::uint32_t>(count), 1U);
}

std::uint32_t most_timers(const model::MachineModel& model,
                          const model::Capsule& capsule) {
  if (capsule.as_system) {
    return std::max(
        kMostTimersOfSystem / timing_ports_of_system(model, capsule), 1U);
  }
  return std::max(kMostTimers / timing_ports(capsule), 1U);
}

std::string too_few_timers(std::uint32_t timers) {
  return "more than " + std::to_string(timers) + " timers of a port at once";
}

// Doubling needs few attempts up to the limit.
std::uint32_t more_timers(const model::MachineModel& model,
                          const model::Capsule& capsule,
                          std::uint32_t timers) {
  const std::uint32_t most = most_timers(model, capsule);
  return timers < most ? std::min(2 * timers, most) : 0;
}

TimerCode::TimerCode(const model::MachineModel& model,
                     const model::Capsule& capsule,
                     std::string_view own,
                     const StepProgramOptions& options)
    : TimerCode(model,
                {{&capsule, "catenary_capsule"}},
                timing_ports(capsule),
                own,
                options) {
  system_ = false;
  constexpr std::size_t kMostQueued = 2;
  if (per_port_ > 0 && !cancels_at_once_) {
    queued_ = std::min(count_word(own, "cancelTimer"), kMostQueued);
  }
}

TimerCode::TimerCode(const model::MachineModel& model,
                     std::vector<Owner> owners,
                     std::uint32_t ports,
                     std::string_view own,
                     const StepProgramOptions& options)
    : model_(&model),
      owners_(std::move(owners)),
      system_(true),
      ports_(ports),
      times_(options.times) {
  // An over-approximation: the words may stand in comments.
  const bool sets = has_word(own, "informIn") || has_word(own, "informAt") ||
                    has_word(own, "informEvery");
  const bool any = std::ranges::any_of(owners_, [](const Owner& owner) {
    return std::ranges::count(owner.first->ports,
                              model::PortKind::timing,
                              &model::Port::kind) > 0;
  });
  if (any && sets) per_port_ = options.timers;
  asks_ = has_word(own, "isValid");
  // In Code RealTime a cancelled timer never expires.
  cancels_at_once_ = model.semantics == model::Semantics::code_realtime &&
                     has_word(own, "cancelTimer");
  if (per_port_ == 0) return;
  // Each call may be refused, where the C++ asks for that. What is called in a
  // loop may exceed it, and then ends the run.
  const auto calls = [own](std::string_view name, std::size_t most) {
    return std::min(count_word(own, name), most);
  };
  constexpr std::size_t kMostRefusals = 3;
  if (asks_) {
    refusals_ = calls("informIn", kMostRefusals) +
                calls("informAt", kMostRefusals) +
                calls("informEvery", kMostRefusals);
    // In the initialisation of a system all instances may ask.
    constexpr std::size_t kMostOfSystem = 6;
    refusals_ = owners_.size() > 1
                    ? std::min(refusals_ * owners_.size(), kMostOfSystem)
                    : std::min(refusals_, kMostRefusals);
  }
}

/// Whether the user's C++ may store ids where forget() does not find them: in
/// own declarations, in headers, or in types around the id. Then numbers are
/// not used again.
bool TimerCode::keeps_ids() const {
  const auto within = [](const model::ActionCode& code) {
    return has_word(code.text, kId) || has_word(code.text, kTargetId);
  };
  const auto hides = [](const model::MachineVariable& v) {
    return v.type != kId && has_word(v.type, kId);
  };
  const auto keeps = [&](const Owner& owner) {
    const model::Capsule& c = *owner.first;
    return within(c.header_preface) || within(c.implementation_preface) ||
           within(c.declarations) || std::ranges::any_of(c.attributes, hides);
  };
  return std::ranges::any_of(owners_, keeps) ||
         std::ranges::any_of(
             model_->headers, within, &model::ModelHeader::include) ||
         std::ranges::any_of(model_->types, [&](const model::MachineType& t) {
           return within(t.preface) || within(t.declarations) ||
                  std::ranges::any_of(
                      t.operations, within, &model::Operation::body) ||
                  std::ranges::any_of(t.fields, [&](const auto& f) {
                    return hides(f) || (f.is_static && f.type == kId);
                  });
         });
}

std::string TimerCode::definitions() const {
  return "#define CATENARY_UMLRT_TIMERS " + std::to_string(per_port_) +
         "\n#define CATENARY_UMLRT_TIMING_PORTS " + std::to_string(ports_) +
         "\n#define CATENARY_UMLRT_TOO_FEW \"" + too_few_timers(per_port_) +
         "\"\n" + (system_ ? "#define CATENARY_UMLRT_SYSTEM 1\n" : "") +
         (queued_ > 0 ? "#define CATENARY_UMLRT_CANCELS 1\n" : "") +
         (cancels_at_once_ ? "#define CATENARY_UMLRT_CANCELS_AT_ONCE 1\n"
                           : "") +
         (asks_ ? "#define CATENARY_UMLRT_IS_VALID 1\n" : "") +
         (refusals_ > 0 ? "#define CATENARY_UMLRT_ASKS 1\n" : "") +
         (keeps_ids() ? "#define CATENARY_UMLRT_KEPT_IDS 1\n" : "") +
         (times_ ? "#define CATENARY_UMLRT_TIMES 1\n" : "");
}

std::string TimerCode::variables() const {
  std::string out = "void catenary_forget_timer(int number) {\n(void)number;\n";
  for (const auto& [capsule, object] : owners_) {
    for (const model::MachineVariable& a : capsule->attributes) {
      out += forget(*model_, a, object + "." + a.name, 0);
    }
  }
  out += "}\n" + choice("refused", refusals_) + choice("queued", queued_);
  return out + (per_port_ > 1 ? "int catenary_timer = 1;\n" : "");
}

std::vector<std::pair<std::string, std::string>> TimerCode::choices() const {
  std::vector<std::pair<std::string, std::string>> out;
  const auto add = [&out](const std::string& name, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      out.emplace_back(
          "catenary_" + name + "[" + std::to_string(k) + "]",
          "timer_" + name + (k == 0 ? "" : "#" + std::to_string(k + 1)));
    }
  };
  add("refused", refusals_);
  add("queued", queued_);
  return out;
}

std::string TimerCode::clear() const {
  if (!times_ || per_port_ == 0) return "";
  return "for (int k = 0; k < catenary_timers; ++k) {\n"
         "catenary_set_least[k] = catenary_set_most[k] = -1;\n}\n";
}

std::string TimerCode::before_begin() const {
  return chosen_first("refused", refusals_) + chosen_first("queued", queued_);
}

std::string TimerCode::after_step() const {
  if (per_port_ == 0) return "";
  // In a system time passes only while no message waits.
  return std::string(system_ ? "if (catenary_queue[0].receipt == 0) " : "") +
         "catenary_elapse();\n" + used_up("refused", refusals_) +
         used_up("queued", queued_);
}

std::string TimerCode::chosen(std::size_t rank) const {
  const std::string first = std::to_string(rank * per_port_);
  return per_port_ > 1 ? first + " + catenary_timer - 1" : first;
}

std::string TimerCode::none_chosen() const {
  return per_port_ > 1 ? "catenary_timer == 1" : "true";
}

std::vector<c::VariableDescription> TimerCode::outputs() const {
  std::vector<c::VariableDescription> out;
  for (std::uint32_t k = 0; k < per_port_ * ports_; ++k) {
    for (const char* array :
         {"catenary_timer_runs", "catenary_set_least", "catenary_set_most"}) {
      c::VariableDescription v;
      v.lvalue = {array + ("[" + std::to_string(k) + "]"),
                  owners_.front().first->where};
      out.push_back(std::move(v));
    }
  }
  return out;
}

// Underscores until it differs from all parameters of the model.
std::string TimerCode::input_name() const {
  std::set<std::string> taken;
  for (const model::Protocol& p : model_->protocols) {
    for (const model::MachineMessage& m : p.messages) {
      for (const model::MachineVariable& v : m.parameters) taken.insert(v.name);
    }
  }
  std::string name = "timer";
  while (taken.contains(name)) name += "_";
  return name;
}

}  // namespace catenary::frontend::umlrt
