// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random messages of third parties: mostly specified ones, found by a search.
#include "exec/adapter/third_parties.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "logic/arithmetic/number.h"
#include "model/step/choices.h"

namespace catenary::exec {
namespace {

using logic::NumberSet;
using logic::Value;

/// A value of the type, from the candidates.
Value random_value(const model::DataType& type,
                   std::span<const mpq_class> candidates,
                   base::Rng& rng) {
  if (type.base == model::DataType::Base::boolean) {
    return Value::boolean(rng.chance(1, 2));
  }
  mpq_class n = candidates[rng.below(candidates.size())];
  if (type.non_negative) n = abs(n);
  if (type.base == model::DataType::Base::rational) return Value::real(n);
  return Value::integer(logic::floor_of(n));
}

/// Any values at any time; whether they are specified turns out on arrival.
std::optional<OthersInput> foreign_input(const model::TimedAutomaton& automaton,
                                         std::uint32_t channel,
                                         const NumberSet& within,
                                         std::span<const mpq_class> candidates,
                                         base::Rng& rng) {
  const auto delay = logic::pick(within, false, logic::Pick::any, rng);
  if (!delay) return std::nullopt;
  OthersInput out{*delay, std::nullopt, channel, {}};
  for (const auto& p : automaton.channels[channel].parameters) {
    out.values.received.push_back(random_value(p.type, candidates, rng));
  }
  return out;
}

}  // namespace

std::optional<OthersInput> input_of_others(
    const model::TimedSimulator& simulator,
    const model::TimedConfiguration& configuration,
    std::span<const std::uint32_t> channels,
    const std::optional<mpq_class>& before,
    bool any,
    std::span<const mpq_class> candidates,
    base::Rng& rng) {
  const model::TimedAutomaton& automaton = simulator.automaton();
  // The transitions that third parties can enable in this state.
  std::vector<std::uint32_t> inputs;
  for (const std::uint32_t t :
       automaton.states[configuration.state].transitions) {
    const model::TimedTransition& transition = automaton.transitions[t];
    if (transition.action == model::TimedAction::input &&
        std::find(channels.begin(), channels.end(), transition.channel) !=
            channels.end()) {
      inputs.push_back(t);
    }
  }
  if (channels.empty() || rng.chance(1, 4)) return std::nullopt;
  // Without a limit: a little beyond the largest constant of the model.
  mpq_class latest = 2;
  for (const mpq_class& c : candidates) latest = std::max(latest, c);
  if (before) latest = *before;
  const NumberSet within = NumberSet::interval(0, false, latest, false);
  if (any && rng.chance(1, 4)) {
    const std::uint32_t channel = channels[rng.below(channels.size())];
    return foreign_input(automaton, channel, within, candidates, rng);
  }
  if (inputs.empty()) return std::nullopt;
  const std::uint32_t t = inputs[rng.below(inputs.size())];
  const model::Choice found =
      model::choose_input(simulator, configuration, t, within, candidates, rng);
  if (found.answer != model::Answer::yes) return std::nullopt;
  const std::uint32_t channel = automaton.transitions[t].channel;
  const auto begin = found.values.begin();
  const auto sent = static_cast<std::ptrdiff_t>(
      automaton.channels[channel].parameters.size());
  return OthersInput{
      found.values[0].as_real(),
      // Received values come first, then those of newfresh statements.
      t,
      channel,
      {{begin + 1, begin + 1 + sent}, {begin + 1 + sent, found.values.end()}}};
}

}  // namespace catenary::exec
