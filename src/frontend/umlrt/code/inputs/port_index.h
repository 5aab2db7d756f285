// SPDX-License-Identifier: Apache-2.0
/// \file
/// The instance of a replicated port through which a message comes. Where C++
/// asks for it, it is an input: the environment chooses it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/umlrt/code/dispatch/dispatch_writer.h"
#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The number that a multiplicity is; empty if it is `*`, an expression of C++,
/// or 0.
[[nodiscard]] std::optional<std::uint32_t> count_of(
    const std::string& multiplicity);

/// Returns the number of instances of a port. Empty if the multiplicity is `*`
/// or an expression of C++.
[[nodiscard]] std::optional<std::uint32_t> instances_of(
    const model::Port& port);

/// Writes C++ code for the input that chooses the port index of a message. Each
/// text is empty if the capsule has no such input.
class PortIndexCode {
 public:
  /// For a capsule whose C++ does not ask; only used() may be called.
  PortIndexCode() = default;
  /// `own` is the C++ of the capsule, which is searched for calls that depend
  /// on an index; it is not kept. Where it includes headers, they may ask. The
  /// capsule must outlive the object.
  PortIndexCode(const model::Capsule& capsule,
                const std::vector<Delivery>& deliveries,
                std::string_view own,
                bool has_headers);

  /// Whether there is an input.
  [[nodiscard]] bool used() const { return most_ > 0; }
  /// The greatest index of any port.
  [[nodiscard]] std::uint32_t most() const { return most_; }
  /// Defines the input, `catenary_index`.
  [[nodiscard]] std::string variables() const;
  /// A condition: the index is one of the port of the delivery. What comes
  /// through no replicated port has index 0, so that equal steps have equal
  /// inputs.
  [[nodiscard]] std::string possible(const Delivery& delivery) const;
  /// A statement that gives the message `received` its index.
  [[nodiscard]] std::string set() const;

 private:
  const model::Capsule* c_ = nullptr;
  std::uint32_t most_ = 0;
};

}  // namespace catenary::frontend::umlrt
