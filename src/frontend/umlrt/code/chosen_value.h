// SPDX-License-Identifier: Apache-2.0
/// \file
/// Parameters of messages as inputs of a test: which numbers they are made of,
/// and what they need around them. A text is a buffer of characters, the
/// inputs, that its pointer points to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/machine/state_machine.h"

namespace catenary::frontend::umlrt {

/// Characters of a text that comes with a message, at most. A 0 follows.
inline constexpr unsigned kTextLength = 15;
/// Elements of an array that comes with a message, at most.
inline constexpr unsigned kMostElements = 64;

/// One number of a value that a test chooses.
struct ChosenScalar {
  /// C++, e.g. "given::pair.one", "given::name_text[0]".
  std::string lvalue;
  /// For people, e.g. "pair.one", "name[0]".
  std::string name;
  /// Null: a number.
  const model::MachineType* enumeration = nullptr;
  /// The text that it is a character of; empty: of none.
  std::string text;
};

struct ChosenValue {
  std::vector<ChosenScalar> scalars;
  /// C++ names of texts' characters.
  std::vector<std::string> buffers;
  /// C++ that lets pointers point to them.
  std::string set;
  /// And that ends it.
  std::string unset;
};

/// The parameter of that slot (see parameter_slot()). Nothing where it has what
/// no test can choose.
[[nodiscard]] std::optional<ChosenValue> chosen_value(
    const model::MachineModel& model,
    const model::MachineVariable& parameter,
    const std::string& slot);

/// Texts of messages that a capsule keeps pointers to stay what they are when
/// the next message comes: C++ that defines catenary_keep_texts(), which is to
/// run behind each step. `buffers` are those of all parameters.
[[nodiscard]] std::string keep_texts(const model::MachineModel& model,
                                     const model::Capsule& capsule,
                                     const std::vector<std::string>& buffers);

}  // namespace catenary::frontend::umlrt
