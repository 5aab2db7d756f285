// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants of models: small faults, put in on purpose, to see what a test suite
/// finds (after DeMillo, Lipton, Sayward, "Hints on test data selection", IEEE
/// Computer 1978, doi:10.1109/C-M.1978.218136; operators for timed automata
/// after Aichernig, Lorber, Nickovic, "Time for mutants", TAP 2013,
/// doi:10.1007/978-3-642-38916-0_2).
///
/// A mutant may conform: one that only narrows what is allowed does.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "model/timed/timed_automaton.h"

namespace catenary::model {

/// What was changed. The same model gives the same mutations in the same order.
struct Mutation {
  std::string id;    ///< "m001", …; counts all mutations of the model
  std::string kind;  ///< the operator, e.g. "relation", "missing-output"
  base::SourceLocation where;
  std::string text;  ///< for people, e.g. "q1.tr2: cl <= 10 becomes cl < 10"
};

/// A mutation of models of type `Model`, and how to make it.
template <typename Model>
struct Mutant {
  Mutation mutation;
  std::function<void(Model&)> change;  ///< of a copy of the model
};

using TimedMutant = Mutant<TimedAutomaton>;

/// The operators of timed automata, for help texts and selections.
struct MutationOperator {
  const char* kind;
  const char* text;
};
[[nodiscard]] const std::vector<MutationOperator>& timed_operators();

/// Every mutation of the automaton. Changes that give the very same terms are
/// left out, as are those the same as an earlier one of that place.
[[nodiscard]] std::vector<TimedMutant> timed_mutants(
    const TimedAutomaton& automaton);

/// The automaton with that mutation made; it shares the terms of the original.
[[nodiscard]] TimedAutomaton mutate(const TimedAutomaton& automaton,
                                    const TimedMutant& mutant);

/// The mutant of that id; nothing where there is none.
[[nodiscard]] std::optional<TimedMutant> find_mutant(
    const TimedAutomaton& automaton, std::string_view id);

}  // namespace catenary::model
