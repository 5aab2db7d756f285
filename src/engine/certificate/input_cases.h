// SPDX-License-Identifier: Apache-2.0
/// \file
/// Inputs of a circuit that are only compared with constants have many values
/// with the same effect. One value stands for all of them.
///
/// Method: equivalence classes of inputs (Weyuker, Ostrand, "Theories of
/// Program Testing and the Application of Revealing Subdomains", IEEE TSE 6(3),
/// 1980, doi:10.1109/TSE.1980.234485), found in the circuit by three-valued
/// simulation.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/certificate/and_circuit.h"

namespace catenary::engine::certificate {

/// A bit that may be anything.
enum class TernaryBit : std::uint8_t { any, zero, one };

/// Values of all inputs of a circuit, in order. All inputs that have the known
/// ones of these bits, whatever the others are, are one case or more.
using InputCase = std::vector<TernaryBit>;

/// Cases such that for any values of the inputs, one of the cases has the same
/// effect: all signals that read inputs together with latches, and all `roots`,
/// are the same. `gates` are in order, and have all on which the roots depend.
/// Inputs that are read bit by bit stay open. If there are more than some
/// dozens of cases, one case in which all is open. Cost: a pass over the gates.
std::vector<InputCase> input_cases(const AndCircuit& circuit,
                                   const std::vector<std::uint32_t>& gates,
                                   const std::vector<AigerSignal>& roots);

}  // namespace catenary::engine::certificate
