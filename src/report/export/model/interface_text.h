// SPDX-License-Identifier: Apache-2.0
/// \file
/// Interfaces in the languages of other tools, and their terms as infix text.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "model/contract/interface.h"

namespace catenary::report {

/// The language of an expression.
enum class Notation : std::uint8_t {
  /// Expressions of .req files: "E' <=> k' = 0".
  req,
  /// Expressions of Lustre: "E = (k = 0)".
  lustre
};

/// The term as text; `name` gives the text of each variable. Nothing if the
/// text would be longer than `longest` characters. Not recursive.
///
/// Requires: operators that contracts have, which are Booleans, comparisons,
/// linear and non-linear arithmetic and if-then-else (checked).
[[nodiscard]] std::optional<std::string> to_text(
    logic::Term term,
    Notation notation,
    const std::function<std::string(logic::Term)>& name,
    std::size_t longest = std::size_t{1} << 20);

/// "when ASSUMPTION then GUARANTEE" in .req; "…" in place of a very long term.
[[nodiscard]] std::string to_text(const model::Contract& contract);

/// An SMT-LIB 2.6 script: declarations, then named formulas. |c step| and |c
/// init| are the formulas of contract c for later steps and for the first one,
/// |range x| that of a range, |promise e| and |purpose p| those for later
/// steps; |system init|, |system step|, |environment init| and |environment
/// step| are their conjunctions. The variables x and x' are x and |x'|.
[[nodiscard]] std::string write_smtlib(const model::Interface& interface);

/// A contract of CoCoSpec, the contract language of Kind 2 for Lustre: inputs,
/// outputs and the hidden variables that the system chooses, which become
/// outputs; derived variables become ghost variables. Each guarantee is named
/// after its contract. Purposes have no counterpart and are written as
/// comments.
///
/// Throws base::InputError if a term would be longer than a million characters.
[[nodiscard]] std::string write_lustre(const model::Interface& interface);

}  // namespace catenary::report
