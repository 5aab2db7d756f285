// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is observed of a system while a suite runs on it, as values of the
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

/// One step, seen through the interface.
struct Observation {
  Snapshot values;  ///< hidden variables and those below have a default value
  std::vector<std::uint32_t> missing;  ///< not provided by the system
  /// Variables whose signal has a value that is none of their type, and that
  /// value: what no range can hold.
  std::vector<std::pair<std::uint32_t, logic::Value>> unfit;
};

class Observer {
 public:
  /// Binds as bind_values() does. Throws base::InputError where types cannot
  /// fit.
  /// The interface must outlive it.
  Observer(const model::Interface& interface,
           const suite::Signature& signature,
           const BindingTexts& texts);

  /// One value for each signal of the signature; outputs may be absent.
  [[nodiscard]] Observation observe(
      std::span<const logic::Value> inputs,
      std::span<const std::optional<logic::Value>> outputs) const;

  [[nodiscard]] const Binding& binding() const { return binding_; }
  /// The name of the signal that stands for a variable; not for hidden ones.
  [[nodiscard]] const std::string& signal_of(std::uint32_t variable) const;

 private:
  void check_type(std::uint32_t variable, const std::string& of) const;

  const model::Interface& interface_;
  suite::Signature signature_;
  Binding binding_;
};

}  // namespace catenary::engine::contract
