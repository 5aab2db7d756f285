// SPDX-License-Identifier: Apache-2.0
/// \file
/// The subset construction of a finite interface, as a deterministic automaton
/// over observed values that is built on demand. A state of it, called belief,
/// is the set of values that explain the observations so far.
///
/// Method: Rabin, Scott, "Finite automata and their decision problems", IBM
/// Journal 1959 (doi:10.1147/rd.32.0114), with symbolic transitions: each
/// belief keeps sets of letters that lead to the same successor, as decision
/// diagrams, so that a letter in a known set costs one evaluation for each set
/// that is tried.
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

/// Index of a belief, in the order of discovery.
using BeliefId = std::uint32_t;

/// The beliefs reached so far, and their transitions. Single-threaded.
/// Functions throw logic::bdd::LimitReached.
class Beliefs {
 public:
  /// The belief before the first step.
  static constexpr BeliefId kStart = 0;

  /// Observed values of one step, by bit of the diagrams. Bits of hidden
  /// variables are ignored.
  using Letter = std::vector<bool>;

  /// The interface must outlive this. Throws logic::bdd::Unsupported for sorts
  /// without diagrams.
  Beliefs(const model::Interface& interface, const base::Budget& budget);

  /// The number of beliefs reached so far.
  [[nodiscard]] std::size_t size() const { return states_.size(); }
  /// A letter with all bits false.
  [[nodiscard]] Letter blank() const { return Letter(width_, false); }
  /// Writes a value into a letter, as a number: 0 or 1 for Booleans, the index
  /// for enumerators. False, and the letter is unchanged, if the number has no
  /// code. A number that has a code but is out of range is accepted here;
  /// step() and may_break() reject it.
  [[nodiscard]] bool put(Letter& letter,
                         std::uint32_t variable,
                         std::int64_t number) const;

  /// Whether the inputs of a letter break a promise or a range for some values
  /// of the belief. Outputs of the letter are ignored.
  [[nodiscard]] bool may_break(BeliefId from, const Letter& letter);
  /// The belief after a letter; no value if no hidden values explain the
  /// outputs. Requires: may_break() is false for it.
  [[nodiscard]] std::optional<BeliefId> step(BeliefId from,
                                             const Letter& letter);

  /// Equivalence classes of the numbers in a variable's range that no contract
  /// and no promise distinguishes, at the step itself or one step later: for
  /// each number, ascending, the least of its class. Cost: four diagrams for
  /// each number and rule.
  [[nodiscard]] std::vector<std::int64_t> classes(std::uint32_t variable);

 private:
  /// A transition: letters that lead from one belief to another.
  struct Region {
    Bdd letters;
    BeliefId to = kStart;
  };
  /// A belief, with its transitions once it was expanded.
  struct State {
    /// The belief: hidden values, and observed values that a later step reads.
    Bdd hidden;
    /// Whether the members below are valid.
    bool expanded = false;
    /// Inputs that may break a promise.
    Bdd broken;
    /// Steps from the belief: over observed values, and hidden ones that a
    /// later step reads.
    Bdd relation;
    /// Letters that some hidden values explain: the projection of `relation`.
    Bdd possible;
    /// The transitions found so far; no two overlap.
    std::vector<Region> regions;
  };

  /// Computes what a State needs, once.
  void expand(BeliefId id);
  /// The transition of a letter that is in no region yet.
  [[nodiscard]] Region explore(BeliefId from, const Letter& letter);
  /// The id of a belief, which is new if it was not reached before.
  [[nodiscard]] BeliefId add(const Bdd& hidden);

  const model::Interface& interface_;
  Structure structure_;
  Finite finite_;
  Indices observed_bits_, hidden_bits_;
  /// Current bits that a later step reads.
  Indices kept_;
  /// By bit: whether it is in kept_.
  std::vector<bool> remember_;
  /// By variable: its current bits.
  std::vector<const Indices*> bits_;
  /// By variable: the number that code 0 stands for.
  std::vector<std::int64_t> least_;
  /// The length of a letter.
  std::size_t width_ = 0;
  std::vector<State> states_;
  /// From the id of a diagram to the belief. The ids stay valid as states_
  /// holds the diagrams.
  std::unordered_map<std::uint32_t, BeliefId> by_id_;
};

}  // namespace catenary::engine::contract
