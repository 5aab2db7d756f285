// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants of models: small faults, inserted on purpose, to measure what a test
/// suite detects (after DeMillo, Lipton, Sayward, "Hints on test data
/// selection", IEEE Computer 1978, doi:10.1109/C-M.1978.218136; operators for
/// timed automata after Aichernig, Lorber, Nickovic, "Time for mutants", TAP
/// 2013, doi:10.1007/978-3-642-38916-0_2).
///
/// A mutant may conform to the model: for example one that only restricts what
/// is allowed. Such mutants cannot be killed.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/mutate/mutation.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {

/// A mutation of a model of type `Model`, and the function that applies it.
template <typename Model>
struct Mutant {
  Mutation mutation;
  /// Applies the change to a copy of the model.
  std::function<void(Model&)> change;
};

using TimedMutant = Mutant<TimedAutomaton>;

/// A mutation operator, for help texts and selections.
struct MutationOperator {
  const char* kind;
  const char* text;
};
/// The operators of timed automata.
[[nodiscard]] const std::vector<MutationOperator>& timed_operators();

/// All mutations of the automaton. Changes that give the very same terms are
/// left out, as are repetitions of an earlier change at the same place.
[[nodiscard]] std::vector<TimedMutant> timed_mutants(
    const TimedAutomaton& automaton);

/// A copy of the automaton with that mutation applied; it shares the terms of
/// the original.
[[nodiscard]] TimedAutomaton mutate(const TimedAutomaton& automaton,
                                    const TimedMutant& mutant);

/// The mutant of that id; nothing if there is none. Cost: that of
/// timed_mutants().
[[nodiscard]] std::optional<TimedMutant> find_mutant(
    const TimedAutomaton& automaton, std::string_view id);

}  // namespace catenary::model
