// SPDX-License-Identifier: Apache-2.0
/// \file
/// Finds out by random runs how many timers a capsule needs at once: each timer
/// more is more state, so as few as possible are tried first.
#include "frontend/umlrt/system/load_machine.h"

#include <algorithm>

#include "base/process.h"
#include "base/rng.h"
#include "frontend/umlrt/code/step_program.h"
#include "frontend/umlrt/system/compile.h"

namespace catenary::frontend::umlrt {

namespace {

/// The number of timers that did not suffice; 0 for an event of another kind.
std::uint32_t lacked(const model::Stepper::Event& event) {
  for (std::uint32_t had = 1; had <= kMostTimersOfSystem; ++had) {
    if (event.text == too_few_timers(had)) return had;
  }
  return 0;
}

/// Runs in this process.
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
    if (outcome == StepOutcome::unsupported && lacked(stepper->event()) != 0) {
      return true;
    }
  }
  return false;
}

/// Whether random runs need more timers than the system has. Made in a process
/// of its own, since the C++ of the user may crash. The same system gives the
/// same answer. Cost: at most 16,000 steps, and 10 s.
bool lacks_timers(const model::StepSystem& system, const base::Budget& budget) {
  system.factory->prepare();
  base::ForkedTask task;
  task.limits.time = std::chrono::seconds(10);
  task.body = [&system](base::ForkedOutput& out) {
    if (some_run_lacks_timers(system)) out.write("y");
  };
  return base::run_forked(task, budget).bytes == "y";
}

}  // namespace

model::StepSystem load_machine(const model::MachineModel& model,
                               const model::Capsule& capsule,
                               const MachineOptions& options,
                               const base::Budget& budget,
                               model::PlainRequest* plain) {
  const std::uint32_t most = most_timers(model, capsule);
  StepProgramOptions how;
  how.judged = options.judged;
  if (options.timers != 0) how.timers = std::min(options.timers, most);
  model::StepSystem system =
      compile_machine(model, capsule, how, options, budget, plain);
  const bool sets = write_step_program(model, capsule, how, "").sets_timers;
  while (sets && options.timers == 0 && how.timers < most &&
         lacks_timers(system, budget)) {
    how.timers = more_timers(model, capsule, how.timers);
    system = compile_machine(model, capsule, how, options, budget, plain);
  }
  return system;
}

std::uint32_t timers_wanted(const model::MachineModel& model,
                            const model::Capsule& capsule,
                            std::span<const model::Stepper::Event> events) {
  std::uint32_t had = 0;
  for (const model::Stepper::Event& event : events) {
    had = std::max(had, lacked(event));
  }
  return had == 0 ? 0 : more_timers(model, capsule, had);
}

}  // namespace catenary::frontend::umlrt
