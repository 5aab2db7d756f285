// SPDX-License-Identifier: Apache-2.0
/// \file
/// One component of a file of FRET: its formulas as expressions, its variables
/// with their kinds and types, and what has to be left out.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "frontend/contract/fret/document.h"
#include "frontend/contract/fret/types.h"
#include "frontend/contract/parse/syntax.h"
#include "model/contract/interface.h"

namespace catenary::frontend::contract::fret {

/// A variable with what is known of it.
struct KnownVariable {
  std::string name;  ///< as FRET has it
  std::string ours;  ///< in the .req language, unique
  /// Nothing: nobody has chosen yet, or it is none of the three kinds.
  std::optional<model::Role> role;
  /// What FRET calls it, where it is none of the three kinds.
  std::string other_kind;
  /// Another name of FRET that becomes the same; empty = none.
  std::string clash;
  std::optional<VariableType> type;
  bool is_unsigned = false;
  /// The value of an internal variable that is a constant.
  std::optional<Expression> value;
  bool assigned = false;  ///< its value is given by what is not read
  base::Place where;
  std::vector<std::string> used_by;  ///< ids of requirements
};

/// A requirement; without a formula there is a reason for that.
struct KnownRequirement {
  const Requirement* of = nullptr;
  std::optional<Expression> formula;
  std::string why_not;
  base::Place where;        ///< of what is wrong
  bool lacks_kind = false;  ///< it uses a variable of no kind yet
};

struct KnownComponent {
  /// Those that are declared, in the order of the file, then others that are
  /// used.
  std::vector<KnownVariable> variables;
  std::vector<KnownRequirement> requirements;
  Types types;
};

/// The components that have a formula, or all where none has, in the order of
/// the file, with their names for people: "COMPONENT", or "PROJECT/COMPONENT"
/// where several projects have one of that name.
[[nodiscard]] std::vector<std::pair<Component, std::string>> components_of(
    const Document& document);

/// Reads the formulas of a component. `lists`: variables of other files, which
/// count for all components unless they name one.
[[nodiscard]] KnownComponent understand(const Document& document,
                                        const Component& component,
                                        const std::vector<Variable>& lists,
                                        const std::string& path);

}  // namespace catenary::frontend::contract::fret
