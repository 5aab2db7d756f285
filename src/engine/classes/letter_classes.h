// SPDX-License-Identifier: Apache-2.0
/// \file
/// Letters that meet conditions over inputs, one of each class that some terms
/// tell apart. Most states ask alike: answers are remembered.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/classes/letters.h"
#include "logic/smt/solver.h"
#include "model/step/follower.h"
#include "model/step/step_system.h"

namespace catenary::engine::classes {

class LetterClasses {
 public:
  struct Classes {
    /// One of each class; behind it the values of the free slots, in order.
    std::vector<Bytes> letters;
    std::vector<std::vector<logic::Value>> values;  ///< of what is open there
    bool complete = true;
  };
  /// Classes that are told apart: more of them mean that a state keeps what an
  /// input brings.
  static constexpr std::size_t kMost = 256;

  /// What is given must outlive it.
  LetterClasses(const model::StepSystem& system,
                model::Follower& follower,
                logic::TermManager& terms,
                const base::Budget& budget);

  /// These slots are inputs, too; what was known is forgotten.
  void set_free(std::vector<bool> slots);
  /// Those of inputs that meet the conditions, by the values that `open` has;
  /// with nothing open there is one class. Valid until set_free().
  [[nodiscard]] const Classes& of(const std::vector<logic::Term>& conditions,
                                  const std::vector<logic::Term>& open);
  [[nodiscard]] std::uint64_t questions() const { return questions_; }

 private:
  using Key = std::vector<std::uint32_t>;
  void solve(const std::vector<logic::Term>& conditions,
             const std::vector<logic::Term>& open,
             Classes& out);
  logic::smt::Solver& solver();
  [[nodiscard]] Bytes letter(logic::smt::Solver& solver);

  const model::StepSystem& system_;
  model::Follower& follower_;
  logic::TermManager& terms_;
  const base::Budget& budget_;
  std::vector<bool> free_;
  std::map<Key, Classes> known_;
  std::unique_ptr<logic::smt::Solver> solver_;
  std::uint64_t asked_ = 0;  ///< of this solver
  std::uint64_t questions_ = 0;
};

}  // namespace catenary::engine::classes
