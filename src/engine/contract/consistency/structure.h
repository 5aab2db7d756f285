// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which contracts have to do with each other: the parts of an interface that
/// share nothing the system chooses, and can be judged one by one.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Indices of contracts, variables, promises: ascending, each once.
using Indices = std::vector<std::uint32_t>;

/// Contracts with what they need. Under *strategy* an interface is consistent
/// up to a step if and only if its parts are: they see the same inputs, and no
/// answer of one restricts that of another. Under *no dead end* the first dead
/// end of the interface is the first one of its parts: before it, every part
/// goes along with any inputs.
struct Part {
  Indices contracts;    ///< no definitions
  Indices definitions;  ///< of derived variables that are mentioned
  Indices variables;    ///< that occur in any of these
  Indices promises;
};

class Structure {
 public:
  /// The interface must outlive this.
  explicit Structure(const model::Interface& interface);

  [[nodiscard]] const model::Interface& interface() const { return interface_; }
  /// The variable that a term stands for at the current or previous step.
  [[nodiscard]] std::uint32_t variable_of(logic::Term variable) const {
    return of_term_.at(variable);
  }
  /// Variables of the formula of a contract or a promise.
  [[nodiscard]] const Indices& of_contract(std::uint32_t contract) const {
    return of_contract_[contract];
  }
  [[nodiscard]] const Indices& of_promise(std::uint32_t promise) const {
    return of_promise_[promise];
  }
  /// All contracts that are no definitions.
  [[nodiscard]] Indices all_contracts() const;
  [[nodiscard]] Indices contracts_of_view(std::uint32_t view) const;

  /// Groups of promises that share variables.
  [[nodiscard]] std::vector<Indices> promise_groups() const;
  /// Says that a group, by its first member, allows an input at the first step
  /// and after every values within their ranges. Such a group concerns only
  /// those who read its inputs; others concern everybody.
  void set_live(std::uint32_t promise) { live_[promise] = true; }

  /// The parts of these contracts, by their first contract.
  [[nodiscard]] std::vector<Part> split(
      std::span<const std::uint32_t> of) const;
  /// The same as a single part, with all promises.
  [[nodiscard]] Part whole(std::span<const std::uint32_t> of) const;
  /// Promises alone.
  [[nodiscard]] Part part_of(const Indices& promises) const;

 private:
  /// Adds definitions, transitively, and all variables.
  void close(Part& part) const;
  [[nodiscard]] bool chosen(std::uint32_t variable) const;

  const model::Interface& interface_;
  std::map<logic::Term, std::uint32_t> of_term_;
  std::vector<Indices> of_contract_;
  std::vector<Indices> of_promise_;
  std::vector<Indices> definitions_;    ///< by variable
  std::vector<Indices> chosen_within_;  ///< by variable: what its definition
                                        ///< has of variables that are chosen
  std::vector<Indices> inputs_within_;
  std::vector<bool> live_;
  std::vector<std::uint32_t> group_;  ///< of a promise: its first member
};

/// Sorts, and leaves only one of equal ones.
void make_set(Indices& indices);

}  // namespace catenary::engine::contract
