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

/// Every mutation of a contract: of the comparisons, constants, connectives,
/// conjuncts and primes of assumptions and guarantees, and the contract left
/// out. Definitions of derived variables are not changed. Changes that give the
/// very same terms are left out, as are those the same as an earlier one of
/// that contract.
[[nodiscard]] std::vector<InterfaceMutant> interface_mutants(
    const Interface& interface);

/// The interface with that mutation made; it shares the terms of the original,
/// and keeps numbers and names of everything.
[[nodiscard]] Interface mutate(const Interface& interface,
                               const InterfaceMutant& mutant);

/// The contract that differs. Requires: a mutant of that interface.
[[nodiscard]] std::uint32_t changed_contract(const Interface& original,
                                             const Interface& mutant);

/// The mutant of that id; nothing where there is none.
[[nodiscard]] std::optional<InterfaceMutant> find_mutant(
    const Interface& interface, std::string_view id);

}  // namespace catenary::model
