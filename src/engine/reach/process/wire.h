// SPDX-License-Identifier: Apache-2.0
/// \file
/// Serialisation of simulations into shared memory, from a replaying child
/// process to its parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Appends simulations to a piece of memory of fixed size.
class WireWriter {
 public:
  /// Writes to `begin` .. `begin + room`. The memory must outlive the writer.
  WireWriter(std::byte* begin, std::uint64_t room)
      : begin_(begin), at_(begin), end_(begin + room) {}

  /// Appends one simulation. If it does not fit, good() is false afterwards.
  void put(const model::StepSystem& system, const model::Simulation& run);

  /// False once something did not fit. Everything written after that is
  /// useless.
  [[nodiscard]] bool good() const { return good_; }
  /// Bytes in use.
  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(at_ - begin_);
  }

 private:
  void put(const model::StepSystem& system, const model::SimulatedStep& step);
  void put_number(std::uint64_t number) { put_raw(&number, sizeof number); }
  void put_text(const std::string& text);
  /// Appends bytes, or sets `good_` to false.
  void put_raw(const void* bytes, std::size_t size);

  std::byte* begin_;
  /// First byte that is free.
  std::byte* at_;
  /// Behind the last byte of the memory.
  std::byte* end_;
  bool good_ = true;
};

/// Reads simulations that a WireWriter wrote completely. The caller knows how
/// many there are; nothing is checked.
class WireReader {
 public:
  /// Reads from `begin` on. The memory must outlive the reader.
  explicit WireReader(const std::byte* begin) : at_(begin) {}

  /// The next simulation. `system` is the one it was written for.
  [[nodiscard]] model::Simulation take(const model::StepSystem& system);

 private:
  model::SimulatedStep take_step(const model::StepSystem& system);
  std::uint64_t take_number();
  std::string take_text();

  /// First byte that was not read yet.
  const std::byte* at_;
};

}  // namespace catenary::engine::reach
