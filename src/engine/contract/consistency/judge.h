// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verdicts of both notions for sets of contracts, put together from those
/// of their parts. Only for this folder.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/contract/consistency/consistency.h"
#include "engine/contract/consistency/game.h"

namespace catenary::engine::contract {

class Judge {
 public:
  /// All must outlive this.
  Judge(const Structure& structure,
        const CheckSettings& settings,
        const base::Budget& budget,
        bool linear)
      : structure_(structure),
        settings_(settings),
        budget_(budget),
        linear_(linear) {}

  [[nodiscard]] Judgement strategy(const Indices& contracts);
  [[nodiscard]] Judgement no_dead_end(const Indices& contracts);

  /// What ended a judgement early, if anything did.
  [[nodiscard]] base::StopReason stop() const { return stop_; }

 private:
  enum class Notion : std::uint8_t { strategy, no_dead_end };
  struct Verdicts {
    Judgement judgement;
    std::vector<Part> lost;  ///< parts without an answer at step k
  };

  [[nodiscard]] std::unique_ptr<Game> game(const Part& part, bool widened);
  [[nodiscard]] Verdicts verdicts(const Indices& contracts, Notion notion);
  void add_conflicts(const Part& part, Judgement& to);
  void add_cores(const Part& part, Judgement& to);
  [[nodiscard]] Culprits conflict(const Indices& contracts, std::uint32_t k);
  /// Ranges without which `blamed` says no longer that they are to blame.
  void add_ranges(Culprits& culprits,
                  const std::function<bool(Game&, const Part&)>& blamed,
                  Judgement& to);
  void give_up(const Undecided& why, const std::string& what, Judgement& to);

  const Structure& structure_;
  const CheckSettings& settings_;
  const base::Budget& budget_;
  bool linear_;
  base::StopReason stop_ = base::StopReason::none;
};

}  // namespace catenary::engine::contract
