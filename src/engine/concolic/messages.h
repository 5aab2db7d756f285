// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a step is about, as opposed to the values that come with it: the
/// message of a state machine, the command of a program.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "engine/concolic/native.h"
#include "model/step/step_system.h"

namespace catenary::engine::concolic {

/// Messages of a system: all combinations of values of the inputs that choose.
/// These are the ones whose values have names; where there are none, those of
/// few values.
class Messages {
 public:
  explicit Messages(const model::StepSystem& system);

  [[nodiscard]] std::uint32_t size() const { return count_; }
  /// Writes message `m` into a letter; other inputs stay as they are.
  void choose(std::uint32_t m, classes::Bytes& letter) const;
  /// The message of a letter; size() where it is none.
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
  /// Whether the run may have this letter, too.
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
