// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values for several unknowns at once, without a solver: candidate values for
/// all unknowns but the last, which is solved exactly (cell_evaluator.h). If
/// the search is not exhaustive and finds nothing, the answer is `undecided`.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/arithmetic/cell_evaluator.h"
#include "logic/arithmetic/pick.h"
#include "logic/value/value.h"
#include "model/timed/timed_simulator.h"

namespace catenary::model {

/// An unknown to be chosen.
struct ChoiceSlot {
  /// The type of the unknown.
  DataType type;
  /// The allowed numbers, in addition to the type.
  logic::NumberSet domain = logic::NumberSet::all();
};

/// The condition as a function of the slots. At most one slot depends on the
/// evaluator's unknown u; slots may also be unknown.
using ChoiceCondition = std::function<logic::CellValue(
    logic::CellEvaluator&, std::span<const logic::CellValue>)>;

/// The answer of a search; `no` is a proof.
enum class Answer : std::uint8_t { yes, no, undecided };

/// The outcome of a search.
struct Choice {
  /// Whether there are values.
  Answer answer = Answer::no;
  /// If yes: one value for each slot, of its sort.
  std::vector<logic::Value> values;
  /// If undecided: the reason.
  std::string why;
};

/// Candidates for a variable that is compared with `constants`: 0, each
/// constant, its neighbours and the midpoints; ascending.
[[nodiscard]] std::vector<mpq_class> candidates_near(
    std::vector<mpq_class> constants);

/// All numbers that occur in the guards, assignments and sent terms of a model.
[[nodiscard]] std::vector<mpq_class> constants_of(
    const TimedAutomaton& automaton);

/// Searches values of the slots for which the condition holds. The answer `no`
/// is a proof. Cost: at most `limit` solutions of one unknown. Deterministic
/// for a state of `rng`.
[[nodiscard]] Choice choose(std::span<const ChoiceSlot> slots,
                            const ChoiceCondition& condition,
                            std::span<const mpq_class> candidates,
                            base::Rng& rng,
                            std::uint32_t limit = 2000);

/// Chooses values of hidden variables and of newfresh statements of the
/// initialisation; `given` may fix hidden ones by position.
/// TimedSimulator::start() gives the configuration that they lead to.
[[nodiscard]] Choice choose_start(
    const TimedSimulator& simulator,
    std::span<const std::optional<logic::Value>> given,
    std::span<const mpq_class> candidates,
    base::Rng& rng);

/// Chooses newfresh values with which the transition can be taken after
/// `delay`.
[[nodiscard]] Choice choose_fresh(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  const mpq_class& delay,
                                  std::span<const logic::Value> received,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

/// Chooses a delay of `within`, received values and newfresh values for an
/// input.
[[nodiscard]] Choice choose_input(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  const logic::NumberSet& within,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

/// When a transition that receives nothing can be taken, and with which
/// newfresh values.
struct Occasions {
  /// Delays that are possible with these newfresh values.
  struct Part {
    /// One for each newfresh statement.
    std::vector<logic::Value> fresh;
    /// Not empty.
    logic::NumberSet delays;
  };
  /// Together with `undecided` they hold every delay that is possible.
  std::vector<Part> parts;
  /// Delays that were not decided.
  logic::NumberSet undecided;
  /// Why they were not decided.
  std::string why;
};
/// The occasions of an internal transition or an output in a configuration.
[[nodiscard]] Occasions occasions(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

}  // namespace catenary::model
