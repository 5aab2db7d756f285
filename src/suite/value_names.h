// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of one signal in two models that call them the same but number them
/// differently: two versions of a state machine, or requirements and the model
/// that is tested against them.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "logic/value/value.h"
#include "model/step/step_system.h"
#include "suite/signature.h"

namespace catenary::suite {

/// Values with their names. Enumerators are named by their type.
using NamedValues = std::vector<std::pair<std::string, logic::Value>>;
[[nodiscard]] NamedValues named_values(const Signal& signal);
[[nodiscard]] NamedValues named_values(const model::Variable& variable);

/// Translates values by their names. Numbers without a name stay as they are.
class ValueNames {
 public:
  ValueNames(NamedValues from, NamedValues to);

  /// The value of the other side that has the same name. A value without such
  /// a counterpart stays as it is if no value there has its number under
  /// another name, and if the names that both sides have are numbered alike;
  /// else nothing, since what it means there cannot be known. Cost: linear in
  /// the names.
  [[nodiscard]] std::optional<logic::Value> translate(
      const logic::Value& value) const;
  /// The name of the value on this side; "" if it has none.
  [[nodiscard]] std::string name_of(const logic::Value& value) const;

 private:
  NamedValues from_, to_;
  /// Whether a name that both have names the same number in both.
  bool same_numbers_ = true;
  bool has_common_ = false;
};

}  // namespace catenary::suite
