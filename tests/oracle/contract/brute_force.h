// SPDX-License-Identifier: Apache-2.0
/// \file
/// Consistency of small interfaces by enumeration of all valuations, straight
/// from the definitions. Shares nothing with engine/contract but the terms.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "model/contract/interface.h"
#include "oracle/contract/explicit.h"

namespace catenary::oracle {

using Set = std::vector<std::uint32_t>;

/// All valuations of an interface are numbered: inputs first, then answers.
/// Definitions of derived variables belong to every set of contracts.
class BruteForce {
 public:
  explicit BruteForce(const model::Interface& interface);

  /// Valuations; the cost of everything grows with its square.
  [[nodiscard]] static std::uint64_t size(const model::Interface& interface);

  struct Notion {
    std::optional<std::uint32_t> lost_at;  ///< none: consistent for ever
  };
  /// The first step without an answer, of these contracts alone.
  [[nodiscard]] Notion strategy(const Set& contracts) const;
  [[nodiscard]] Notion no_dead_end(const Set& contracts) const;

  /// All minimal subsets that are lost under strategy at step k or before.
  [[nodiscard]] std::vector<Set> conflicts(std::uint32_t k) const;
  /// All minimal subsets without which the rest is not lost at step k.
  [[nodiscard]] std::vector<Set> corrections(std::uint32_t k) const;
  /// Minimal sets that admit no answer at some dead end of step k; each of
  /// them, for each of these dead ends.
  [[nodiscard]] std::vector<std::set<Set>> cores(std::uint32_t k) const;

 private:
  [[nodiscard]] std::uint32_t count() const {
    return static_cast<std::uint32_t>(inputs_.size() * answers_.size());
  }
  [[nodiscard]] State at(std::uint32_t input, std::uint32_t answer) const;
  [[nodiscard]] std::uint32_t number(std::uint32_t input,
                                     std::uint32_t answer) const {
    return static_cast<std::uint32_t>(input * answers_.size() + answer);
  }
  /// Bit c of the result: contract c holds. Index: before (count() = first
  /// step), now.
  [[nodiscard]] std::uint64_t met(std::uint32_t before,
                                  std::uint32_t now) const {
    return met_[std::size_t{before} * count() + now];
  }
  [[nodiscard]] bool promised(std::uint32_t before, std::uint32_t input) const {
    return promised_[std::size_t{before} * inputs_.size() + input];
  }
  [[nodiscard]] std::uint64_t mask(const Set& contracts) const;
  /// Calls with every set of contracts that has all definitions, and with the
  /// part of it that is none.
  template <typename What>
  void for_each_set(const What& what) const;
  [[nodiscard]] bool lost(std::uint64_t contracts, std::uint32_t k) const;
  /// Values after 0, 1, … steps, new ones only; until one cannot go on.
  [[nodiscard]] std::vector<std::set<std::uint32_t>> layers(
      std::uint64_t contracts) const;
  [[nodiscard]] bool answered(std::uint64_t contracts,
                              std::uint32_t before,
                              std::uint32_t input) const;

  const model::Interface& interface_;
  std::vector<std::uint32_t> input_variables_, answer_variables_;
  std::vector<State> inputs_, answers_;  ///< of those variables
  std::uint64_t definitions_ = 0;
  std::vector<std::uint64_t> met_;
  std::vector<bool> promised_;
};

/// `count` of all subsets of 0 .. n-1, as bits, minimal ones of a family.
[[nodiscard]] std::vector<Set> minimal(const std::vector<std::uint64_t>& sets);

}  // namespace catenary::oracle
