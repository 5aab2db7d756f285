// SPDX-License-Identifier: Apache-2.0
/// \file
/// Writes the program of a system. Each class is written once, its machine as
/// members of it, so that goals and violations are those of classes; objects of
/// it are the instances. A switch over constant objects runs a message, so that
/// the code is specialised to each.
#include "frontend/umlrt/composite/composite_program.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/umlrt/assume/assumption_code.h"
#include "frontend/umlrt/code/code_text.h"
#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "frontend/umlrt/code/inputs/instance_code.h"
#include "frontend/umlrt/code/inputs/timer_code.h"
#include "frontend/umlrt/code/machine_code.h"
#include "frontend/umlrt/code/refusal.h"
#include "frontend/umlrt/code/step_description.h"
#include "frontend/umlrt/composite/class_code.h"
#include "frontend/umlrt/composite/composite_description.h"
#include "frontend/umlrt/composite/instance_life.h"
#include "frontend/umlrt/composite/instance_tree.h"
#include "frontend/umlrt/composite/message_queue.h"
#include "frontend/umlrt/composite/message_table.h"

namespace catenary::frontend::umlrt {

namespace {

/// Writes the source and the description of one program.
class CompositeWriter {
 public:
  CompositeWriter(const model::MachineModel& model,
                  const model::Capsule& system,
                  const StepProgramOptions& options,
                  std::string source)
      : model_(model),
        system_(system),
        options_(options),
        source_(std::move(source)),
        tree_(instance_tree(model, system)) {}

  StepProgram write() {
    if (tree_.classes.empty()) {
      throw base::InputError(
          system_.where,
          "system '" + system_.qualified + "': no part has a state machine",
          "unsupported");
    }
    refuse_unsupported(model_, tree_.classes, options_.code);
    table_ = message_table(model_, tree_);
    assumption_ =
        AssumptionCode(model_, system_, border_signals(model_, tree_, table_));
    MachineCodeOptions options = options_.code;
    options.run = true;
    const MachineCode code =
        write_system_code(model_, written_classes(), options);
    const std::string_view own = std::string_view(code.text).substr(code.own);
    timers_ = TimerCode(model_,
                        owners(false),
                        std::max<std::uint32_t>(
                            static_cast<std::uint32_t>(table_.timing_ports), 1),
                        own,
                        options_);
    instance_ = InstanceCode(model_, owners(true), own);
    StepProgram out;
    out.sets_timers = timers_.per_port() > 0;
    const std::string before = timers_.definitions() + instance_.definitions();
    out.source = before + code.text + program();
    describe(out);
    out.description.sources = {{source_, system_.where}};
    out.description.places = code.places;
    out.description.places.move_down(
        static_cast<std::uint32_t>(std::ranges::count(before, '\n')));
    out.notes = assumption_.notes();
    return out;
  }

 private:
  /// The classes in the order of C++: in Code RealTime capsules name static
  /// members of their parts.
  [[nodiscard]] std::vector<const model::Capsule*> written_classes() const {
    std::vector<const model::Capsule*> out = tree_.classes;
    if (model_.semantics == model::Semantics::code_realtime) {
      std::ranges::reverse(out);
    }
    return out;
  }

  /// The instances, or those that exist from the beginning, if there are any.
  [[nodiscard]] std::vector<TimerCode::Owner> owners(bool fixed) const {
    std::vector<TimerCode::Owner> out;
    const std::vector<std::size_t> machines = tree_.machines();
    const bool any = std::ranges::any_of(machines, [this](std::size_t i) {
      return !tree_.instances[i].dynamic;
    });
    for (const std::size_t i : machines) {
      if (fixed && any && tree_.instances[i].dynamic) continue;
      out.emplace_back(tree_.instances[i].capsule, instance_object(i));
    }
    return out;
  }

  [[nodiscard]] InstanceLife life() const {
    return {model_, tree_, table_, timers_.per_port() > 0};
  }

  /// The inputs, outputs and invariants.
  void describe(StepProgram& out) {
    CompositeDescription described =
        describe_composite(model_, system_, tree_, table_, timers_);
    out.description = std::move(described.description);
    out.messages = std::move(described.messages);
    if (options_.times) {
      out.description.outputs = timers_.outputs();
      out.description.outputs.push_back(
          variable("catenary_queue[0].receipt", "waits", system_.where));
    } else {
      for (std::size_t v = 0; v < violations_.size(); ++v) {
        const Violation& one = violations_[v];
        out.description.invariants.push_back(
            {{"!catenary_violated[" + std::to_string(v + 1) + "]", one.where},
             one.id,
             one.text});
      }
    }
    for (std::size_t s = 0; s < table_.stimuli.size(); ++s) {
      const Stimulus& one = table_.stimuli[s];
      if (!is_timeout(one)) continue;
      out.timeouts[static_cast<std::int64_t>(s + 1)] =
          one.timing_rank * timers_.per_port();
    }
    if (timers_.per_port() > 1) out.timer_input = timers_.input_name();
  }

  [[nodiscard]] bool is_timeout(const Stimulus& one) const {
    return table_.receipts[one.receipt].delivery.signal ==
           model::SignalKind::timeout;
  }

  /// Everything behind the classes; the order is that of uses in C++.
  std::string program() {
    ClassCode classes = class_code(model_, tree_);
    violations_ = std::move(classes.violations);
    check_rounds_ = std::move(classes.check_rounds);
    if (!table_.always_receives) {
      violations_.push_back(
          {"deadlock " + system_.qualified,
           "no message waits, no timer runs, and the environment sends none",
           system_.where});
    }
    return "#pragma clang attribute push(__attribute__(("
           "no_profile_instrument_function)), apply_to = function)\n"
           "namespace {\nint message = 0;\nbool catenary_wait = false;\n"
           "int catenary_ran = 0;\nint catenary_from = 0;\n"
           "int catenary_to = 0;\nint catenary_outcome = 0;\n"
           "int catenary_now = -1;\n" +
           std::string(check_rounds_.empty()
                           ? ""
                           : "bool catenary_gave_up = false;\n") +
           "bool catenary_violated[" + std::to_string(violations_.size() + 1) +
           "];\nvoid catenary_violate(int outcome, int violation) {\n"
           "if (outcome > catenary_outcome) catenary_outcome = outcome;\n"
           "catenary_violated[violation] = true;\n}\n" +
           "#define catenary_capsule (*this)\n" + classes.text +
           "#undef catenary_capsule\n" + object_code(model_, system_, tree_) +
           timers_.variables() + queue_code(table_) + life().definitions() +
           assumption_.definitions() +
           route_code(model_, tree_, table_, assumption_) + run() +
           environment_code(model_, tree_, table_) + clear() + dead() +
           possible() + rest() + init() + step() +
           "}\n#pragma clang attribute pop\n";
  }

  /// C++ that runs one message.
  [[nodiscard]] std::string run() const {
    std::string out =
        "void catenary_run(const catenary_entry& one) {\n"
        "UMLRTMessage received;\nreceived.index = one.index;\n"
        "catenary_ran = one.receipt;\nswitch (one.receipt) {\n";
    for (std::size_t r = 0; r < table_.receipts.size(); ++r) {
      const Receipt& one = table_.receipts[r];
      const Instance& instance = tree_.instances[one.instance];
      const std::string& name = one.delivery.name;
      out += "case " + std::to_string(r + 1) + ": {\n" + enter(one.instance) +
             note_ends(one) + life().begun(one.instance) +
             "received.number = " + std::to_string(one.local + 1) +
             ";\nreceived.signal_name = \"" +
             escaped(name.substr(name.find('.') + 1)) + "\";\n";
      std::string unset;
      if (!one.fields.empty()) {
        const auto& parameters = parameters_of(model_, tree_, one);
        for (std::size_t p = 0; p < one.fields.size(); ++p) {
          const std::string slot =
              capsule_namespace(*instance.capsule) + "::given::" +
              parameter_slot(model_, *instance.capsule, parameters[p]);
          out += slot + " = one.field_" + std::to_string(one.fields[p]) + ";\n";
          unset += "catenary_zero(" + slot + ");\n";
        }
      }
      out += instance_object(one.instance) + ".catenary_forget_rounds();\n" +
             instance_object(one.instance) + ".catenary_deliver_" +
             std::to_string(one.local) + "(&received);\n" + unset +
             "break;\n}\n";
    }
    return out + life().initialisations() + "default: break;\n}\n" + leave() +
           "}\n";
  }

  /// C++ that notes which instance a message goes to, and where it is from: 0
  /// is the environment, and others are instances.
  [[nodiscard]] std::string note_ends(const Receipt& one) const {
    std::string out =
        "catenary_to = " + std::to_string(one.instance + 1) + ";\n";
    const auto& far = tree_.instances[one.instance].far[one.delivery.port];
    for (std::size_t k = 0; k < far.size(); ++k) {
      if (!far[k].end) continue;
      out += "if (one.index == " + std::to_string(k) +
             ") catenary_from = " + std::to_string(far[k].end->instance + 1) +
             ";\n";
    }
    return out;
  }

  /// C++ around what runs in an instance.
  [[nodiscard]] std::string enter(std::size_t instance) const {
    return "catenary_now = " + std::to_string(instance) +
           ";\ncatenary_timing_base = " +
           std::to_string(table_.timing_base[instance]) + ";\n";
  }
  static std::string leave() {
    return "catenary_now = -1;\ncatenary_timing_base = 0;\n";
  }

  /// C++ that resets what is of one step only.
  [[nodiscard]] std::string clear() const {
    std::string out = "void catenary_clear() {\n";
    for (const std::size_t i : tree_.machines()) {
      for (const Sent& s : sent(model_, *tree_.instances[i].capsule)) {
        out += instance_object(i) + "." + s.lvalue + " = 0;\n";
      }
      out += instance_object(i) + ".catenary_forget_rounds();\n";
    }
    return out +
           "catenary_ran = catenary_from = catenary_to = 0;\n"
           "catenary_outcome = 0;\n" +
           timers_.clear() +
           "memset(&catenary_violated, 0, sizeof(catenary_violated));\n}\n";
  }

  /// C++ of the assumption on the inputs.
  [[nodiscard]] std::string possible() const {
    std::string out =
        "bool catenary_possible() {\n" +
        only_named_values(model_, tree_, table_) +
        "switch (message) {\n"
        "case 0: return (catenary_queue[0].receipt != 0" +
        std::string(table_.always_receives ? "" : " || catenary_is_dead()") +
        ") && !catenary_wait && " + timers_.none_chosen() + ";\n";
    for (std::size_t s = 0; s < table_.stimuli.size(); ++s) {
      const Stimulus& one = table_.stimuli[s];
      const std::string exist = all_exist(one.through);
      out += "case " + std::to_string(s + 1) + ": return " +
             (is_timeout(one)
                  ? may_expire(timers_.chosen(one.timing_rank))
                  : "catenary_queue[" + std::to_string(kMostWaiting - 1) +
                        "].receipt == 0 && " + timers_.none_chosen() +
                        (exist.empty() ? "" : " && " + exist) +
                        assumption_.allows(static_cast<std::int64_t>(s + 1))) +
             ";\n";
    }
    return out + "default: return false;\n}\n}\n";
  }

  /// A C++ condition: time may have come for the timer. While messages wait no
  /// time passes, so that it must be due already.
  static std::string may_expire(const std::string& timer) {
    return "catenary_may_expire(" + timer +
           ") && (catenary_queue[0].receipt == 0 || catenary_may_be_due(" +
           timer + "))";
  }

  /// C++ of whether nothing happens any more. Such a system has steps all the
  /// same, in which no message runs, so that one that is dead from the
  /// beginning has a run.
  [[nodiscard]] std::string dead() const {
    if (table_.always_receives) return "";
    std::string out = "bool catenary_is_dead() {\n";
    for (const Stimulus& one : table_.stimuli) {
      if (is_timeout(one)) continue;
      out += "if (" + all_exist(one.through) + ") return false;\n";
    }
    if (timers_.per_port() > 0) {
      out +=
          "for (bool runs : catenary_timer_runs) {\n"
          "if (runs) return false;\n}\n";
    }
    return out + "return catenary_queue[0].receipt == 0;\n}\n";
  }

  /// C++ behind the initialisation and each step.
  [[nodiscard]] std::string rest() const {
    std::string out = "void catenary_rest() {\n" + timers_.after_step();
    if (!table_.always_receives) {
      out += "if (catenary_is_dead()) catenary_violate(" +
             std::to_string(static_cast<int>(StepEnd::stuck)) + ", " +
             std::to_string(violations_.size()) + ");\n";
    }
    return out + (options_.judged ? check_rounds_ : "") + "}\n";
  }

  [[nodiscard]] std::string init() const {
    std::string out =
        "void catenary_init() {\ncatenary_clear();\n"
        "catenary_zero(catenary_queue);\n";
    for (const std::size_t i : tree_.machines()) {
      if (tree_.instances[i].dynamic) continue;
      out += instance_object(i) + ".catenary_mark();\n";
    }
    return out + instance_.before_begin() + timers_.before_begin() +
           life().begin() + leave() + "catenary_rest();\n}\n";
  }

  [[nodiscard]] std::string step() const {
    std::string out = "void catenary_step() {\n" + check_rounds_ +
                      "catenary_clear();\n" + assumption_.received() +
                      "switch (message) {\n";
    for (std::size_t s = 0; s < table_.stimuli.size(); ++s) {
      const Stimulus& one = table_.stimuli[s];
      const Receipt& receipt = table_.receipts[one.receipt];
      out += "case " + std::to_string(s + 1) + ": {\n";
      if (is_timeout(one)) {
        const std::string timer = timers_.chosen(one.timing_rank);
        out +=
            "if (catenary_ordered && catenary_queue[0].receipt != 0) "
            "catenary_due(" +
            timer + ");\ncatenary_expire(" + timer + ");\n";
      }
      out +=
          enqueue_code(table_,
                       one.receipt,
                       one.index,
                       "PRIORITY_NORMAL",
                       [&](std::size_t p) {
                         return "given::" +
                                environment_slot(
                                    model_,
                                    tree_,
                                    table_,
                                    parameters_of(model_, tree_, receipt)[p]);
                       }) +
          "break;\n}\n";
    }
    return out + "default: break;\n}\n" + unreached() +
           "if (!catenary_wait) {\ncatenary_entry first;\n"
           "catenary_dequeue(first);\ncatenary_run(first);\n}\n"
           "catenary_rest();\n}\n";
  }

  /// C++ that is never run: no state is less.
  [[nodiscard]] std::string unreached() const {
    std::string out;
    std::vector<const model::Capsule*> done;
    for (const std::size_t i : tree_.machines()) {
      const model::Capsule* c = tree_.instances[i].capsule;
      if (std::ranges::find(done, c) != done.end()) continue;
      done.push_back(c);
      out += "if (" + instance_object(i) + ".catenary_state < " +
             std::to_string(kAbsentState) + ") {\n" + "UMLRTMessage none;\n" +
             instance_object(i) + ".catenary_unreached(&none);\n}\n";
    }
    return out;
  }

  const model::MachineModel& model_;
  const model::Capsule& system_;
  const StepProgramOptions& options_;
  std::string source_;
  InstanceTree tree_;
  MessageTable table_;
  AssumptionCode assumption_;
  TimerCode timers_;
  InstanceCode instance_;
  /// Found while the program is written.
  std::vector<Violation> violations_;
  /// See DispatchWriter; empty where no run is ever given up.
  std::string check_rounds_;
};

}  // namespace

StepProgram write_composite_program(const model::MachineModel& model,
                                    const model::Capsule& system,
                                    const StepProgramOptions& options,
                                    const std::string& source) {
  return CompositeWriter(model, system, options, source).write();
}

std::vector<base::Diagnostic> reasons_against_system(
    const model::MachineModel& model,
    const model::Capsule& system,
    const MachineCodeOptions& options) {
  StepProgramOptions how;
  how.code = options;
  try {
    (void)write_composite_program(model, system, how, "");
    return {};
  } catch (const base::InputError& error) {
    return error.diagnostics();
  }
}

std::uint32_t timing_ports_of_system(const model::MachineModel& model,
                                     const model::Capsule& system) {
  const InstanceTree tree = instance_tree(model, system);
  return std::max<std::uint32_t>(
      static_cast<std::uint32_t>(message_table(model, tree).timing_ports), 1);
}

}  // namespace catenary::frontend::umlrt
