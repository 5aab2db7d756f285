// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random C++ for the actions and guards of random machines. Internal to
/// tools/bench/machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/rng.h"
#include "tools/bench/machine/random_machine.h"

namespace catenary::tools::bench {

/// What is known of the variables at a place, by the conditions around it:
/// least and greatest value of each.
struct ActionFacts {
  struct Range {
    std::int32_t least = 0, most = 0;
  };
  std::vector<Range> parameters;  ///< empty where no message is at hand
  std::vector<Range> attributes;
  std::int32_t mode = -1;  ///< what `mode` holds; -1 = not known
};

class ActionWriter {
 public:
  /// Draws from `rng`, which must outlive it.
  ActionWriter(const RandomMachineOptions& options, base::Rng& rng);

  /// Where nothing is known. `message`: parameters are at hand.
  [[nodiscard]] ActionFacts unknown(bool message) const;

  /// Statements with that many conditions, each of two branches.
  [[nodiscard]] std::string block(std::uint32_t conditions,
                                  const ActionFacts& facts);

  /// A guard that leaves room: whatever others are there, some value of the
  /// first parameter makes all of them false.
  [[nodiscard]] std::string narrow_guard();
  /// Any single comparison.
  [[nodiscard]] std::string guard(bool message);

 private:
  /// A condition, and what is known where it holds and where it does not.
  struct Condition {
    std::string text;
    ActionFacts holds, fails;
    bool never = false, always = false;
  };
  [[nodiscard]] Condition condition(const ActionFacts& facts);
  [[nodiscard]] Condition infeasible(const ActionFacts& facts);
  [[nodiscard]] bool of_parameter(const ActionFacts& facts, Condition& out);
  [[nodiscard]] bool of_arithmetic(const ActionFacts& facts, Condition& out);
  [[nodiscard]] bool of_attribute(const ActionFacts& facts, Condition& out);
  [[nodiscard]] std::int32_t constant(const ActionFacts::Range& within);
  void statements(std::uint32_t conditions,
                  const ActionFacts& facts,
                  std::size_t depth);
  void choice(std::uint32_t conditions,
              const ActionFacts& facts,
              std::size_t depth);
  void change(const ActionFacts& facts, std::size_t depth);
  void line(std::size_t depth, const std::string& text);

  const RandomMachineOptions& options_;
  base::Rng& rng_;
  std::vector<std::int32_t> pool_;  ///< of constants; empty = any
  std::uint32_t notes_ = 0;
  std::string out_;
};

/// The names that the actions use.
[[nodiscard]] std::string parameter_name(std::size_t index);
[[nodiscard]] std::string attribute_name(std::size_t index);

}  // namespace catenary::tools::bench
