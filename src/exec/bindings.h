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

/// State machine: step() again and again, from the first step of a run.
class Bindings {
 public:
  /// The signature must outlive it.
  explicit Bindings(const suite::Signature& signature)
      : signature_(signature) {}

  /// Values of all earlier steps get names with "@N", those of the last one
  /// with "@pre" too; then come this step's. Outputs that are missing have no
  /// name. Cost: the names of the step before.
  void step(std::span<const logic::Value> inputs,
            std::span<const std::optional<logic::Value>> outputs);
  [[nodiscard]] const std::vector<Binding>& all() const { return all_; }

 private:
  const suite::Signature& signature_;
  std::vector<Binding> all_;
  std::size_t past_ends_ = 0;      ///< of all_: names "@N"
  std::ptrdiff_t now_begins_ = 0;  ///< of all_: names of this step
  std::uint32_t steps_ = 0;
};

}  // namespace catenary::exec
