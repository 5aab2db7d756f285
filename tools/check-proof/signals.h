// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of signals as bits of the circuit: its inputs and outputs have names
/// "KIND BIT NAME", where KIND is "initial", "input" or "output" and bit 0 is
/// the lowest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/check-proof/json.h"

namespace check_proof {

/// By kind and name, then by bit: the index of the circuit's input or output.
using Places =
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>>;
[[nodiscard]] Places places_of(const std::vector<std::string>& names);

/// The machine representation of a value of a machine type: "bool", "int8" …
/// "uint64", "float32", "float64". Nothing if it is not one.
[[nodiscard]] std::optional<std::uint64_t> machine_bits(const std::string& type,
                                                        const Json& value);
/// Whether two representations are of the same value: NaNs are equal.
[[nodiscard]] bool same_value(const std::string& type,
                              std::uint64_t a,
                              std::uint64_t b);

/// The value of an input that a step of a test does not name: 0 or false, moved
/// into the range of the signal, which is one of the suite's signature.
[[nodiscard]] std::optional<std::uint64_t> default_bits(const Json& signal);

}  // namespace check_proof
