// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the step program of a capsule: init enters the initial configuration,
/// a step delivers the signal that the input `message` chooses, and each
/// violation is an invariant over what the step recorded. Variables of the
/// program are its state; what concerns one step only is cleared at its
/// beginning, so that equal situations are equal states.
#include "frontend/umlrt/code/step_program.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "frontend/umlrt/assume/assumption_code.h"
#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/defer_code.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/inputs/chosen_value.h"
#include "frontend/umlrt/code/inputs/instance_code.h"
#include "frontend/umlrt/code/inputs/port_index.h"
#include "frontend/umlrt/code/inputs/timer_code.h"
#include "frontend/umlrt/code/refusal.h"
#include "frontend/umlrt/code/step_description.h"
#include "frontend/umlrt/composite/composite_program.h"

namespace catenary::frontend::umlrt {

namespace {

/// Writes the source and the description of one program.
class ProgramWriter {
 public:
  ProgramWriter(const model::MachineModel& model,
                const model::Capsule& capsule,
                const StepProgramOptions& options,
                std::string source)
      : model_(model),
        c_(capsule),
        options_(options),
        source_(std::move(source)),
        deliveries_(deliveries(model, capsule)) {}

  /// The source is written first: writing it finds the violations, which the
  /// description has as invariants.
  StepProgram write() {
    refuse_unsupported(model_, {&c_}, options_.code);
    assumption_ = AssumptionCode(model_, c_, border());
    MachineCodeOptions options = options_.code;
    options.run = true;
    options.observed = observed();
    const MachineCode code = write_machine_code(model_, c_, options);
    StepProgram out;
    const std::string_view own = std::string_view(code.text).substr(code.own);
    defers_ = has_word(own, "defer");
    timers_ = TimerCode(model_, c_, own, options_);
    const bool has_headers =
        !options_.code.includes.empty() || has_word(own, "include");
    indices_ = PortIndexCode(c_, deliveries_, own, has_headers);
    instance_ = InstanceCode(model_, c_, own);
    out.sets_timers = timers_.per_port() > 0;
    const std::string before =
        (defers_ ? "#define CATENARY_UMLRT_DEFER 1\n" : "") +
        timers_.definitions() + instance_.definitions();
    out.source = before + code.text + program();
    StepDescription described =
        describe_steps(model_, c_, deliveries_, timers_, indices_);
    out.description = std::move(described.description);
    out.messages = std::move(described.messages);
    out.description.sources = {{source_, c_.where}};
    // For timers the machine's own outputs and invariants are left out: this
    // program is asked about times only.
    if (options_.times) {
      out.description.outputs = timers_.outputs();
    } else {
      out.description.invariants = invariants();
    }
    out.description.places = code.places;
    out.description.places.move_down(
        static_cast<std::uint32_t>(std::ranges::count(before, '\n')));
    // For each timeout the first timer of its port; timers of a port are
    // consecutive.
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      if (deliveries_[k].signal != model::SignalKind::timeout) continue;
      out.timeouts[static_cast<std::int64_t>(k)] =
          timing_rank(c_, deliveries_[k].port) * timers_.per_port();
    }
    if (timers_.per_port() > 1) out.timer_input = timers_.input_name();
    out.notes = assumption_.notes();
    return out;
  }

 private:
  /// What the capsule receives from and sends to the environment.
  [[nodiscard]] std::vector<BorderSignal> border() const {
    std::vector<BorderSignal> out;
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      const Delivery& d = deliveries_[k];
      if (d.signal != model::SignalKind::message) continue;
      const model::Port& port = c_.ports[d.port];
      const auto& m = model_.protocols[port.protocol].messages[d.message];
      BorderSignal one{port.name, &m, true, {}, static_cast<std::int64_t>(k)};
      for (const model::MachineVariable& p : m.parameters) {
        one.values.push_back("given::" + parameter_slot(model_, c_, p));
      }
      out.push_back(std::move(one));
    }
    for (const model::Port& port : c_.ports) {
      if (port.protocol == model::kNoIndex) continue;
      for (const auto& m : model_.protocols[port.protocol].messages) {
        if (model::sends(port, m)) out.push_back({port.name, &m, false, {}, 0});
      }
    }
    return out;
  }

  /// C++ statements where a message is sent; empty where no assumption is about
  /// it.
  [[nodiscard]] std::string on_sending(const model::Port& port,
                                       const model::MachineMessage& m) const {
    std::vector<std::string> values;
    for (std::size_t k = 0; k < m.parameters.size(); ++k) {
      values.push_back("catenary_" + std::to_string(k));
    }
    return assumption_.sent(port.name, m.name, values);
  }

  /// See MachineCodeOptions::observed.
  [[nodiscard]] std::set<std::pair<std::size_t, std::size_t>> observed() const {
    std::set<std::pair<std::size_t, std::size_t>> out;
    for (std::size_t p = 0; p < c_.ports.size(); ++p) {
      const model::Port& port = c_.ports[p];
      if (port.protocol == model::kNoIndex) continue;
      const auto& messages = model_.protocols[port.protocol].messages;
      for (std::size_t m = 0; m < messages.size(); ++m) {
        if (model::sends(port, messages[m]) &&
            !on_sending(port, messages[m]).empty()) {
          out.insert({p, m});
        }
      }
    }
    return out;
  }

  /// C++ of the assumption, and of the functions that observe messages.
  [[nodiscard]] std::string assumption() const {
    std::string out = assumption_.definitions();
    for (const auto& [p, m] : observed()) {
      const model::Port& port = c_.ports[p];
      const auto& message = model_.protocols[port.protocol].messages[m];
      out += "int " + route_name(p, m) + "(" + route_parameters(message) +
             ") {\n(void)index;\n(void)priority;\n" +
             on_sending(port, message) + "return 1;\n}\n";
    }
    return out;
  }

  /// The functions of the program behind the class of the capsule. Their order
  /// is that of their uses in C++.
  std::string program() {
    DispatchWriter dispatch(model_, c_);
    const std::string functions = dispatch.write();
    violations_ = dispatch.violations();
    if (defers_ && may_recall_endlessly(model_, c_)) {
      violations_.push_back(endless_recall(c_));
    }
    // Where nothing is given up, the variable would be needless state.
    if (std::ranges::any_of(violations_, [](const Violation& v) {
          return v.id.starts_with(kEndlessRun);
        })) {
      check_rounds_ = dispatch.check_rounds();
    }
    const ChosenValue given = texts();
    std::string buffers;
    for (const std::string& b : given.buffers) {
      buffers += "namespace given { char " + b.substr(b.rfind(':') + 1) + "[" +
                 std::to_string(kTextLength + 1) + "]; }\n";
    }
    // Branches of these functions are not goals of the user.
    return "#pragma clang attribute push(__attribute__(("
           "no_profile_instrument_function)), apply_to = function)\n"
           "namespace {\nCapsule_" +
           code_name(c_.name) +
           " catenary_capsule;\nint catenary_state = -1;\n"
           "int catenary_outcome = 0;\n"
           "int message = 0;\n" +
           (check_rounds_.empty() ? "" : "bool catenary_gave_up = false;\n") +
           timers_.variables() + indices_.variables() + assumption() +
           violated() + (defers_ ? defer_code(model_, c_, deliveries_) : "") +
           functions + "void catenary_clear() {\n" + clear() +
           "catenary_outcome = 0;\ncatenary_forget_rounds();\n" +
           timers_.clear() +
           "memset(&catenary_violated, 0, sizeof(catenary_violated));\n}\n" +
           possible() + buffers + keep_texts(model_, c_, given.buffers) +
           "void catenary_init() {\nUMLRTMessage first;\ncatenary_clear();\n"
           "catenary_capsule.catenary_mark();\n" +
           instance_.before_begin() + timers_.before_begin() +
           "catenary_begin(&first);\n" + timers_.after_step() +
           (options_.judged ? check_rounds_ : "") + "}\n" +
           dispatch_function() + step(given) +
           "}\n#pragma clang attribute pop\n";
  }

  /// What parameters that are texts need around a step; a shared variable
  /// counts once.
  ChosenValue texts() const {
    ChosenValue out;
    std::set<std::string> done;
    for (const Delivery& d : deliveries_) {
      if (d.signal != model::SignalKind::message) continue;
      const auto& m =
          model_.protocols[c_.ports[d.port].protocol].messages[d.message];
      for (const model::MachineVariable& p : m.parameters) {
        const std::string slot = parameter_slot(model_, c_, p);
        const auto value = chosen_value(model_, p, slot);
        if (!value || !done.insert(slot).second) continue;
        out.set += value->set;
        out.unset += value->unset;
        out.buffers.insert(
            out.buffers.end(), value->buffers.begin(), value->buffers.end());
      }
    }
    return out;
  }

  /// C++ that records what went wrong in a step. Without deferring one message
  /// runs in a step, so that one number suffices. With deferring several may
  /// run: then there is a flag for each violation, and the outcome is the
  /// worst.
  std::string violated() const {
    if (!defers_) {
      return "int catenary_violated = 0;\n"
             "inline void catenary_fail(int outcome, int violation) {\n"
             "catenary_outcome = outcome;\ncatenary_violated = violation;\n}\n";
    }
    return "bool catenary_violated[" + std::to_string(violations_.size() + 1) +
           "];\nvoid catenary_fail(int outcome, int violation) {\n"
           "if (outcome > catenary_outcome) catenary_outcome = outcome;\n"
           "catenary_violated[violation] = true;\n}\n";
  }

  /// The C++ condition of the invariant: the violation did not happen.
  std::string holds(std::size_t violation) const {
    return defers_ ? "!catenary_violated[" + std::to_string(violation) + "]"
                   : "catenary_violated != " + std::to_string(violation);
  }

  /// C++ of the assumption on the inputs: a timeout is possible only where its
  /// timer may expire, and a message comes through an instance of its port.
  std::string possible() const {
    std::string out = "bool catenary_possible() {\n" + only_named_values() +
                      "switch (message) {\n";
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      const bool is_timeout =
          deliveries_[k].signal == model::SignalKind::timeout;
      const std::string allowed =
          assumption_.allows(static_cast<std::int64_t>(k));
      if (!is_timeout && !indices_.used() && allowed.empty()) continue;
      out +=
          "case " + std::to_string(k) + ": return " +
          indices_.possible(deliveries_[k]) + " && " +
          (is_timeout
               ? "catenary_may_expire(" +
                     timers_.chosen(timing_rank(c_, deliveries_[k].port)) + ")"
               : timers_.none_chosen()) +
          allowed + ";\n";
    }
    return out + "default: return " + timers_.none_chosen() + ";\n}\n}\n";
  }

  /// C++ that excludes values between those of enumerators.
  std::string only_named_values() const {
    std::set<std::string> conditions;
    for (const Delivery& d : deliveries_) {
      if (d.signal != model::SignalKind::message) continue;
      const auto& m =
          model_.protocols[c_.ports[d.port].protocol].messages[d.message];
      for (const model::MachineVariable& p : m.parameters) {
        const auto value =
            chosen_value(model_, p, parameter_slot(model_, c_, p));
        if (!value) continue;
        conditions.insert(only_enumerators(model_, *value));
      }
    }
    std::string out;
    for (const std::string& c : conditions) out += c;
    return out;
  }

  /// C++ that runs the message of that number to completion.
  std::string dispatch_function() const {
    std::string out =
        "void catenary_dispatch(int number, UMLRTMessage& received) {\n"
        "switch (number) {\n";
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      const std::string& name = deliveries_[k].name;
      out += "case " + std::to_string(k) +
             ":\nreceived.number = " + std::to_string(k + 1) +
             ";\nreceived.signal_name = \"" +
             escaped(name.substr(name.find('.') + 1)) + "\";\n" +
             "catenary_deliver_" + std::to_string(k) + "(&received);\nbreak;\n";
    }
    return out + "default: break;\n}\n}\n";
  }

  /// C++ of the step. The timer is consumed before the message runs, since its
  /// action may set it again; texts are kept after all messages have run.
  std::string step(const ChosenValue& given) const {
    std::string expired;
    for (std::size_t k = 0; k < deliveries_.size(); ++k) {
      if (deliveries_[k].signal != model::SignalKind::timeout) continue;
      expired += "case " + std::to_string(k) + ":\ncatenary_expire(" +
                 timers_.chosen(timing_rank(c_, deliveries_[k].port)) +
                 ");\nbreak;\n";
    }
    if (!expired.empty()) {
      expired = "switch (message) {\n" + expired + "default: break;\n}\n";
    }
    return "void catenary_step() {\nUMLRTMessage received;\n" + check_rounds_ +
           "catenary_clear();\n" + given.set + indices_.set() + expired +
           assumption_.received() +
           // -1 is the least state: this is never run.
           "if (catenary_state < -1) catenary_unreached(&received);\n"
           "catenary_dispatch(message, received);\n" +
           (defers_ ? recalled() : "") + "catenary_keep_texts();\n" +
           given.unset + timers_.after_step() +
           (options_.judged ? check_rounds_ : "") + "}\n";
  }

  /// C++ that runs recalled messages before the step ends. Where recalling may
  /// go on without end, the bound is a violation; elsewhere the bound is
  /// proved, and reaching it is a defect of that proof.
  std::string recalled() const {
    const bool ends = !may_recall_endlessly(model_, c_);
    const std::string rounds =
        std::to_string(ends ? kMostDeferred : kMostRecalled);
    return "for (int round = 0; round < " + rounds +
           "; ++round) {\n"
           "if (catenary_state < 0 || !catenary_next(received)) break;\n"
           "catenary_forget_rounds();\n"
           "catenary_dispatch(received.number - 1, received);\n}\n"
           "if (catenary_state >= 0 && catenary_recalled[0].message != 0) {\n" +
           (ends ? "__catenary_unsupported(\"recalling without end\");\n"
                 : "catenary_state = -1;\ncatenary_gave_up = true;\n"
                   "catenary_fail(" +
                       std::to_string(static_cast<int>(StepEnd::endless)) +
                       ", " + std::to_string(violations_.size()) + ");\n") +
           "}\nif (catenary_state < 0) catenary_forget_all();\n";
  }

  /// C++ that resets the outputs of the step before.
  std::string clear() const {
    std::string out;
    for (const Sent& s : sent(model_, c_)) {
      out += "catenary_capsule." + s.lvalue + " = 0;\n";
    }
    return out;
  }

  /// A violation is an invariant: it does not happen. They are numbered from 1.
  std::vector<c::InvariantDescription> invariants() const {
    std::vector<c::InvariantDescription> out;
    for (std::size_t v = 0; v < violations_.size(); ++v) {
      const Violation& one = violations_[v];
      out.push_back({{holds(v + 1), one.where}, one.id, one.text});
    }
    return out;
  }

  const model::MachineModel& model_;
  const model::Capsule& c_;
  const StepProgramOptions& options_;
  std::string source_;
  std::vector<Delivery> deliveries_;
  /// Found while the program is written.
  std::vector<Violation> violations_;
  bool defers_ = false;  ///< the capsule's C++ may defer messages
  /// See DispatchWriter; empty where no run is ever given up.
  std::string check_rounds_;
  TimerCode timers_;
  AssumptionCode assumption_;
  PortIndexCode indices_;
  InstanceCode instance_;
};

}  // namespace

StepProgram write_step_program(const model::MachineModel& model,
                               const model::Capsule& capsule,
                               const StepProgramOptions& options,
                               const std::string& source) {
  if (capsule.as_system) {
    return write_composite_program(model, capsule, options, source);
  }
  return ProgramWriter(model, capsule, options, source).write();
}

}  // namespace catenary::frontend::umlrt
