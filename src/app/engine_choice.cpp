// SPDX-License-Identifier: Apache-2.0
#include "app/engine_choice.h"

#include "engine/reach/automatic.h"
#include "engine/reach/explicit.h"
#include "engine/reach/symbolic.h"

namespace catenary::app {

namespace {

engine::reach::AutoOptions options_for(const model::StepSystem& system) {
  engine::reach::AutoOptions options;
  // A machine has few control states, or too many states for any exploration:
  // its attributes count and keep what messages bring.
  constexpr std::chrono::seconds kExploreMachine{2};
  constexpr std::chrono::seconds kSearchMachine{1};
  const bool machine = system.kind == "uml" || system.kind == "sm";
  if (machine) {
    options.explore_first = kExploreMachine;
    options.search_deep = kSearchMachine;
  }
  return options;
}

}  // namespace

std::unique_ptr<engine::reach::Engine> make_engine(
    EngineChoice choice, const model::StepSystem& system) {
  switch (choice) {
    case EngineChoice::automatic:
      return std::make_unique<engine::reach::AutoEngine>(options_for(system));
    case EngineChoice::symbolic:
      return std::make_unique<engine::reach::SymbolicEngine>();
    case EngineChoice::explicit_states:
      break;
  }
  return std::make_unique<engine::reach::ExplicitEngine>();
}

}  // namespace catenary::app
