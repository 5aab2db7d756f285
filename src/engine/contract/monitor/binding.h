// SPDX-License-Identifier: Apache-2.0
/// \file
/// The binding of signals of a system to variables of a requirement interface,
/// and the conversion of values between them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logic/value/as_sort.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// The signal of a system that stands for a variable of an interface.
struct Place {
  enum class Side : std::uint8_t {
    /// Nowhere: the variable is hidden.
    none,
    input,
    output
  };
  Side side = Side::none;
  /// Among the inputs or the outputs of the system; 0 for Side::none.
  std::uint32_t index = 0;
  bool operator==(const Place&) const = default;
};

/// A binding of every observed variable.
struct Binding {
  /// By variable of the interface.
  std::vector<Place> places;
  /// By variable: the value of the signal for each value of an enumeration, or
  /// for false and true, in this order. An empty table, as bind_signals()
  /// leaves it: numbers are themselves, other values their positions from 0.
  std::vector<std::vector<logic::Value>> tables;

  /// A value of the signal as a value of the variable, which may be out of its
  /// range; no value if there is none.
  [[nodiscard]] std::optional<logic::Value> to_variable(
      const model::Interface& interface,
      std::uint32_t variable,
      const logic::Value& of_signal) const;
  /// A value of the variable as a value of the signal, whose sort is `sort`; no
  /// value if the sort has none. Requires: of the variable's sort.
  [[nodiscard]] std::optional<logic::Value> to_signal(
      std::uint32_t variable,
      const logic::Value& of_variable,
      const logic::Sort& sort) const;
  /// The variable that an input of the system stands for; no value: none.
  [[nodiscard]] std::optional<std::uint32_t> variable_of_input(
      std::uint32_t input) const;
};

/// The names of a system's signals.
struct SignalNames {
  std::vector<std::string> inputs, outputs;
  /// The system, for messages, e.g. "safing.toml".
  std::string of;
};

/// Binds every input and output of the interface to the signal of the same
/// name, or to the one that an entry "VARIABLE=SIGNAL" of `maps` gives. An
/// input may be bound to an output of the system, which is then only observed;
/// an output is bound to outputs only.
///
/// Throws base::InputError for a malformed entry, an unknown name, a variable
/// that is bound to nothing or twice, and two variables of one signal.
[[nodiscard]] Binding bind_signals(const model::Interface& interface,
                                   const SignalNames& signals,
                                   const std::vector<std::string>& maps);

/// The value converted to a sort, exactly; no value where there is none. See
/// logic::as_sort().
[[nodiscard]] inline std::optional<logic::Value> to_sort(
    const logic::Value& value, const logic::Sort& sort) {
  return logic::as_sort(value, sort);
}

}  // namespace catenary::engine::contract
