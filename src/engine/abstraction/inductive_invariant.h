// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inductive invariants made of sets of values that no step leaves. Local
/// variables have a set for each control location, all others one set for all
/// locations. For some pairs of variables, of which one determines the other,
/// the invariant also says which of their values occur together.
///
/// The sets begin with the values in sampled states and grow by those of steps
/// that leave them, which a solver finds ("best transformer"): Reps, Sagiv,
/// Yorsh, "Symbolic Implementation of the Best Transformer", VMCAI 2004
/// (doi:10.1007/978-3-540-24622-0_21).
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
  /// `local`: by slot, whether it has a set for each location. Everything given
  /// must outlive the object. Requires: `sample` has all initial states.
  InductiveInvariant(const Exploring& on,
                     LocationSteps& steps,
                     const SampledStates& sample,
                     std::vector<bool> local);

  /// Enlarges the sets until no step leaves them. Returns false if the budget
  /// ends, or if a step leaves the encoding.
  /// Cost: for each location an encoding of a step, a solver query each time
  /// that the sets it depends on grow, and one for each value that the sample
  /// lacks.
  [[nodiscard]] bool find();

  // The following functions require that find() returned true.

  /// The open goals that no step from a state within the sets hits.
  [[nodiscard]] const std::set<std::uint32_t>& never_hit() const {
    return open_;
  }
  /// Whether a step from a state within the sets may end with an error for
  /// which the board has no finding.
  [[nodiscard]] bool strange() const { return strange_; }
  [[nodiscard]] std::vector<std::uint64_t> locations() const;
  [[nodiscard]] std::size_t size() const { return locations_.size(); }
  [[nodiscard]] bool is_local(std::uint32_t slot) const { return local_[slot]; }
  /// By slot, whether it has few values (ValueSet::few()) in every location.
  /// `local`: of local slots only.
  [[nodiscard]] std::vector<bool> few(bool local) const;
  /// Whether the sets contain the state. They contain every reachable state.
  [[nodiscard]] bool contain(const std::byte* state) const;
  /// The invariant of the states in a location, over the variables of the
  /// slots.
  [[nodiscard]] logic::Term holds_in(std::uint64_t location);
  /// A solver in which holds_in() and LocationSteps::demand() are asserted, for
  /// queries about steps from the location. Valid until the next call. Solvers
  /// are cached, within a limit of memory.
  [[nodiscard]] logic::smt::Solver& solver_in(std::uint64_t location);

 private:
  /// By slot: a value to add to its set, if there is one.
  using Values = std::vector<std::optional<std::uint64_t>>;
  struct Location {
    std::vector<ValueSet> sets;  ///< by slot; only those of local slots count
    std::uint64_t version = 0;   ///< changes with the sets
    const LocationStep* step = nullptr;
    bool waits = false;  ///< it is in queue_
  };
  /// The pairs of values that two variables have together, in any location.
  struct Pair {
    std::uint32_t a = 0, b = 0;  ///< slots
    std::set<std::pair<std::uint64_t, std::uint64_t>> values;
    std::size_t most = 0;  ///< with more pairs of values, it is ignored
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
  std::uint64_t version_ = 0;         ///< changes with everywhere_ and pairs_
  std::vector<Pair> pairs_;
  std::deque<std::uint64_t> queue_;
  std::set<std::uint32_t> open_;  ///< goals that no step was found to hit
  bool strange_ = false;
  /// The condition that a step leads into the sets of a target location, with
  /// the versions of the sets that it was made from.
  struct After {
    std::uint64_t local = 0, everywhere = 0;
    logic::Term term;
  };
  /// For the location that is visited, by target location.
  std::map<std::uint64_t, After> after_;
  std::map<std::uint64_t, std::unique_ptr<logic::smt::Solver>> solvers_;
};

/// Sets the board's contradiction: a run led to a state outside of the sets, so
/// that no proof counts.
void contradict(const Exploring& on);

}  // namespace catenary::engine::abstraction
