// SPDX-License-Identifier: Apache-2.0
/// \file
/// What was found of some states holds of all that agree with one of them in
/// what it depends on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "model/step/encoding.h"

namespace catenary::engine::classes {

/// Numbers by the values of the slots that they depend on, which may be others
/// for each.
class SupportMemo {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// Cost: a look into a table for each set of slots that was kept with the
  /// values that this state has where all sets agree.
  [[nodiscard]] std::uint32_t find(const std::vector<model::StateSlot>& slots,
                                   const std::byte* state);
  /// Requires: `number` holds of all states with the same values of the `used`
  /// slots; find() knows none for this one.
  void keep(const std::vector<model::StateSlot>& slots,
            const std::byte* state,
            const std::vector<bool>& used,
            std::uint32_t number);
  /// Adds to each slot which part of the numbers kept depends on it. Requires:
  /// there is a place for each slot.
  void add_shares(std::vector<double>& shares) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  template <typename T>
  using Table = std::unordered_map<std::string, T, Hash, std::equal_to<>>;
  /// Slots, ascending.
  struct Support {
    std::vector<std::uint32_t> slots;
    Table<std::uint32_t> known;
  };

  [[nodiscard]] std::string_view values_of(
      const std::vector<model::StateSlot>& slots,
      const std::vector<std::uint32_t>& which,
      const std::byte* state);
  [[nodiscard]] std::size_t support_of(
      const std::vector<model::StateSlot>& slots,
      std::vector<std::uint32_t> used);
  void index(const std::vector<model::StateSlot>& slots);

  std::vector<Support> supports_;
  std::vector<std::uint32_t> common_;  ///< slots that all supports have
  /// Supports by the values of these: of most systems their control state.
  Table<std::vector<std::size_t>> by_common_;
  std::string values_;
};

}  // namespace catenary::engine::classes
