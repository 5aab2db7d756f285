// SPDX-License-Identifier: Apache-2.0
/// \file
/// The rules for uncontrollable inputs, which the tester observes: R3, R6, R7
/// and R11. An input counts only if the silence before it was allowed.

#include <fmt/format.h>

#include <string>
#include <vector>

#include "engine/symbolic/testing/purpose.h"
#include "engine/symbolic/testing/rules.h"

namespace catenary::engine::symbolic {

using logic::Term;
using suite::Action;
using suite::Verdict;

/// R3 (next state), R6 (INC_ucInSpec), and R7 and R11.
void TreeBuilder::observe_inputs(const StateFacts& facts, Prefix& prefix) {
  const std::uint32_t on_path =
      *execution_.context(purpose_.contexts()[facts.k + 1]).transition;
  const std::string& state = automaton_.states[facts.state].name;
  for (std::uint32_t c = 0; c < automaton_.channels.size(); ++c) {
    const auto& channel = automaton_.channels[c];
    if (!channel.input || !options_.uncontrollable.contains(c)) continue;
    const std::vector<SpecifiedStep> all = steps_on(facts, prefix, c);
    std::vector<SpecifiedStep> siblings;
    for (const SpecifiedStep& step : all) {
      if (step.transition != on_path) {
        siblings.push_back(step);
        continue;
      }
      add_step(facts,
               Action::observe,
               c,
               simplified(facts.general,
                          {facts.in_time, facts.no_late, step.possible}),
               "R3");
    }
    if (!siblings.empty()) {
      add_leaf(
          facts,
          Action::observe,
          c,
          simplified(facts.general,
                     {facts.in_time, facts.no_late, any_possible(siblings)}),
          "R6",
          {"INC_ucInSpec",
           Verdict::inconclusive,
           fmt::format("the system got another input: {} in state {} ({})",
                       channel.name,
                       state,
                       names_of(siblings))});
    }
    observe_unspecified_input(facts, c, all);
  }
}

/// R7 (INC_ucInUspec) and R11 (FAIL_dur).
void TreeBuilder::observe_unspecified_input(
    const StateFacts& facts,
    std::uint32_t channel,
    const std::vector<SpecifiedStep>& all) {
  const std::string& name = automaton_.channels[channel].name;
  const std::string& state = automaton_.states[facts.state].name;
  const Term specified = any_possible(all);
  const bool always = options_.simplify && facts.timely.implies(specified);
  // The input is always specified, or always late.
  if (!always && !facts.no_late.is_false()) {
    const std::vector<Term> guard{
        facts.in_time, facts.no_late, prover_.negation(specified)};
    add_leaf(facts,
             Action::observe,
             channel,
             prover_.conjunction(guard),
             "R7",
             {"INC_ucInUspec",
              Verdict::inconclusive,
              fmt::format("the system got an input for which the model says "
                          "nothing in state {}: {}",
                          state,
                          name)});
  }
  // Silence before the input was always allowed.
  if (facts.no_late.is_true()) return;
  const std::vector<Term> late{facts.in_time, prover_.negation(facts.no_late)};
  add_leaf(facts,
           Action::observe,
           channel,
           prover_.conjunction(late),
           "R11",
           {"FAIL_dur",
            Verdict::fail,
            fmt::format("before {} came, the system was silent for longer "
                        "than state {} allows",
                        name,
                        state)});
}

}  // namespace catenary::engine::symbolic
