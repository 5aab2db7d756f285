// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random simulation of a circuit, 64 runs at a time, one in each bit of a
/// word. It needs no program, so that nothing can crash or hang.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/budget.h"
#include "engine/certificate/system_circuit.h"

namespace catenary::engine::certificate {

/// Packed states that random runs come through, distinct, at most `most`. Only
/// the bytes of SystemCircuit::slots() are set. Inputs have values of their
/// domains. Runs begin anew after at most `length` steps. Deterministic. Cost:
/// `steps` evaluations of the circuit.
[[nodiscard]] std::vector<std::string> simulated_states(
    const reach::Relation& relation,
    const SystemCircuit& system,
    std::size_t steps,
    std::size_t length,
    std::size_t most,
    const base::Budget& budget);

}  // namespace catenary::engine::certificate
