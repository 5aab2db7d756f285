// SPDX-License-Identifier: Apache-2.0
#include "app/engine_choice.h"

#include "engine/classes/exhaust.h"
#include "engine/concolic/concolic.h"
#include "engine/reach/automatic.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/symbolic/symbolic.h"

namespace catenary::app {

namespace {

namespace concolic = engine::concolic;
namespace classes = engine::classes;

engine::reach::AutoOptions options_for(const model::StepSystem& system) {
  engine::reach::AutoOptions options;
  // A machine has few control states, or too many states for any exploration:
  // its attributes count and keep what messages bring.
  constexpr std::chrono::seconds kExploreMachine{2};
  constexpr std::chrono::seconds kSearchMachine{1};
  options.find_runs = [](const model::StepSystem& s,
                         const engine::reach::Options& o,
                         const base::Budget& budget,
                         const engine::reach::ProgressCallback& progress) {
    concolic::ConcolicOptions own;
    own.strategy = concolic::Strategy::directed;
    own.prove = false;
    own.max_steps = o.max_steps;
    own.step_time_limit = o.step_time_limit;
    own.max_hung = o.max_hung;
    own.memory_bytes = o.memory_bytes;
    const auto told = [&](const concolic::CoveragePoint& p) {
      engine::reach::Progress out;
      out.transitions = p.steps;
      out.goals_hit = p.covered;
      out.goals = static_cast<std::uint32_t>(s.goals.size());
      progress(out);
    };
    return concolic::search(s, own, budget, told).result;
  };
  if (classes::can_exhaust(system)) options.exhaust = classes::exhaust;
  const bool machine = system.kind == "uml" || system.kind == "sm";
  if (machine) {
    options.explore_first = kExploreMachine;
    options.search_deep = kSearchMachine;
  }
  return options;
}

/// States with one input of each class.
class ClassEngine final : public engine::reach::Engine {
 public:
  [[nodiscard]] engine::reach::Result explore(
      const model::StepSystem& system,
      const engine::reach::Options& options,
      const base::Budget& budget,
      const engine::reach::ProgressCallback& progress) override {
    return classes::exhaust(system, options, budget, progress);
  }
};

}  // namespace

std::unique_ptr<engine::reach::Engine> make_engine(
    EngineChoice choice, const model::StepSystem& system) {
  switch (choice) {
    case EngineChoice::automatic:
      return std::make_unique<engine::reach::AutoEngine>(options_for(system));
    case EngineChoice::input_classes:
      if (!classes::can_exhaust(system)) {
        throw base::InputError(
            {system.path, 0, 0},
            "--engine classes needs inputs, a formula of a step, and initial "
            "choices of few values; expected another engine",
            "unsupported");
      }
      return std::make_unique<ClassEngine>();
    case EngineChoice::symbolic:
      return std::make_unique<engine::reach::SymbolicEngine>();
    case EngineChoice::explicit_states:
      break;
  }
  return std::make_unique<engine::reach::ExplicitEngine>();
}

}  // namespace catenary::app
