// SPDX-License-Identifier: Apache-2.0
/// \file
/// A memo table for results of states that depend on a part of the state only.
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

/// Each entry holds for all states that have the same values in some slots, its
/// support, which may be different for each entry. An entry is a number, such
/// as the index of a result of the caller.
class SupportMemo {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The number of the entry that holds for the state; kNone if there is none.
  /// Cost: one lookup by the slots that all supports have in common, then one
  /// for each support that has an entry with these values.
  [[nodiscard]] std::uint32_t find(const std::vector<model::StateSlot>& slots,
                                   const std::byte* state);
  /// Adds an entry. Requires: `number` is the result of all states with the
  /// same values of the `used` slots; find() returns kNone for this one.
  void keep(const std::vector<model::StateSlot>& slots,
            const std::byte* state,
            const std::vector<bool>& used,
            std::uint32_t number);
  /// Adds to `shares[k]` the fraction of the entries whose support has slot k.
  /// Requires: `shares` has one element for each slot.
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
  /// Indices of supports by the values of common_, usually the control state.
  Table<std::vector<std::size_t>> by_common_;
  std::string values_;
};

}  // namespace catenary::engine::classes
