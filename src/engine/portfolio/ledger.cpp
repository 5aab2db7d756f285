// SPDX-License-Identifier: Apache-2.0
#include "engine/portfolio/ledger.h"

#include <algorithm>
#include <utility>

#include "engine/reach/journal/recorded_search.h"

namespace catenary::engine::portfolio {

using model::GoalStatus;

Ledger::Ledger(std::vector<GoalStatus> known,
               std::size_t goals,
               const reach::ProgressCallback& progress)
    : progress_(progress), known_(std::move(known)) {
  known_.resize(goals, GoalStatus::undecided);
  covered_ = static_cast<std::uint32_t>(
      std::ranges::count(known_, GoalStatus::covered));
}

reach::Result Ledger::ask(reach::Engine& engine,
                          const char* name,
                          const model::StepSystem& system,
                          const reach::Options& options,
                          const base::Budget& budget) {
  const reach::Meter meter(budget);
  reach::Result found = reach::explore_recorded(
      engine, name, system, options, budget, teller(name));
  shares_.push_back(meter.share_of(name, found, known_));
  covered_ += shares_.back().covered;
  return found;
}

const reach::Share& Ledger::note(const char* name,
                                 std::chrono::milliseconds allowed,
                                 std::chrono::milliseconds done,
                                 const reach::Result& found) {
  reach::Share share = reach::Meter({}).share_of(name, found, known_);
  share.allowed = allowed;
  share.work = done;
  covered_ += share.covered;
  shares_.push_back(std::move(share));
  return shares_.back();
}

reach::ProgressCallback Ledger::teller(const char* name) const {
  return [this, name](const reach::Progress& p) {
    listen();
    if (!progress_) return;
    reach::Progress told = p;
    told.engine = name;
    told.goals_hit = std::max(told.goals_hit, covered_);
    told.known = &known_;
    told.shares = &shares_;
    progress_(told);
  };
}

void Ledger::listen() const {
  if (!listener_ || listening_) return;
  listening_ = true;
  listener_();
  listening_ = false;
}

std::size_t Ledger::open() const {
  return static_cast<std::size_t>(
      std::ranges::count(known_, GoalStatus::undecided));
}

}  // namespace catenary::engine::portfolio
