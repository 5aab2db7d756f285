// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lowers interrupts and tasks to inputs, assumptions and calls. Rate-monotonic
/// priorities and preemption are not modelled: within a step, calls follow the
/// order of the description.
#include "frontend/c/environment/schedule.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"

namespace catenary::frontend::c {

namespace {

std::string variable(std::size_t interrupt) {
  return "__cat_interrupt_" + std::to_string(interrupt);
}

/// The number of steps after which the tasks repeat: the least common multiple
/// of their periods. Throws at the first task with which it is too large.
std::uint32_t cycle(const Description& d) {
  std::uint64_t out = 1;
  for (const TaskDescription& t : d.tasks) {
    out = std::lcm(out, std::uint64_t{t.period});
    if (out <= kLongestCycle) continue;
    throw base::InputError(
        t.call.where,
        "with '" + t.call.text + "', the tasks repeat after " +
            std::to_string(out) +
            " steps only; expected periods whose least common multiple is at "
            "most " +
            std::to_string(kLongestCycle),
        "task-periods");
  }
  return static_cast<std::uint32_t>(out);
}

/// The input that decides whether an interrupt happens.
void add_input(Description& d, std::size_t k) {
  const InterruptDescription& interrupt = d.interrupts[k];
  const auto has_name = [&](const VariableDescription& v) {
    return v.shown() == interrupt.name;
  };
  if (std::any_of(d.inputs.begin(), d.inputs.end(), has_name)) {
    throw base::InputError(
        interrupt.call.where,
        "an input '" + interrupt.name +
            "' was defined before, and the input of an interrupt is named "
            "after its handler; expected another name, e.g. that of a function "
            "in 'declare' that calls the handler",
        "duplicate-input");
  }
  VariableDescription v;
  v.lvalue = {variable(k), interrupt.call.where};
  v.name = interrupt.name;
  d.inputs.push_back(std::move(v));
  if (!interrupt.assume) return;
  // A step whose interrupt cannot happen does not exist.
  d.assume.push_back(
      {"!" + variable(k) + " || __cat_may_happen_" + std::to_string(k) + "()",
       interrupt.assume->where});
}

}  // namespace

std::string called_function(const std::string& call) {
  const std::string name = call.substr(0, call.find('('));
  const std::size_t begin = name.find_first_not_of(" \t\n");
  if (begin == std::string::npos) return "";
  return name.substr(begin, name.find_last_not_of(" \t\n") + 1 - begin);
}

void wire_schedule(Description& d) {
  (void)cycle(d);
  if (!d.tasks.empty() && !d.step) d.step = Code{"", d.tasks_where};
  if (!d.interrupts.empty() && !d.step) {
    throw base::InputError(
        d.interrupts_where,
        "a whole program has no steps before which an interrupt could happen; "
        "expected 'step' in [program], or [tasks]",
        "interrupts-without-step");
  }
  for (std::size_t k = 0; k < d.interrupts.size(); ++k) add_input(d, k);
}

std::string schedule_variables(const Description& d) {
  std::string out;
  for (std::size_t k = 0; k < d.interrupts.size(); ++k) {
    out += std::string("static ") + (d.is_cpp() ? "bool " : "_Bool ") +
           variable(k) + ";\n";
  }
  if (!d.tasks.empty()) out += "static unsigned short __cat_task_step;\n";
  return out;
}

std::string schedule_calls(const Description& d) {
  std::string out;
  if (!d.interrupts.empty()) {
    out += "static void __cat_interrupts(void) {\n";
    for (std::size_t k = 0; k < d.interrupts.size(); ++k) {
      const std::string n = std::to_string(k);
      // Asked again: an earlier handler may have disabled this one.
      out +=
          "  if (" + variable(k) +
          (d.interrupts[k].assume ? " && __cat_may_happen_" + n + "()" : "") +
          ") __cat_handler_" + n + "();\n";
    }
    out += "}\n";
  }
  if (d.tasks.empty()) return out;
  const std::string steps = std::to_string(cycle(d));
  out += "static void __cat_tasks(void) {\n";
  for (std::size_t k = 0; k < d.tasks.size(); ++k) {
    const TaskDescription& t = d.tasks[k];
    const std::string n = std::to_string(k);
    const std::string due = "__cat_task_step % " + std::to_string(t.period) +
                            " == " + std::to_string(t.offset);
    out += "  if (" + due + ") __cat_task_" + n + "();\n";
  }
  // The counter wraps where the tasks repeat, so that the state is finite.
  return out + "  __cat_task_step = (unsigned short)((__cat_task_step + 1) % " +
         steps + ");\n}\n";
}

std::string schedule_reset(const Description& d) {
  return d.tasks.empty() ? "" : "  __cat_task_step = 0;\n";
}

}  // namespace catenary::frontend::c
