// SPDX-License-Identifier: Apache-2.0
/// \file
/// Backwards from goals that sets of values leave open: states within the sets
/// from which a step hits a goal, those from which a step leads to one of
/// these, and so on, until there are no more or one is known to be reachable.
///
/// States are added in cubes, as large as the step found allows: Ravi, Somenzi,
/// "Minimal Assignments for Bounded Model Checking", TACAS 2004
/// (doi:10.1007/978-3-540-24730-2_3), by failed assumptions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <vector>

#include "engine/abstraction/inductive_invariant.h"
#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/sampled_states.h"

namespace catenary::engine::abstraction {

class BackwardCubes {
 public:
  /// `cubic`: slots that cubes may name; what others hold is left open. With
  /// all of them that matter nothing is, but there are more cubes. Everything
  /// must outlive it. Requires: `sets` were found; `sample` has all initial
  /// states; these slots have few values.
  BackwardCubes(const Exploring& on,
                LocationSteps& steps,
                InductiveInvariant& sets,
                SampledStates& sample,
                std::vector<bool> cubic);

  /// To the board go goals: unreachable where nothing that leads to them was
  /// reached by a run; hit where a run of the sample could be continued to
  /// them. Of others nothing. Nothing is proved where the budget ends it.
  /// Cost: for each location some questions to a solver for each cube that it
  /// leads to.
  void run();
  /// Slots that are not cubic and kept runs from being continued: known states
  /// have other values of them.
  [[nodiscard]] const std::set<std::uint32_t>& blamed() const {
    return blamed_;
  }
  /// Values of slots that are not local in states that lead to goals of which
  /// nothing is said.
  [[nodiscard]] const std::set<SlotValue>& wanted() const { return wanted_; }

 private:
  using Goals = std::set<std::uint32_t>;
  /// States in a location.
  struct Cube {
    std::uint64_t number = 0;                       ///< found from lower ones
    std::map<std::uint32_t, std::uint64_t> values;  ///< of slots
    Goals goals;                                    ///< that it leads to
  };
  struct Place {
    std::vector<Cube> cubes;
    std::vector<std::size_t> sample;  ///< no two with the same local values
    std::set<std::vector<std::uint64_t>> known;  ///< these values
    std::set<std::uint64_t> sources;             ///< locations before it
    bool waits = false;
  };
  struct Bad;

  void add_sample(std::size_t s);
  void wait(std::uint64_t location);
  [[nodiscard]] bool contains(const Cube& cube, const std::byte* state) const;
  [[nodiscard]] logic::Term is_in(const Cube& cube,
                                  const std::vector<logic::Term>& slots);
  [[nodiscard]] Bad bad(const LocationStep& step, std::uint64_t below);
  [[nodiscard]] Cube lift(const Bad& bad,
                          const logic::Assignment& model,
                          logic::smt::Solver& solver);
  [[nodiscard]] logic::Term value_of(std::uint32_t slot, std::size_t s);
  void blame(std::size_t s, logic::smt::Solver& solver);
  [[nodiscard]] Goals chase(std::size_t from, std::uint64_t below);
  [[nodiscard]] bool touch(const Cube& cube, std::uint64_t location);
  void want(const Cube& cube);
  void drop(const Goals& goals, bool hit);
  void drop_cubes_with(std::size_t s);
  [[nodiscard]] bool visit(std::uint64_t location);

  Exploring on_;
  LocationSteps& steps_;
  InductiveInvariant& sets_;
  SampledStates& sample_;
  logic::TermManager& terms_;
  const std::vector<model::StateSlot>& slots_;
  std::vector<bool> cubic_;             ///< slots
  std::vector<logic::Term> variables_;  ///< of the slots
  std::map<std::uint64_t, Place> places_;
  std::deque<std::uint64_t> queue_;
  Goals alive_;
  std::set<std::uint32_t> blamed_;
  std::set<SlotValue> wanted_;
  std::uint64_t numbered_ = 0;
  std::unique_ptr<model::Stepper> stepper_;
};

}  // namespace catenary::engine::abstraction
