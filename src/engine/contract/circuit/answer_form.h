// SPDX-License-Identifier: Apache-2.0
/// \file
/// Answers of a system to an interface as terms: a strategy, from the decision
/// diagrams of the games of its parts.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/finite_game.h"
#include "engine/contract/consistency/structure.h"
#include "logic/term/term.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// One value for each variable of the interface, as a word of a machine type:
/// numbers in two's complement, the index of an enumerator, 0 or 1.
using Words = std::vector<logic::Term>;

/// Answers that the contracts allow wherever they allow one.
class AnswerForm {
 public:
  /// `winning`: the answers also keep the system out of states from which some
  /// sequence of inputs has no answer. The interface must outlive this. Throws
  /// Undecided at limits of the budget. Requires: a finite interface.
  AnswerForm(const model::Interface& interface,
             const base::Budget& budget,
             bool winning);

  /// Contracts and definitions, by index, that the answers meet: all but
  /// definitions of variables of which no contract depends.
  [[nodiscard]] const Indices& met() const { return met_; }
  /// Sets the words of all variables that are not inputs. `widths`: in bits.
  void answer(logic::TermManager& terms,
              logic::Term is_later,
              const std::vector<std::uint32_t>& widths,
              const Words& before,
              Words& now) const;

 private:
  struct Part {
    std::unique_ptr<FiniteGame> game;
    AnswerFunctions first, later;
  };

  const model::Interface& interface_;
  /// Referred to by the games.
  base::Budget budget_;
  Structure structure_;
  std::vector<Part> parts_;
  Indices met_;
};

}  // namespace catenary::engine::contract
