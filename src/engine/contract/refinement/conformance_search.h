// SPDX-License-Identifier: Apache-2.0
/// \file
/// The search behind check_conformance(), without its child process.
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

/// The inputs of a search: those of the system, with the values to try.
struct Tries {
  std::vector<model::Variable> inputs, initial;
  std::string why_not_all;  ///< empty where they stand for all inputs
  std::string left_out;     ///< as in ConformanceResult
};

/// What to try: of inputs that stand for a variable of the interface its
/// values, one of each class that neither program nor contracts tell apart
/// where there are too many; of others the values that the system has.
[[nodiscard]] Tries tries_for(const model::StepSystem& system,
                              const model::Interface& interface,
                              const Binding& binding,
                              std::uint64_t max_letters,
                              Beliefs& beliefs);

/// What a search found; runs as letters.
struct Found {
  ConformanceResult::Outcome outcome = ConformanceResult::Outcome::undecided;
  std::string reason;
  std::string death;
  std::uint64_t states = 0;
  bool assumed = false;       ///< an assumption of the program excluded inputs
  std::uint64_t initial = 0;  ///< letter
  std::vector<std::uint64_t> letters;  ///< of the run
  /// Outputs of the program after each of them; none after a death.
  std::vector<std::vector<logic::Value>> outputs;
};

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

  /// Throws logic::bdd::LimitReached.
  [[nodiscard]] Found run();

 private:
  using StateId = reach::StateId;
  struct Link {
    StateId from = reach::kNoState;
    std::uint32_t letter = 0;  ///< of the initial alphabet where from is none
  };
  /// A signal that stands for a variable.
  struct Bound {
    std::uint32_t variable = 0;
    std::uint32_t index = 0;
    model::ScalarType type = model::ScalarType::boolean;
    std::vector<std::int64_t> table;  ///< Binding::tables, as numbers
  };
  [[nodiscard]] bool is_last(model::StepOutcome outcome) const;
  enum class Step : std::uint8_t { go_on, stop };
  enum class Values : std::uint8_t {
    good,
    forbidden,    ///< some output is no value of its variable
    not_promised  ///< some observed input is none
  };

  [[nodiscard]] Step start();
  [[nodiscard]] Step expand(StateId state);
  [[nodiscard]] Step take(StateId state,
                          std::uint32_t letter,
                          BeliefId belief,
                          model::StepOutcome outcome);
  [[nodiscard]] Step died(StateId state,
                          std::uint32_t letter,
                          model::StepOutcome outcome);
  /// Puts the outputs into letter_.
  [[nodiscard]] Values put_outputs();
  [[nodiscard]] bool insert(BeliefId belief, Link link);
  void describe_run(StateId state, std::uint32_t letter);

  const model::StepSystem& system_;
  const model::Interface& interface_;
  const model::Alphabet& letters_;
  const model::Alphabet& initial_;
  Beliefs& beliefs_;
  const base::Budget& budget_;
  std::unique_ptr<model::Stepper> stepper_;
  std::size_t state_bytes_;
  reach::StateTable table_;
  std::vector<Link> links_;
  std::vector<Bound> outputs_;
  bool late_inputs_ = false;  ///< some inputs of the interface are outputs
  std::vector<Beliefs::Letter> bits_;  ///< of the inputs, by letter
  Beliefs::Letter letter_;
  std::vector<std::byte> packed_;
  Found found_;
};

}  // namespace catenary::engine::contract
