// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which signal of a system stands for which variable of a requirement
/// interface, and the values of one as values of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logic/value/as_sort.h"
#include "model/contract/interface.h"

namespace catenary::engine::contract {

/// Where a system has a variable of an interface.
struct Place {
  enum class Side : std::uint8_t {
    none,  ///< a hidden variable: nowhere
    input,
    output
  };
  Side side = Side::none;
  std::uint32_t index = 0;  ///< among the inputs, or the outputs
  bool operator==(const Place&) const = default;
};

struct Binding {
  std::vector<Place> places;  ///< by variable of the interface
  /// By variable: what stands for each value of an enumeration, or for false
  /// and true. Empty, as bind_signals() leaves it, where numbers are numbers,
  /// and others their positions counted from 0.
  std::vector<std::vector<logic::Value>> tables;

  /// A value of the signal as one of the variable's sort, which may be beyond
  /// the variable's range; nothing where it is none.
  [[nodiscard]] std::optional<logic::Value> to_variable(
      const model::Interface& interface,
      std::uint32_t variable,
      const logic::Value& of_signal) const;
  /// The other way round; `sort` is that of the signal.
  [[nodiscard]] std::optional<logic::Value> to_signal(
      std::uint32_t variable,
      const logic::Value& of_variable,
      const logic::Sort& sort) const;
  /// The variable that an input of the system stands for, if one does.
  [[nodiscard]] std::optional<std::uint32_t> variable_of_input(
      std::uint32_t input) const;
};

/// The signals of a system by name, and what to call it.
struct SignalNames {
  std::vector<std::string> inputs, outputs;
  std::string of;  ///< e.g. "safing.toml"
};

/// Binds every input and output of the interface to the signal of its name, or
/// to the one that an entry "VARIABLE=SIGNAL" of `maps` names. An input may be
/// bound to an output, that is only observed; an output to outputs only.
/// Throws base::InputError: an entry that is none, names that are unknown, a
/// variable that is bound to nothing, twice, or to what another is bound to.
[[nodiscard]] Binding bind_signals(const model::Interface& interface,
                                   const SignalNames& signals,
                                   const std::vector<std::string>& maps);

/// logic::as_sort(), as this folder calls it.
[[nodiscard]] inline std::optional<logic::Value> to_sort(
    const logic::Value& value, const logic::Sort& sort) {
  return logic::as_sort(value, sort);
}

}  // namespace catenary::engine::contract
