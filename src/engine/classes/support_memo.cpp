// SPDX-License-Identifier: Apache-2.0
#include "engine/classes/support_memo.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace catenary::engine::classes {

using Slots = std::vector<model::StateSlot>;

/// Valid until the next call.
std::string_view SupportMemo::values_of(const Slots& slots,
                                        const std::vector<std::uint32_t>& which,
                                        const std::byte* state) {
  values_.clear();
  for (const std::uint32_t k : which) {
    values_.append(reinterpret_cast<const char*>(state + slots[k].offset),
                   slots[k].size);
  }
  return values_;
}

std::uint32_t SupportMemo::find(const Slots& slots, const std::byte* state) {
  const auto some = by_common_.find(values_of(slots, common_, state));
  if (some == by_common_.end()) return kNone;
  for (const std::size_t s : some->second) {
    const Support& support = supports_[s];
    const auto at = support.known.find(values_of(slots, support.slots, state));
    if (at != support.known.end()) return at->second;
  }
  return kNone;
}

void SupportMemo::index(const Slots& slots) {
  by_common_.clear();
  for (std::size_t s = 0; s < supports_.size(); ++s) {
    const Support& support = supports_[s];
    for (const auto& [values, number] : support.known) {
      std::string common;
      std::size_t at = 0;
      for (const std::uint32_t k : support.slots) {
        if (std::binary_search(common_.begin(), common_.end(), k)) {
          common += values.substr(at, slots[k].size);
        }
        at += slots[k].size;
      }
      std::vector<std::size_t>& list = by_common_[common];
      if (list.empty() || list.back() != s) list.push_back(s);
    }
  }
}

std::size_t SupportMemo::support_of(const Slots& slots,
                                    std::vector<std::uint32_t> used) {
  const auto at = std::find_if(
      supports_.begin(), supports_.end(), [&used](const Support& support) {
        return support.slots == used;
      });
  const auto number = static_cast<std::size_t>(at - supports_.begin());
  if (at != supports_.end()) return number;
  std::vector<std::uint32_t> common;
  std::set_intersection(used.begin(),
                        used.end(),
                        common_.begin(),
                        common_.end(),
                        std::back_inserter(common));
  if (supports_.empty()) common = used;
  const bool fewer = common != common_;
  common_ = std::move(common);
  supports_.push_back({std::move(used), {}});
  if (fewer) index(slots);
  return number;
}

void SupportMemo::keep(const Slots& slots,
                       const std::byte* state,
                       const std::vector<bool>& used,
                       std::uint32_t number) {
  std::vector<std::uint32_t> which;
  for (std::uint32_t k = 0; k < used.size(); ++k) {
    if (used[k]) which.push_back(k);
  }
  const std::size_t s = support_of(slots, std::move(which));
  const std::string common(values_of(slots, common_, state));
  std::vector<std::size_t>& list = by_common_[common];
  if (std::find(list.begin(), list.end(), s) == list.end()) list.push_back(s);
  Support& support = supports_[s];
  support.known[std::string(values_of(slots, support.slots, state))] = number;
}

void SupportMemo::add_shares(std::vector<double>& shares) const {
  std::size_t all = 0;
  for (const Support& support : supports_) all += support.known.size();
  for (const Support& support : supports_) {
    for (const std::uint32_t k : support.slots) {
      shares[k] +=
          static_cast<double>(support.known.size()) / static_cast<double>(all);
    }
  }
}

}  // namespace catenary::engine::classes
