// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which values of a signal stand for the values of an enumeration, or for true
/// and false, of a requirement interface.
#pragma once

#include <string>
#include <vector>

#include "engine/contract/monitor/binding.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// How the user says what stands for what.
struct BindingTexts {
  std::vector<std::string> maps;    ///< "VARIABLE=SIGNAL"
  std::vector<std::string> values;  ///< "VARIABLE.NAME=VALUE OF THE SIGNAL"
  std::string of;                   ///< what has the signals, for messages
};

/// The signal at a place, which is not Side::none.
[[nodiscard]] const suite::Signal& signal_of(const suite::Signature& signature,
                                             const Place& place);

/// Binds as bind_signals() does, with tables: numbers are numbers; an
/// enumeration's values are those of the signal that have the same names
/// ("push" is also "port.push", if it is the only one), or, where none of them
/// has such a name, their positions counted from 0; truth values are 0 and
/// 1. BindingTexts::values says otherwise, and has to where a name is missing.
/// Throws base::InputError where it does not, for an entry that is none, and
/// where two values of a variable would be one of the signal.
[[nodiscard]] Binding bind_values(const model::Interface& interface,
                                  const suite::Signature& signature,
                                  const BindingTexts& texts);

}  // namespace catenary::engine::contract
