// SPDX-License-Identifier: Apache-2.0
/// \file
/// Backward reachability within an inductive invariant, for goals that the
/// invariant does not exclude. The search begins with the states from which a
/// step hits the goal, and adds their predecessors. It ends when there are no
/// new predecessors, which proves the goal unreachable, or when one of them is
/// known to be reachable.
///
/// States are added as cubes, which are generalised as far as the step allows,
/// by failed assumptions: Ravi, Somenzi, "Minimal Assignments for Bounded Model
/// Checking", TACAS 2004 (doi:10.1007/978-3-540-24730-2_3).
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
  /// `cubic`: by slot, whether cubes may constrain it. All other slots of a
  /// cube may have any value, so that fewer cubic slots give fewer, but coarser
  /// cubes. Everything given must outlive the object. Requires: sets.find()
  /// returned true; `sample` has all initial states; the cubic slots have few
  /// values (InductiveInvariant::few()).
  BackwardCubes(const Exploring& on,
                LocationSteps& steps,
                InductiveInvariant& sets,
                SampledStates& sample,
                std::vector<bool> cubic);

  /// Decides goals and reports them to the board: as unreachable if no known
  /// state is in a cube that leads to them, as hit if a run of the sample could
  /// be continued to them. Other goals stay open. Nothing is proved if the
  /// budget ends the search.
  /// Cost: for each location some solver queries for each cube that its steps
  /// may lead to.
  void run();
  /// Slots that are not cubic, and whose values in known states kept runs from
  /// being continued.
  [[nodiscard]] const std::set<std::uint32_t>& blamed() const {
    return blamed_;
  }
  /// Values of slots that are not local, in cubes that lead to goals that stay
  /// open. Runs to states that have one of them may help.
  [[nodiscard]] const std::set<SlotValue>& wanted() const { return wanted_; }

 private:
  using Goals = std::set<std::uint32_t>;
  /// States in a location.
  struct Cube {
    /// In the order of discovery: steps lead from here to cubes with lower
    /// numbers, or hit goals.
    std::uint64_t number = 0;
    std::map<std::uint32_t, std::uint64_t> values;  ///< by slot
    Goals goals;                                    ///< that it leads to
  };
  /// What is known of one location.
  struct Place {
    std::vector<Cube> cubes;
    /// Known states, no two with the same values of all cubic slots.
    std::vector<std::size_t> sample;
    /// The values of the cubic slots in `sample`.
    std::set<std::vector<std::uint64_t>> known;
    /// Locations from which a step may lead here.
    std::set<std::uint64_t> sources;
    bool waits = false;  ///< it is in queue_
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
  std::vector<bool> cubic_;             ///< by slot
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
