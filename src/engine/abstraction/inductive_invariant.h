// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of values that no step leaves: for each control location those that
/// each variable may have there, for variables that little depends on the same
/// everywhere, and for pairs of variables of which one says what the other is
/// which of their values go together.
///
/// The least ones above what runs show, found with a solver for what a step may
/// do ("best transformer"): Reps, Sagiv, Yorsh, "Symbolic Implementation of the
/// Best Transformer", VMCAI 2004 (doi:10.1007/978-3-540-24622-0_21).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "engine/abstraction/location_steps.h"
#include "engine/abstraction/value_set.h"

namespace catenary::engine::abstraction {

class InductiveInvariant {
 public:
  /// `local`: slots with a set for each location. What is given must outlive
  /// it. Requires: `sample` has all initial states.
  InductiveInvariant(const Exploring& on,
                     LocationSteps& steps,
                     const SampledStates& sample,
                     std::vector<bool> local);

  /// Makes the sets larger until no step leaves them; false where the budget or
  /// the encoding ends it.
  /// Cost: for each location an encoding of a step from there, and a question
  /// to a solver for each time that its sets grow, and for each value that the
  /// sample does not have.
  [[nodiscard]] bool find();

  // Where find() was true:

  /// Goals, ascending, that are open and that no step from the sets hits.
  [[nodiscard]] const std::set<std::uint32_t>& never_hit() const {
    return open_;
  }
  /// Some step does what goes wrong and the board has no finding of.
  [[nodiscard]] bool strange() const { return strange_; }
  [[nodiscard]] std::vector<std::uint64_t> locations() const;
  [[nodiscard]] std::size_t size() const { return locations_.size(); }
  [[nodiscard]] bool is_local(std::uint32_t slot) const { return local_[slot]; }
  /// Slots that have few values in every location; of these the local ones, or
  /// all.
  [[nodiscard]] std::vector<bool> few(bool local) const;
  /// Whether a state is within them, as all that can be reached are.
  [[nodiscard]] bool contain(const std::byte* state) const;
  /// What it says of the states in a location.
  [[nodiscard]] logic::Term holds_in(std::uint64_t location);
  /// That demands the latter, for questions on steps from there. Valid until
  /// the next call, but mostly kept for the next one of the same location.
  [[nodiscard]] logic::smt::Solver& solver_in(std::uint64_t location);

 private:
  /// One for each slot; none where it is within its set.
  using Values = std::vector<std::optional<std::uint64_t>>;
  struct Location {
    std::vector<ValueSet> sets;  ///< of the slots; those of local ones count
    std::uint64_t version = 0;   ///< changes with the sets
    const LocationStep* step = nullptr;
    bool waits = false;
  };
  /// Values of two variables that go together in all locations.
  struct Pair {
    std::uint32_t a = 0, b = 0;  ///< slots
    std::set<std::pair<std::uint64_t, std::uint64_t>> values;
    std::size_t most = 0;  ///< with more it says nothing
    [[nodiscard]] bool says_something() const { return values.size() <= most; }
  };

  void choose_pairs(const SampledStates& sample);
  struct Column;
  void choose_pair(const Column& a, const Column& b);
  [[nodiscard]] ValueSet none(std::uint32_t slot) const;
  [[nodiscard]] const ValueSet& set_of(const Location& l,
                                       std::uint32_t slot) const {
    return local_[slot] ? l.sets[slot] : everywhere_[slot];
  }
  [[nodiscard]] bool in_pair(std::uint32_t slot) const;
  Location& location(std::uint64_t control);
  void wait(std::uint64_t control, Location& l);
  void take(std::uint64_t control, const Values& values);
  void wait_for(const std::vector<std::uint32_t>& slots);
  [[nodiscard]] logic::Term together(const Pair& pair,
                                     logic::Term a,
                                     logic::Term b);
  [[nodiscard]] logic::Term holds_after(const Location& from,
                                        const Location& to);
  [[nodiscard]] logic::Term leads_out(const Location& l);
  [[nodiscard]] bool learn(std::uint64_t control,
                           const Location& l,
                           logic::smt::Solver& solver);
  [[nodiscard]] bool visit(std::uint64_t control);

  Exploring on_;
  LocationSteps& steps_;
  logic::TermManager& terms_;
  const std::vector<model::StateSlot>& slots_;
  std::vector<bool> local_;
  std::map<std::uint64_t, Location> locations_;
  std::vector<ValueSet> everywhere_;  ///< of slots that are not local
  std::uint64_t version_ = 0;         ///< changes with these and the pairs
  std::vector<Pair> pairs_;
  std::deque<std::uint64_t> queue_;
  std::set<std::uint32_t> open_;  ///< goals that nothing hit until now
  bool strange_ = false;
  /// Of the location that is visited, by target, with versions.
  struct After {
    std::uint64_t local = 0, everywhere = 0;
    logic::Term term;
  };
  std::map<std::uint64_t, After> after_;
  std::map<std::uint64_t, std::unique_ptr<logic::smt::Solver>> solvers_;
};

/// A run led to a state outside: no proof is to be believed.
void contradict(const Exploring& on);

}  // namespace catenary::engine::abstraction
