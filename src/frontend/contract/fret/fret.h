// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements of FRET, NASA's Formal Requirements Elicitation Tool, as JSON.
///
/// Of a requirement, its id, its text and `ptExpanded` are read, the formula of
/// past-time temporal logic that FRET made of it; of a variable, its name,
/// `idType` and `dataType`. After Giannakopoulou, Pressburger, Mavridou,
/// Schumann, "Automated formalization of structured natural language
/// requirements", IST 2021 (doi:10.1016/j.infsof.2021.106590).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/problems.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

using base::Problems;

/// Whether a text begins like a file of FRET or Ogma, and not like a suite: by
/// certain keys in its first 4 KiB.
[[nodiscard]] bool looks_like_fret(std::string_view text);

/// The code of a requirement that is left out.
inline constexpr const char* kFretLeftOut = "fret-left-out";

/// The name of the list of variables that belongs to a file, X.variables.json
/// for X.json. Requires: the path ends in ".json".
[[nodiscard]] std::string fret_list_beside(const std::string& path);

/// The name of the file of functions that belongs to a file,
/// X.functions.req for X.json. Requires: likewise.
[[nodiscard]] std::string fret_functions_beside(const std::string& path);

/// What to read of a file of FRET.
struct FretChoice {
  /// "COMPONENT" or "PROJECT/COMPONENT"; empty = the only one.
  std::string component;
  /// A list of variables as FRET exports it, for files without one, and its
  /// name for messages; empty = none.
  std::string variables;
  std::string variables_path;
  /// An interface in the .req language with functions and constants alone,
  /// which formulas may call, and its name for messages; empty = none.
  std::string functions;
  std::string functions_path;
};

/// One component as a .req file with the same meaning. Errors go to `problems`,
/// and so do warnings: of requirements that are left out, because they have no
/// formula, or one that is not supported, or use a variable whose kind is not
/// known. Where none is left, their reasons are errors. Throws base::InputError
/// where a text is not JSON. Requires: well-formed UTF-8 without NUL.
[[nodiscard]] FileSyntax read_fret(std::string_view text,
                                   const std::string& path,
                                   const FretChoice& choice,
                                   Problems& problems);

/// The components that have requirements, as FretChoice names them, in the
/// order of the file. Throws like read_fret().
[[nodiscard]] std::vector<std::string> fret_components(std::string_view text,
                                                       const std::string& path);

/// The variables of all components as a list that FRET reads, with what the
/// file and the list of `choice` say of them and what their use tells; `idType`
/// and `dataType` are empty where the user has to fill them in. Throws like
/// read_fret().
[[nodiscard]] std::string fret_variables(std::string_view text,
                                         const std::string& path,
                                         const FretChoice& choice);

/// A formula of past-time logic over the current step as an expression, with
/// its variables primed. `where` is the place of its first character. Nothing,
/// and an error in `problems`, where it is not one that is supported.
[[nodiscard]] std::optional<Expression> fret_formula(std::string_view formula,
                                                     Place where,
                                                     Problems& problems);

/// The words of a formula: names as FRET has them, and also operators and
/// numbers.
[[nodiscard]] std::vector<std::string> fret_names(std::string_view formula);

/// A name of the .req language for a name of FRET: other characters become '_',
/// reserved words get a '_' behind. Different names may become the same.
[[nodiscard]] std::string fret_name(std::string_view name);

}  // namespace catenary::frontend::contract
