// SPDX-License-Identifier: Apache-2.0
#include "app/check/second_opinion.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "app/exploration.h"
#include "engine/classes/exhaust.h"
#include "engine/reach/merge.h"
#include "engine/reach/replay.h"

namespace catenary::app {

namespace {

namespace reach = engine::reach;
using model::GoalStatus;
using std::chrono::milliseconds;

bool was_proved(const reach::GoalReport& goal) {
  return goal.result.status == GoalStatus::unreachable &&
         (goal.result.trust == model::Trust::proved ||
          goal.result.trust == model::Trust::agreed);
}

/// What a solver said with formulas of a step is another's to judge than what
/// native runs show.
std::vector<EngineChoice> others(const model::StepSystem& system,
                                 const reach::Result& reached) {
  std::vector<EngineChoice> out;
  const bool native = reached.engine.starts_with("explicit") &&
                      reached.engine != "explicit and symbolic";
  if (native && system.encoder != nullptr) {
    out.push_back(EngineChoice::symbolic);
  }
  if (!native && system.exhaustive()) {
    out.push_back(EngineChoice::explicit_states);
  }
  const bool by_classes = reached.engine == "explicit over classes of inputs";
  if (!by_classes && engine::classes::can_exhaust(system)) {
    out.push_back(EngineChoice::input_classes);
  }
  return out;
}

const char* name_of(EngineChoice choice) {
  switch (choice) {
    case EngineChoice::symbolic:
      return "symbolic";
    case EngineChoice::input_classes:
      return "classes";
    default:
      return "explicit";
  }
}

/// Four times the work of the first opinion, but not all that is left.
base::Budget share_of(const base::Budget& budget, milliseconds work) {
  constexpr milliseconds kLeast{10'000};
  return budget.share(std::max(kLeast, 4 * work), budget.is_limited() ? 2 : 1);
}

}  // namespace

bool ask_second_opinion(const model::StepSystem& system,
                        const SearchOptions& options,
                        const BudgetOptions& limits,
                        reach::Result& reached,
                        Context& context) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t g = 0; g < reached.goals.size(); ++g) {
    if (was_proved(reached.goals[g])) open.push_back(g);
  }
  std::string asked;
  for (const EngineChoice choice : others(system, reached)) {
    if (open.empty() || context.budget.poll() != base::StopReason::none) break;
    reach::Options o = reach_options(options, limits, context);
    const reach::Result other = explore(
        system, choice, o, share_of(context.budget, reached.work), context);
    asked += (asked.empty() ? "" : ", ") + std::string(name_of(choice));
    std::string contradiction = reach::contradiction_of(system, reached, other);
    if (contradiction.empty()) {
      contradiction = reach::contradiction_of(system, other, reached);
    }
    if (!contradiction.empty()) {
      reach::distrust(reached,
                      std::string("the engines ") + reached.engine + " and " +
                          name_of(choice) +
                          " contradict each other: " + contradiction);
      return false;
    }
    std::erase_if(open, [&](std::uint32_t g) {
      if (!was_proved(other.goals[g])) return false;
      model::GoalResult& r = reached.goals[g].result;
      r.trust = model::Trust::agreed;
      r.reason += std::string("; the engine '") + name_of(choice) + "' agrees";
      return true;
    });
  }
  for (const std::uint32_t g : open) {
    reached.goals[g].result.reason +=
        asked.empty() ? "; no second engine can decide it"
                      : "; the second engine (" + asked +
                            ") did not decide it within its share of the time";
  }
  return true;
}

}  // namespace catenary::app
