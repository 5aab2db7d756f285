// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages between the runner and the child that runs a SUT: frames of a
/// 32-bit length and a payload of fields in machine byte order (both ends are
/// the same program).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "logic/value/value.h"

namespace catenary::exec::wire {

/// Longest payload that is accepted.
inline constexpr std::uint32_t kMostBytes = 64U << 20;

class Writer {
 public:
  void byte(std::uint8_t b) { bytes_ += static_cast<char>(b); }
  void number(std::uint64_t n);
  void text(std::string_view text);
  void value(const std::optional<logic::Value>& value);
  /// The frame: length and payload.
  [[nodiscard]] std::string frame() const;

 private:
  std::string bytes_;
};

/// Reads a payload; after the first fault everything is zero or empty and
/// good() is false.
class Reader {
 public:
  explicit Reader(std::string_view payload) : rest_(payload) {}
  std::uint8_t byte();
  std::uint64_t number();
  std::string text();
  std::optional<logic::Value> value(const logic::Sort& sort);
  [[nodiscard]] bool good() const { return good_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::string_view take(std::size_t n);
  std::string_view rest_;
  bool good_ = true;
};

}  // namespace catenary::exec::wire
