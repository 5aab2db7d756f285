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

#include "engine/contract/binding.h"
#include "engine/contract/semantics.h"
#include "model/interface.h"
#include "suite/signature.h"

namespace catenary::engine::contract {

/// How the user says what stands for what.
struct BindingTexts {
  std::vector<std::string> maps;    ///< "VARIABLE=SIGNAL"
  std::vector<std::string> values;  ///< "VARIABLE.NAME=VALUE OF THE SIGNAL"
  std::string of;                   ///< what has the signals, for messages
};

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
  /// Binds as bind_signals() does. Numbers are numbers; an enumeration's values
  /// are those of the signal that have the same names, or else their positions
  /// counted from 0; truth values are 0 and 1. BindingTexts::values says
  /// otherwise. Throws base::InputError where types cannot fit, or two values
  /// of a variable would be one of the signal.
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
  /// What stands for each value of an enumeration, or for false and true.
  using Table = std::vector<logic::Value>;

  [[nodiscard]] const suite::Signal& signal(std::uint32_t variable) const;
  void check_type(std::uint32_t variable, const std::string& of) const;
  void fill_table(std::uint32_t variable);
  void apply(const std::string& entry);
  void check_tables() const;
  [[nodiscard]] std::optional<logic::Value> read(
      std::uint32_t variable, const logic::Value& of_signal) const;

  const model::Interface& interface_;
  suite::Signature signature_;
  Binding binding_;
  std::vector<Table> tables_;  ///< by variable; empty for numbers
};

}  // namespace catenary::engine::contract
