// SPDX-License-Identifier: Apache-2.0
#include "frontend/umlrt/system/timed_machine.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/check.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/system/compile.h"

namespace catenary::frontend::umlrt {

namespace {

/// The timers after a step, by the outputs of a program that reports them.
TimerStep timers_after(const model::SimulatedStep& step) {
  TimerStep seen;
  if (step.outcome != model::StepOutcome::running) return seen;
  const auto number = [&](std::size_t index) {
    return step.outputs.at(index).as_integer();
  };
  // Only systems have one more output.
  if (step.outputs.size() % TimerOutputs::kEach == 1) {
    seen.waits = step.outputs.back().as_integer() != 0;
  }
  for (std::size_t t = 0; t < step.outputs.size() / TimerOutputs::kEach; ++t) {
    TimerAfter timer;
    timer.runs = step.outputs[TimerOutputs::runs(t)].as_bool();
    timer.least = number(TimerOutputs::least(t)).get_si();
    timer.most = number(TimerOutputs::most(t)).get_si();
    timer.queued = timer.most == -2;
    seen.timers.push_back(timer);
  }
  return seen;
}

/// The index of the input of that name; nothing where there is none.
std::optional<std::size_t> find_input(const model::StepSystem& system,
                                      const std::string& name) {
  const auto at =
      std::ranges::find(system.inputs, name, &model::Variable::name);
  if (name.empty() || at == system.inputs.end()) return std::nullopt;
  return static_cast<std::size_t>(at - system.inputs.begin());
}

}  // namespace

std::vector<TimerStep> TimedMachine::steps(const model::Simulation& run,
                                           const model::Trace& trace) const {
  std::vector<TimerStep> steps = {timers_after(run.initial)};
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    TimerStep step = timers_after(run.steps[k]);
    const std::vector<logic::Value>& inputs = trace.steps[k];
    const auto timeout = timeouts_.find(inputs[message_].as_integer().get_si());
    if (timeout != timeouts_.end()) {
      step.expired = timeout->second;
      if (timer_) {
        const mpz_class one = inputs[*timer_].as_integer();
        *step.expired += one.get_ui() - 1;
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

std::vector<mpz_class> TimedMachine::times(const model::Simulation& run,
                                           const model::Trace& trace) const {
  const std::vector<TimerStep> all = steps(run, trace);
  std::vector<mpz_class> out = least_times(all);
  CATENARY_CHECK(!out.empty() || all.size() == 1,
                 "timers expire in an order that times can have");
  return out;
}

std::optional<TimedMachine> load_timed_machine(const model::MachineModel& model,
                                               const model::Capsule& capsule,
                                               const model::StepSystem& system,
                                               const MachineOptions& options,
                                               const base::Budget& budget) {
  // As many timers as the system has: they are its inputs.
  StepProgramOptions how;
  how.times = true;
  how.timers = 2;
  const std::string choice =
      write_step_program(model, capsule, how, "").timer_input;
  TimedMachine out;
  out.timer_ = find_input(system, choice);
  how.timers = out.timer_
                   ? static_cast<std::uint32_t>(
                         system.inputs[*out.timer_].hi.as_integer().get_ui())
                   : 1;
  StepProgram program = write_step_program(model, capsule, how, "");
  if (!program.sets_timers) return std::nullopt;
  out.timeouts_ = std::move(program.timeouts);
  const std::optional<std::size_t> message = find_input(system, "message");
  CATENARY_CHECK(message, "a machine has the input 'message'");
  out.message_ = *message;
  MachineOptions nothing = options;
  nothing.criteria = {"label"};
  out.system_ = compile_machine(model, capsule, how, nothing, budget);
  return out;
}

}  // namespace catenary::frontend::umlrt
