// SPDX-License-Identifier: Apache-2.0
#include "app/engine_choice.h"

#include "engine/classes/exhaust.h"
#include "engine/portfolio/members.h"
#include "engine/portfolio/portfolio.h"
#include "engine/reach/explicit/explicit.h"
#include "engine/reach/symbolic/symbolic.h"

namespace catenary::app {

bool suits(EngineChoice choice, const model::StepSystem& system) {
  switch (choice) {
    case EngineChoice::input_classes:
      return engine::classes::can_exhaust(system);
    case EngineChoice::symbolic:
      return system.encoder != nullptr;
    case EngineChoice::automatic:
    case EngineChoice::explicit_states:
      break;
  }
  return true;
}

std::shared_ptr<engine::reach::Engine> make_engine(
    EngineChoice choice,
    const model::StepSystem& system,
    std::optional<base::WorkClock::time_point> end) {
  switch (choice) {
    case EngineChoice::automatic:
      return std::make_shared<engine::portfolio::Portfolio>(
          engine::portfolio::default_portfolio(system, end));
    case EngineChoice::input_classes:
      if (!suits(choice, system)) {
        throw base::InputError(
            {system.path, 0, 0},
            "--engine classes needs inputs, a formula of a step, and initial "
            "choices of few values; expected another engine",
            "unsupported");
      }
      return engine::portfolio::classes_engine();
    case EngineChoice::symbolic:
      return std::make_shared<engine::reach::SymbolicEngine>();
    case EngineChoice::explicit_states:
      break;
  }
  return std::make_shared<engine::reach::ExplicitEngine>();
}

}  // namespace catenary::app
