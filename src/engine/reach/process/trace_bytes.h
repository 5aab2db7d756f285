// SPDX-License-Identifier: Apache-2.0
/// \file
/// Serialisation of numbers, strings and runs, for messages from a forked child
/// to its parent. Both are the same program, so the format has no version and
/// uses the byte order of the machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Appends items to a string of bytes.
class ByteWriter {
 public:
  /// Appends 8 bytes.
  void number(std::uint64_t n);
  /// Appends the length and the bytes.
  void text(const std::string& t);
  /// Appends the initial choices, the number of steps and the inputs of each.
  /// Every value takes 8 bytes. Requires: the trace has one value for each
  /// variable of the system (checked).
  void trace(const model::StepSystem& system, const model::Trace& t);
  /// Everything appended so far.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  /// Appends one value for each variable.
  void values(const std::vector<model::Variable>& variables,
              const std::vector<logic::Value>& list);

  std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order. A message that is too
/// short is detected: base::InternalError. Items of a wrong kind are not.
class ByteReader {
 public:
  /// Reads from the start. The bytes must outlive the reader.
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  /// The next number.
  [[nodiscard]] std::uint64_t number();
  /// The next string.
  [[nodiscard]] std::string text();
  /// The next run of this system.
  [[nodiscard]] model::Trace trace(const model::StepSystem& system);

 private:
  /// One value for each variable.
  [[nodiscard]] std::vector<logic::Value> values(
      const std::vector<model::Variable>& variables);
  /// The next `size` bytes, as they are.
  [[nodiscard]] std::string_view take(std::size_t size);

  /// What was not read yet.
  std::string_view bytes_;
};

}  // namespace catenary::engine::reach
