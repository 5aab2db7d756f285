// SPDX-License-Identifier: Apache-2.0
#include "app/machine/machine_timers.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "app/exploration.h"
#include "app/generate/virtual_times.h"
#include "app/machine/machine_compile.h"
#include "base/check.h"
#include "base/process.h"
#include "base/rng.h"
#include "engine/reach/replay.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/umlrt.h"

namespace catenary::app {

namespace {

namespace umlrt = frontend::umlrt;

/// "more than 2 timers of a port at once" -> 2; 0 of other events.
std::uint32_t too_few_timers(const model::Stepper::Event& event) {
  constexpr std::string_view kBefore = "more than ";
  constexpr std::string_view kBehind = " timers of a port at once";
  if (!event.text.starts_with(kBefore)) return 0;
  std::uint32_t out = 0;
  std::size_t at = kBefore.size();
  for (; at < event.text.size() && std::isdigit(event.text[at]) != 0; ++at) {
    out = out * 10 + static_cast<std::uint32_t>(event.text[at] - '0');
  }
  return event.text.compare(at, kBehind.size(), kBehind) == 0 ? out : 0;
}

/// In this process.
bool some_run_lacks_timers(const model::StepSystem& system) {
  constexpr int kRuns = 400;
  constexpr int kSteps = 40;
  constexpr int kTries = 20;  // of inputs that the system does not allow
  base::Rng rng(1);
  const auto any = [&rng](const std::vector<model::Variable>& variables,
                          std::vector<std::byte>& letter) {
    for (const model::Variable& v : variables) {
      if (v.domain.empty()) continue;
      model::encode_scalar(v.type,
                           v.domain[rng.below(v.domain.size())],
                           letter.data() + v.offset);
    }
  };
  const auto stepper = system.factory->make();
  std::vector<std::byte> letter(system.letter_bytes());
  std::vector<std::byte> initial(system.initial_letter_bytes());
  std::vector<std::byte> state(stepper->state_bytes());
  using model::StepOutcome;
  for (int run = 0; run < kRuns; ++run) {
    any(system.initial, initial);
    StepOutcome outcome = stepper->reset(initial.data());
    for (int step = 0; outcome == StepOutcome::running && step < kSteps;
         ++step) {
      stepper->save(state.data());
      outcome = StepOutcome::discarded;
      for (int k = 0; outcome == StepOutcome::discarded && k < kTries; ++k) {
        any(system.inputs, letter);
        stepper->load(state.data());
        outcome = stepper->step(letter.data());
      }
    }
    if (outcome == StepOutcome::hung) return false;  // each takes its time
    if (outcome == StepOutcome::unsupported &&
        too_few_timers(stepper->event()) != 0) {
      return true;
    }
  }
  return false;
}

/// Positions of inputs in a step.
struct TimerInputs {
  std::size_t message = 0;
  /// Which of a port's timers expires; no value where there is one timer.
  std::optional<std::size_t> timer;
};

/// The timers after a step, by the outputs of a program that reports them.
TimerStep timers_after(const model::SimulatedStep& step) {
  using umlrt::TimerOutputs;
  TimerStep seen;
  if (step.outcome != model::StepOutcome::running) return seen;
  const auto number = [&](std::size_t index) {
    return step.outputs.at(index).as_integer();
  };
  for (std::size_t t = 0; t < step.outputs.size() / TimerOutputs::kEach; ++t) {
    TimerAfter timer;
    timer.runs = step.outputs[TimerOutputs::runs(t)].as_bool();
    timer.least = number(TimerOutputs::least(t)).get_si();
    timer.most = number(TimerOutputs::most(t)).get_si();
    seen.timers.push_back(timer);
  }
  return seen;
}

/// The timers of a run: after each step, and which one began the step.
std::vector<TimerStep> timer_steps(
    const model::Simulation& run,
    const model::Trace& trace,
    const std::map<std::int64_t, std::size_t>& timeouts,
    const TimerInputs& at) {
  std::vector<TimerStep> steps = {timers_after(run.initial)};
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    TimerStep step = timers_after(run.steps[k]);
    const std::vector<logic::Value>& inputs = trace.steps[k];
    const auto timeout =
        timeouts.find(inputs[at.message].as_integer().get_si());
    if (timeout != timeouts.end()) {
      step.expired = timeout->second;
      if (at.timer) {
        const mpz_class one = inputs[*at.timer].as_integer();
        *step.expired += one.get_ui() - 1;
      }
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace

bool lacks_timers(const model::StepSystem& system, Context& context) {
  system.factory->prepare();
  base::ForkedTask task;
  task.limits.time = std::chrono::seconds(10);
  task.body = [&system](base::ForkedOutput& out) {
    if (some_run_lacks_timers(system)) out.write("y");
  };
  return base::run_forked(task, context.budget).bytes == "y";
}

std::vector<std::vector<mpz_class>> virtual_times(
    const model::StepSystem& system,
    const std::vector<model::Trace>& traces,
    const ModelOptions& options,
    Context& context) {
  std::vector<std::vector<mpz_class>> out(traces.size());
  if (kind_of(system.path) != ModelKind::machine) return out;
  const umlrt::MachineName named = umlrt::machine_name(system.path);
  const model::MachineModel model = load_machines(named.file, context);
  const model::Capsule& capsule = the_capsule(model, named.capsule);
  // As many timers as the system has: they are its inputs.
  umlrt::StepProgramOptions how;
  how.times = true;
  how.timers = 2;
  const std::string choice =
      umlrt::write_step_program(model, capsule, how, "").timer_input;
  const auto chooses =
      std::ranges::find(system.inputs, choice, &model::Variable::name);
  const auto input = chooses - system.inputs.begin();
  const bool several = !choice.empty() && chooses != system.inputs.end();
  how.timers =
      several ? static_cast<std::uint32_t>(chooses->hi.as_integer().get_ui())
              : 1;
  const umlrt::StepProgram program =
      umlrt::write_step_program(model, capsule, how, "");
  if (!program.sets_timers) return out;
  ModelOptions nothing = options;
  nothing.cover = {"label"};
  const model::StepSystem timed =
      compile_machine(model, capsule, how, nothing, replay_budget({}));
  const auto message =
      std::ranges::find(system.inputs, "message", &model::Variable::name) -
      system.inputs.begin();
  TimerInputs at;
  at.message = static_cast<std::size_t>(message);
  if (several) at.timer = static_cast<std::size_t>(input);

  const std::vector<engine::reach::Replayed> runs = engine::reach::replay(
      timed, traces, {options.step_timeout}, replay_budget({}));
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (!runs[i].complete) continue;
    const std::vector<TimerStep> steps =
        timer_steps(runs[i].simulation, traces[i], program.timeouts, at);
    out[i] = least_times(steps);
    CATENARY_CHECK(!out[i].empty() || steps.size() == 1,
                   "timers expire in an order that times can have");
  }
  return out;
}

std::uint32_t timers_wanted(const std::string& path,
                            const std::vector<engine::reach::Finding>& findings,
                            Context& context) {
  std::uint32_t had = 0;
  for (const engine::reach::Finding& f : findings) {
    had = std::max(had, too_few_timers(f.event));
  }
  if (had == 0 || kind_of(path) != ModelKind::machine) return 0;
  const umlrt::MachineName named = umlrt::machine_name(path);
  const model::MachineModel model = load_machines(named.file, context);
  return umlrt::more_timers(the_capsule(model, named.capsule), had);
}

}  // namespace catenary::app
