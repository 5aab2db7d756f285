// SPDX-License-Identifier: Apache-2.0
/// \file
/// Simulations as bytes, from a child process to its parent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Appends to a fixed piece of memory.
class WireWriter {
 public:
  WireWriter(std::byte* begin, std::uint64_t room)
      : begin_(begin), at_(begin), end_(begin + room) {}

  void put(const model::StepSystem& system, const model::Simulation& run);

  /// False once something did not fit; then the rest is garbage.
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] std::uint64_t size() const {
    return static_cast<std::uint64_t>(at_ - begin_);
  }

 private:
  void put(const model::StepSystem& system, const model::SimulatedStep& step);
  void put_number(std::uint64_t number) { put_raw(&number, sizeof number); }
  void put_text(const std::string& text);
  void put_raw(const void* bytes, std::size_t size);

  std::byte* begin_;
  std::byte* at_;
  std::byte* end_;
  bool good_ = true;
};

/// Reads what a WireWriter wrote completely.
class WireReader {
 public:
  explicit WireReader(const std::byte* begin) : at_(begin) {}

  [[nodiscard]] model::Simulation take(const model::StepSystem& system);

 private:
  model::SimulatedStep take_step(const model::StepSystem& system);
  std::uint64_t take_number();
  std::string take_text();

  const std::byte* at_;
};

}  // namespace catenary::engine::reach
