// SPDX-License-Identifier: Apache-2.0
/// \file
/// Mutants of requirement interfaces: contracts with one small fault each,
/// after Aichernig, Hörmaier, Lorber, Nickovic, Tiran, "Require, test, and
/// trace IT", STTT 2017 (doi:10.1007/s10009-016-0444-z), section 5.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/contract/interface.h"
#include "model/mutate/mutate.h"

namespace catenary::model {

using InterfaceMutant = Mutant<Interface>;

/// The operators of contracts, for help texts.
[[nodiscard]] const std::vector<MutationOperator>& interface_operators();

/// All mutations of contracts: changes of comparisons, constants, connectives,
/// conjuncts and primes of assumptions and guarantees, and the omission of a
/// contract. Definitions of derived variables are not changed. Changes that
/// give the very same terms are left out, as are repetitions of an earlier
/// change of that contract.
[[nodiscard]] std::vector<InterfaceMutant> interface_mutants(
    const Interface& interface);

/// A copy of the interface with that mutation applied. Shares the terms of the
/// original, and keeps all numbers and names.
[[nodiscard]] Interface mutate(const Interface& interface,
                               const InterfaceMutant& mutant);

/// The index of the contract that differs. Requires: a mutant of that interface
/// (checked).
[[nodiscard]] std::uint32_t changed_contract(const Interface& original,
                                             const Interface& mutant);

/// The mutant of that id; nothing if there is none. Cost: that of
/// interface_mutants().
[[nodiscard]] std::optional<InterfaceMutant> find_mutant(
    const Interface& interface, std::string_view id);

}  // namespace catenary::model
