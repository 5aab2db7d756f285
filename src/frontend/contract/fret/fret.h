// SPDX-License-Identifier: Apache-2.0
/// \file
/// Requirements exported by FRET, NASA's Formal Requirements Elicitation Tool,
/// as JSON.
///
/// Read are, of a requirement, its id, text and `ptExpanded`, the formula of
/// past-time temporal logic that FRET made of it; of variables their names,
/// `idType` and `dataType`. After Giannakopoulou, Pressburger, Mavridou,
/// Schumann, "Automated formalization of structured natural language
/// requirements", IST 2021 (doi:10.1016/j.infsof.2021.106590).
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/problems.h"
#include "frontend/contract/parse/syntax.h"

namespace catenary::frontend::contract {

using base::Problems;

/// Whether a text begins like an export of FRET: a key "reqid" in its first 4
/// KiB.
[[nodiscard]] bool looks_like_fret(std::string_view text);

/// An export as a .req file with the same meaning; errors and warnings about
/// parts that are wrong or left out go to `problems`. Throws base::InputError
/// where it is not JSON. Requires: well-formed UTF-8 without NUL.
[[nodiscard]] FileSyntax read_fret(std::string_view text,
                                   const std::string& path,
                                   Problems& problems);

/// A formula of past-time logic over the current step as an expression, with
/// its variables primed. `where` is the place of its first character. Nothing,
/// and an error in `problems`, where it is not one that is supported.
[[nodiscard]] std::optional<Expression> fret_formula(std::string_view formula,
                                                     Place where,
                                                     Problems& problems);

/// A name of the .req language for a name of FRET: other characters become '_',
/// reserved words get a '_' behind. Different names may become the same.
[[nodiscard]] std::string fret_name(std::string_view name);

}  // namespace catenary::frontend::contract
