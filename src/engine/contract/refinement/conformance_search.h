// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search of check_conformance(), without its child process. Internal to
/// this folder.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/monitor/binding.h"
#include "engine/contract/refinement/conformance.h"
#include "engine/contract/search/beliefs.h"
#include "engine/reach/explicit/state_table.h"
#include "model/step/step_system.h"

namespace catenary::engine::contract {

/// The inputs of a search.
struct Tries {
  /// Those of the system, with the values to try as domains.
  std::vector<model::Variable> inputs, initial;
  /// Why they do not stand for all inputs; empty if they do.
  std::string why_not_all;
  /// As in ConformanceResult.
  std::string left_out;
};

/// The values to try. For an input that a variable of the interface is bound
/// to, the values of the variable; if there are too many, one of each class
/// that neither the program nor the contracts distinguish. For other inputs the
/// domain that the system has.
[[nodiscard]] Tries tries_for(const model::StepSystem& system,
                              const model::Interface& interface,
                              const Binding& binding,
                              std::uint64_t max_letters,
                              Beliefs& beliefs);

/// The result of a search. Runs are given by letters, so that this fits through
/// a pipe.
struct Found {
  /// As in ConformanceResult.
  Conformity outcome = Conformity::undecided;
  std::string reason;
  /// As in ConformanceResult.
  std::string death;
  std::uint64_t states = 0;
  /// An assumption in the program excluded some inputs.
  bool assumed = false;
  /// fails: the letter of the initial choices of the run.
  std::uint64_t initial = 0;
  /// fails: the letters of its steps.
  std::vector<std::uint64_t> letters;
  /// By step of the run: the outputs of the program; empty after a death.
  std::vector<std::vector<logic::Value>> outputs;
};

/// Breadth-first search over pairs of a packed program state and a belief.
class ConformanceSearch {
 public:
  /// All must outlive it. Requires: the alphabets are those of `tries`.
  ConformanceSearch(const model::StepSystem& system,
                    const model::Interface& interface,
                    const Binding& binding,
                    const Tries& tries,
                    const model::Alphabet& letters,
                    const model::Alphabet& initial,
                    Beliefs& beliefs,
                    const ConformanceOptions& options,
                    const base::Budget& budget);

  /// Runs the search, once. Throws logic::bdd::LimitReached. Cost: a native
  /// step and a belief step for each state and letter.
  [[nodiscard]] Found run();

 private:
  using StateId = reach::StateId;
  /// How a state was reached first.
  struct Link {
    /// The state before; none after the initialisation.
    StateId from = reach::kNoState;
    /// The letter of the step, or of the initial choices where `from` is none.
    std::uint32_t letter = 0;
  };
  /// An output of the program that a variable is bound to.
  struct Bound {
    /// Its index in the interface.
    std::uint32_t variable = 0;
    /// Among the outputs of the system.
    std::uint32_t index = 0;
    model::ScalarType type = model::ScalarType::boolean;
    /// Binding::tables as numbers; empty: numbers are themselves.
    std::vector<std::int64_t> table;
  };
  /// Whether a step was the complete last one of a program that ends on
  /// purpose.
  [[nodiscard]] bool is_last(model::StepOutcome outcome) const;
  /// Whether the search goes on.
  enum class Step : std::uint8_t { go_on, stop };
  /// Kinds of output values of a step.
  enum class Values : std::uint8_t {
    /// Values of their variables, perhaps out of range.
    good,
    /// Some output has no value of its variable.
    forbidden,
    /// Some input that is observed as an output has none.
    not_promised
  };

  /// Inserts the states after the initialisation.
  [[nodiscard]] Step start();
  /// Takes every letter from a state.
  [[nodiscard]] Step expand(StateId state);
  /// Judges a step, and inserts the state after it.
  [[nodiscard]] Step take(StateId state,
                          std::uint32_t letter,
                          BeliefId belief,
                          model::StepOutcome outcome);
  /// Judges a step that was not completed.
  [[nodiscard]] Step died(StateId state,
                          std::uint32_t letter,
                          model::StepOutcome outcome);
  /// Writes the bound outputs of the last step into letter_.
  [[nodiscard]] Values put_outputs();
  /// Inserts the stepper's state with a belief; false: the table is full.
  [[nodiscard]] bool insert(BeliefId belief, Link link);
  /// Sets the run of found_: to `state`, then `letter`. Replays it for the
  /// outputs.
  void describe_run(StateId state, std::uint32_t letter);

  const model::StepSystem& system_;
  const model::Interface& interface_;
  const model::Alphabet& letters_;
  const model::Alphabet& initial_;
  Beliefs& beliefs_;
  const base::Budget& budget_;
  std::unique_ptr<model::Stepper> stepper_;
  /// Bytes of a program state; the belief's id follows them in the table.
  std::size_t state_bytes_;
  reach::StateTable table_;
  /// By state, in the order of insertion.
  std::vector<Link> links_;
  /// The bound outputs.
  std::vector<Bound> outputs_;
  /// Some variable that is an input of the interface is an output of the
  /// program: then promises can be checked after a step only.
  bool late_inputs_ = false;
  /// By letter: the bits of the bound inputs.
  std::vector<Beliefs::Letter> bits_;
  /// The letter of the step at work.
  Beliefs::Letter letter_;
  /// Buffer for one entry of the table.
  std::vector<std::byte> packed_;
  Found found_;
};

}  // namespace catenary::engine::contract
