// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tables of the values of a signal that stand for the values of an
/// enumeration, or for false and true, of a requirement interface.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/monitor/binding.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// The user's options about the binding.
struct BindingTexts {
  /// --map: "VARIABLE=SIGNAL".
  std::vector<std::string> maps;
  /// --map-value: "VARIABLE.NAME=VALUE", where VALUE is one of the signal.
  std::vector<std::string> values;
  /// The owner of the signals, for messages.
  std::string of;
};

/// The signal at a place. Requires: not Side::none (checked).
[[nodiscard]] const suite::Signal& signal_of(const suite::Signature& signature,
                                             const Place& place);

/// Binds as bind_signals() does, and makes tables. Integers have none. The
/// values of an enumeration are those of the signal with the same names, where
/// "push" also matches "port.push" if it is the only such name; if the signal
/// has none of the names, their positions from 0. Booleans are 0 and 1. An
/// entry of BindingTexts::values overrides this, and is needed where only some
/// names exist.
///
/// Throws base::InputError if a name stays without a value, for a malformed
/// entry, and where two values of a variable would be one of the signal.
[[nodiscard]] Binding bind_values(const model::Interface& interface,
                                  const suite::Signature& signature,
                                  const BindingTexts& texts);

}  // namespace catenary::engine::contract
