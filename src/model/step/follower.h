// SPDX-License-Identifier: Apache-2.0
/// \file
/// Following many concrete steps of a system along their paths (concolic
/// execution): Encoder::follow(), prepared once for many calls.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/budget.h"
#include "model/step/encoding.h"

namespace catenary::model {

/// Follows initialisations and steps. The variables are those of an encoding
/// made by the same manager, which must outlive the object. Not thread-safe.
class Follower {
 public:
  virtual ~Follower() = default;

  /// The variables of the encoding; see Encoding.
  [[nodiscard]] virtual const std::vector<StateSlot>& state() const = 0;
  [[nodiscard]] virtual const std::vector<logic::Term>& inputs() const = 0;
  [[nodiscard]] virtual const std::vector<logic::Term>& initial() const = 0;

  /// The path that an initialisation takes with these values.
  [[nodiscard]] virtual FollowedPart follow_init(
      const std::vector<logic::Value>& initial) = 0;
  /// The path that a step takes from this state with these inputs. Cost: some
  /// microseconds for each instruction of the path.
  [[nodiscard]] virtual FollowedPart follow_step(
      const std::vector<logic::Value>& state,
      const std::vector<logic::Value>& inputs) = 0;
  /// All paths of a step, merged, from the states in which the slots have the
  /// given values; slots without a value stay variables, as do the inputs.
  /// Cost: as Encoder::encode(), for the part of the program that can be
  /// reached from there.
  [[nodiscard]] virtual EncodedPart step_where(
      const std::vector<std::optional<logic::Value>>& state) = 0;
};

/// An encoder that can follow paths.
class PathEncoder : public Encoder {
 public:
  /// Makes a follower. `budget` must outlive it. Throws as Encoder::encode(),
  /// as do calls of the follower.
  [[nodiscard]] virtual std::unique_ptr<Follower> follower(
      logic::TermManager& terms,
      const EncodeOptions& options,
      const base::Budget& budget) const = 0;
};

}  // namespace catenary::model
