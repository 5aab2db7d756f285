// SPDX-License-Identifier: Apache-2.0
/// \file
/// Queries about a single step, for the initialisation and for a step from any
/// state. "From any state" over-approximates the reachable states, so an answer
/// "impossible" is sound.

#include "engine/chain/symbolic/exclusive.h"

#include <algorithm>
#include <memory>

namespace catenary::engine::chain {

namespace {

using logic::smt::Answer;
using logic::smt::Literal;

/// The initialisation, or one step from any state.
class Moment {
 public:
  Moment(const reach::Relation& relation,
         reach::Unrolling::Start start,
         const reach::MakeSolver& make_solver)
      : solver_(make_solver()), unrolling_(relation, *solver_, start) {
    if (start == reach::Unrolling::Start::any) unrolling_.add_step();
    frame_ = &unrolling_.at_depth(unrolling_.steps());
  }

  /// Whether the two goals are never hit by the same step. False if the solver
  /// does not answer.
  [[nodiscard]] bool excludes(std::uint32_t goal,
                              std::uint32_t other,
                              const base::Budget& budget) {
    return excludes(frame_->targets[goal], frame_->targets[other], budget);
  }
  /// Whether no run goes on after the goal is hit. False if the solver does not
  /// answer.
  [[nodiscard]] bool ends_with(std::uint32_t goal, const base::Budget& budget) {
    return excludes(frame_->targets[goal], frame_->running, budget);
  }

 private:
  bool excludes(Literal a, Literal b, const base::Budget& budget) {
    const Literal both[] = {a, b};
    return solver_->solve(both, budget) == Answer::unsat;
  }

  std::unique_ptr<logic::smt::SatSolver> solver_;
  reach::Unrolling unrolling_;
  const reach::Frame* frame_;
};

}  // namespace

std::vector<std::uint32_t> exclusive_goals(
    const reach::Relation& relation,
    const std::vector<std::uint32_t>& goals,
    const reach::MakeSolver& make_solver,
    const base::Budget& budget) {
  // Pairs of chosen goals grow quadratically.
  constexpr std::size_t kMost = 64;
  Moment first(relation, reach::Unrolling::Start::initial, make_solver);
  Moment later(relation, reach::Unrolling::Start::any, make_solver);
  std::vector<std::uint32_t> exclusive;
  for (const std::uint32_t g : goals) {
    if (exclusive.size() == kMost) break;
    // Both moments count: a goal may be hit by the initialisation.
    if (!first.ends_with(g, budget) || !later.ends_with(g, budget)) continue;
    const bool apart = std::all_of(
        exclusive.begin(), exclusive.end(), [&](std::uint32_t other) {
          return first.excludes(g, other, budget) &&
                 later.excludes(g, other, budget);
        });
    if (apart) exclusive.push_back(g);
  }
  return exclusive;
}

}  // namespace catenary::engine::chain
