// SPDX-License-Identifier: Apache-2.0
/// \file
/// The two notions asked of one part of an interface, whatever logic is below.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/structure.h"
#include "engine/contract/consistency/undecided.h"

namespace catenary::engine::contract {

/// How far a part goes: the first step without an answer, or none up to the
/// last step asked for, or none at all.
struct Fate {
  std::optional<std::uint32_t> lost_at;
  bool for_ever = false;
};

/// A dead end that was reached: the run into it, and its cores.
struct DeadEnd {
  std::vector<TraceStep> trace;  ///< the last step has inputs only
  std::vector<Indices> cores;    ///< minimal sets of contracts
  bool all_cores = true;
};

/// A game over all contracts of a part or some of them; its definitions and
/// ranges are always in force. Functions throw Undecided.
class Game {
 public:
  virtual ~Game() = default;

  /// Tells after every step that is settled, e.g. to say how far one came.
  std::function<void(std::uint32_t)> settled;

  [[nodiscard]] virtual Fate strategy(const Indices& contracts,
                                      std::optional<std::uint32_t> last) = 0;
  /// Requires: strategy() of these contracts is lost at step k, not before. A
  /// run in which the environment wins, against answers that hold out longest.
  [[nodiscard]] virtual std::vector<TraceStep> play(const Indices& contracts,
                                                    std::uint32_t k) = 0;
  /// Whether the inputs of a run leave no answers.
  [[nodiscard]] virtual bool defeats(const Indices& contracts,
                                     const std::vector<TraceStep>& run) = 0;

  [[nodiscard]] virtual Fate dead_end(const Indices& contracts,
                                      std::optional<std::uint32_t> last) = 0;
  /// Requires: dead_end() of these contracts is at step k. Dead ends at that
  /// step, until every one has a core that was found; at most `most` cores.
  [[nodiscard]] virtual std::vector<DeadEnd> dead_ends(const Indices& contracts,
                                                       std::uint32_t k,
                                                       std::uint32_t most) = 0;

  /// Puts the ranges of these variables in force, and no others. Only of games
  /// made with `widened`.
  virtual void set_ranges(const Indices& variables) = 0;
  /// Whether a dead end's inputs and values before leave no answer.
  [[nodiscard]] virtual bool stuck(const Indices& contracts,
                                   const std::vector<TraceStep>& run) = 0;
};

/// By decision diagrams. Requires: a finite interface. Throws Undecided.
[[nodiscard]] std::unique_ptr<Game> make_finite_game(const Structure& structure,
                                                     const Part& part,
                                                     const base::Budget& budget,
                                                     bool widened);
/// By Z3 and elimination of quantifiers: linear constraints of any sort.
[[nodiscard]] std::unique_ptr<Game> make_linear_game(const Structure& structure,
                                                     const Part& part,
                                                     const base::Budget& budget,
                                                     bool widened);

}  // namespace catenary::engine::contract
