// SPDX-License-Identifier: Apache-2.0
#include "app/machine/machine_timers.h"

#include <optional>

#include "app/exploration.h"
#include "app/machine/machine_system.h"
#include "engine/reach/replay.h"
#include "frontend/umlrt/system/timed_machine.h"
#include "model/machine/state_machine.h"

namespace catenary::app {

namespace umlrt = frontend::umlrt;

std::vector<std::vector<mpz_class>> virtual_times(
    const model::StepSystem& system,
    const std::vector<model::Trace>& traces,
    const ModelOptions& options,
    Context& context) {
  std::vector<std::vector<mpz_class>> out(traces.size());
  if (kind_of(system.path) != ModelKind::machine) return out;
  CapsuleFile file = open_capsule(system.path, options.semantics, context);
  assume(options.assume, file, context);
  const std::optional<umlrt::TimedMachine> timed =
      umlrt::load_timed_machine(file.model,
                                file.capsule(),
                                system,
                                machine_options(options),
                                replay_budget({}));
  if (!timed) return out;
  const std::vector<engine::reach::Replayed> runs = engine::reach::replay(
      timed->system(), traces, {options.step_timeout}, replay_budget({}));
  for (std::size_t i = 0; i < traces.size(); ++i) {
    if (runs[i].complete) out[i] = timed->times(runs[i].simulation, traces[i]);
  }
  return out;
}

std::uint32_t timers_wanted(const std::string& path,
                            const std::vector<engine::reach::Finding>& findings,
                            Context& context) {
  if (kind_of(path) != ModelKind::machine || findings.empty()) return 0;
  std::vector<model::Stepper::Event> events;
  for (const engine::reach::Finding& f : findings) events.push_back(f.event);
  const CapsuleFile file = open_capsule(path, kFileSemantics, context);
  return umlrt::timers_wanted(file.model, file.capsule(), events);
}

}  // namespace catenary::app
