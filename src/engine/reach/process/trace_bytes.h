// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers, texts and runs as bytes, from a forked child to its parent.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "model/step/step_system.h"

namespace catenary::engine::reach {

/// Appends.
class ByteWriter {
 public:
  void number(std::uint64_t n);
  void text(const std::string& t);
  void trace(const model::StepSystem& system, const model::Trace& t);
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  void values(const std::vector<model::Variable>& variables,
              const std::vector<logic::Value>& list);

  std::string bytes_;
};

/// Reads what a ByteWriter wrote, in the same order (checked, as far as there
/// are bytes left).
class ByteReader {
 public:
  /// The bytes must outlive the reader.
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  [[nodiscard]] std::uint64_t number();
  [[nodiscard]] std::string text();
  [[nodiscard]] model::Trace trace(const model::StepSystem& system);

 private:
  [[nodiscard]] std::vector<logic::Value> values(
      const std::vector<model::Variable>& variables);
  [[nodiscard]] std::string_view take(std::size_t size);

  std::string_view bytes_;
};

}  // namespace catenary::engine::reach
