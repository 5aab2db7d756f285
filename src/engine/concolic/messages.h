// SPDX-License-Identifier: Apache-2.0
/// \file
/// Messages: what kind of input a step gets, as opposed to the values that come
/// with it, e.g. the message of a state machine or the command of a program.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/concolic/native.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

/// The messages of a system: all combinations of values of the inputs whose
/// values have names or, if there are no such inputs, of those with few values.
class Messages {
 public:
  explicit Messages(const model::StepSystem& system);

  [[nodiscard]] std::uint32_t size() const { return count_; }
  /// Writes message `m` into a letter; other inputs stay as they are.
  void choose(std::uint32_t m, classes::Bytes& letter) const;
  /// The message of a letter; size() if it has none.
  [[nodiscard]] std::uint32_t of(const classes::Bytes& letter) const;

 private:
  struct Choice {
    std::size_t offset = 0, size = 0;
    std::vector<classes::Bytes> values;
  };
  void add(const model::Variable& v, const std::vector<logic::Value>& values);

  std::vector<Choice> choices_;
  std::uint32_t count_ = 1;
};

/// How often a run chose each message.
class Repeats {
 public:
  Repeats(const Messages& messages, std::uint32_t most)
      : messages_(messages), most_(most), counts_(messages.size() + 1) {}

  void clear() { counts_.assign(counts_.size(), 0); }
  /// Whether the run may choose the message of this letter once more.
  [[nodiscard]] bool allow(const classes::Bytes& letter) const {
    return most_ == 0 || counts_[messages_.of(letter)] < most_;
  }
  void count(const classes::Bytes& letter) {
    if (most_ != 0) ++counts_[messages_.of(letter)];
  }

 private:
  const Messages& messages_;
  std::uint32_t most_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace catenary::engine::concolic
