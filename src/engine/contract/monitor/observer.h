// SPDX-License-Identifier: Apache-2.0
/// \file
/// Observations of a system while a suite runs on it, as values of the
/// variables of a requirement interface.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/consistency/semantics.h"
#include "engine/contract/monitor/value_tables.h"
#include "model/contract/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// One step, as the interface sees it.
struct Observation {
  /// By variable. Hidden variables, and those that the members below list, have
  /// default values.
  Snapshot values;
  /// Outputs that the system did not provide.
  std::vector<std::uint32_t> missing;
  /// Variables whose signal has a value that is not of the variable's type,
  /// with that value: no range contains it, so an output like this is a
  /// violation and an input like this breaks a promise.
  std::vector<std::pair<std::uint32_t, logic::Value>> unfit;
};

/// Translates steps of a suite for one interface.
class Observer {
 public:
  /// Binds as bind_values() does. Throws base::InputError, also where the type
  /// of a signal can never fit its variable. The interface must outlive this.
  Observer(const model::Interface& interface,
           const suite::Signature& signature,
           const BindingTexts& texts);

  /// One step. Requires: a value for each input of the signature, and an entry
  /// for each output, which may be empty.
  [[nodiscard]] Observation observe(
      std::span<const logic::Value> inputs,
      std::span<const std::optional<logic::Value>> outputs) const;

  /// The binding of signals to variables.
  [[nodiscard]] const Binding& binding() const { return binding_; }
  /// The name of the signal that stands for a variable. Requires: not a hidden
  /// one (checked).
  [[nodiscard]] const std::string& signal_of(std::uint32_t variable) const;

 private:
  /// Throws base::InputError if no value of the signal's type could be one of
  /// the variable. `of`: what has the signal, for the message.
  void check_type(std::uint32_t variable, const std::string& of) const;

  const model::Interface& interface_;
  suite::Signature signature_;
  Binding binding_;
};

}  // namespace catenary::engine::contract
