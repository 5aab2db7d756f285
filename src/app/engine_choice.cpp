// SPDX-License-Identifier: Apache-2.0
#include "app/engine_choice.h"

#include "engine/reach/automatic.h"
#include "engine/reach/explicit.h"
#include "engine/reach/symbolic.h"

namespace catenary::app {

std::unique_ptr<engine::reach::Engine> make_engine(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::automatic:
      return std::make_unique<engine::reach::AutoEngine>();
    case EngineChoice::symbolic:
      return std::make_unique<engine::reach::SymbolicEngine>();
    case EngineChoice::explicit_states:
      break;
  }
  return std::make_unique<engine::reach::ExplicitEngine>();
}

}  // namespace catenary::app
