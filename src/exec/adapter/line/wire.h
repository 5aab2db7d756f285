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

/// The longest payload that is accepted.
inline constexpr std::uint32_t kMostBytes = 64U << 20;

/// Builds a payload field by field.
class Writer {
 public:
  /// Such as the kind of a message.
  void byte(std::uint8_t b) { bytes_ += static_cast<char>(b); }
  /// 64 bits.
  void number(std::uint64_t n);
  /// Length and bytes.
  void text(std::string_view text);
  /// A tag and the value; nothing is a value, too.
  void value(const std::optional<logic::Value>& value);
  /// The frame: length and payload.
  [[nodiscard]] std::string frame() const;

 private:
  /// The payload so far.
  std::string bytes_;
};

/// Reads a payload in the same order. After the first error everything is zero
/// or empty, and good() is false.
class Reader {
 public:
  /// The payload must outlive the reader.
  explicit Reader(std::string_view payload) : rest_(payload) {}
  /// The inverse of Writer::byte(), and so on.
  std::uint8_t byte();
  std::uint64_t number();
  std::string text();
  /// `sort` is that of the value; another one is an error.
  std::optional<logic::Value> value(const logic::Sort& sort);
  /// Whether no error has occurred.
  [[nodiscard]] bool good() const { return good_; }
  /// Whether everything was read.
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  /// The next n bytes.
  std::string_view take(std::size_t n);
  /// The bytes that have not been read yet.
  std::string_view rest_;
  /// False from the first error on.
  bool good_ = true;
};

}  // namespace catenary::exec::wire
