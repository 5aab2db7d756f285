// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values for several unknowns at once, without a solver: candidates for all
/// but the last, which is solved exactly. Where the search is not exhaustive
/// and finds nothing, it says so.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/rng.h"
#include "logic/value/value.h"
#include "model/step/cell_evaluator.h"
#include "model/timed/timed_simulator.h"

namespace catenary::model {

/// Something to be chosen.
struct ChoiceSlot {
  DataType type;
  NumberSet domain = NumberSet::all();  ///< of numbers; besides the type
};

/// The condition as a function of the slots; one of them may depend on the
/// evaluator's unknown, others may be unknown.
using ChoiceCondition =
    std::function<CellValue(CellEvaluator&, std::span<const CellValue>)>;

enum class Answer : std::uint8_t { yes, no, undecided };

struct Choice {
  Answer answer = Answer::no;
  std::vector<logic::Value> values;  ///< yes: of the slots' sorts
  std::string why;                   ///< undecided
};

/// Which value to take of many.
enum class Pick : std::uint8_t {
  least,     ///< of an open end one near it; of no end, as `simplest`
  greatest,  ///< likewise
  simplest,  ///< nearest to 0, the positive one of two
  any        ///< at random, ends and integers more often than others
};

/// A number of the set; nothing where it has none, or no integer.
[[nodiscard]] std::optional<mpq_class> pick(const NumberSet& set,
                                            bool integral,
                                            Pick how,
                                            base::Rng& rng);

/// Numbers worth trying for what is compared with `constants`: 0, each of
/// them, its neighbours, midpoints; ascending.
[[nodiscard]] std::vector<mpq_class> candidates_near(
    std::vector<mpq_class> constants);

/// All numbers that stand in the guards, assignments and sent terms of a model.
[[nodiscard]] std::vector<mpq_class> constants_of(
    const TimedAutomaton& automaton);

/// Looks for values of the slots with which the condition holds. `no` is
/// proved. Cost: at most `limit` solutions of one unknown.
[[nodiscard]] Choice choose(std::span<const ChoiceSlot> slots,
                            const ChoiceCondition& condition,
                            std::span<const mpq_class> candidates,
                            base::Rng& rng,
                            std::uint32_t limit = 2000);

/// Hidden initial values and newfresh ones of the initialisation; `given` may
/// fix hidden ones by position. The start they lead to is TimedSimulator's.
[[nodiscard]] Choice choose_start(
    const TimedSimulator& simulator,
    std::span<const std::optional<logic::Value>> given,
    std::span<const mpq_class> candidates,
    base::Rng& rng);

/// Newfresh values with which the transition can be taken after `delay`.
[[nodiscard]] Choice choose_fresh(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  const mpq_class& delay,
                                  std::span<const logic::Value> received,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

/// A delay of `within`, then received and newfresh values, for an input.
[[nodiscard]] Choice choose_input(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  const NumberSet& within,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

/// When a transition that receives nothing can be taken, with which newfresh
/// values.
struct Occasions {
  struct Part {
    std::vector<logic::Value> fresh;
    NumberSet delays;
  };
  std::vector<Part> parts;
  NumberSet undecided;  ///< delays of which nothing is known
  std::string why;
};
[[nodiscard]] Occasions occasions(const TimedSimulator& simulator,
                                  const TimedConfiguration& configuration,
                                  std::uint32_t transition,
                                  std::span<const mpq_class> candidates,
                                  base::Rng& rng);

}  // namespace catenary::model
