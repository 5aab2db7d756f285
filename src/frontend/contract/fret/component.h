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
  /// Nothing: nobody has chosen yet, or it cannot be used.
  std::optional<model::Role> role;
  std::optional<VariableType> type;
  /// Of an integer; 32 where its type does not say.
  unsigned bits = 32;
  bool is_unsigned = false;
  /// The value of an internal variable that is a constant.
  std::optional<Expression> value;
  /// The value of an internal variable by others of the current and earlier
  /// steps, and which variables those are.
  std::optional<Expression> definition;
  std::vector<std::size_t> needs;
  /// Why it cannot be used, e.g. "which is of the kind 'Function'"; empty where
  /// nothing is wrong, or its kind or type is not known yet.
  std::string fault;
  base::Place where;
  /// Indices in KnownComponent::requirements, ascending.
  std::vector<std::size_t> used_by;
};

/// A requirement; without a formula there is a reason for that.
struct KnownRequirement {
  const Requirement* of = nullptr;
  std::optional<Expression> formula;
  std::string why_not;
  base::Place where;  ///< of what is wrong
  /// FRET takes it as an assumption about the environment: its id says so. The
  /// formula is a promise then.
  bool is_promise = false;
  /// It uses a variable whose kind or type is not known yet.
  bool lacks_kind = false;
};

struct KnownComponent {
  /// Those that are declared, in the order of the file, then others that are
  /// used.
  std::vector<KnownVariable> variables;
  std::vector<KnownRequirement> requirements;
  Types types;
};

/// What a file is read with.
struct Beside {
  /// Variables of other files, which count for all components unless they name
  /// one.
  std::vector<Variable> variables;
  /// Functions, with the constants that they use.
  FileSyntax functions;
};

/// The components with their names for people, which differ, in the order of
/// the file: "COMPONENT", or "PROJECT/COMPONENT" where several projects have
/// one of that name. Requirements without a formula that name no component
/// belong to none.
[[nodiscard]] std::vector<std::pair<Component, std::string>> components_of(
    const Document& document);

/// Reads the formulas of a component.
[[nodiscard]] KnownComponent understand(const Document& document,
                                        const Component& component,
                                        const Beside& beside,
                                        const std::string& path);

}  // namespace catenary::frontend::contract::fret
