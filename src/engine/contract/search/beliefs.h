// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction of a finite interface as an automaton over observed
/// values, made as far as it is asked for: a state, called belief, is the set
/// of hidden values that explain what was observed so far.
///
/// Where a belief goes on is not known letter by letter but by sets of letters
/// that lead to the same belief, so that a new letter costs a walk down a few
/// diagrams.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/finite.h"
#include "engine/contract/consistency/structure.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

using BeliefId = std::uint32_t;

class Beliefs {
 public:
  /// Before the first step.
  static constexpr BeliefId kStart = 0;

  /// Observed values as variables of the diagrams hold them.
  using Letter = std::vector<bool>;

  /// The interface must outlive it. Throws logic::bdd::Unsupported for sorts
  /// without diagrams, LimitReached, as does everything else here.
  Beliefs(const model::Interface& interface, const base::Budget& budget);

  [[nodiscard]] std::size_t size() const { return states_.size(); }
  /// All false.
  [[nodiscard]] Letter blank() const { return Letter(width_, false); }
  /// Puts a number into a letter: of Booleans 0 or 1, of enumerators their
  /// index. Whether it fits; what does not is beyond its range.
  [[nodiscard]] bool put(Letter& letter,
                         std::uint32_t variable,
                         std::int64_t number) const;

  /// Whether these inputs may break a promise. Outputs are ignored.
  [[nodiscard]] bool may_break(BeliefId from, const Letter& letter);
  /// The belief after these values; none where no hidden values explain the
  /// outputs. Requires: may_break() is false.
  [[nodiscard]] std::optional<BeliefId> step(BeliefId from,
                                             const Letter& letter);

  /// Numbers of a variable's range in classes that no contract and no promise
  /// tells apart, now or later: for each number, ascending, the least of its
  /// class. Cost: a diagram for each number and rule.
  [[nodiscard]] std::vector<std::int64_t> classes(std::uint32_t variable);

 private:
  /// Letters that lead to one belief.
  struct Region {
    Bdd letters;
    BeliefId to = kStart;
  };
  struct State {
    Bdd hidden;  ///< over current values that matter later
    bool expanded = false;
    Bdd broken;    ///< inputs that may break a promise
    Bdd relation;  ///< over observed values and hidden ones that matter later
    Bdd possible;  ///< letters that are allowed
    std::vector<Region> regions;
  };

  void expand(BeliefId id);
  [[nodiscard]] Region explore(BeliefId from, const Letter& letter);
  [[nodiscard]] BeliefId add(const Bdd& hidden);

  const model::Interface& interface_;
  Structure structure_;
  Finite finite_;
  Indices observed_bits_, hidden_bits_;
  Indices kept_;                ///< bits that a later step may read
  std::vector<bool> remember_;  ///< by bit: it is one of kept_
  std::vector<const Indices*> bits_;
  std::vector<std::int64_t> least_;
  std::size_t width_ = 0;
  std::vector<State> states_;
  std::unordered_map<std::uint32_t, BeliefId> by_id_;  ///< of the diagram
};

}  // namespace catenary::engine::contract
