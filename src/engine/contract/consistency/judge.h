// SPDX-License-Identifier: Apache-2.0
/// \file
/// Verdicts of both notions for sets of contracts, combined from the verdicts
/// of their independent parts. Internal to this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/game.h"

namespace catenary::engine::contract {

/// Answers for one interface and one method. Limits end a part, not the whole:
/// what was proved of other parts still counts.
class Judge {
 public:
  /// `linear`: solve by quantifier elimination in place of decision diagrams.
  /// All references must outlive this.
  Judge(const Structure& structure,
        const CheckSettings& settings,
        const base::Budget& budget,
        bool linear)
      : structure_(structure),
        settings_(settings),
        budget_(budget),
        linear_(linear) {}

  /// The verdict on *strategy*, with all minimal conflicts and corrections
  /// within the limits of the settings.
  [[nodiscard]] Judgement strategy(const Indices& contracts);
  /// The verdict on *no dead end*, with cores of the dead ends at the first
  /// step that has one.
  [[nodiscard]] Judgement no_dead_end(const Indices& contracts);

  /// The first limit that ended a judgement early; none if none did.
  [[nodiscard]] base::StopReason stop() const { return stop_; }

 private:
  /// Which question a game is asked.
  enum class Notion : std::uint8_t { strategy, no_dead_end };
  /// A verdict, and the parts that are to blame for it.
  struct Verdicts {
    /// Without culprits and corrections.
    Judgement judgement;
    /// Parts without an answer at step Judgement::k.
    std::vector<Part> lost;
  };

  /// A game of a part, by the method of this judge.
  [[nodiscard]] std::unique_ptr<Game> game(const Part& part, bool widened);
  /// Asks every part, and combines: inconsistent if a part is, at the least
  /// step; undecided if a part is and none is inconsistent.
  [[nodiscard]] Verdicts verdicts(const Indices& contracts, Notion notion);
  /// Adds the minimal conflicts of a part that is lost at step `to.k`, with
  /// their traces; `to.corrections` becomes those of the part.
  void add_conflicts(const Part& part, Judgement& to);
  /// Adds the cores of the dead ends of a part at step `to.k`.
  void add_cores(const Part& part, Judgement& to);
  /// A minimal conflict with a trace, from the part of it that is lost.
  [[nodiscard]] Culprits conflict(const Indices& contracts, std::uint32_t k);
  /// Sets Culprits::ranges: a minimal set of ranges with which `blamed` still
  /// says that the contracts are to blame. After a limit, all candidates.
  void add_ranges(Culprits& culprits,
                  const std::function<bool(Game&, const Part&)>& blamed,
                  Judgement& to);
  /// Notes a limit: culprits are then not complete. The first text stays.
  void give_up(const Undecided& why, const std::string& what, Judgement& to);

  /// See the constructor.
  const Structure& structure_;
  const CheckSettings& settings_;
  const base::Budget& budget_;
  /// See the constructor.
  bool linear_;
  /// See stop().
  base::StopReason stop_ = base::StopReason::none;
};

}  // namespace catenary::engine::contract
