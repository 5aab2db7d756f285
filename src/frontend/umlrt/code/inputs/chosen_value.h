// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameters of messages as inputs of a test: the scalars that a value
/// consists of, and the C++ around a step that makes the value of them. A text
/// is a buffer of characters to which its pointer points; the characters are
/// the inputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// The greatest length of a text that comes with a message, in characters. A
/// terminating 0 follows it.
inline constexpr unsigned kTextLength = 15;
/// The greatest length of an array that comes with a message, in elements.
inline constexpr unsigned kMostElements = 64;

/// One scalar of a value that a test chooses.
struct ChosenScalar {
  /// The C++ lvalue, e.g. "given::pair.one" or "given::name_text[0]".
  std::string lvalue;
  /// The name in reports, e.g. "pair.one" or "name[0]".
  std::string name;
  /// The enumeration of its values; null for a number. Points into the model,
  /// which must outlive it.
  const model::MachineType* enumeration = nullptr;
  /// The name of the text that it is a character of; empty for others.
  std::string text = {};
  /// The least and the most value; nothing: all of its type.
  std::optional<std::pair<std::int64_t, std::int64_t>> range = std::nullopt;
};

/// A value that a test chooses, as scalars.
struct ChosenValue {
  /// In the order of elements and fields.
  std::vector<ChosenScalar> scalars;
  /// C++ names of the buffers of its texts, each of kTextLength + 1 characters;
  /// they are still to be defined.
  std::vector<std::string> buffers;
  /// C++ statements that make the pointers of the value point to the buffers.
  /// They run before the message is delivered.
  std::string set;
  /// C++ statements that set these pointers to null. They run after it.
  std::string unset;
};

/// The value of a parameter that is kept in the variable `slot` of the
/// namespace `given` (see parameter_slot()). Nothing where some part of it has
/// a type that a test cannot choose: pointers, types of headers, or structures
/// that are nested too deeply.
[[nodiscard]] std::optional<ChosenValue> chosen_value(
    const model::MachineModel& model,
    const model::MachineVariable& parameter,
    const std::string& slot);

/// C++ statements that return false where an enumeration in the value has none
/// of its enumerators, but a number between them.
[[nodiscard]] std::string only_enumerators(const model::MachineModel& model,
                                           const ChosenValue& value);

/// C++ that defines catenary_keep_texts(), to be called after each step. The
/// capsule may keep pointers to texts that came with a message, and these must
/// not change when the next message fills the same buffers: the function copies
/// such texts and redirects the pointers to the copies. `buffers` are those of
/// all parameters of the capsule.
[[nodiscard]] std::string keep_texts(const model::MachineModel& model,
                                     const model::Capsule& capsule,
                                     const std::vector<std::string>& buffers);

}  // namespace catenary::frontend::umlrt
