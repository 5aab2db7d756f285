// SPDX-License-Identifier: Apache-2.0
/// \file
/// What files of FRET hold, whatever their format: the database or an export of
/// FRET 1 (an array of requirements), exports of FRET 2 and 3 (requirements and
/// variables), lists of variables, and the specifications that Ogma reads
/// (`RTSASpec`). Nothing is interpreted here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/problems.h"
#include "base/text/json.h"

namespace catenary::frontend::contract::fret {

/// Whom a requirement or variable belongs to. Components of different projects
/// have nothing to do with each other.
struct Component {
  std::string project;  ///< empty where the format has none
  std::string name;

  auto operator<=>(const Component&) const = default;
};

struct Variable {
  std::string name;
  Component component;
  std::string kind;        ///< `idType`; empty where nobody has chosen one yet
  std::string type;        ///< `dataType`; empty likewise
  std::string assignment;  ///< the value of an internal variable, as text
  base::Place where;
};

struct Requirement {
  std::string id;
  std::string text;
  std::string rationale;
  Component component;
  /// A formula of past-time temporal logic. Empty if FRET exported none.
  std::optional<std::string> formula;
  base::Place where;          ///< of the id
  base::Place formula_where;  ///< of the first character
};

struct Document {
  std::vector<Requirement> requirements;  ///< in the order of the file
  std::vector<Variable> variables;        ///< without ports of Simulink models
};

/// The parts that can be read; errors about others go to `problems`.
[[nodiscard]] Document document_of(const base::Json& root,
                                   base::Problems& problems);

}  // namespace catenary::frontend::contract::fret
