// SPDX-License-Identifier: Apache-2.0
/// \file
/// What several engines together have decided, and what each of them was given
/// and brought.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/budget.h"
#include "engine/reach/combine.h"
#include "engine/reach/engine.h"
#include "model/goal.h"

namespace catenary::engine::portfolio {

/// The account of one search by several engines.
class Ledger {
 public:
  /// `known`: what was decided of each goal before, or nothing. `progress` must
  /// outlive the ledger, and may be empty.
  Ledger(std::vector<model::GoalStatus> known,
         std::size_t goals,
         const reach::ProgressCallback& progress);

  /// Calls an engine, and notes what it was given and what it brought. `name`
  /// is static.
  [[nodiscard]] reach::Result ask(reach::Engine& engine,
                                  const char* name,
                                  const model::StepSystem& system,
                                  const reach::Options& options,
                                  const base::Budget& budget);
  /// Notes a call that was made elsewhere: the work that it was allowed, that
  /// it did, and what was found.
  const reach::Share& note(const char* name,
                           std::chrono::milliseconds allowed,
                           std::chrono::milliseconds done,
                           const reach::Result& found);
  /// Passes progress on, with the name of the engine, with what others covered
  /// and with this account. It must not outlive the ledger.
  [[nodiscard]] reach::ProgressCallback teller(const char* name) const;
  /// What every teller calls besides; empty = nothing. It lets a search that
  /// works beside the one that tells be listened to. What that search tells
  /// meanwhile does not call it again.
  void set_listener(std::function<void()> listener) {
    listener_ = std::move(listener);
  }

  /// The status of each goal that some engine decided, else `undecided`.
  [[nodiscard]] const std::vector<model::GoalStatus>& known() const {
    return known_;
  }
  /// Goals that no engine has decided.
  [[nodiscard]] std::size_t open() const;
  /// The calls, in their order.
  [[nodiscard]] const std::vector<reach::Share>& shares() const {
    return shares_;
  }

 private:
  /// Calls the listener, unless this is one of its own calls.
  void listen() const;

  const reach::ProgressCallback& progress_;
  std::function<void()> listener_;
  mutable bool listening_ = false;
  std::vector<model::GoalStatus> known_;
  /// Number of goals that some engine covered.
  std::uint32_t covered_ = 0;
  std::vector<reach::Share> shares_;
};

}  // namespace catenary::engine::portfolio
