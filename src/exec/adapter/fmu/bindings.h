// SPDX-License-Identifier: Apache-2.0
/// \file
/// Signals of a suite and variables of an FMU: which is which, by name, and how
/// values go over. No value is ever rounded.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "exec/adapter.h"
#include "exec/adapter/fmu/instance.h"
#include "exec/adapter/fmu/package.h"
#include "suite/signature.h"

namespace catenary::exec::fmu {

/// One signal and its variable.
struct Binding {
  /// In the suite's list of signals of its kind.
  std::size_t position = 0;
  Variable variable;
  /// The variable as a signal, of the machine type that the FMU has.
  suite::Signal machine;
  /// Where both sides have the names: the FMU's number of each enumerator.
  std::vector<std::int64_t> numbers;
};

/// All signals of a suite that the FMU has: all but derived outputs.
struct Bindings {
  std::vector<Binding> inputs, initial, outputs;
};

/// Finds the variable of each signal. Inputs need causality input (or a tunable
/// parameter), initial choices a start value, outputs causality output or
/// local. Booleans are Boolean; floats are Real, Float32 or Float64; integers
/// are of any integer type, or an enumeration by its numbers; enumerations are
/// an enumeration with the same names, or an integer by position. Throws
/// InputError that names both sides of every signal that is missing or does not
/// fit. Cost: linear.
[[nodiscard]] Bindings bind(const suite::Signature& signature,
                            const Package& package);

/// The signals that are bound, for reports.
[[nodiscard]] SutInfo info_of(const Bindings& bindings,
                              const suite::Signature& signature,
                              const Description& description);

/// The value as the FMU has it; nothing if its type does not have the value.
[[nodiscard]] std::optional<Raw> to_raw(const Binding& binding,
                                        const logic::Value& value);
/// The value as the suite has it; nothing if `wanted` does not have the value.
[[nodiscard]] std::optional<logic::Value> from_raw(const Binding& binding,
                                                   const Raw& raw,
                                                   const suite::Signal& wanted);

}  // namespace catenary::exec::fmu
