// SPDX-License-Identifier: Apache-2.0
/// \file
/// Letters that satisfy conditions over inputs, one for each combination of
/// values of some terms. Answers are remembered, since most states lead to the
/// same queries.
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
    /// One letter of each class, each followed by the values of the free slots.
    std::vector<Bytes> letters;
    /// For each class, the values of the terms `open` of of().
    std::vector<std::vector<logic::Value>> values;
    /// Whether there are no other classes.
    bool complete = true;
  };
  /// Largest number of classes. If there are more, the state usually stores the
  /// value of an input.
  static constexpr std::size_t kMost = 256;

  /// Everything given must outlive the object.
  LetterClasses(const model::StepSystem& system,
                model::Follower& follower,
                logic::TermManager& terms,
                const base::Budget& budget);

  /// See InputClasses::set_free(). Earlier answers are forgotten.
  void set_free(std::vector<bool> slots);
  /// The classes of the inputs that satisfy the conditions, by the values of
  /// `open`; at most one class if `open` is empty. Valid until set_free().
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
  std::uint64_t asked_ = 0;      ///< queries of this solver
  std::uint64_t questions_ = 0;  ///< queries of all solvers
};

}  // namespace catenary::engine::classes
