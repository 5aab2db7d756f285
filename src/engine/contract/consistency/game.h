// SPDX-License-Identifier: Apache-2.0
/// \file
/// The questions that consistency asks about one part of an interface,
/// independent of the logic that answers them. Two implementations: decision
/// diagrams (finite_game.cpp) and quantifier elimination (linear_game.cpp).
///
/// The game: in each step the environment chooses promised inputs, then the
/// system an answer that the rules allow. The system loses at the first step
/// without an answer.
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

/// The result of a game up to a last step.
struct Fate {
  /// The first step, from 0, at which the system has no answer. No value: it
  /// has one at every step that was asked for.
  std::optional<std::uint32_t> lost_at;
  /// Proved: the system has an answer at every step.
  bool for_ever = false;
};

/// A dead end that some execution reaches.
struct DeadEnd {
  /// The run into it; its last step has inputs without an answer.
  std::vector<TraceStep> trace;
  /// Minimal sets of contracts that allow no answer at the last step.
  std::vector<Indices> cores;
  /// Whether all minimal sets are listed.
  bool all_cores = true;
};

/// A game about one part. Each question is about a subset of the part's
/// contracts; definitions and ranges are in force always, except after
/// set_ranges(). All functions throw Undecided at limits.
class Game {
 public:
  virtual ~Game() = default;

  /// Called with each step that is decided, in ascending order, so that the
  /// caller knows how far a game came that ends by Undecided. May be empty.
  std::function<void(std::uint32_t)> settled;

  /// Whether the system has a winning strategy; `last`: the last step that
  /// counts, no value: all steps. Finds the least losing step.
  [[nodiscard]] virtual Fate strategy(const Indices& contracts,
                                      std::optional<std::uint32_t> last) = 0;
  /// A play that the environment wins at step k, against answers that hold out
  /// as long as possible. Requires: strategy() of these contracts is lost at
  /// step k and not before (checked).
  [[nodiscard]] virtual std::vector<TraceStep> play(const Indices& contracts,
                                                    std::uint32_t k) = 0;
  /// Whether the inputs of a run, in a fixed sequence, leave the system no
  /// sequence of answers.
  [[nodiscard]] virtual bool defeats(const Indices& contracts,
                                     const std::vector<TraceStep>& run) = 0;

  /// Whether an execution reaches a step without an answer. Finds the first
  /// one.
  [[nodiscard]] virtual Fate dead_end(const Indices& contracts,
                                      std::optional<std::uint32_t> last) = 0;
  /// Dead ends at step k with their cores, until some core that was found
  /// explains every dead end at this step, or until `most` cores were found.
  /// Requires: dead_end() of these contracts is lost at step k (checked).
  [[nodiscard]] virtual std::vector<DeadEnd> dead_ends(const Indices& contracts,
                                                       std::uint32_t k,
                                                       std::uint32_t most) = 0;

  /// Puts the ranges of these variables in force, and of no other outputs and
  /// hidden variables. Requires: the game was made with `widened`.
  virtual void set_ranges(const Indices& variables) = 0;
  /// Whether no answer is allowed at the last step of a run, given its inputs
  /// there and all values of the step before.
  [[nodiscard]] virtual bool stuck(const Indices& contracts,
                                   const std::vector<TraceStep>& run) = 0;
};

/// Solves by decision diagrams. Requires: a finite interface. The structure and
/// the budget must outlive the game. Throws Undecided, also for sorts without
/// diagrams.
[[nodiscard]] std::unique_ptr<Game> make_finite_game(const Structure& structure,
                                                     const Part& part,
                                                     const base::Budget& budget,
                                                     bool widened);
/// Solves by quantifier elimination and Z3, for any sorts. Games over rationals
/// need not end: the budget ends them. Same lifetimes.
[[nodiscard]] std::unique_ptr<Game> make_linear_game(const Structure& structure,
                                                     const Part& part,
                                                     const base::Budget& budget,
                                                     bool widened);

}  // namespace catenary::engine::contract
