// SPDX-License-Identifier: Apache-2.0
/// \file
/// Searches in a finite interface by its components (components.h):
/// only the components that a target mentions are explored together; the others
/// must merely have an execution with the same inputs. The cost is then that of
/// the components one by one, not of their product.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <vector>

#include "engine/contract/search/components.h"
#include "engine/contract/search/finite_search.h"
#include "engine/contract/search/target_search.h"

namespace catenary::engine::contract {

/// Answers as FiniteSearch does for the whole interface, by components where
/// the shortest run of the core, that is, of the components that the target
/// mentions, can be combined with runs of the others; otherwise by the whole
/// interface.
///
/// Inputs that do not matter may differ from those of FiniteSearch: an input
/// that many other components read is kept, since what is expected of their
/// outputs would depend on it.
class SplitSearch final : public TargetSearch {
 public:
  /// Whether an interface has at least two components and can be searched by
  /// them. Not where triggering can rule out a step, since that depends on all
  /// components together.
  [[nodiscard]] static bool suits(const Structure& structure,
                                  Triggering triggering);

  /// Requires: suits(). The interface must outlive this; the targets are
  /// copied.
  SplitSearch(const model::Interface& interface,
              Triggering triggering,
              std::span<const Target> targets,
              const base::Budget& budget);

  /// A shortest run of the core that the others can join is a shortest run of
  /// the whole. If they cannot join the one that was found, the whole is
  /// searched.
  [[nodiscard]] Reached shortest(const Target& target,
                                 std::optional<std::uint32_t> max_steps,
                                 std::vector<Snapshot>& run) override;
  /// By components; by the whole only where an input that was left open was
  /// chosen by one component and does not suit another.
  [[nodiscard]] std::vector<Snapshot> along(
      const Target& target, const InputSequence& inputs) override;
  /// Keeps what matters to any component.
  [[nodiscard]] InputSequence generalise(
      const Target& target, const std::vector<Snapshot>& run) override;
  /// That of the core, if the others have an execution with these inputs and
  /// keep all promises; else that of the whole.
  [[nodiscard]] bool guaranteed(const Target& target,
                                const InputSequence& inputs) override;
  /// That of the core, completed by inputs of the others.
  [[nodiscard]] InputSequence sure(
      const Target& target, std::optional<std::uint32_t> max_steps) override;
  /// That of the core, if every other component is receptive(), so that no
  /// input can stop it; else that of the whole. Inputs that the core does not
  /// read have their default values.
  [[nodiscard]] Strategy force(const Target& target,
                               std::optional<std::uint32_t> max_steps) override;

 private:
  /// A component with its search, which refers to it.
  struct Searched {
    Component component;
    std::unique_ptr<FiniteSearch> search;
  };
  /// The components of a target, as one, and the others.
  struct Division {
    /// The union of the components that the target mentions.
    Searched core;
    /// In apart_, which owns them.
    std::vector<Searched*> others;
  };
  /// The division for a target; cached by components and inputs it mentions.
  [[nodiscard]] Division& division_of(const Target& target);
  /// The search of one component, made on demand.
  [[nodiscard]] Searched& other(std::size_t part);
  /// The search of the whole interface, made on demand.
  [[nodiscard]] FiniteSearch& whole();
  /// By variable: how many of the other components read this input.
  [[nodiscard]] std::vector<std::uint32_t> readers_of(
      const Division& division) const;
  /// A target that every step meets.
  [[nodiscard]] Target anything() const;
  /// Combines a run of the core with runs of the others for the same inputs;
  /// empty if one of them has none. `inputs`: those that are fixed. `chosen`
  /// tells whether a component chose an input that was open, so that another
  /// choice might have succeeded.
  [[nodiscard]] std::vector<Snapshot> joined_run(
      Division& division,
      const std::vector<Snapshot>& core,
      InputSequence inputs,
      bool& chosen);

  /// Extends a strategy of the core to the whole interface; false if the others
  /// have no run along one of its paths.
  [[nodiscard]] bool join(Division& division, Strategy& strategy);

  const model::Interface& interface_;
  Triggering triggering_;
  /// All that will be asked for.
  std::vector<Target> targets_;
  base::Budget budget_;
  Structure structure_;
  /// The components.
  std::vector<Part> parts_;
  /// By index in parts_; addresses are stable.
  std::map<std::size_t, Searched> apart_;
  /// By components and inputs that a target mentions.
  std::map<std::pair<Indices, Indices>, std::unique_ptr<Division>> divisions_;
  /// Null until it is needed.
  std::unique_ptr<FiniteSearch> whole_;
};

}  // namespace catenary::engine::contract
