// SPDX-License-Identifier: Apache-2.0
/// \file
/// Outputs and internal steps at the times at which they conform.
#include "model/timed/own_moves.h"

#include <optional>
#include <utility>

namespace catenary::model {

using logic::NumberSet;

namespace {

/// The delays after which silence was allowed all the time: up to the last
/// output, that time included. All of them where no output is possible.
NumberSet in_time(const NumberSet& outputs) {
  if (outputs.empty() || outputs.unbounded_above()) return NumberSet::all();
  return NumberSet::interval(
      std::nullopt, true, outputs.intervals().back().hi, false);
}

}  // namespace

OwnMoves own_moves(const TimedSimulator& simulator,
                   const TimedConfiguration& configuration,
                   std::span<const mpq_class> candidates,
                   base::Rng& rng) {
  const TimedAutomaton& automaton = simulator.automaton();
  OwnMoves out;
  NumberSet outputs;
  NumberSet undecided;
  std::string why;
  for (const std::uint32_t t :
       automaton.states[configuration.state].transitions) {
    const TimedAction action = automaton.transitions[t].action;
    if (action == TimedAction::input) continue;
    Occasions found = occasions(simulator, configuration, t, candidates, rng);
    if (action == TimedAction::output) {
      undecided = undecided.united(found.undecided);
      if (why.empty()) why = found.why;
    }
    for (auto& part : found.parts) {
      if (action == TimedAction::output) {
        outputs = outputs.united(part.delays);
      }
      out.moves.push_back({t, std::move(part)});
    }
  }
  if (outputs.empty() && !undecided.empty()) out.undecided = why;
  const NumberSet limit = in_time(outputs);
  NumberSet all;
  for (OwnMove& m : out.moves) {
    if (automaton.transitions[m.transition].action == TimedAction::internal) {
      m.part.delays = m.part.delays.intersected(limit);
    }
    all = all.united(m.part.delays);
  }
  std::erase_if(out.moves,
                [](const OwnMove& m) { return m.part.delays.empty(); });
  out.may_wait =
      all.unbounded_above() && (outputs.empty() || outputs.unbounded_above());
  return out;
}

}  // namespace catenary::model
