// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches in a finite interface by its components: only those that a target
/// speaks of are explored together, the others go along.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/contract/consistency/components.h"
#include "engine/contract/search/finite_search.h"
#include "engine/contract/search/target_search.h"

namespace catenary::engine::contract {

/// Answers as FiniteSearch does, at the cost of the components one by one
/// where the shortest run of those that the target is about suits the others;
/// else of all together. Inputs that do not matter may be others: an input that
/// many other components read is kept, since their outputs depend on it.
class SplitSearch final : public TargetSearch {
 public:
  /// Whether an interface has components that can be searched apart. Not where
  /// a step may be ruled out since nothing is asked in any of them.
  [[nodiscard]] static bool suits(const Structure& structure,
                                  Triggering triggering);

  /// Requires: suits().
  SplitSearch(const model::Interface& interface,
              Triggering triggering,
              std::span<const Target> targets,
              const base::Budget& budget);

  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;
  [[nodiscard]] InputSequence sure(
      const Target& target, std::optional<std::uint32_t> max_steps) override;
  /// Inputs that the target's components do not read have their default
  /// values.
  [[nodiscard]] Strategy force(const Target& target,
                               std::optional<std::uint32_t> max_steps) override;

 private:
  struct Searched {
    Component component;
    std::unique_ptr<FiniteSearch> search;
  };
  /// The components that a target is about, as one, and the others.
  struct Division {
    Searched core;
    std::vector<Searched*> others;
  };
  [[nodiscard]] Division& division_of(const Target& target);
  [[nodiscard]] Searched& other(std::size_t part);
  [[nodiscard]] FiniteSearch& whole();
  /// How many of the others read an input, by variable.
  [[nodiscard]] std::vector<std::uint32_t> readers_of(
      const Division& division) const;
  [[nodiscard]] Target anything() const;
  /// Joins a run of the core with runs of the others that have the same
  /// inputs; empty where those found none. `chosen`: some input was chosen on
  /// the way, so that others might do.
  [[nodiscard]] std::vector<Snapshot> joined_run(
      Division& division,
      const std::vector<Snapshot>& core,
      InputSequence inputs,
      bool& chosen);

  /// Makes a strategy of the core one of the whole; false where the others
  /// have no run beside one of its.
  [[nodiscard]] bool join(Division& division, Strategy& strategy);

  const model::Interface& interface_;
  Triggering triggering_;
  std::vector<Target> targets_;
  base::Budget budget_;
  Structure structure_;
  std::vector<Part> parts_;
  std::map<std::size_t, Searched> apart_;
  std::map<std::pair<Indices, Indices>, std::unique_ptr<Division>> divisions_;
  std::unique_ptr<FiniteSearch> whole_;
};

}  // namespace catenary::engine::contract
