// SPDX-License-Identifier: Apache-2.0
/// \file
/// The names that formulas of a step may use, and their values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "exec/oracle.h"
#include "suite/signature.h"

namespace catenary::exec {

/// The bindings of one run. State machine: step() for each step, from the first
/// one.
class Bindings {
 public:
  /// The signature must outlive the object.
  explicit Bindings(const suite::Signature& signature)
      : signature_(signature) {}

  /// Adds a step. The values of all earlier steps have names with "@N", those
  /// of the last one with "@pre", too; those of this step have the plain names.
  /// Outputs that are missing have no name. Cost: the names of the step before.
  void step(std::span<const logic::Value> inputs,
            std::span<const std::optional<logic::Value>> outputs);
  /// All names; those with "@N" come first, plain names last.
  [[nodiscard]] const std::vector<Binding>& all() const { return all_; }

 private:
  /// Names and order of the signals.
  const suite::Signature& signature_;
  /// Those with "@N", then "@pre", then plain ones.
  std::vector<Binding> all_;
  /// Index in all_: names with "@N" end here.
  std::size_t past_ends_ = 0;
  /// Index in all_: names of this step begin here.
  std::ptrdiff_t now_begins_ = 0;
  /// Steps that were added.
  std::uint32_t steps_ = 0;
};

}  // namespace catenary::exec
